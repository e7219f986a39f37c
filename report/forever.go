package report

// Executions that go on for ever, in words.

import (
	"fmt"
	"slices"

	"flavers/internal/english"
	"flavers/report/form"
)

// infinite says that executions that run for ever violate nothing, and which were judged.
func (p *page) infinite(e *Explore) {
	if e.Fairness == "" || slices.ContainsFunc(e.Findings, func(f ExploreFinding) bool { return f.Loop > 0 }) {
		return
	}
	which := "under " + e.Fairness + " fairness"
	if e.Fairness == "none" {
		which = "fair or not"
	}
	p.note(form.PlainText, "No execution that runs for ever, %s, violates a property.", which)
}

// forEver says how an execution that repeats its last steps violates a property.
func forEver(name string, steps, loop int, fairness string) string {
	return again(steps, loop) + ", which violates " + name + fairly(fairness) + "."
}

// again says which steps of an execution are its loop.
func again(steps, loop int) string {
	if loop == 1 {
		return fmt.Sprintf("Step %d is repeated for ever", steps)
	}
	return fmt.Sprintf("Steps %d to %d are repeated for ever", steps-loop+1, steps)
}

// LoopHead stands before the steps of a loop in a list of steps.
const LoopHead = "then for ever:"

// Entry is the index of the first step of the trace's loop; -1 if there is no loop.
func (r *Result) Entry() int {
	if r.Loop == 0 {
		return -1
	}
	return max(0, len(r.Trace)-r.Loop)
}

// fairly says what a scheduler may do that repeats steps for ever.
func fairly(fairness string) string {
	switch fairness {
	case "weak":
		return " (this is weakly fair: no task that can always move waits for ever)"
	case "strong":
		return " (this is strongly fair: no task that can move again and again waits for ever)"
	case "none":
		return " (without fairness: some task may wait for ever although it can move)"
	}
	return ""
}

// Fairly says of which executions that go on for ever a property holds, after "holds"; "" if there are
// none, or they were not judged.
func (r *Result) Fairly() string {
	switch {
	case r.Verdict != Holds || r.Fair == "":
		return ""
	case r.Fair == "none":
		return " without fairness"
	}
	return " under " + r.Fair + " fairness"
}

// repeats says what a replay found of the steps at its end that are a loop.
func repeats(loop int, fairness string) string {
	text := "The last " + english.Plural(int64(loop), "step") + " come back to the state in which they began, and can be repeated for ever"
	if loop == 1 {
		text = "The last step comes back to the state in which it began, and can be repeated for ever"
	}
	switch fairness {
	case "strong":
		return text + ". This is strongly fair: every task that can move in one of these states moves."
	case "weak":
		return text + ". This is weakly fair, but not strongly: some task can move in one of these states, not in all, and does not."
	}
	return text + ". This is not fair: some task can move in each of these states, and does not."
}

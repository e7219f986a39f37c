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
	if e.Declared {
		which += declared
	}
	p.note(form.PlainText, "No execution that runs for ever, %s, violates a property.", which)
}

// forEver says how an execution that repeats its last steps violates a property.
func forEver(name string, r *Result) string {
	return again(len(r.Trace), r.Loop) + ", which violates " + name + r.fairly() + "."
}

// declared follows a kind of fairness where the program declares something fair.
const declared = " and what the program declares fair"

// again returns the clause that says which steps of an execution are its loop.
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
func (r *Result) fairly() string {
	also := ""
	if r.Declared {
		also = ", and what the program declares fair is kept"
	}
	switch r.Fair {
	case "weak":
		return " (this is weakly fair: no task that can always move waits for ever" + also + ")"
	case "strong":
		return " (this is strongly fair: no task that can move again and again waits for ever" + also + ")"
	case "none":
		return " (without fairness: some task may wait for ever although it can move)"
	}
	return ""
}

// Fairly returns the words behind "holds" that say for which infinite executions a property holds. It returns "" if
// there are no infinite executions, or if they were not judged.
func (r *Result) Fairly() string {
	switch {
	case r.Verdict != Holds || r.Fair == "":
		return ""
	case r.Fair == "none":
		return " without fairness"
	}
	if r.Declared {
		return " under " + r.Fair + " fairness" + declared
	}
	return " under " + r.Fair + " fairness"
}

// repeats says whether the last steps of a replay are a loop, and under which fairness it counts.
func repeats(r *Run) string {
	text := "The last " + english.Plural(int64(r.Loop), "step") + " come back to the state in which they began, and can be repeated for ever"
	if r.Loop == 1 {
		text = "The last step comes back to the state in which it began, and can be repeated for ever"
	}
	also := ""
	if r.Declared {
		also = " What the program declares fair is kept, too."
	}
	switch {
	case r.Unfair != "":
		return text + ". This is not fair: of " + r.Unfair + ", which the program declares fair, a step can be taken in one of these states, and none is."
	case r.Fairness == "strong":
		return text + ". This is strongly fair: every task that can move in one of these states moves." + also
	case r.Fairness == "weak":
		return text + ". This is weakly fair, but not strongly: some task can move in one of these states, not in all, and does not." + also
	}
	return text + ". This is not fair: some task can move in each of these states, and does not."
}

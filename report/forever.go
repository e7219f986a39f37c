package report

// This file has the sentences about infinite executions. Such an execution is shown as a finite trace whose last steps,
// the loop, are repeated for ever. Fairness decides which infinite executions count: under weak fairness those in which
// a task that can always move moves, under strong fairness those in which a task that can move again and again moves.

import (
	"fmt"
	"slices"

	"flavers/internal/english"
	"flavers/report/form"
)

// infinite prints that no infinite execution violates a property, and which infinite executions were judged. If some
// finding is an infinite execution, or if none was judged, it prints nothing.
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

// forEver returns the sentence that says how the trace of r, which has a loop, violates the property called name.
func forEver(name string, r *Result) string {
	return loopClause(len(r.Trace), r.Loop) + ", which violates " + name + r.fairly() + "."
}

// declared is put after a kind of fairness if executions also have to be fair to what the program declares fair.
const declared = " and what the program declares fair"

// loopClause returns the clause that says which steps of an execution are its loop.
func loopClause(steps, loop int) string {
	if loop == 1 {
		return fmt.Sprintf("Step %d is repeated for ever", steps)
	}
	return fmt.Sprintf("Steps %d to %d are repeated for ever", steps-loop+1, steps)
}

// LoopHead is the line before the steps of the loop in a list of steps.
const LoopHead = "then for ever:"

// Entry returns the index of the first step of the loop in the trace, or -1 if the execution ends.
func (r *Result) Entry() int {
	if r.Loop == 0 {
		return -1
	}
	return max(0, len(r.Trace)-r.Loop)
}

// fairly returns, in brackets, the fairness of the execution in the trace, with an explanation of the term. It returns
// "" if the execution ends.
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

// repeats returns sentences about the loop at the end of a replay: how long it is, which fairness it has, and why it
// has no stronger one.
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

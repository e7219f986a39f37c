package report

// This file has the sentences of the page: what a verdict means, how it was found, and how long an execution is.

import (
	"regexp"
	"strings"

	"flavers/internal/english"
)

// short returns a sentence that says what the verdict means. It stands beside the verdict at the top.
func (v *pageView) short() string {
	if text := v.witness(); text != "" {
		return text
	}
	switch v.Verdict {
	case Holds:
		text := "No execution violates it"
		switch {
		case v.Runtime:
			text = "No execution ends in a run-time error"
		case v.Kind == KindDeadlock:
			text = "No execution gets stuck"
		case len(v.Assumptions) > 0:
			text = "No execution that obeys the assumptions violates it"
		}
		switch {
		case v.Of != "":
			text += " where it ends; of executions that go on for ever it says nothing"
		case v.Fair == "none":
			text += ", not even one that goes on for ever without fairness"
		case v.Fair != "":
			text += "; of executions that go on for ever, it says this of those that are " + v.Fair + "ly fair"
			if v.Declared {
				text += ", and fair to what the program declares fair"
			}
		}
		text += v.Fairly()
		if v.emptily() {
			text += "; but no execution that obeys the assumptions is one"
		}
		if len(v.Vacuous) > 0 {
			text += "; but it speaks of events that never happen"
		}
		return text + "."
	case Violated:
		switch {
		case v.Runtime:
			return "An execution ends in a run-time error: it was found and replayed."
		case v.Kind == KindDeadlock:
			return "An execution ends where some tasks wait for ever: it was found and replayed."
		}
		return "An execution violates it: it was found and replayed."
	case Possible:
		switch {
		case v.Kind == KindRace && v.Confirmed != InModel:
			return "Perhaps a data race: neither control flow nor locks keep the two steps apart, and no execution was found that shows it."
		case v.Confirmed == InModel:
			return "Perhaps violated: an execution of the model violates it, which the package may not have."
		case v.Passes != "":
			return "Perhaps violated: an execution of the model violates it, which the program may not have."
		case v.Schedule != "":
			return "Perhaps violated: an execution violates it, but none was found that satisfies the constraints to its end."
		}
		return "Perhaps violated: a path of the program's graph violates it, but no execution was found that follows this path."
	}
	if v.Kind == KindRun {
		return "One execution; it violates nothing."
	}
	return "No answer: " + v.Limit.words() + "."
}

// words describes the limit that ended an analysis.
func (l Limit) words() string {
	switch l {
	case LimitTuples:
		return "the limit on tuples was hit"
	case LimitTime:
		return "the time limit was hit"
	case LimitMemory:
		return "the memory limit was hit"
	case LimitDepth:
		return "the limit on the length of a path was hit"
	case LimitStates:
		return "the search ended before all states were seen"
	case LimitInterrupt:
		return "the check was interrupted"
	case LimitSize:
		return "something in the program is too large to be tabled"
	}
	return "the check came to none"
}

// meaning returns sentences that explain the verdict at length.
func (v *pageView) meaning() string {
	what := "violates the property"
	switch {
	case v.Kind == KindRace && v.Verdict == Possible && v.Confirmed != InModel:
		return v.otherwise()
	case v.Kind == KindRace:
		what = "leads to a state in which two steps could both come next that access a shared variable, one of them writing"
	case v.Runtime:
		what = "ends in a run-time error"
	case v.Kind == KindDeadlock:
		what = "ends in a deadlock: tasks wait for ever"
	case v.witness() != "":
		return v.witness()
	case v.Reach:
		what = "reaches what the property asks for"
	case v.Kind == KindRun:
		return "One execution, which says nothing of others; walk through it below."
	}
	switch v.Verdict {
	case Holds:
		if len(v.Assumptions) > 0 {
			return "No execution of the program " + what +
				" if it obeys the assumptions named below, which were written by hand." + v.fairMeaning()
		}
		return "No execution of the program " + what + "." + v.fairMeaning()
	case Violated:
		return "There is an execution of the program that " + what + ". It was replayed step by step; walk through it below."
	case Possible:
		if v.Confirmed == InModel {
			return "An execution of the model " + what + ". The package may not have it."
		}
		if v.Passes != "" && v.Schedule != "" {
			return "An execution of the model " + what + ". The program may not have it: it passes " + v.Passes + "."
		}
		if v.Schedule != "" {
			return "An execution of the program " + what +
				". It may not count: none was found that goes on from it and satisfies the constraints to its end."
		}
		return "A path of the program's graph " + what +
			". It may not be an execution: nothing rejects it, and no execution that follows it was found."
	}
	return "The check came to no answer: " + v.Limit.words() + "."
}

// fairMeaning returns sentences that say which infinite executions an answer is about, or "".
func (r *Result) fairMeaning() string {
	text := ""
	switch r.Fair {
	case "weak":
		text = " Of executions that go on for ever, this is said of those that are weakly fair: in which no task that can always move waits for ever."
	case "strong":
		text = " Of executions that go on for ever, this is said of those that are strongly fair: in which no task that can move again and again waits for ever."
	}
	if r.Declared {
		text += " They are also fair to what the program declares fair: what can be taken of it again and again is taken again and again."
	}
	return text
}

// how returns a sentence that says how the answer was found, if it was not by the fixed point over the graph, or if
// there was nothing to search. Otherwise the measures say it, and how returns "".
func (v *pageView) how() string {
	switch {
	case v.Static && v.Verdict == Holds && v.Nodes.Total() == 0:
		return "No step of the program moves the property to a state that matters, so that no order of steps can violate it: there was nothing to search."
	case v.Verdict == Holds && !v.Static && v.Reason != "":
		return visited(v.Reason)
	}
	return ""
}

// because returns a sentence that says why the verdict is not better, or "" if how says it.
func (v *pageView) because() string {
	if v.Ignored != nil {
		return strings.TrimSpace(sentence(v.Reason) + " " + v.Ignored.Says())
	}
	if v.Reason == "" || v.How == visited(v.Reason) {
		return ""
	}
	return strings.TrimSuffix(v.Reason, ".") + "."
}

// found reports whether it is known how the answer was found.
func (v *pageView) found() bool {
	return v.Static || v.How != "" || v.Schedule != "" || len(v.Rests)+len(v.Vacuous)+len(v.RejectedBy)+len(v.Refinement) > 0
}

// whole matches the reason of an answer that a complete search gave: by all states, 7 of them.
var whole = regexp.MustCompile(`^by all (\w+?)(s?), (\d+) of them$`)

// visited returns a reason as a sentence. Of a complete search it says what was visited.
func visited(reason string) string {
	m := whole.FindStringSubmatch(reason)
	switch {
	case m == nil:
		return sentence(reason)
	case m[3] == "1":
		return "There is one " + m[1] + ", which was visited, and it does not violate the property: this is a proof."
	}
	return "All " + m[3] + " " + m[1] + m[2] + " were visited, and none violates the property: this is a proof."
}

// sentence returns a text with a capital letter and a full stop.
func sentence(s string) string {
	r := []rune(strings.TrimSuffix(s, "."))
	if len(r) == 0 {
		return ""
	}
	return strings.ToUpper(string(r[:1])) + string(r[1:]) + "."
}

// length describes the length of the trace.
func (v *pageView) length() string {
	switch n := len(v.Trace); {
	case n == 0 && v.shows():
		return "at the start"
	case n == 0:
		return ""
	case !v.shows() && v.Kind != KindRun:
		return "a path of " + english.Plural(int64(n), "step")
	case v.Loop == n:
		return english.Plural(int64(n), "step") + ", again and again"
	case v.Loop > 0:
		return english.Plural(int64(n), "step") + ", the last " + english.Number(v.Loop) + " again and again"
	default:
		return english.Plural(int64(n), "step")
	}
}

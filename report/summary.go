package report

import (
	"strings"

	"flavers/internal/english"
)

// Summary returns the verdict of r, which is not Holds, in a sentence or two. SARIF and annotations have it as the text
// of a finding. runtime is set for the result about run-time errors. The first sentence says what happens at the end of
// the trace, and the next one has the reason of the verdict, if there is one.
func Summary(r *Result, runtime bool) string {
	if r.Verdict == Violated || r.Kind == KindRace && r.Verdict == Possible {
		if text := r.otherwise(); text != "" {
			if len(r.Waiting) > 0 {
				text += " So " + stands(r.Waiting) + "."
			}
			if r.Verdict == Possible {
				text += " " + sentence(r.Reason)
			}
			return text
		}
	}
	var text string
	steps := english.Plural(int64(len(r.Trace)+r.Omitted), "step")
	switch { // the most specific case first; that of a trace whose end is left out has no last step to name
	case runtime && r.Verdict == Violated && r.Omitted > 0:
		text = "After " + steps + " an execution ends in a run-time error."
	case runtime && r.Verdict == Violated && len(r.Trace) > 0:
		text = "After " + steps + " an execution ends in a run-time error: " + r.Trace[len(r.Trace)-1].Event + "."
	case r.Reach && r.Verdict == Possible:
		text = r.name() + " is possibly reached: a path of " + steps + " leads there, but no execution was confirmed."
	case r.Verdict == Violated && len(r.Waiting) > 0:
		text = r.name() + " is violated: after an execution of " + steps + " no task can move, and the property does not accept: " + stands(r.Waiting) + "."
	case r.Verdict == Violated && r.Loop > 0:
		text = r.name() + " is violated: after " + english.Plural(int64(len(r.Trace)-r.Loop), "step") + " an execution repeats " +
			english.Plural(int64(r.Loop), "step") + " for ever, which violates the property" + r.fairly() + "."
	case r.Verdict == Violated && r.AtEnd:
		text = r.name() + " is violated: an execution of " + steps + " ends, and the property does not accept."
	case r.Verdict == Violated:
		text = r.name() + " is violated by an execution of " + steps + "."
	case r.Verdict == Possible && r.Schedule != "":
		text = r.name() + " is possibly violated, by an execution of " + steps + "."
	case r.Verdict == Possible:
		text = r.name() + " is possibly violated: a path of " + steps + " leads to a violation, but no execution was found that follows it."
	default:
		text = r.name() + " is unknown: the check came to no answer."
	}
	if r.Reason != "" {
		text += " " + strings.ToUpper(r.Reason[:1]) + strings.TrimSuffix(r.Reason[1:], ".") + "."
	}
	return text
}

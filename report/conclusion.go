package report

// This file prints the end of a section of the text form: how the trace decides the check, or why there is no better
// answer.

import (
	"fmt"
	"strings"

	"flavers/internal/english"
	"flavers/report/form"
)

// conclusion prints what the verdict of a result means, in sentences.
func (p *page) conclusion(r *titled, opt TextOptions) {
	if r.Verdict == Holds && !r.Reach {
		p.reason(r.Result)
		return
	}
	p.WriteByte('\n')
	if r.Verdict != Unknown || len(r.Trace) > 0 {
		p.note(form.Bold, "%s", wrong(r))
	}
	p.waiting(2*form.Gap, r.Waiting, opt.Verbose)
	p.reason(r.Result)
	if r.Ignored != nil {
		p.note(form.Bold, "%s", r.Ignored.Says())
	}
	switch {
	case r.shows():
		p.note(form.PlainText, "%s", r.replayed())
		if r.Schedule != "" {
			if r.Every != nil && opt.Replay != "" {
				opt.Replay += fmt.Sprintf(" --set %s=%d", r.Every.Constant, r.Every.At)
			}
			p.again(r.Schedule, opt)
		}
	case r.Verdict == Possible:
		if r.Confirmed == InModel {
			p.note(form.PlainText, "%s", r.replayed())
			break
		}
		if r.Passes != "" && r.Schedule != "" {
			p.note(form.PlainText, "This is an execution of the model: it was replayed step by step.")
			p.again(r.Schedule, opt)
			break
		}
		if r.Kind == KindRace {
			break
		}
		if r.Schedule != "" {
			p.note(form.PlainText,
				"This is an execution of the program, but none was found that goes on from it and satisfies the constraints that were written by hand.")
			break
		}
		p.note(form.PlainText,
			"This is a path of the trace flow graph. It may not be an execution: no constraint in use rejects it, and no execution that follows it was found.")
		if !opt.Refined {
			p.note(form.PlainText, "To go on, add every constraint that can be made from the program: --refine all")
		}
	case r.Verdict == Unknown:
		if len(r.Trace) > 0 {
			p.note(form.PlainText,
				"This is a path of the trace flow graph. It was not confirmed by an execution within the limits.")
		}
		p.limit(r.Result)
	}
}

// reason prints Result.Reason.
func (p *page) reason(r *Result) {
	if by, ok := strings.CutPrefix(r.Reason, "by "); ok { // the means, not a clause; of instances there may be several
		p.Items(form.Gap, "shown by", form.Dim, strings.Fields(strings.ReplaceAll(by, "; by ", "; ")))
	} else if r.Reason != "" {
		p.Items(form.Gap, "because", form.Dim, strings.Fields(r.Reason))
	}
}

// wrong returns the sentence that says how the trace violates the property. If the trace is only a path, the sentence
// says how it would.
func wrong(r *titled) string {
	if text := r.otherwise(); text != "" {
		return text
	}
	steps, confirmed := int64(len(r.Trace)), r.shows()
	switch {
	case r.Omitted > 0:
		return "The execution goes on for " + english.Plural(int64(r.Omitted), "more step") + ", which are not shown."
	case r.runtime && steps == 0:
		return "A run-time error can happen at the very start."
	case r.runtime:
		last, is := r.Trace[steps-1], "is"
		if !confirmed {
			is = "would be"
		}
		return fmt.Sprintf("Step %d of the trace, by %s, %s a run-time error: %s", steps, last.Task, is, last.Event)
	case len(r.Waiting) > 0:
		after := fmt.Sprintf("after step %d", steps)
		if steps == 0 {
			after = "at the start"
		}
		if state := finalState(r.Result); state != "" {
			return fmt.Sprintf("No task can move %s, and %s is in state %s, which does not accept:", after, r.name(), state)
		}
		return fmt.Sprintf("No task can move %s, and %s does not accept what happened until then:", after, r.name())
	case r.Loop > 0:
		return forEver(r.name(), r.Result)
	case r.AtEnd:
		after := "after step " + fmt.Sprint(steps)
		if steps == 0 {
			after = "without a step"
		}
		state := finalState(r.Result)
		switch {
		case !confirmed && state != "":
			return fmt.Sprintf("If the execution ended %s, %s would be in state %s, which does not accept.", after, r.name(),
				state)
		case !confirmed:
			return fmt.Sprintf("If the execution ended %s, %s would not accept what happened until then.", after, r.name())
		case state != "":
			return fmt.Sprintf("The execution ends %s, and %s is in state %s, which does not accept.", after, r.name(), state)
		}
		return fmt.Sprintf("The execution ends %s, and %s does not accept what happened until then.", after, r.name())
	case steps == 0:
		return fmt.Sprintf("%s is in its error state from the start.", r.name())
	case !confirmed:
		return fmt.Sprintf("Step %d would lead %s to its error state.", steps, r.name())
	}
	return fmt.Sprintf("Step %d leads %s to its error state.", steps, r.name())
}

// finalState returns the last state of the property in the trace, or "" if the trace names none.
func finalState(r *Result) string {
	for i := len(r.Trace) - 1; i >= 0; i-- {
		if s := r.Trace[i].State; s != "" {
			return s
		}
	}
	return ""
}

// limit prints which limit was hit, what was done until then, and how to raise the limit.
func (p *page) limit(r *Result) {
	var text string
	switch r.Limit {
	case LimitTuples:
		text = "The limit on tuples was hit; --max-tuples raises it."
	case LimitTime:
		text = "The time limit was hit; " + map[bool]string{false: "--timeout", true: "--timeout-per-property"}[r.OwnTime] +
			" raises it."
	case LimitMemory:
		text = "The memory limit was hit; --max-memory raises it."
	case LimitDepth:
		text = "The limit on the length of an execution was hit; --depth raises it."
	case LimitInterrupt:
		text = "The check was interrupted."
	case LimitStates:
		p.note(form.PlainText, "A smaller program can be decided; --set changes constants. %s", undecidedAdvice(r))
		return
	case LimitSize:
		p.note(form.PlainText, "A smaller program, or smaller ranges and buffers, can be checked; --set changes constants.")
		return
	default:
		return
	}
	p.note(form.PlainText, "No answer: the analysis stopped after %s and %s. %s", english.Plural(r.Tuples, "tuple"),
		english.Plural(r.Visits, "visit"), text)
}

// undecidedAdvice returns a sentence about what else may help if a search of states has no answer.
func undecidedAdvice(r *Result) string {
	if r.Kind == KindDeadlock {
		return "--deadlock=off leaves this check out."
	}
	return "safety before the property's name leaves the end of executions out."
}

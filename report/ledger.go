package report

// This file applies the ledger of a program that was made from a Go package. The ledger lists where the model differs
// from the package: loops are cut short, branches on data are guessed, some code is not modelled. An answer about the
// model is an answer about the package only as far as these differences allow.

import (
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/report/form"
	"flavers/report/ledger"
	"flavers/report/outcome"
)

// Values of Result.Confirmed: where an execution was replayed.
const (
	InModel     = "model"       // in the model only
	InPackage   = "native"      // the package ran, and had it
	Interpreted = "interpreted" // an interpreter executed the package with all its data, and had it
)

// Guess is the event of a step of the model that chooses, where the package decides by data that the model leaves out.
const Guess = "choose"

// Qualify weakens the answers of c to what the ledger allows:
//
//   - What holds, holds within the bounds in the ledger (codes B). If something is not modelled (codes U), it is
//     unknown.
//   - What is violated is only possible if the execution may not be one of the package. The reasons are: something is
//     not modelled; the model has executions that the package does not have; the execution may depend on a loop that is
//     cut short; an execution beyond a bound may release the tasks that wait; the execution itself guesses; or the
//     program has ended before its last step.
//
// guessing has the codes of notes that let the model have executions which the package does not have. cut has the codes
// of loops that are cut short. apart is given the statement at which each task of a deadlock waits, and reports whether
// the deadlock stays if no loop is cut short. within has, for each property, codes that do not matter for its
// execution.
func (c *Check) Qualify(guessing, cut []string, apart func(map[string]string) bool, within map[string][]string) {
	relevant := c.Ledger.Relevant(c.RuntimeErrors != nil && c.RuntimeErrors.Verdict == Holds)
	for _, r := range c.all() {
		notes := relevant.Of(r.Property)
		l := outcome.Ledger{Bounds: notes.Codes("B"), Unmodelled: notes.Codes("U")}
		if r.Confirmed != Interpreted && (r.Verdict == Violated || r.shows()) {
			doubtful := notes.Doubtful(guessing, cut, r != c.Deadlock || !apart(r.Places()), r.Partial())
			doubtful = slices.DeleteFunc(doubtful, func(code string) bool { return slices.Contains(within[r.Property], code) })
			r.Confirmed, l.Doubt = InModel, r.doubt(doubtful)
		}
		before := r.Verdict
		r.Under(l)
		switch {
		case r.Verdict == before:
		case r.Verdict == Possible:
			r.If = nil
			r.Reason = "An execution of the model " + map[bool]string{true: "reaches", false: "violates"}[r.Reach] + " it, but " +
				l.Doubt
		case r.Verdict == Unknown:
			r.Reason = "Nothing was found, but parts of the package are not in the model (" +
				strings.Join(l.Unmodelled, ", ") + ")."
		}
		for i := range r.Instances {
			r.Instances[i].Under(r.Reach, l)
		}
	}
}

// doubt returns a clause that says why the execution of r may not be one of the package, or "" if nothing says that.
// doubtful has the codes of notes that make any execution doubtful.
func (r *Result) doubt(doubtful []string) string {
	if len(doubtful) > 0 {
		return "the model may not be the package there (" + strings.Join(doubtful, ", ") + ")."
	}
	doubt := func(s Step) bool { return s.guess() && len(r.If) == 0 || s.Event == ledger.Exit }
	i := slices.IndexFunc(r.Trace, doubt)
	if i < 0 {
		return ""
	}
	return ledger.Doubt(r.Trace[i].Event, r.Trace[i].Pos)
}

// Callers replaces the violation of a client by an unknown result, because the callers cause it. why says how.
func (r *Result) Callers(why string) {
	*r = Result{Property: r.Property, Kind: r.Kind, Instances: r.Instances, Constraints: r.Constraints,
		Trace: []Step{}, Reason: why}.With(outcome.None{})
}

// Agreed makes the violation of a client only possible, because callers have to break a contract for it.
func (r *Result) Agreed(c *ledger.Contract) {
	if r.Verdict != Violated {
		return
	}
	r.Contract = c
	r.Under(outcome.Ledger{Doubt: c.Says()})
	r.Reason = "It needs that " + c.Says() + ": whether they may is for the package to say."
}

// Partial reports whether r is about a partial deadlock: other tasks go on while those that wait can never move again.
// Its callers are the places where such an answer is judged, or worded, in another way than a deadlock of all tasks.
func (r *Result) Partial() bool { return len(r.Moving) > 0 }

// Places returns the statement at which each task of a deadlock waits. Tasks that go on are at "", because a loop that
// they come to may be cut short, too.
func (r *Result) Places() map[string]string {
	places := map[string]string{}
	for _, w := range r.Waiting {
		places[w.Task] = w.At
	}
	for _, t := range r.Moving {
		places[t] = ""
	}
	return places
}

// guess reports whether a step is a guess of the model.
func (s Step) guess() bool { return s.Silent && s.Event == Guess }

// guesses reports whether the execution has a guess.
func (r *Result) guesses() bool { return slices.ContainsFunc(r.Trace, Step.guess) }

// replayed returns sentences that say how the trace of a violation was replayed.
func (r *Result) replayed() string {
	if r.Confirmed != "" {
		text := "This is an execution of the model of the Go program: it was replayed step by step."
		if r.Confirmed == Interpreted {
			text = "This is an execution of the Go program with all its data: it was interpreted step by step."
		}
		if r.Native != nil {
			text += " " + r.Native.Says()
		}
		return text
	}
	return "This is an execution of the program: it was replayed step by step."
}

// ledger prints the notes of the ledger. Notes of the same kind are one line, with their number, unless verbose is set.
func (p *page) ledger(c *Check, verbose bool) {
	notes, source := c.Ledger, "package"
	if c.Root == "" {
		source = "program"
	}
	p.WriteString("\n" + p.Styled("ledger", form.Bold) + "  how the model differs from the " + source + "\n")
	for i := 0; i < len(notes); {
		n, more := notes[i], 0
		for i++; !verbose && i < len(notes) && notes[i].Code == n.Code; i++ {
			more++
		}
		at := n.Pos
		if more > 0 {
			at += " and " + english.Plural(int64(more), "more place")
		}
		p.Wrap(form.Gap, form.PlainText, append([]string{n.Code}, strings.Fields(strings.TrimSuffix(n.Text+" ("+at+")", " ()"))...))
	}
}

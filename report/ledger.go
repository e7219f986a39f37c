package report

// What the answers about a program are worth that was made of a Go package, and its ledger.

import (
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/report/form"
	"flavers/report/ledger"
	"flavers/report/outcome"
)

// Result.Confirmed of an execution of the model that was made of a Go package, of one that the package had when it was
// run, and of one that was interpreted with all its data.
const (
	InModel     = "model"
	InPackage   = "native"
	Interpreted = "interpreted"
)

// Guess is the event of a step that chooses among alternatives for which the package decides by data
// that the model leaves out.
const Guess = "choose"

// Qualify weakens the answers of c to what the ledger allows. An answer that holds is one within the bounds (B); if
// something is not modelled (U), it is no answer. An execution of the model is only possible in four cases: something
// is not modelled, the model has executions that the package does not have (guessing has the codes that say so), the
// execution itself guesses, or the program has ended before it. cut has the codes that say that loops were cut short;
// apart reports whether a deadlock, given by its tasks and where they wait, does not depend on that. within has, by
// property, the codes that its execution does not depend on.
func (c *Check) Qualify(guessing, cut []string, apart func(map[string]string) bool, within map[string][]string) {
	relevant := c.Ledger.Relevant(c.RuntimeErrors != nil && c.RuntimeErrors.Verdict == Holds)
	for _, r := range c.all() {
		notes := relevant.Of(r.Property)
		l := outcome.Ledger{Bounds: notes.Codes("B"), Unmodelled: notes.Codes("U")}
		if r.Confirmed != Interpreted && (r.Verdict == Violated || r.shows()) {
			doubtful := notes.Doubtful(guessing, cut, r != c.Deadlock || !apart(r.Places()), len(r.Moving) > 0)
			doubtful = slices.DeleteFunc(doubtful, func(code string) bool { return slices.Contains(within[r.Property], code) })
			r.Confirmed, l.Doubt = InModel, r.doubt(doubtful)
		}
		before := r.Verdict
		switch r.Under(l); {
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

// doubt returns a clause that says why the execution of r may not be one of the package, or "" if it is one. Some
// notes of the ledger make any execution doubtful. This one may also guess, or go on after the end of the program.
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

// Callers replaces a violation that a client shows by no answer: it is the fault of the callers, as why says.
func (r *Result) Callers(why string) {
	*r = Result{Property: r.Property, Kind: r.Kind, Instances: r.Instances, Constraints: r.Constraints,
		Trace: []Step{}, Reason: why}.With(outcome.None{})
}

// Agreed marks a violation that a client shows as one that needs callers who break a contract: then it is only
// possible.
func (r *Result) Agreed(c *ledger.Contract) {
	if r.Verdict != Violated {
		return
	}
	r.Contract = c
	r.Under(outcome.Ledger{Doubt: c.Says()})
	r.Reason = "It needs that " + c.Says() + ": whether they may is for the package to say."
}

// Places returns the statement at which each task of a deadlock waits. Tasks that go on are at "": what they do later
// may be cut short, too.
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

// guess reports whether a step is a branch on data that is not modelled.
func (s Step) guess() bool { return s.Silent && s.Event == Guess }

// guesses reports whether the execution takes one.
func (r *Result) guesses() bool { return slices.ContainsFunc(r.Trace, Step.guess) }

// replayed says what the trace of a violation is.
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

// ledger prints how often each kind of note was made; verbose, every note.
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

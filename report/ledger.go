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

// Qualify takes from the answers what the ledger does not allow them to say. An answer that
// holds is one within the bounds (B) or, where something is not modelled (U), none. An
// execution is one of the model, and only a possible one where something is not modelled, where the
// model has executions that the package has not (guessing has the codes that say so), where it guesses, or where the
// program has ended before. Where loops are cut short (the codes cut), apart reports whether a deadlock, of tasks and
// where they wait, does not depend on that. within has, by property, the codes that its execution does not depend on.
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

// doubt is why the execution of r may be none of the package, as a clause: some notes of the ledger make any execution
// doubtful, and this one may guess, or go on after the end of the program. "": it is one.
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

// Callers says of a violation that a client shows that it is the matter of its callers: that is no answer about the
// package.
func (r *Result) Callers(why string) {
	*r = Result{Property: r.Property, Kind: r.Kind, Instances: r.Instances, Constraints: r.Constraints,
		Trace: []Step{}, Reason: why}.With(outcome.None{})
}

// Agreed says of a violation that a client shows that it needs callers who break a contract: it is only possible then.
func (r *Result) Agreed(c *ledger.Contract) {
	if r.Verdict != Violated {
		return
	}
	r.Contract = c
	r.Under(outcome.Ledger{Doubt: c.Says()})
	r.Reason = "It needs that " + c.Says() + ": whether they may is for the package to say."
}

// Places says of the tasks that a deadlock is about at which statements they wait: those that go on at "", as what they
// do later may be cut short, too.
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

package report

// Properties that ask for an execution: the verdict in words, as it is no
// statement about all executions. Invariants: the state where one is false.

import (
	"fmt"
	"strings"

	"flavers/internal/english"
	"flavers/report/form"
)

// KindReached is the kind of a finding of an explorer that answers such a property.
const KindReached = "reached"

const never = "never happens"

// wordsOfVerdicts are the words of verdicts, the worst first.
var wordsOfVerdicts = []string{string(Violated), never, string(Possible), string(Unknown), asExpected, ignored,
	bounded, string(Holds), KindReached}

// What is counted apart from its verdict.
const (
	asExpected = "violated as expected" // the program says that it is meant, and it fails nothing
	ignored    = "ignored"              // a comment asks to leave it out
	bounded    = "holds within bounds"
)

// counted is the word under which a result is counted.
func (r *Result) counted() string {
	if r.Expected {
		return asExpected
	}
	if r.Ignored != nil {
		return ignored
	}
	if r.Verdict == Holds && !r.Reach && len(r.Within) > 0 {
		return bounded
	}
	return r.word()
}

// word is the verdict in a table.
func (r *Result) word() string {
	switch {
	case r.Reach && r.Verdict == Holds:
		return KindReached
	case r.Reach && r.Verdict == Violated:
		return never
	}
	return string(r.Verdict)
}

// several is the word of a verdict after a number of checks.
func several(n int, word string) string {
	switch {
	case n > 1 && strings.HasPrefix(word, string(Holds)):
		return "hold" + strings.TrimPrefix(word, string(Holds))
	case n > 1 && word == never:
		return "never happen"
	}
	return word
}

// definite tells whether a verdict answers its question.
func (v Verdict) definite() bool { return v == Holds || v == Violated }

// shownBy is the verdict that an execution shows.
func (r *Result) shownBy() Verdict {
	if r.Reach {
		return Holds
	}
	return Violated
}

// seen is the verdict with Violated for what an execution shows.
func (r *Result) seen() Verdict {
	switch {
	case r.Reach && r.Verdict == Holds:
		return Violated
	case r.Reach && r.Verdict == Violated:
		return Holds
	}
	return r.Verdict
}

// reachPhrase is a definite verdict as it follows a title.
func (r *Result) reachPhrase() string {
	if r.Verdict == Holds {
		return "is reached"
	}
	return never
}

// witness is the definite answer in a sentence; "" of other results.
func (r *Result) witness() string {
	switch {
	case !r.Reach:
	case r.Verdict == Holds && len(r.Trace) == 0 && r.Schedule == "":
		return "An execution reaches it."
	case r.Verdict == Holds:
		return "Reached by an execution of " + english.Plural(int64(len(r.Trace)), "step") + "."
	case r.Verdict == Violated && len(r.Assumptions) > 0:
		return "No execution that obeys the assumptions reaches it."
	case r.Verdict == Violated:
		return "No execution of the program reaches it."
	case r.Verdict == Possible:
		return fmt.Sprintf("Perhaps reached: step %d would reach it.", len(r.Trace))
	}
	return ""
}

// Answers turns the result of looking for an execution that refutes a property into
// the answer of one that asks for it: what was violated holds.
func (r *Result) Answers(reach bool) {
	if r.Reach = reach; !reach {
		return
	}
	switch r.Verdict {
	case Holds:
		r.Verdict, r.Vacuous = Violated, nil // that the event lies on no path is the answer
	case Violated:
		r.Verdict = Holds
	}
}

// unreached prints what explorations did not find, and were to.
func (p *page) unreached(e *Explore) {
	for _, name := range e.Unreached {
		p.WriteByte('\n')
		if e.Complete {
			p.WriteString(p.Styled(name, form.Bold) + " " + p.Styled(never, form.Red) + "\n")
		} else {
			p.WriteString(p.Styled(name, form.Bold) + " " + p.Styled("was not reached; not everything was explored", form.Yellow) + "\n")
		}
	}
}

// broken says where the invariant that the result is about is false.
func (r *Result) broken() string {
	var values []string
	for _, v := range r.Values {
		values = append(values, v.Name+" = "+v.Value)
	}
	where := fmt.Sprintf("After step %d", len(r.Trace))
	if len(r.Trace) == 0 {
		where = "In the first state"
	}
	return where + " " + r.name() + " is false: " + strings.Join(values, ", ") + "."
}

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

// counted returns the word under which a summary counts a result.
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

// word returns the verdict as tables have it.
func (r *Result) word() string { return wordOf(r.Verdict, r.Reach) }

// wordOf is a verdict in a table; reach: on a property that asks for an execution.
func wordOf(v Verdict, reach bool) string {
	switch {
	case reach && v == Holds:
		return KindReached
	case reach && v == Violated:
		return never
	}
	return string(v)
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

// shows reports whether an execution shows the verdict.
func (r *Result) shows() bool { return r.Verdict == r.goal().Shown() }

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

// unreached prints the executions that properties ask for and explorations did not find.
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

// broken says in which state the invariant that the result is about is false.
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

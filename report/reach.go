package report

// This file has the words for verdicts. A property that asks for an execution (Result.Reach) has words of its own,
// because it says nothing about all executions. If it holds, it is "reached"; if it is violated, it "never happens".

import (
	"fmt"
	"strings"

	"flavers/internal/english"
	"flavers/report/form"
)

// KindReached is the kind of a finding of an explorer that answers a property that asks for an execution. It is also
// the word for its verdict.
const KindReached = "reached"

// never is the word for the verdict "violated" of a property that asks for an execution.
const never = "never happens"

// wordsOfVerdicts are all values of Result.counted, the worst first: summaries count results in this order.
var wordsOfVerdicts = []string{string(Violated), never, string(Possible), string(Unknown), asExpected, ignored,
	bounded, string(Holds), KindReached}

// Words for results that summaries count apart from others with the same verdict.
const (
	asExpected = "violated as expected" // the program declares that it has the deadlock
	ignored    = "ignored"              // a comment asks to ignore the finding
	bounded    = "holds within bounds"  // the model leaves out executions beyond bounds (Result.Within)
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

// word returns the word for the verdict in tables.
func (r *Result) word() string { return wordOf(r.Verdict, r.Reach) }

// wordOf returns the word for v in tables. reach is set if the property asks for an execution.
func wordOf(v Verdict, reach bool) string {
	switch {
	case reach && v == Holds:
		return KindReached
	case reach && v == Violated:
		return never
	}
	return string(v)
}

// several returns the word for a verdict after the number n of checks, as "hold" in "2 hold".
func several(n int, word string) string {
	switch {
	case n > 1 && strings.HasPrefix(word, string(Holds)):
		return "hold" + strings.TrimPrefix(word, string(Holds))
	case n > 1 && word == never:
		return "never happen"
	}
	return word
}

// shows reports whether the verdict is one that an execution proves: violated, or, for a property that asks for an
// execution, holds.
func (r *Result) shows() bool { return r.Verdict == r.goal().Shown() }

// reachPhrase returns a definite verdict about a property that asks for an execution, to be put after its name.
func (r *Result) reachPhrase() string {
	if r.Verdict == Holds {
		return "is reached"
	}
	return never
}

// witness returns the answer for a property that asks for an execution as a sentence. It returns "" if the answer is
// unknown, and for other results.
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

// unreached prints the properties that ask for an execution for which the exploration found none.
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

// broken returns a sentence for a violated invariant: after which step it is false, and the values of its variables.
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

package report

import (
	"fmt"
	"go/token"

	"flavers/internal/english"
	"flavers/report/form"
	"flavers/report/outcome"
	"flavers/report/phrase"
)

// KindRace is a finding, and a result, that is a data race.
const KindRace = "race"

// Access is a step that reads or writes the variable of a data race.
type Access = phrase.Access

// Survey is what a visit of all states showed, where it was asked for.
type Survey struct {
	States   int64  `json:"states"`
	Complete bool   `json:"complete"` // no state was left out
	Limit    string `json:"limit,omitempty"`
	// Races is how many there are, each one a finding of kind race. nil: nobody asked.
	Races    *int      `json:"races,omitempty"`
	Coverage *Coverage `json:"coverage,omitempty"` // nil: nobody asked
}

// Coverage says which places of the text executions take. A place is where a statement, or
// a part of one that is a step, begins; it is executed if some task executes it.
type Coverage struct {
	Places   int       `json:"places"`
	Executed int       `json:"executed"`
	Never    []Waiting `json:"never"` // the others, in the order of the text
	All      []Place   `json:"-"`     // in the order of the text
}

// Place is a place of the text where a step begins.
type Place struct {
	Pos      token.Position
	Executed bool
}

// explored reports whether nothing was left out by the exploration and by the survey.
func (e *Explore) explored() bool { return e.Complete && (e.Survey == nil || e.Survey.Complete) }

// RaceResult is a data race as a result; n: the number of those on the same variable
// before it.
func RaceResult(f *ExploreFinding, n int) Result {
	r := PossibleRace(f.Property, n, f.Accesses, "")
	r.found(f, outcome.Scope{})
	return r
}

// PossibleRace is two accesses of a variable of which no execution is known to show that they race,
// and a reason why not. n is as for RaceResult.
func PossibleRace(variable string, n int, both []Access, reason string) Result {
	r := NoRace(outcome.Path{}, reason)
	r.Property, r.Accesses = "no race on "+variable, both
	if n > 0 {
		r.Property += fmt.Sprintf(" (%d)", n+1)
	}
	return r
}

// NoRace is the result of evidence that there is no data race at all, or of none.
func NoRace(e outcome.Evidence, reason string) Result {
	return Result{Property: "no data race", Kind: KindRace, POR: "none", Reason: reason}.With(e)
}

// visited says how many states a survey visited, and why not all.
func (s *Survey) visited() string {
	in := "in " + english.Plural(s.States, "state")
	if !s.Complete {
		in += "; not all were visited: " + phrase.Limit(s.Limit)
	}
	return in
}

// noRace says that there is no data race, or that there may be others, if that was asked.
func (p *page) noRace(s *Survey) {
	if s == nil || s.Races == nil || *s.Races > 0 && s.Complete {
		return
	}
	what := "No data race"
	if *s.Races > 0 {
		what = english.Plural(int64(*s.Races), "data race") + " found"
	} else if !s.Complete {
		what += " was found"
	}
	p.note(form.PlainText, "%s, %s.", what, s.visited())
}

// coverage lists the places that no execution takes, if that was asked.
func (p *page) coverage(s *Survey) {
	if s == nil || s.Coverage == nil {
		return
	}
	c := s.Coverage
	all := english.Plural(int64(c.Places), "place")
	p.WriteByte('\n')
	if len(c.Never) == 0 {
		p.note(form.PlainText, "Coverage: all of %s executed, %s.", all, s.visited())
		return
	}
	never := "Never executed"
	if !s.Complete {
		never = "Not executed so far"
	}
	p.note(form.PlainText, "Coverage: %d of %s executed, %s. %s:", c.Executed, all, s.visited(), never)
	var rows [][]form.Cell
	for _, w := range c.Never {
		rows = append(rows, []form.Cell{{Text: w.Pos, Style: form.Dim}, {Text: w.At}, {Text: w.Task, Style: form.Dim}})
	}
	p.Grid(2*form.Gap, rows)
}

package report

// This file is about two questions that an exploration can answer besides those about properties: is there a data race,
// and which statements does no execution reach (coverage)? `flavers explore` answers them by a survey, which is a visit
// of all states of the program. The file has the answers as data, the results for data races, and the text.

import (
	"fmt"
	"go/token"

	"flavers/internal/english"
	"flavers/report/form"
	"flavers/report/outcome"
	"flavers/report/phrase"
)

// KindRace is the kind of a data race: of a finding of an explorer, and of a result.
const KindRace = "race"

// Access is a step that reads or writes the variable of a data race.
type Access = phrase.Access

// Survey is what a visit of all states of a program showed.
type Survey struct {
	States   int64  `json:"states"`          // visited, each counted once
	Complete bool   `json:"complete"`        // all states were visited
	Limit    string `json:"limit,omitempty"` // the limit that ended the visit if it is not complete
	// Races is the number of data races found. Each of them is also a finding of kind KindRace. It is nil if the survey
	// did not look for races.
	Races *int `json:"races,omitempty"`
	// Coverage is nil if the survey did not look for statements that are never executed.
	Coverage *Coverage `json:"coverage,omitempty"`
}

// Coverage says which places of the source are executed. A place is the position where a statement begins, or a part
// of a statement that is a step of its own. A place is executed if some task executes it in some execution.
type Coverage struct {
	Places   int       `json:"places"`   // number of places
	Executed int       `json:"executed"` // number of places that are executed
	Never    []Waiting `json:"never"`    // the other places, in the order of the source
	All      []Place   `json:"-"`        // all places, in the order of the source
}

// Place is a position of the source where a step begins.
type Place struct {
	Pos      token.Position
	Executed bool
}

// explored reports whether nothing was left out by the exploration and by the survey.
func (e *Explore) explored() bool { return e.Complete && (e.Survey == nil || e.Survey.Complete) }

// RaceResult returns the result for a data race that an exploration has found. n is the number of earlier races on the
// same variable; it makes the names of results differ.
func RaceResult(f *ExploreFinding, n int) Result {
	r := PossibleRace(f.Property, n, f.Accesses, "")
	r.found(f, outcome.Scope{})
	return r
}

// PossibleRace returns the result for two accesses of a variable that may race. No execution is known that shows the
// race; reason says why. n is as for RaceResult.
func PossibleRace(variable string, n int, both []Access, reason string) Result {
	r := NoRace(outcome.Path{}, reason)
	r.Property, r.Accesses = "no race on "+variable, both
	if n > 0 {
		r.Property += fmt.Sprintf(" (%d)", n+1)
	}
	return r
}

// NoRace returns the result about data races of the whole program, concluded from e: evidence that there is none, or
// outcome.None if the question is open. reason says how e was found, or why there is no answer.
func NoRace(e outcome.Evidence, reason string) Result {
	return Result{Property: "no data race", Kind: KindRace, POR: "none", Reason: reason}.With(e)
}

// visited returns the number of states that a survey visited, and if it left states out, why: "in 120 states".
func (s *Survey) visited() string {
	in := "in " + english.Plural(s.States, "state")
	if !s.Complete {
		in += "; not all were visited: " + phrase.Limit(s.Limit)
	}
	return in
}

// noRace prints that there is no data race, or, if the survey was not complete, that there may be more than were found.
// It prints nothing if the survey did not look for races, or found all of them.
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

// coverage prints how many places are executed, and lists those that are not. It prints nothing if the survey did not
// look for them.
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

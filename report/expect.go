package report

// This file compares the verdicts of a check with those that the program expects. A program expects verdicts by
// comments, as "//! expect exclusion holds". `flavers check --expect` prints a line for each difference:
//
//	surprise  exclusion: expected holds, came violated (mutex.tfg:3:1)

import (
	"fmt"

	"flavers/diag"
	"flavers/internal/english"
	"flavers/report/form"
	"flavers/report/outcome"
)

// Outcome is the outcome of comparing one verdict with the expected one.
type Outcome string

const (
	Met       Outcome = "met"       // the verdict is the expected one
	Surprise  Outcome = "surprise"  // the verdict is definite, and not the expected one
	Open      Outcome = "open"      // the verdict is possible or unknown, and not the expected one
	Unchecked Outcome = "unchecked" // the check was not made; it counts as open
)

// Expected is one expectation and its outcome.
type Expected struct {
	Name     string  `json:"name"` // a property, a family, an instance of one, "deadlock" or "runtime-errors"
	Expected Verdict `json:"expected"`
	Verdict  Verdict `json:"verdict,omitempty"` // the verdict of the check; "" if it was not made
	Outcome  Outcome `json:"outcome"`
	// Pos is the position of the expectation. It is "" if the program says nothing about the check: then Expected is
	// Holds.
	Pos string `json:"pos,omitempty"`
}

// Compare compares the results with written, the expectations of the program, and stores the comparison in c.Expected.
// A check without an expectation is expected to hold, and is listed only if it does not. The exit status of c becomes
// that of the comparison: 1 for a surprise, otherwise 3 if something is open, otherwise 0. whole reports that every
// check was made: then no answer about run-time errors means that no step of the program can fail.
func (c *Check) Compare(written []Expected, whole bool) {
	came := map[string]Verdict{} // by the name of a check
	if whole {                   // overwritten below if there is an answer
		came[RuntimeErrors] = outcome.Of(outcome.Goal{}, outcome.ControlFlow{}, outcome.Ledger{}).Verdict
	}
	for _, r := range c.all() {
		came[r.Property] = r.Verdict
		for _, k := range r.Instances {
			came[k.Property] = k.Verdict
		}
	}
	c.Expected = []Expected{}
	about := map[string]bool{} // the checks with an expectation
	add := func(e Expected) {
		e.Verdict = came[e.Name]
		switch {
		case e.Verdict == e.Expected:
			e.Outcome = Met
		case e.Verdict == "":
			e.Outcome = Unchecked
		case e.Verdict == Unknown || e.Verdict == Possible:
			e.Outcome = Open
		default:
			e.Outcome = Surprise
		}
		if e.Pos != "" || e.Outcome != Met {
			c.Expected = append(c.Expected, e)
		}
	}
	for _, e := range written {
		about[e.Name] = true
		add(e)
	}
	// What nothing is written about: a whole result, or the other instances if something is written about single ones.
	for _, r := range c.all() {
		if about[r.Property] {
			continue
		}
		single := false
		for _, k := range r.Instances {
			single = single || about[k.Property]
		}
		if !single {
			add(Expected{Name: r.Property, Expected: Holds})
			continue
		}
		for _, k := range r.Instances {
			if !about[k.Property] {
				add(Expected{Name: k.Property, Expected: Holds})
			}
		}
	}
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Severity == diag.Error {
			return // the exit status of wrong input stays
		}
	}
	c.status, c.decided = exitOf(worst(c.Expected)), true
}

// worst returns Surprise if some outcome is one, otherwise Open if some outcome is not Met, otherwise Met.
func worst(list []Expected) Outcome {
	out := Met
	for _, e := range list {
		switch {
		case e.Outcome == Surprise || out == Surprise:
			out = Surprise
		case e.Outcome != Met:
			out = Open
		}
	}
	return out
}

func exitOf(o Outcome) int {
	switch o {
	case Surprise:
		return ExitViolated
	case Open:
		return ExitOpen
	}
	return ExitHolds
}

// String returns the comparison as a clause.
func (e *Expected) String() string {
	switch e.Outcome {
	case Met:
		return fmt.Sprintf("%s is %s, as expected", e.Name, e.Verdict)
	case Unchecked:
		return e.Name + " was not checked"
	}
	text := fmt.Sprintf("%s: expected %s, came %s", e.Name, e.Expected, e.Verdict)
	if e.Pos == "" {
		text += " (nothing is written about it)"
	} else {
		text += " (" + e.Pos + ")"
	}
	return text
}

// expectations prints a line for each result that is not as expected, and how many are.
func (p *page) expectations(list []Expected) {
	p.WriteByte('\n')
	met, style := 0, form.Green
	for i := range list {
		switch list[i].Outcome {
		case Met:
			met++
		case Surprise:
			style = form.Red
			p.WriteString(p.Styled("surprise", form.Red) + "  " + list[i].String() + "\n")
		default:
			if style == form.Green {
				style = form.Yellow
			}
			p.WriteString(p.Styled(string(list[i].Outcome), form.Yellow) + "  " + list[i].String() + "\n")
		}
	}
	p.WriteString(p.Styled(fmt.Sprintf("%d of %s met", met, english.Plural(int64(len(list)), "expectation")), style) +
		"\n")
}

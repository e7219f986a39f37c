package report

// What a program is expected to do, compared with what came.

import (
	"fmt"

	"flavers/diag"
	"flavers/internal/english"
	"flavers/report/form"
	"flavers/report/outcome"
)

// Outcome of a comparison.
type Outcome string

const (
	Met       Outcome = "met"       // the verdict is the expected one
	Surprise  Outcome = "surprise"  // it is another one
	Open      Outcome = "open"      // no definite verdict came where one was expected
	Unchecked Outcome = "unchecked" // the check was not made; counts as open
)

// Expected is one expectation and its outcome.
type Expected struct {
	Name     string  `json:"name"` // a property, a family, an instance of one, "deadlock" or "runtime-errors"
	Expected Verdict `json:"expected"`
	Verdict  Verdict `json:"verdict,omitempty"` // that came; none if unchecked
	Outcome  Outcome `json:"outcome"`
	Pos      string  `json:"pos,omitempty"` // of the expectation; none if it was not written: then "holds" is expected
}

// Compare compares the results with the expectations of the program. A check without an expectation is expected to
// hold, and is listed only if it does not. The exit status becomes that of the comparison: 1 for a surprise, 3 if
// something is open, else 0. whole says that every check was made, so that a program without an answer about run-time
// errors has none.
func (c *Check) Compare(written []Expected, whole bool) {
	came := map[string]Verdict{}
	if whole {
		came[RuntimeErrors] = outcome.Of(outcome.Goal{}, outcome.ControlFlow{}, outcome.Ledger{}).Verdict
	}
	for _, r := range c.all() {
		came[r.Property] = r.Verdict
		for _, k := range r.Instances {
			came[k.Property] = k.Verdict
		}
	}
	c.Expected = []Expected{}
	about := map[string]bool{}
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
			return
		}
	}
	c.status, c.decided = exitOf(worst(c.Expected)), true
}

// worst returns the outcome that decides about several.
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

// expectations prints the results that differ from what was expected, or that none does.
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

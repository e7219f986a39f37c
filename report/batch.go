package report

// Reports on several programs, and on one again.

import (
	"io"
	"slices"

	"flavers/diag"
	"flavers/internal/printable"
	"flavers/report/form"
)

// Batch is what `flavers check` found out about several programs. Its schema is
// docs/schema/batch.schema.json; a test holds the two together.
type Batch struct {
	Version  int      `json:"version"`
	Programs []*Check `json:"programs"`
	// Roots: the programs were made of Go packages; in JSON, the list is "roots". Idle are roots that wait for nothing.
	Roots bool     `json:"-"`
	Idle  []string `json:"idle,omitempty"`
	// Totals count the objects of Go packages; nil: not all roots were to be checked, or there are no objects.
	Totals *Totals `json:"totals,omitempty"`
	// Left are programs that were not checked, as an interrupt or a limit ended the run.
	Left []string `json:"left,omitempty"`
	// Diagnostics are those of the command line; each program has its own.
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
}

// Nothing reports whether nothing was checked: there is no program, or no program has a check that was asked for. A
// root that never waits counts as checked.
func (b *Batch) Nothing() bool {
	some := func(c *Check) bool { return c.ErrorFree || len(c.all()) > 0 || c.ExitCode() == ExitInput }
	return len(b.Idle) == 0 && !slices.ContainsFunc(b.Programs, some)
}

// Unanswered reports whether the packages have objects, and none has an answer: what was checked says nothing of them.
func (b *Batch) Unanswered() bool {
	return b.Totals != nil && b.Totals.Objects > 0 && b.Totals.Answered == 0
}

// ExitCode returns the gravest exit status of all programs: wrong input, then a violation, then an open answer. If
// nothing was checked, or no object of Go packages has an answer, that is an open answer, too.
func (b *Batch) ExitCode() int {
	rank := map[int]int{ExitInput: 3, ExitViolated: 2, ExitOpen: 1}
	code := ExitHolds
	if len(b.Left) > 0 || b.Nothing() || b.Unanswered() {
		code = ExitOpen
	}
	for _, c := range append([]*Check{{Diagnostics: b.Diagnostics}}, b.Programs...) {
		if one := c.ExitCode(); rank[one] > rank[code] {
			code = one
		}
	}
	return code
}

// MarshalJSON gives diagnostics with positions as strings.
func (b *Batch) MarshalJSON() ([]byte, error) {
	out := struct {
		Version     int               `json:"version"`
		Programs    *[]*Check         `json:"programs,omitempty"`
		Roots       *[]*Check         `json:"roots,omitempty"`
		Idle        []string          `json:"idle,omitempty"`
		Totals      *Totals           `json:"totals,omitempty"`
		Left        []string          `json:"left,omitempty"`
		Diagnostics []form.Diagnostic `json:"diagnostics"`
	}{Version: b.Version, Idle: b.Idle, Totals: b.Totals, Left: b.Left,
		Diagnostics: form.Diagnostics(b.Diagnostics)}
	list := append([]*Check{}, b.Programs...)
	if b.Roots {
		out.Roots = &list
	} else {
		out.Programs = &list
	}
	return form.Marshal(out)
}

// WriteJSON prints b as indented JSON with a final newline.
func (b *Batch) WriteJSON(w io.Writer) error { return form.Write(w, b) }

// NoRuntimeError returns the answer about run-time errors for a program in which no step can fail.
const NoRuntimeError = "no execution can end in a run-time error"

// Line returns the program and its verdicts as one line, without a line break.
func (c *Check) Line() string {
	c = printable.Copy(c)
	var results []*titled
	for _, r := range c.Ordered() {
		results = append(results, &titled{Result: r, title: c.title(r), runtime: r == c.RuntimeErrors})
	}
	switch {
	case c.ExitCode() == ExitInput:
		return c.Program + ": cannot be checked"
	case len(results) == 0 && c.ErrorFree:
		return c.Program + ": " + NoRuntimeError
	case len(results) == 0:
		return c.Program + ": nothing to check"
	}
	line := c.Program + ": " + tally(results)
	if c.OfEnding() {
		line += ", the deadlock check of " + Ending + " only"
	}
	return line
}

// OfEnding reports whether "no deadlock" was shown only for executions that end or get stuck as a whole: whether a
// task may be left behind while others go on was not decided.
func (c *Check) OfEnding() bool {
	return c.Deadlock != nil && c.Deadlock.Verdict == Holds && c.Deadlock.Of == Ending
}

// Since splits the report by the verdicts of an earlier one. fresh has the checks that are new or have another verdict,
// same those with the same verdict.
func (c *Check) Since(known map[string]Verdict) (fresh *Check, same []*Result) {
	isSame := func(r *Result) bool { return known[r.Property] == r.Verdict }
	for _, r := range c.Ordered() {
		if isSame(r) {
			same = append(same, r)
		}
	}
	rest := *c
	rest.Results = slices.DeleteFunc(slices.Clone(c.Results), func(r Result) bool { return isSame(&r) })
	rest.Races = slices.DeleteFunc(slices.Clone(c.Races), func(r Result) bool { return isSame(&r) })
	if r := c.Deadlock; r != nil && isSame(r) {
		rest.Deadlock = nil
	}
	if r := c.RuntimeErrors; r != nil && isSame(r) {
		rest.RuntimeErrors = nil
	}
	return &rest, same
}

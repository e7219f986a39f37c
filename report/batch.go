package report

// Reports on several programs, and on one again.

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report/form"
)

// Batch is what `flavers check` found out about several programs. Its schema is
// docs/schema/batch.schema.json; a test holds the two together.
type Batch struct {
	Version  int      `json:"version"`
	Programs []*Check `json:"programs"`
	// Roots: the programs were made of Go packages; in JSON, the list is "roots".
	Roots bool `json:"-"`
	// Left are programs that were not checked, because an interrupt or a lack of memory
	// ended the run.
	Left []string `json:"left,omitempty"`
	// Diagnostics are those of the command line; each program has its own.
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
}

// ExitCode is the gravest of all: wrong input, then a violation, then an open answer.
func (b *Batch) ExitCode() int {
	rank := map[int]int{ExitInput: 3, ExitViolated: 2, ExitOpen: 1}
	code := ExitHolds
	if len(b.Left) > 0 {
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
		Left        []string          `json:"left,omitempty"`
		Diagnostics []form.Diagnostic `json:"diagnostics"`
	}{Version: b.Version, Left: b.Left, Diagnostics: form.Diagnostics(b.Diagnostics)}
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

// WriteGitHub prints the annotations of every program.
func (b *Batch) WriteGitHub(w io.Writer) error {
	for _, c := range b.Programs {
		if err := c.WriteGitHub(w); err != nil {
			return err
		}
	}
	return nil
}

// WriteText prints the programs that need attention as check prints one, then a line
// for each of the others, and a summary. opt says how, for each program.
func (b *Batch) WriteText(w io.Writer, opt func(program string) TextOptions) error {
	var quiet []*Check
	count := map[int]int{}
	for _, c := range b.Programs {
		code := c.ExitCode()
		count[code]++
		brief := code == ExitHolds || b.Roots && code == ExitOpen // what is only possible is not shown as a bug
		if brief && !opt(c.Program).Verbose || code == ExitInput {
			quiet = append(quiet, c)
			continue
		}
		if err := c.WriteText(w, opt(c.Program)); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	var text strings.Builder
	for _, c := range quiet {
		c = printable.Copy(c)
		var results []*titled
		for _, r := range c.Ordered() {
			results = append(results, &titled{r, c.title(r), r == c.RuntimeErrors})
		}
		switch {
		case c.ExitCode() == ExitInput:
			fmt.Fprintf(&text, "%s: cannot be checked\n", c.Program)
		case len(results) == 0:
			fmt.Fprintf(&text, "%s: nothing to check\n", c.Program)
		default:
			fmt.Fprintf(&text, "%s: %s\n", c.Program, tally(results))
		}
	}
	var parts []string
	for _, p := range []struct {
		code int
		text string
	}{{ExitInput, "cannot be checked"}, {ExitViolated, "with a violation"}, {ExitOpen, "with an open answer"}, {ExitHolds, "without a violation"}} {
		if n := count[p.code]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, p.text))
		}
	}
	if len(b.Programs) > 0 {
		what := "program"
		if b.Roots {
			what = "root"
		}
		fmt.Fprintf(&text, "\n%s: %s\n", english.Plural(int64(len(b.Programs)), what), strings.Join(parts, ", "))
	}
	if b.Roots && count[ExitOpen] > 0 && !opt("").Verbose {
		text.WriteString("-v shows what is open, and how the models differ from the packages\n")
	}
	if n := len(b.Left); n > 0 {
		fmt.Fprintf(&text, "not checked: %s\n", printable.Line(strings.Join(b.Left, ", ")))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// Since splits a report by the verdicts of an earlier one, by name: fresh has what is new
// or has another verdict, same what has the same.
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

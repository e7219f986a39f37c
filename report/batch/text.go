// Package batch prints reports on several programs. It also merges the findings of the roots of Go packages: one
// mistake may show in many roots, and is one finding. Comments in Go files may ask to ignore findings.
//
//	late.Ask, late.AskTwice   deadlock at late.go:13:10   one finding, with the list of both roots
//
// It reads reports and changes no verdict.
package batch

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report"
)

// WriteText prints the programs that need attention in full, as `flavers check` prints a single one, then a line for
// each of the others, and a summary.
//
// Several roots of Go packages are different, unless opt asks for the roots: WriteText prints their findings, as a
// linter does, and a root only if the findings do not say everything about it (told).
//
// opt returns the options for a program; for "" it returns those for the whole report.
func WriteText(w io.Writer, b *report.Batch, opt func(program string) report.TextOptions) error {
	var text strings.Builder
	printed := false
	listed := len(b.Programs)+len(b.Idle) > 1 && !opt("").Verbose
	findings := listed && b.Roots && !opt("").Roots
	for _, c := range b.Programs {
		if listed && c.Client != "" && b.Roots && !findings {
			text.WriteString(c.Line() + "\n") // list prints its findings below
			continue
		}
		if listed && c.Client != "" || findings && complete(c) {
			continue // list prints its findings below
		}
		printed = true
		code := c.ExitCode()
		brief := code == report.ExitHolds || b.Roots && code == report.ExitOpen // what is only possible is not shown as a bug
		if brief && !opt(c.Program).Verbose || code == report.ExitInput {
			text.WriteString(c.Line() + "\n")
			continue
		}
		if err := c.WriteText(w, opt(c.Program)); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	if listed {
		found := list(b, findings)
		if found != "" && text.Len() > 0 {
			text.WriteString("\n") // the list of roots stands above it
		}
		text.WriteString(found)
		if opt("").Contracts {
			text.WriteString(ofContracts(b, true))
		}
	}
	if printed || text.Len() > 0 {
		text.WriteString("\n")
	}
	if len(b.Programs)+len(b.Idle) > 0 || b.ExitCode() != report.ExitInput {
		text.WriteString(totals(b) + Summary(b) + "\n")
	}
	if b.Roots && !opt("").Verbose {
		text.WriteString(explain(b))
	}
	if !opt("").Contracts {
		text.WriteString(ofContracts(b, false))
	}
	if b.Roots && findings && slices.ContainsFunc(b.Programs, open) {
		text.WriteString("--roots lists the roots, which are the functions where an execution begins\n")
	}
	if n := len(b.Left); n > 0 {
		names := b.Left[:min(n, mostLeft)]
		names = slices.Clone(names)
		for i, name := range names {
			if b.Roots {
				names[i] = strings.TrimSuffix(name, ".tfg")
			}
		}
		if more := n - len(names); more > 0 {
			names = append(names, fmt.Sprintf("and %d more", more))
		}
		fmt.Fprintf(&text, "not checked: %s\n", printable.Line(strings.Join(names, ", ")))
	}
	if b.Totals != nil {
		text.WriteString(Totals(b.Totals))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// complete reports whether the findings say everything about a root: it is not wrong input, nothing is expected of it,
// and each violation has a place.
func complete(c *report.Check) bool {
	if c.ExitCode() == report.ExitInput || c.Expected != nil {
		return false
	}
	for _, r := range c.Ordered() {
		f := Finding{Check: c, Result: r}
		if !f.quiet() && len(f.places()) == 0 {
			return false
		}
	}
	return true
}

// mostLeft is the number of unchecked programs that the text names. JSON names all.
const mostLeft = 8

// open reports whether some answer about a program is open.
func open(c *report.Check) bool { return c.ExitCode() == report.ExitOpen }

// A program has a standing in the summary: its exit status, or one of these instead of ExitHolds.
const (
	leftOut  = -1 - iota // it has findings, and all of them are ignored
	ofEnding             // its deadlock check is about executions that end (report.Check.OfEnding)
	bounded              // it holds within bounds: nothing but the ledger keeps it open
)

// standings are the standings in the order of the summary, each with its words.
var standings = []struct {
	standing int
	text     string
}{
	{report.ExitInput, "cannot be checked"},
	{report.ExitViolated, "with a violation"},
	{report.ExitOpen, "not decided"},
	{leftOut, "with ignored findings"},
	{bounded, "without a violation within bounds"},
	{ofEnding, "without a violation in " + report.Ending},
	{report.ExitHolds, "without a violation"},
}

// standing returns the standing of a program.
func standing(c *report.Check) int {
	results := c.Ordered()
	switch code := c.ExitCode(); {
	case code == report.ExitOpen && len(results) > 0 &&
		!slices.ContainsFunc(results, func(r *report.Result) bool { return r.Verdict != report.Holds }):
		return bounded
	case code != report.ExitHolds:
		return code
	case slices.ContainsFunc(results, func(r *report.Result) bool { return r.Ignored != nil }):
		return leftOut
	case c.OfEnding():
		return ofEnding
	}
	return report.ExitHolds
}

// Summary returns a line with the number of programs of each standing, and the number of roots that have nothing to
// wait for: "3 roots: 1 with a violation, 1 without a violation, 1 with nothing to wait for".
func Summary(b *report.Batch) string {
	count := map[int]int{}
	for _, c := range b.Programs {
		count[standing(c)]++
	}
	if len(b.Programs)+len(b.Idle) == 0 {
		return "nothing was checked"
	}
	var parts []string
	for _, p := range standings {
		if n := count[p.standing]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, p.text))
		}
	}
	if n := len(b.Idle); n > 0 {
		parts = append(parts, fmt.Sprintf("%d with nothing to wait for", n))
	}
	what := "program"
	if b.Roots {
		what = "root"
	}
	text := english.Plural(int64(len(b.Programs)+len(b.Idle)), what) + ": " + strings.Join(parts, ", ")
	clients := 0
	for _, c := range b.Programs {
		if c.Client != "" {
			clients++
		}
	}
	if clients > 0 {
		text += fmt.Sprintf("; %d of these %s that flavers wrote, and other callers may do more", clients,
			map[bool]string{true: "is a caller", false: "are callers"}[clients == 1])
	}
	return text
}

// explain says in full what the words of the summary leave out, a line for each of them that it has.
func explain(b *report.Batch) string {
	of := func(some int) bool {
		return slices.ContainsFunc(b.Programs, func(c *report.Check) bool { return standing(c) == some })
	}
	var text strings.Builder
	if of(report.ExitOpen) {
		text.WriteString("    not decided: neither proved nor shown to be wrong; -v says why\n")
	}
	if of(bounded) {
		text.WriteString("    within bounds: the models have bounds, as on turns of loops, and say nothing of what is beyond; -v lists them\n")
	}
	if of(ofEnding) {
		text.WriteString("    in " + report.Ending + ": whether a goroutine can wait for ever while others go on is not decided\n")
	}
	return text.String()
}

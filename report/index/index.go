// Package index writes pages about several roots of Go packages: one that lists them, and beside it, in a folder, the
// page of each root that has an execution to step through.
//
//	pages := index.New("out.html")
//	pages.Add(check, func(w io.Writer) error { ... }) // out_files/late.Ask.html
//	err := pages.Write(w, batch)                      // out.html
package index

import (
	_ "embed"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/internal/outfile"
	"flavers/report"
	"flavers/report/batch"
	"flavers/report/markup"
	"flavers/report/outcome"
)

// most is the number of pages for roots in which a violation is only possible. All roots with a violation have a page.
const most = 20

// Pages are the pages of roots that have been written so far.
type Pages struct {
	dir      string                        // the folder of the pages
	links    map[*report.Check]markup.Path // the address of a page relative to the list; looked up only
	possible int                           // number of pages for roots in which a violation is only possible
	err      error                         // the first error; no page is written after it
}

// New returns no pages yet. file is the name of the list that Write will write; the pages are in a folder beside it.
func New(file string) *Pages {
	return &Pages{dir: strings.TrimSuffix(file, filepath.Ext(file)) + "_files", links: map[*report.Check]markup.Path{}}
}

// Add writes the page of a root if a violation was found there, or if one is possible and there are not most pages of
// this kind yet. page prints it. Write returns the error, if there is one.
func (p *Pages) Add(c *report.Check, page func(io.Writer) error) {
	verdict := worst(c)
	if p.err != nil || verdict != report.Violated && (verdict != report.Possible || p.possible == most) {
		return
	}
	if verdict == report.Possible {
		p.possible++
	}
	text, err := outfile.Markup(page)()
	if err == nil {
		err = os.MkdirAll(p.dir, 0o755)
	}
	name := strings.ReplaceAll(c.Root, "#", "-") + ".html" // # tells packages with the same name apart
	if err == nil {
		err = outfile.Replace(filepath.Join(p.dir, name), text)
	}
	if err != nil {
		p.err = fmt.Errorf("the page of %s: %w", c.Root, outfile.Reason(err))
		return
	}
	p.links[c] = markup.Path(url.PathEscape(filepath.Base(p.dir)) + "/" + url.PathEscape(name))
}

// order is the order of roots in the list, by their worst verdicts.
var order = outcome.Worst()

// worst returns the worst verdict of a root, except those of ignored findings.
func worst(c *report.Check) report.Verdict {
	at := len(order) - 1
	for _, r := range c.Ordered() {
		if i := slices.Index(order, r.Verdict); i >= 0 && r.Ignored == nil {
			at = min(at, i)
		}
	}
	return order[at]
}

//go:embed index.html
var text string

var form = markup.Must("index", text, nil)

// row is a root of the list, as the template index.html prints it.
type row struct {
	Root   string
	Link   markup.Path // address of its page; "" if it has none
	Worst  report.Verdict
	Checks []check
	Codes  string // the codes of its ledger, separated by blanks
}

// check is an answer about a root.
type check struct {
	Property, Reason string
	At               string // the position where the violation shows; "" if there is none
	Verdict          report.Verdict
}

// checks returns the answers about a root, the most urgent first.
func checks(c *report.Check) []check {
	var out []check
	for _, r := range c.Ordered() {
		one := check{Property: r.Property, Reason: r.Reason, Verdict: r.Verdict}
		switch {
		case r.Ignored != nil:
			one.Reason = "ignored: " + r.Ignored.Reason
		case len(r.Waiting) > 0:
			one.At = r.Waiting[0].Pos
		case len(r.Trace) > 0:
			one.At = r.Trace[len(r.Trace)-1].Pos
		}
		out = append(out, one)
	}
	return out
}

// Write prints the list of roots, those with the worst verdicts first. If a page could not be written, it returns that
// error and prints nothing.
func (p *Pages) Write(w io.Writer, b *report.Batch) error {
	if p.err != nil {
		return p.err
	}
	var rows []row
	without := 0
	for _, c := range b.Programs {
		r := row{Root: c.Root, Link: p.links[c], Worst: worst(c), Checks: checks(c),
			Codes: strings.Join(c.Ledger.Codes("A", "B", "U"), " ")}
		if r.Link == "" && r.Worst == report.Possible {
			without++
		}
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return slices.Index(order, a.Worst) - slices.Index(order, b.Worst) })
	summary := batch.Summary(b)
	if len(rows) == 0 {
		summary = "nothing in the roots can be kept waiting"
	}
	totals := ""
	if b.Totals != nil {
		totals = batch.Totals(b.Totals)
	}
	return form.Execute(w, struct {
		Rows     []row
		Summary  string
		Totals   string
		Without  int
		Left     int
		Messages []string
	}{rows, summary, totals, without, len(b.Left), messages(b)})
}

// messages returns the diagnostics of the whole run, as lines.
func messages(b *report.Batch) []string {
	var out []string
	for _, d := range b.Diagnostics {
		text := fmt.Sprintf("%s %s: %s", d.Severity, d.Code, d.Message)
		if d.Hint != "" {
			text += " (" + d.Hint + ")"
		}
		out = append(out, text)
	}
	return out
}

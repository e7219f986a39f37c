package report

// This file writes the text form of a check: a table with a line for each result, and then a section for each result
// that does not simply hold, with its trace.

import (
	"fmt"
	"io"
	"strings"

	"flavers/internal/english"
	"flavers/internal/names"
	"flavers/internal/printable"
	"flavers/report/form"
)

// TextOptions are the choices of the text form. The zero value is 100 columns without colour.
type TextOptions struct {
	Width     int  // columns; 0: DefaultWidth
	Color     bool // ANSI colours
	Verbose   bool // every step of a trace, silent ones too, and times
	Roots     bool // of Go packages, each root, and not only the findings
	Contracts bool // of Go packages, findings that need callers who break a contract, and not only how many
	Refined   bool // all refinement was asked for: do not advise it
	// Constants are the values that the program was checked for, as "N=2", in order of their names.
	Constants []string
	// Replay is the command that replays a schedule, up to the schedule; "":
	// none is shown.
	Replay string
}

// page is text that is laid out.
type page struct{ form.Page }

func newPage(opt TextOptions) *page {
	width := opt.Width
	if width <= 0 {
		width = DefaultWidth
	}
	return &page{form.Page{Width: width, Colour: opt.Color}}
}

// DefaultWidth is used where nobody looks at a terminal.
const DefaultWidth = 100

// mostConstants is how many constants the first line of a report names.
const mostConstants = 6

// maxSchedule is the length up to which a schedule is printed.
const maxSchedule = 400

// The names, for people, of the built-in checks.
const (
	noRuntimeError = "no run-time error"
	noSyncError    = "no synchronization error" // of Go: nil pointers, indices and the like are not looked at
	noDeadlock     = "no deadlock"
)

// titled is a result with its title (Check.title).
type titled struct {
	*Result
	title   string
	runtime bool   // the check for run-time errors
	shown   string // the title of a result above that shows the same execution; "" if there is none
}

// WriteText prints c for people. Results that need attention come first. Sizes, times, and sections for results that
// hold are printed only if opt.Verbose is set.
func (c *Check) WriteText(w io.Writer, opt TextOptions) error {
	c = printable.Copy(c.InSource())
	p := newPage(opt)
	if c.Root != "" {
		opt.Replay = "" // there is no file with the program
	}
	var results []*titled
	for _, r := range c.Ordered() {
		results = append(results, &titled{Result: r, title: c.title(r), runtime: r == c.RuntimeErrors})
	}
	if len(results) > 0 {
		p.overview(c.Program, results, opt)
	}
	for i, r := range results {
		if opt.Verbose || r.remarkable() {
			p.WriteByte('\n')
			if !opt.Verbose { // with more words, each has the states of its property beside the steps
				r.shown = above(results[:i], r)
			}
			p.section(r, opt)
		}
	}
	if len(c.Ledger) > 0 {
		p.ledger(c, opt.Verbose)
	}
	if c.Expected != nil {
		p.expectations(c.Expected)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// above returns the title of the first result that gets a section with the execution of r; "" if there is none.
// Executions are the same if their schedules are, for the same values of the constants.
func above(results []*titled, r *titled) string {
	if r.Schedule == "" || r.Every != nil {
		return ""
	}
	for _, o := range results {
		if o.remarkable() && o.Every == nil && o.Schedule == r.Schedule && len(o.Trace) == len(r.Trace) &&
			o.Omitted == r.Omitted && o.Loop == r.Loop {
			return o.title
		}
	}
	return ""
}

// remarkable reports whether a result gets a section.
func (r *titled) remarkable() bool {
	if r.Ignored != nil {
		return false
	}
	return r.Verdict != Holds || r.Reach || len(r.Vacuous) > 0 || len(r.Assumptions) > 0 || r.Reason != "" &&
		r.Kind != KindDeadlock
}

// overview prints the table of verdicts. Columns that do not fit are left out from the right; sections repeat them.
func (p *page) overview(program string, results []*titled, opt TextOptions) {
	said := append([]string{program + ":"}, strings.Fields(tally(results))...)
	if n := len(opt.Constants); n > 0 {
		said[len(said)-1] += ","
		said = append(append(said, "for"), strings.Fields(strings.Join(opt.Constants[:min(n, mostConstants)], ", "))...)
		if n > mostConstants {
			said = append(said, "and", english.Number(n-mostConstants), "more")
		}
	}
	p.Wrap(0, form.PlainText, said)
	p.WriteByte('\n')
	head := []form.Cell{{Text: "check", Style: form.Dim}, {Text: "verdict", Style: form.Dim}}
	if opt.Verbose {
		for _, name := range []string{"constraints", "nodes", "edges", "tuples", "visits", "seconds"} {
			head = append(head, form.Cell{Text: name, Style: form.Dim, Right: true})
		}
	}
	rows := [][]form.Cell{head}
	for _, r := range results {
		row := []form.Cell{{Text: r.title, Style: form.Bold}, r.verdictCell()}
		if opt.Verbose {
			row = append(row,
				form.Cell{Text: english.Number(len(r.Constraints)), Right: true},
				form.Cell{Text: english.Number(r.Nodes.Total()), Right: true},
				form.Cell{Text: english.Number(r.MIP.Kept), Right: true},
				form.Cell{Text: english.Thousands(r.Tuples), Right: true},
				form.Cell{Text: english.Thousands(r.Visits), Right: true},
				form.Cell{Text: fmt.Sprintf("%.3f", r.Seconds), Right: true})
		}
		rows = append(rows, row)
	}
	w := form.Widths(rows)
	fits, used := 0, 0
	for i, n := range w {
		used += form.Gap + n
		if used > p.Width && i >= 2 {
			break
		}
		fits = i + 1
	}
	for _, row := range rows {
		p.Line(form.Gap, row[:fits], w)
	}
}

// verdictCell returns the verdict for the table. A result that holds, but says less than it seems to, has another
// style.
func (r *Result) verdictCell() form.Cell {
	style := styleOf(r.Verdict)
	if r.Verdict == Holds && (len(r.Vacuous) > 0 || r.emptily()) {
		style = form.Yellow
	}
	return form.Cell{Text: r.says(), Style: style}
}

// tally counts the verdicts, as "3 checks, 1 violated, 2 hold".
func tally(results []*titled) string {
	count := map[string]int{}
	for _, r := range results {
		count[r.counted()]++
	}
	var parts []string
	for _, v := range wordsOfVerdicts {
		if n := count[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, several(n, v)))
		}
	}
	return english.Plural(int64(len(results)), "check") + ", " + strings.Join(parts, ", ")
}

// styleOf returns the colour of a verdict.
func styleOf(v Verdict) form.Paint {
	switch v {
	case Holds:
		return form.Green
	case Violated:
		return form.Red
	}
	return form.Yellow
}

// Total returns the number of nodes of all kinds.
func (n NodeCounts) Total() int { return n.Tau + n.Local + n.Global + n.Communication }

// section prints the section of one result: its trace and conclusion and, if opt.Verbose is set, sizes and rounds.
func (p *page) section(r *titled, opt TextOptions) {
	p.WriteString(p.Styled(r.title, form.Bold) + " " + p.Styled(r.phrase(), styleOf(r.Verdict)))
	if r.Pos != "" {
		p.WriteString(p.Styled("  "+r.Pos, form.Dim))
	} else if r.runtime {
		p.WriteString(p.Styled("  --only "+RuntimeErrors, form.Dim))
	}
	p.WriteByte('\n')
	if len(r.Instances) > 0 {
		p.Items(form.Gap, "instances", form.Dim, strings.Fields(r.instances()))
	}
	if opt.Verbose && len(r.Constraints) > 0 {
		p.Items(form.Gap, "rests on", form.Dim, names.Compress(r.Constraints))
	}
	if opt.Verbose && len(r.Represented) < r.Tasks {
		p.Items(form.Gap, "tasks", form.Dim, r.represented())
	}
	if opt.Verbose {
		for _, b := range r.Bounds {
			p.Items(form.Gap, "never full", form.Dim, append([]string{b.Component, "by"}, names.Compress(b.Constraints)...))
		}
	}
	if len(r.Assumptions) > 0 {
		p.Items(form.Gap, "assuming", form.Yellow, names.Compress(r.Assumptions))
		p.note(form.PlainText, "Assumed constraints were written by hand: the answer is true of executions that obey them.")
	}
	if e := r.Every; opt.Verbose && e != nil && e.Cutoff > 0 {
		p.Items(form.Gap, "counted", form.Dim, words("tasks of %s, up to %d and many, in %s", strings.Join(e.Classes, ", "), e.Cutoff,
			english.Plural(int64(e.States), "state")))
	}
	if opt.Verbose {
		p.size(r.Result)
		p.rounds(r.Result)
	}
	if len(r.Vacuous) > 0 {
		p.Items(form.Gap, "vacuous", form.Yellow, names.Compress(r.Vacuous))
		p.note(form.Yellow,
			"Warning: these events of the property happen on no path that is left, so it says nothing about them.")
	}
	switch {
	case r.shown != "" && len(r.Trace) > 0:
		p.note(form.PlainText, "The same execution as of %s above.", r.shown)
	case len(r.Trace) > 0:
		p.WriteByte('\n')
		p.trace(r.Result, opt)
	}
	p.conclusion(r, opt)
}

// represented returns which tasks a proof is about, as "of 40 tasks, 3 have constraints: phil[0..2]".
func (r *Result) represented() []string {
	n := len(r.Represented)
	if n == 0 {
		return words("of %s, none has a constraint", english.Plural(int64(r.Tasks), "task"))
	}
	have := "have"
	if n == 1 {
		have = "has"
	}
	return append(words("of %s, %s %s constraints:", english.Plural(int64(r.Tasks), "task"), english.Number(n), have), names.Compress(r.Represented)...)
}

// size prints the size of the problem. If there was no graph, it prints nothing.
func (p *page) size(r *Result) {
	if r.Nodes.Total() == 0 {
		return
	}
	p.Items(form.Gap, "graph", form.Dim,
		words("%s (%s tau, %s local, %s global, %s communication), %s of %s MIP edges kept (%s)",
			english.Plural(int64(r.Nodes.Total()), "node"), english.Number(r.Nodes.Tau), english.Number(r.Nodes.Local),
			english.Number(r.Nodes.Global), english.Number(r.Nodes.Communication),
			english.Number(r.MIP.Kept), english.Number(r.MIP.Candidate), r.POR))
	work := english.Plural(r.Tuples, "tuple") + ", " + english.Plural(r.Visits, "visit")
	if r.Rejected > 0 {
		work += ", " + english.Plural(r.Rejected, "step") + " rejected by constraints"
	}
	if r.Rounds > 1 {
		work += ", " + english.Plural(int64(r.Rounds), "round") + " of refinement"
	}
	if r.FoundBy == BySearch {
		work += ", the execution found by a search"
	}
	p.Items(form.Gap, "work", form.Dim, strings.Fields(work))
	for _, k := range r.Counted {
		p.Items(form.Gap, "counted", form.Dim, strings.Fields(fmt.Sprintf("%s: %d, by %s", k.Class, k.Members,
			english.Plural(int64(k.Codes), "state"))))
	}
}

// rounds prints what each round of refinement did, and which constraints rejected most steps.
func (p *page) rounds(r *Result) {
	for i, k := range r.Refinement {
		text := fmt.Sprintf("%s, %s, %s", english.Plural(int64(k.Constraints), "constraint"),
			english.Plural(int64(k.MIP), "edge"), english.Plural(k.Tuples, "tuple"))
		if len(k.Path) > 0 {
			text += "; no execution follows: " + strings.Join(k.Path, "; ")
		}
		if len(k.Added) > 0 {
			text += "; so added: " + strings.Join(names.Compress(k.Added), " ")
		}
		p.Items(form.Gap, fmt.Sprintf("round %d", i+1), form.Dim, strings.Fields(text))
	}
	if len(r.RejectedBy) > 0 {
		var list []string
		for _, k := range r.RejectedBy {
			list = append(list, k.Constraint+": "+english.Thousands(k.Count))
		}
		p.Items(form.Gap, "rejected by", form.Dim, strings.Fields(strings.Join(list, ", ")))
	}
}

// phrase returns the verdict as it follows a title in a sentence.
func (r *Result) phrase() string {
	switch {
	case r.Expected:
		return "is violated, as expected"
	case r.Ignored != nil && r.Verdict == Violated:
		return "is violated, and ignored"
	case r.Ignored != nil:
		return "is possibly violated, and ignored"
	case r.Reach && r.Verdict == Possible:
		return "is possibly reached"
	case r.Reach && r.Verdict != Unknown:
		return r.reachPhrase()
	case r.Verdict == Violated:
		return "is violated" + r.Every.words()
	case r.Verdict == Possible:
		return "is possibly violated"
	case r.Verdict == Unknown:
		return "is unknown"
	}
	return r.says()
}

// note prints a wrapped, indented sentence.
func (p *page) note(style form.Paint, format string, args ...any) {
	p.Wrap(form.Gap, style, words(format, args...))
}

func words(format string, args ...any) []string {
	return strings.Fields(fmt.Sprintf(format, args...))
}

package report

// This file has the report of `flavers crosscheck`. The command asks several engines, that is, the static analysis and
// all explorers, the same questions about one program: each property, run-time errors, and deadlock. The engines are
// written independently, so a disagreement is a bug in one of them. As a table:
//
//	engine   property   verdict
//	static   exclusion  holds
//	optimal  exclusion  holds
//	states   exclusion  not comparable   (it hit a limit)

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

// Crosscheck is what `flavers crosscheck` found: one row for each engine and question. Its schema is
// docs/schema/crosscheck.schema.json; a test compares both.
type Crosscheck struct {
	Version       int            `json:"version"`
	Program       string         `json:"program"`
	Rows          []CrossRow     `json:"rows"`    // the rows of an engine follow each other
	Refused       []CrossRefused `json:"refused"` // explorers that do not take this program
	Agree         bool           `json:"agree"`
	Disagreements []Disagreement `json:"disagreements"` // the one with the smallest execution first

	// The audit compares executions of the explorers with what the static analysis rests on: each must be a path of the
	// graph with its MIP edges, and no generated constraint may reject it. Runs is the number of executions compared.
	// NotAudited is the reason why none was, or "". AuditLimit is the limit that ended the audit before all executions
	// were compared, or "".
	Runs       int      `json:"runs"`
	NotAudited string   `json:"not_audited,omitempty"`
	Notes      []string `json:"notes,omitempty"` // how the program differs from its source
	AuditLimit string   `json:"audit_limit,omitempty"`

	Diagnostics []diag.Diagnostic `json:"diagnostics"`
	// Meant is set if the program declares that it has a deadlock. Then a deadlock does not count as a failure.
	Meant bool `json:"deadlock_expected,omitempty"`
	// Answers are the verdicts on which the engines agree, weakened by the ledger of the program (see Judge). It is nil
	// if the program was not made from another language, so that it has no ledger.
	Answers []CrossAnswer `json:"answers,omitempty"`
}

// CrossAnswer is a verdict on which the engines agree, weakened by the ledger of the program.
type CrossAnswer struct {
	Property string   `json:"property"`
	Verdict  Verdict  `json:"verdict"`
	Within   []string `json:"within,omitempty"` // if it holds: the codes of the bounds within which it does
	Passes   string   `json:"passes,omitempty"` // if it is possible: the notes of the ledger on the way of the execution
	Reason   string   `json:"reason,omitempty"` // if it is possible or unknown
}

// Judge copies the verdicts of agreed into Answers, and gives agreed the exit status that follows from them. agreed is
// c as a Check (AsCheck) after the ledger was applied to it.
func (c *Crosscheck) Judge(agreed *Check) {
	c.Answers = []CrossAnswer{}
	for _, r := range agreed.all() {
		if r.Kind == KindDisagreement {
			continue
		}
		name := r.Property
		if r == agreed.RuntimeErrors {
			name = RuntimeErrors
		}
		a := CrossAnswer{Property: name, Verdict: r.Verdict, Within: r.Within, Passes: r.Passes}
		if r.Verdict == Possible || r.Verdict == Unknown {
			a.Reason = r.Reason
		}
		c.Answers = append(c.Answers, a)
	}
	agreed.status = c.ExitCode()
}

// judged returns the exit status that follows from Answers.
func (c *Crosscheck) judged() int {
	code := ExitHolds
	for _, a := range c.Answers {
		switch {
		case a.Verdict == Violated && !(c.Meant && a.Property == Deadlock):
			return ExitViolated
		case a.Verdict != Holds && a.Verdict != Violated, len(a.Within) > 0:
			code = ExitOpen
		}
	}
	return code
}

// NotCompared is a question that an engine did not answer, because it hit a limit. In JSON a list of them is
// "not_compared".
type NotCompared struct {
	Engine   string `json:"engine"`
	Property string `json:"property"`
	Limit    string `json:"limit"`
}

// notCompared lists the rows without an answer.
func (c *Crosscheck) notCompared() []NotCompared {
	out := []NotCompared{}
	for _, r := range c.Rows {
		if !r.comparable() {
			out = append(out, NotCompared{r.Engine, r.Property, r.limit()})
		}
	}
	return out
}

// comparable reports whether a row has an answer that can be compared: there is an execution, or there is none.
func (r *CrossRow) comparable() bool { return r.Verdict.Definite() }

// limit returns the limit that kept an engine from an answer.
func (r *CrossRow) limit() string {
	switch {
	case r.Limit != "":
		return r.Limit
	case r.Verdict == Possible:
		return "a path that may be no execution"
	}
	return "none named"
}

// CrossRow is the answer of one engine to one question.
type CrossRow struct {
	Engine   string  `json:"engine"`   // "static", or the name of an explorer
	Property string  `json:"property"` // a property, RuntimeErrors or Deadlock
	Verdict  Verdict `json:"verdict"`
	Reach    bool    `json:"reach,omitempty"` // the property asks for an execution (Result.Reach)
	// Executions, Blocked, States and Deadlock describe the whole exploration, as in Explore, and are equal in all rows
	// of an explorer. In rows of "static" only Deadlock is set.
	Executions int64   `json:"executions"`
	Blocked    int64   `json:"blocked"`
	States     int64   `json:"states"`
	Deadlock   bool    `json:"deadlock"`        // the engine found a deadlock
	Complete   bool    `json:"complete"`        // nothing was left out
	Limit      string  `json:"limit,omitempty"` // the limit that was hit, if not complete
	Seconds    float64 `json:"seconds"`
	// Fair is set if the row is about infinite executions under this fairness. Then States counts only the states that
	// were visited for this question.
	Fair string `json:"fairness,omitempty"`
}

// CrossRefused is an explorer that does not take the program, with the reason.
type CrossRefused struct {
	Engine string `json:"engine"`
	Reason string `json:"reason"`
}

// Disagreement is a contradiction between answers of engines: one of them has a bug.
type Disagreement struct {
	What     string   `json:"what"` // a sentence without its full stop
	Engines  []string `json:"engines"`
	Property string   `json:"property,omitempty"`
	// Schedule and Trace are the smallest execution that shows the contradiction. They are empty if there is none.
	Schedule string `json:"schedule"`
	Trace    []Step `json:"trace"`
}

// Names of the checks that every program has. They stand for these checks in results, rows and rules, after --only, and
// in directives. No property can have these names.
const (
	RuntimeErrors = "runtime-errors" // some execution ends in a run-time error
	Deadlock      = "deadlock"       // some execution reaches a state where no task can move and not all have ended
)

// MarshalJSON writes nil lists as empty lists, and positions of diagnostics as strings. It adds "not_compared".
func (c *Crosscheck) MarshalJSON() ([]byte, error) {
	type plain Crosscheck
	out := struct {
		*plain
		Rows          []CrossRow        `json:"rows"`
		Refused       []CrossRefused    `json:"refused"`
		NotCompared   []NotCompared     `json:"not_compared"`
		Disagreements []Disagreement    `json:"disagreements"`
		Diagnostics   []form.Diagnostic `json:"diagnostics"`
	}{(*plain)(c), form.ListOf(c.Rows), form.ListOf(c.Refused), c.notCompared(),
		make([]Disagreement, len(c.Disagreements)), form.Diagnostics(c.Diagnostics)}
	for i, d := range c.Disagreements {
		d.Engines, d.Trace = form.ListOf(d.Engines), form.ListOf(d.Trace)
		out.Disagreements[i] = d
	}
	return form.Marshal(out)
}

// WriteJSON prints c as indented JSON with a final newline.
func (c *Crosscheck) WriteJSON(w io.Writer) error { return form.Write(w, c) }

// ZeroTimes sets every duration to zero.
func (c *Crosscheck) ZeroTimes() {
	for i := range c.Rows {
		c.Rows[i].Seconds = 0
	}
}

// ExitCode returns 2 for wrong input, 4 for a disagreement, 1 if some engine found a violation, 3 if no engine answered
// one of the questions, and otherwise 0. If there are Answers, 1 and 3 follow from these.
func (c *Crosscheck) ExitCode() int {
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Severity == diag.Error {
			return ExitInput
		}
	}
	if !c.Agree {
		return ExitInternal
	}
	if slices.ContainsFunc(c.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == diag.VNotBound }) {
		return ExitOpen // the specifications may be wrong
	}
	if c.Answers != nil {
		return c.judged()
	}
	answered := map[string]bool{}
	for _, r := range c.Rows {
		if r.Verdict == Violated && !(c.Meant && r.Property == Deadlock) {
			return ExitViolated
		}
		answered[r.name()] = answered[r.name()] || r.comparable()
	}
	for _, ok := range answered {
		if !ok {
			return ExitOpen
		}
	}
	return ExitHolds
}

// WriteText prints c for people: a sentence that says whether the engines agree, a table of the questions that no
// engine could answer or that engines disagree about, and each disagreement. With opt.Verbose it prints all rows, and
// the explorers that do not take the program.
func (c *Crosscheck) WriteText(w io.Writer, opt TextOptions) error {
	c = printable.Copy(c)
	p := newPage(opt)
	var engines []string
	for _, r := range c.Rows {
		if !slices.Contains(engines, r.Engine) {
			engines = append(engines, r.Engine)
		}
	}
	p.Wrap(0, form.PlainText, words("%s: %s, %s", c.Program, english.Plural(int64(len(engines)), "engine"), c.agreement()))
	if list := c.violated(); len(list) > 0 && c.Agree {
		p.note(form.Red, "Violated: %s.", strings.Join(list, ", "))
	}
	for _, a := range c.Answers {
		switch {
		case !c.Agree:
		case a.Verdict == Possible:
			p.note(form.Yellow, "%s: violated in the model, and possible in the source: an execution passes %s.", a.Property,
				a.Passes)
		case a.Verdict == Unknown:
			p.note(form.Yellow, "%s: unknown. %s", a.Property, a.Reason)
		case len(a.Within) > 0:
			p.note(form.PlainText, "%s holds within bounds (%s).", a.Property, strings.Join(a.Within, ", "))
		}
	}
	if rows := c.shown(opt.Verbose); len(rows) > 0 {
		p.WriteByte('\n')
		p.crossTable(rows, opt.Verbose)
	}
	if opt.Verbose {
		p.refused(c.Refused)
	}
	for i := range c.Disagreements {
		p.WriteByte('\n')
		p.disagreement(&c.Disagreements[i], opt)
	}
	switch {
	case c.NotAudited != "":
		p.note(form.PlainText, "No execution was held against the MIP edges and constraints: %s.", c.NotAudited)
	case opt.Verbose || !c.Agree || c.AuditLimit != "":
		p.note(form.PlainText, "%s held against the MIP edges and against every generated constraint.", wasOrWere(c.Runs))
		if c.AuditLimit != "" {
			p.note(form.PlainText, "Others were not: the limit on %s was hit.", c.AuditLimit)
		}
	}
	for _, n := range c.Notes {
		p.WriteByte('\n')
		p.note(form.Yellow, "Note: %s", n)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// violated returns the names of the questions with the answer "violated".
func (c *Crosscheck) violated() (out []string) {
	if c.Answers != nil {
		for _, a := range c.Answers {
			if a.Verdict == Violated {
				out = append(out, a.Property)
			}
		}
		return out
	}
	for _, r := range c.Rows {
		if name := r.name(); r.Verdict == Violated && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// shown returns the rows to print: all of them, or only those of properties that engines disagree about or that no
// engine could answer.
func (c *Crosscheck) shown(all bool) []CrossRow {
	answered, disputed := map[string]bool{}, map[string]bool{}
	for i := range c.Rows {
		r := &c.Rows[i]
		answered[r.name()] = answered[r.name()] || r.comparable()
	}
	for i := range c.Disagreements {
		disputed[c.Disagreements[i].Property] = true
	}
	var out []CrossRow
	for _, r := range c.Rows {
		if all || !answered[r.name()] || disputed[r.Property] {
			out = append(out, r)
		}
	}
	return out
}

// refused lists the explorers that do not take the program.
func (p *page) refused(list []CrossRefused) {
	width := 0
	for _, r := range list {
		width = max(width, form.Runes(r.Engine))
	}
	for i, r := range list {
		if i == 0 {
			p.WriteByte('\n')
		}
		p.Entry(form.Gap, r.Engine, width+form.Gap, form.Dim, words("not used: %s", r.Reason))
	}
}

func wasOrWere(n int) string {
	if n == 1 {
		return "1 execution was"
	}
	return english.Thousands(int64(n)) + " executions were"
}

// agreement says how many answers were compared, and whether they agree. An engine that stopped at a limit agrees with
// nothing.
func (c *Crosscheck) agreement() string {
	var stopped []string
	for _, k := range c.notCompared() {
		if !slices.Contains(stopped, k.Engine) {
			stopped = append(stopped, k.Engine)
		}
	}
	text := "no disagreement"
	if !c.Agree {
		text = english.Plural(int64(len(c.Disagreements)), "disagreement")
	}
	if n := len(stopped); n > 0 {
		text += fmt.Sprintf(" where there are answers; %d of them stopped at a limit and cannot be compared everywhere", n)
	}
	return text
}

// crossTable prints the rows as a table. Numbers that describe a whole exploration are printed in its first row only.
// Unless all is set, more than three rows of an engine that differ in the name of the property alone become one row.
func (p *page) crossTable(list []CrossRow, all bool) {
	head := []form.Cell{{Text: "engine", Style: form.Dim}, {Text: "property", Style: form.Dim},
		{Text: "verdict", Style: form.Dim},
		{Text: "executions", Style: form.Dim, Right: true}, {Text: "blocked", Style: form.Dim, Right: true},
		{Text: "states", Style: form.Dim, Right: true}, {Text: "limit", Style: form.Dim}}
	rows := [][]form.Cell{head}
	last := ""
	for i := 0; i < len(list); {
		r := list[i]
		end := i + 1 // list[i:end] are rows of this engine that say the same
		for !all && end < len(list) && r.says(list[end]) {
			end++
		}
		name := r.name()
		if end-i > 3 {
			name, i = name+" and "+english.Thousands(int64(end-i-1))+" more", end
		} else {
			i++
		}
		verdict := wordOf(r.Verdict, r.Reach)
		if !r.comparable() {
			verdict = "not comparable"
		}
		var engine, executions, blocked, states form.Cell
		if r.Engine != last || r.Fair != "" {
			engine = form.Cell{Text: r.Engine, Style: form.Bold}
			switch {
			case r.Engine == "static":
			case r.States > 0:
				states = form.Cell{Text: english.Thousands(r.States), Right: true}
			default:
				executions = form.Cell{Text: english.Thousands(r.Executions), Right: true}
				blocked = form.Cell{Text: english.Thousands(r.Blocked), Right: true}
			}
		}
		limit := r.Limit
		if !r.comparable() {
			limit = r.limit()
		}
		last = r.Engine
		rows = append(rows, []form.Cell{engine, {Text: name}, {Text: verdict, Style: styleOf(r.Verdict)},
			executions, blocked, states, {Text: limit}})
	}
	w := form.Widths(rows)
	for _, row := range rows {
		p.Line(form.Gap, trimmed(row), w)
	}
}

// says reports whether o is a row of the same engine that differs from r only in its property and its time.
func (r CrossRow) says(o CrossRow) bool {
	o.Property, o.Seconds = r.Property, r.Seconds
	return r == o
}

// name returns the name of the question. With a verdict after it, it reads as a sentence.
func (r *CrossRow) name() string {
	switch r.Property {
	case RuntimeErrors:
		return noRuntimeError
	case Deadlock:
		return noDeadlock
	}
	if r.Fair != "" {
		return r.Property + ", for ever"
	}
	return r.Property
}

// trimmed drops empty cells at the end of a row.
func trimmed(row []form.Cell) []form.Cell {
	for len(row) > 0 && row[len(row)-1].Text == "" {
		row = row[:len(row)-1]
	}
	return row
}

// disagreement prints a disagreement with the execution that shows it, and a command that replays the execution.
func (p *page) disagreement(d *Disagreement, opt TextOptions) {
	p.Wrap(0, form.Red, strings.Fields("Disagreement: "+d.What))
	if len(d.Trace) > 0 {
		p.WriteByte('\n')
		p.trace(&Result{Trace: d.Trace}, opt)
	}
	if d.Schedule == "" {
		return
	}
	p.WriteByte('\n')
	if opt.Replay == "" {
		fmt.Fprintf(p, "  Schedule: %s\n", d.Schedule)
	} else { // one line, to be copied
		fmt.Fprintf(p, "  To run it: %s %s\n", opt.Replay, d.Schedule)
	}
}

package report

// This file prints what `flavers explore` and `flavers replay` found in a Petri net. A net has the same reports as a
// program, Explore and Run, but other words: transitions of the net are steps, its places are variables, its markings
// are states, and a dead marking, in which no transition is enabled, is a deadlock.

import (
	"fmt"
	"io"
	"strings"

	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report/form"
	"flavers/report/phrase"
)

// WriteNetText prints the exploration of a net for people.
func (e *Explore) WriteNetText(w io.Writer, opt TextOptions) error {
	e = printable.Copy(e)
	p := newPage(opt)
	how := "completely"
	if !e.Complete {
		how = "not completely: " + phrase.NetLimit(e.Limit)
	}
	p.Wrap(0, form.PlainText, words("%s: explored with %s, %s", e.Program, e.Algorithm, how))
	for i := range e.Findings {
		p.dead(&e.Findings[i], opt)
	}
	if more := e.Deadlocks - int64(len(e.Findings)); e.States > 0 && more > 0 && len(e.Findings) > 0 {
		p.Printf("\n%s more dead markings are not shown.\n", english.Thousands(more))
	}
	switch {
	case len(e.Findings) > 0:
	case e.Complete:
		p.WriteString("No dead marking: in every marking that can be reached some transition is enabled.\n")
	default:
		p.WriteString("No dead marking was found; not everything was explored.\n")
	}
	p.WriteByte('\n')
	p.netCounters(e)
	for _, note := range e.Notes {
		p.WriteByte('\n')
		p.Wrap(0, form.PlainText, words("Note: %s", note))
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// netCounters prints a line for each counter, as counters does for programs.
func (p *page) netCounters(e *Explore) {
	var rows [][]form.Cell
	row := func(n int64, one, many string) {
		rows = append(rows, []form.Cell{{Text: english.Thousands(n)}, {Text: english.Inflected(n, one, many)}})
	}
	if e.States > 0 {
		row(e.States, "marking", "markings")
	} else {
		row(e.Executions, "firing sequence", "firing sequences")
		if e.Cut > 0 {
			row(e.Cut, "cut at the bound on its length", "cut at the bound on their length")
		}
	}
	row(e.Transitions, "transition fired", "transitions fired")
	if e.States > 0 {
		row(e.Deadlocks, "dead marking: no transition is enabled", "dead markings: no transition is enabled")
	} else {
		row(e.Deadlocks, "firing sequence to a dead marking: no transition is enabled",
			"firing sequences to a dead marking: no transition is enabled")
	}
	for _, c := range e.More {
		row(c.Value, c.What, c.What)
	}
	row(int64(e.MaxDepth), "step in the longest", "steps in the longest")
	if e.Bytes > 0 {
		row(e.Bytes>>10, "KiB for the set of markings", "KiB for the set of markings")
	}
	if e.Seconds > 0 {
		rows = append(rows, []form.Cell{{Text: fmt.Sprintf("%.3f", e.Seconds)}, {Text: "seconds"}})
	}
	p.Counted(rows)
}

// dead prints a finding: a dead marking, the firing sequence that leads there, and which tokens each transition lacks.
func (p *page) dead(f *ExploreFinding, opt TextOptions) {
	p.WriteString("\n" + p.Styled("dead marking", form.Red) + "\n")
	if len(f.Trace) > 0 {
		p.WriteByte('\n')
	}
	p.firing(f.Trace, opt.Verbose)
	after := "At the start"
	if n := len(f.Trace) + f.Omitted; n > 0 {
		after = fmt.Sprintf("After step %d", n)
	}
	p.WriteByte('\n')
	p.Wrap(0, form.PlainText, words("%s no transition is enabled; %s", after, f.Text))
	p.lacking(f.Waiting)
	p.again(f.Schedule, opt)
}

// shownSteps is how many steps of a firing sequence are printed without -v.
const shownSteps = 60

// firing prints a line for each step: number, transition, places that change, and position. A step that does not fit
// into a line is wrapped. Unless all is set, only the first and the last shownSteps/2 steps are printed.
func (p *page) firing(steps []Step, all bool) {
	const widest = 50                     // of a column; longer texts move what follows them to the right
	rows := make([][2]string, len(steps)) // transition, and changes
	var columns [2]int                    // widths
	for i, s := range steps {
		var changes []string
		for _, v := range s.Vars {
			changes = append(changes, v.Name+"="+v.Value)
		}
		rows[i] = [2]string{s.Event, strings.Join(changes, " ")}
		for k := range columns {
			columns[k] = max(columns[k], min(form.Runes(rows[i][k]), widest))
		}
	}
	for i, row := range rows {
		if !all && len(rows) > shownSteps && i >= shownSteps/2 && i < len(rows)-shownSteps/2 {
			if i == shownSteps/2 {
				p.Printf("      ... %d steps, shown with -v\n", len(rows)-shownSteps)
			}
			continue
		}
		line := strings.TrimRight(fmt.Sprintf("%4d  %-*s  %-*s  %s", i+1, columns[0], row[0], columns[1], row[1],
			steps[i].Pos), " ")
		if form.Runes(line) <= p.Width {
			p.WriteString(line + "\n")
			continue
		}
		p.Entry(0, fmt.Sprintf("%4d", i+1), 6, form.PlainText, strings.Fields(row[0]+" "+row[1]+" "+steps[i].Pos))
	}
}

// lacking prints, for each transition in list, which tokens it lacks.
func (p *page) lacking(list []Waiting) {
	column := 0
	for _, w := range list {
		column = max(column, form.Runes(w.Task))
	}
	for _, w := range list {
		label := fmt.Sprintf("%-*s  lacks", column, w.Task)
		p.Entry(form.Gap, label, form.Runes(label)+form.Gap, form.PlainText, strings.Fields(w.At))
	}
}

// WriteNetText prints a firing sequence that was followed, and the marking at its end. enabled has the transitions that
// can be fired there.
func (r *Run) WriteNetText(w io.Writer, opt TextOptions, marking string, enabled []string) error {
	r, marking, enabled = printable.Copy(r), printable.Line(marking), printable.Copy(enabled)
	p := newPage(opt)
	how := "something is enabled"
	switch {
	case r.Stuck != "":
		how = "then the schedule cannot be followed"
	case r.Deadlock:
		how = "a dead marking"
	}
	p.Wrap(0, form.PlainText, words("%s: %s, %s", r.Program, english.Plural(int64(len(r.Steps)), "step"), how))
	p.WriteByte('\n')
	steps := make([]Step, len(r.Steps))
	for i, s := range r.Steps {
		steps[i] = s.Step
	}
	p.firing(steps, true)
	p.WriteByte('\n')
	switch {
	case r.Stuck != "":
		p.Wrap(0, form.PlainText, words("%s", r.Stuck))
	case r.Deadlock:
		p.WriteString("Dead marking: no transition is enabled.\n")
	default:
		p.Wrap(0, form.PlainText, words("The schedule ends here. Enabled: %s", strings.Join(enabled, " ")))
	}
	p.lacking(r.Waiting)
	p.Wrap(0, form.PlainText, words("Marking: %s", marking))
	_, err := io.WriteString(w, p.String())
	return err
}

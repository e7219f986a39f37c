package main

// What is printed about a Petri net. As JSON, the reports are those of programs:
// transitions are steps, places are variables.

import (
	"fmt"
	"io"
	"strings"

	"flavers/internal/printable"
	"flavers/report"
)

// grouped writes a number with commas.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// netLimits says what was hit.
var netLimits = map[string]string{
	"depth":         "a firing sequence is longer than the bound (--depth)",
	"executions":    "the bound on firing sequences was hit (--max-executions)",
	"states":        "the bound on markings was hit (--max-states)",
	"memory":        "the bound on memory was hit (--max-memory)",
	"time":          "the time is over (--timeout)",
	"interrupt":     "interrupted",
	"model":         "a place has more tokens than can be counted",
	"unbounded":     "the net is not bounded",
	"first finding": "stopped at the first finding",
}

// writeNet prints an exploration of a net for people.
func writeNet(w io.Writer, e *report.Explore, opt report.TextOptions) error {
	e = printable.Copy(e)
	var b strings.Builder
	how := "completely"
	if !e.Complete {
		how = "not completely: " + netLimits[e.Limit]
	}
	fmt.Fprintf(&b, "%s: explored with %s, %s\n\n", e.Program, e.Algorithm, how)
	row := func(n int64, one, many string) {
		if n == 1 {
			many = one
		}
		hang(&b, fmt.Sprintf("  %9s  ", grouped(n)), many, opt.Width)
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
		row(e.Deadlocks, "firing sequence to a dead marking: no transition is enabled", "firing sequences to a dead marking: no transition is enabled")
	}
	for _, c := range e.More {
		row(c.Value, c.What, c.What)
	}
	row(int64(e.MaxDepth), "step in the longest", "steps in the longest")
	if e.Bytes > 0 {
		row(e.Bytes>>10, "KiB for the set of markings", "KiB for the set of markings")
	}
	if e.Seconds > 0 {
		fmt.Fprintf(&b, "  %9.3f  seconds\n", e.Seconds)
	}
	for _, note := range e.Notes {
		b.WriteString("\n" + wrapped("Note: "+note, opt.Width))
	}
	for i := range e.Findings {
		writeDead(&b, &e.Findings[i], opt)
	}
	if more := e.Deadlocks - int64(len(e.Findings)); e.States > 0 && more > 0 && len(e.Findings) > 0 {
		fmt.Fprintf(&b, "\n%s more dead markings are not shown.\n", grouped(more))
	}
	switch {
	case len(e.Findings) > 0:
	case e.Complete:
		b.WriteString("\nNo dead marking: in every marking that can be reached some transition is enabled.\n")
	default:
		b.WriteString("\nNo dead marking was found; not everything was explored.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shownSteps is how many steps of a firing sequence are printed without -v.
const shownSteps = 60

// writeDead prints a dead marking and the way there.
func writeDead(b *strings.Builder, f *report.ExploreFinding, opt report.TextOptions) {
	title := "dead marking"
	if opt.Color {
		title = "\x1b[31m" + title + "\x1b[0m"
	}
	b.WriteString("\n" + title + "\n")
	if len(f.Trace) > 0 {
		b.WriteByte('\n')
	}
	writeSteps(b, f.Trace, opt.Verbose, opt.Width)
	after := "At the start"
	if n := len(f.Trace); n > 0 {
		after = fmt.Sprintf("After step %d", n)
	}
	b.WriteString("\n" + wrapped(after+" no transition is enabled; "+f.Text, opt.Width))
	writeLacking(b, f.Waiting, opt.Width)
	const longest = 400
	switch {
	case opt.Replay == "":
		b.WriteString("  Schedule: " + f.Schedule + "\n")
	case len(f.Schedule) <= longest:
		b.WriteString("  To run it again: " + opt.Replay + " " + f.Schedule + "\n")
	default:
		b.WriteString(wrapped("To run it again: "+opt.Replay+" FILE, with the schedule from the JSON output in FILE.", opt.Width))
	}
}

// writeSteps prints a line for each step: number, transition, places that change,
// where it stands. What does not fit comes below.
func writeSteps(b *strings.Builder, steps []report.Step, all bool, width int) {
	if width <= 0 {
		width = report.DefaultWidth
	}
	rows := make([][2]string, len(steps))
	var columns [2]int
	for i, s := range steps {
		var changes []string
		for _, v := range s.Vars {
			changes = append(changes, v.Name+"="+v.Value)
		}
		rows[i] = [2]string{s.Event, strings.Join(changes, " ")}
		for k := range columns {
			columns[k] = max(columns[k], min(len(rows[i][k]), 50))
		}
	}
	for i, row := range rows {
		if !all && len(rows) > shownSteps && i >= shownSteps/2 && i < len(rows)-shownSteps/2 {
			if i == shownSteps/2 {
				fmt.Fprintf(b, "      ... %d steps, shown with -v\n", len(rows)-shownSteps)
			}
			continue
		}
		line := strings.TrimRight(fmt.Sprintf("%4d  %-*s  %-*s  %s", i+1, columns[0], row[0], columns[1], row[1], steps[i].Pos), " ")
		if len(line) <= width {
			b.WriteString(line + "\n")
			continue
		}
		hang(b, fmt.Sprintf("%4d  ", i+1), strings.Join([]string{row[0], row[1], steps[i].Pos}, " "), width)
	}
}

// writeLacking prints the transitions that lack some of their tokens.
func writeLacking(b *strings.Builder, list []report.Waiting, width int) {
	column := 0
	for _, w := range list {
		column = max(column, len(w.Task))
	}
	for _, w := range list {
		hang(b, fmt.Sprintf("  %-*s  lacks  ", column, w.Task), w.At, width)
	}
}

// hang writes a text after a label, wrapped and indented below its first word.
func hang(b *strings.Builder, label, text string, width int) {
	if width <= 0 {
		width = report.DefaultWidth
	}
	lines := strings.Split(strings.TrimSuffix(wrapped(text, max(20, width-len(label))), "\n"), "\n")
	b.WriteString(label + strings.Join(lines, "\n"+strings.Repeat(" ", len(label))) + "\n")
}

// wrapped breaks a text into lines of at most width columns.
func wrapped(text string, width int) string {
	if width <= 0 {
		width = report.DefaultWidth
	}
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		switch {
		case column > 0 && column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		case column > 0:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String() + "\n"
}

// netRun is a firing sequence that was followed.
type netRun struct {
	*report.Run
	marking string
	enabled []string
}

// WriteText prints the steps and the marking at the end.
func (r *netRun) WriteText(w io.Writer, opt report.TextOptions) error {
	var b strings.Builder
	r = &netRun{printable.Copy(r.Run), printable.Line(r.marking), printable.Copy(r.enabled)}
	steps := make([]report.Step, len(r.Steps))
	for i, s := range r.Steps {
		steps[i] = s.Step
	}
	how := "something is enabled"
	switch {
	case r.Stuck != "":
		how = "then the schedule cannot be followed"
	case r.Deadlock:
		how = "a dead marking"
	}
	count := fmt.Sprintf("%d steps", len(steps))
	if len(steps) == 1 {
		count = "1 step"
	}
	b.WriteString(wrapped(fmt.Sprintf("%s: %s, %s", r.Program, count, how), opt.Width) + "\n")
	writeSteps(&b, steps, true, opt.Width)
	b.WriteByte('\n')
	switch {
	case r.Stuck != "":
		b.WriteString(wrapped(r.Stuck, opt.Width))
	case r.Deadlock:
		b.WriteString("Dead marking: no transition is enabled.\n")
	default:
		b.WriteString(wrapped("The schedule ends here. Enabled: "+strings.Join(r.enabled, " "), opt.Width))
	}
	writeLacking(&b, r.Waiting, opt.Width)
	b.WriteString(wrapped("Marking: "+r.marking, opt.Width))
	_, err := io.WriteString(w, b.String())
	return err
}

package report

import (
	"io"
	"strings"

	"flavers/internal/english"
	"flavers/internal/names"
	"flavers/internal/printable"
)

// WriteText prints the run for people: the steps, as a table or a list as check
// prints them, how the execution ends, and where every specification stands.
func (r *Run) WriteText(w io.Writer, opt TextOptions) error {
	if opt.Width <= 0 {
		opt.Width = DefaultWidth
	}
	r = printable.Copy(r)
	p := &page{width: opt.Width, color: opt.Color}
	p.wrap(0, plainText, words("%s: %s, %s", r.Program, english.Plural(int64(len(r.Steps)), "step"), r.outcome()))
	if len(r.Steps) > 0 {
		p.WriteByte('\n')
		shown := &Result{Trace: make([]Step, len(r.Steps))}
		for i, s := range r.Steps {
			var moved []string
			for _, st := range s.States {
				state := st.State
				if len(r.Final) > 1 {
					state = st.Spec + ": " + state
				}
				moved = append(moved, state)
			}
			s.State = strings.Join(moved, ", ")
			shown.Trace[i] = s.Step
		}
		steps := opt
		steps.Verbose = true // step by step
		p.trace(shown, steps)
	}
	p.WriteByte('\n')
	switch {
	case r.Stuck != "":
		p.note(yellow, "%s.", strings.TrimSuffix(strings.ToUpper(r.Stuck[:1])+r.Stuck[1:], "."))
	case r.Error != "":
		p.note(red, "The execution ends in a run-time error: %s", r.Error)
	case r.Ended:
		p.note(plainText, "The execution has ended: no task can move, and each has ended or rests.")
	case r.Deadlock:
		p.note(red, "Deadlock: not all tasks have ended, and none can move.")
		p.waiting(2*gap, r.Waiting, opt.Verbose)
	default:
		p.note(plainText, "The schedule ends here; not all tasks have ended.")
	}
	p.final(r)
	_, err := io.WriteString(w, p.String())
	return err
}

// outcome is the run in a few words.
func (r *Run) outcome() string {
	var violated []string
	for _, st := range r.Final {
		if st.Violated {
			violated = append(violated, st.Spec)
		}
	}
	switch {
	case r.Stuck != "":
		return "then the schedule cannot be followed"
	case r.Error != "":
		return "a run-time error"
	case len(violated) == 1:
		return violated[0] + " is violated"
	case len(violated) > 1:
		return strings.Join(violated, " and ") + " are violated"
	case r.Deadlock:
		return "a deadlock"
	}
	return "nothing is violated"
}

// final prints a line for each specification.
func (p *page) final(r *Run) {
	var rows [][]cell
	for _, st := range r.Final {
		verdict := cell{text: "not violated so far"}
		switch {
		case st.Violated:
			verdict = cell{text: "violated", style: red}
		case r.Ended, r.Deadlock:
			verdict = cell{text: "satisfied", style: green}
		}
		rows = append(rows, []cell{{text: st.Spec, style: bold}, verdict, {text: "in state " + st.State, style: dim}})
	}
	if len(rows) == 0 {
		return
	}
	p.WriteByte('\n')
	w := widths(rows)
	for _, row := range rows {
		if 3*gap+w[0]+w[1]+w[2] <= p.width {
			p.line(gap, row, w)
			continue
		}
		p.line(gap, row[:2], w)
		p.wrap(2*gap, dim, []string{row[2].text})
	}
}

// maxWaiting is how many tasks that cannot move are listed without -v.
const maxWaiting = 24

// waiting prints a line for each task that cannot move, all of them or some; if
// they do not fit, what a task waits at is broken, and its place comes below.
func (p *page) waiting(indent int, list []Waiting, all bool) {
	if more := len(list) - maxWaiting; more > 0 && !all {
		list = list[:maxWaiting]
		defer func() { p.note(dim, "... and %s more (-v shows them)", english.Plural(int64(more), "task")) }()
	}
	rows := make([][]cell, len(list))
	for i, w := range list {
		rows[i] = []cell{{text: w.Task, style: bold}, {text: "waits at"}, {text: w.at()}, {text: w.Pos, style: dim}}
	}
	width := widths(rows)
	total := indent
	for _, n := range width {
		total += n + gap
	}
	for i, row := range rows {
		if total-gap <= p.width {
			p.line(indent, row, width)
			continue
		}
		label := min(width[0], p.width/3)
		p.entry(indent, list[i].Task, label+gap, bold, words("waits at %s", list[i].at()))
		if list[i].Pos != "" {
			p.wrap(indent+label+gap, dim, []string{list[i].Pos})
		}
	}
}

// at is what a task waits at, and for whom if they are few.
func (w *Waiting) at() string {
	const few = 4
	if who := names.Compress(w.For); len(who) > 0 && len(who) <= few {
		return w.At + ", for " + strings.Join(who, " or ")
	}
	return w.At
}

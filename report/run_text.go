package report

import (
	"fmt"
	"io"
	"strings"

	"flavers/internal/english"
	"flavers/internal/names"
	"flavers/internal/printable"
	"flavers/report/form"
)

// WriteText prints the run for people: the steps, as a table or a list as check
// prints them, how the execution ends, and where every specification stands.
func (r *Run) WriteText(w io.Writer, opt TextOptions) error {
	r = printable.Copy(r)
	p := newPage(opt)
	p.Wrap(0, form.PlainText, words("%s: %s, %s", r.Program, english.Plural(int64(len(r.Steps)), "step"), r.outcome()))
	if len(r.Steps) > 0 {
		p.WriteByte('\n')
		shown := &Result{Trace: make([]Step, len(r.Steps)), Loop: r.Loop}
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
		p.note(form.Yellow, "%s.", strings.TrimSuffix(strings.ToUpper(r.Stuck[:1])+r.Stuck[1:], "."))
	case r.Error != "":
		p.note(form.Red, "%s", r.Failure())
	case r.Loop > 0:
		p.note(form.PlainText, "%s", repeats(r))
	case r.Ended:
		p.note(form.PlainText, "The execution has ended: no task can move, and each has ended or rests.")
	case r.Deadlock:
		p.note(form.Red, "Deadlock: not all tasks have ended, and none can move.")
		p.waiting(2*form.Gap, r.Waiting, opt.Verbose)
	default:
		p.note(form.PlainText, "The schedule ends here; not all tasks have ended.")
	}
	if r.Passes != "" {
		p.note(form.Yellow, "%s", r.doubted())
	}
	p.final(r)
	p.values(r.Vars, opt.Verbose)
	for _, n := range r.Notes {
		p.WriteByte('\n')
		p.note(form.Yellow, "Note: %s", n)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// outcome is the run in a few words.
func (r *Run) outcome() string {
	var violated []string
	possible, possibly := "", ""
	if r.Passes != "" {
		possible, possibly = "possible ", "possibly "
	}
	for _, st := range r.Final {
		if st.Violated {
			violated = append(violated, st.Spec)
		}
	}
	switch {
	case r.Stuck != "":
		return "then the schedule cannot be followed"
	case r.Beyond:
		return "a bound of the model is exceeded"
	case r.Error != "":
		return "a " + possible + "run-time error"
	case len(violated) == 1:
		return violated[0] + " is " + possibly + "violated"
	case len(violated) > 1:
		return strings.Join(violated, " and ") + " are " + possibly + "violated"
	case r.Deadlock:
		return "a " + possible + "deadlock"
	}
	for _, st := range r.Final {
		if st.Reached {
			return st.Spec + " is " + possibly + "reached"
		}
	}
	return "nothing is violated"
}

// final prints a line for each specification.
func (p *page) final(r *Run) {
	var rows [][]form.Cell
	for _, st := range r.Final {
		verdict := form.Cell{Text: "not violated so far"}
		switch {
		case st.Violated && r.Passes != "":
			verdict = form.Cell{Text: "possibly violated", Style: form.Yellow}
		case st.Violated:
			verdict = form.Cell{Text: "violated", Style: form.Red}
		case st.Reached:
			verdict = form.Cell{Text: KindReached, Style: form.Green}
		case st.Reach:
			verdict = form.Cell{Text: "not reached so far"}
		case r.Ended, r.Deadlock, r.Loop > 0:
			verdict = form.Cell{Text: "satisfied", Style: form.Green}
		}
		rows = append(rows, []form.Cell{{Text: st.Spec, Style: form.Bold}, verdict,
			{Text: "in state " + st.State, Style: form.Dim}})
	}
	if len(rows) == 0 {
		return
	}
	p.WriteByte('\n')
	w := form.Widths(rows)
	for _, row := range rows {
		if 3*form.Gap+w[0]+w[1]+w[2] <= p.Width {
			p.Line(form.Gap, row, w)
			continue
		}
		p.Line(form.Gap, row[:2], w)
		p.Wrap(2*form.Gap, form.Dim, []string{row[2].Text})
	}
}

// maxValues is how many values of variables are listed without -v.
const maxValues = 40

// values lists what the variables hold at the end.
func (p *page) values(list []VarValue, all bool) {
	if len(list) == 0 {
		return
	}
	words := []string{}
	for i, v := range list {
		if i == maxValues && !all {
			words = append(words, fmt.Sprintf("... (%s in all; -v shows them)", english.Plural(int64(len(list)), "variable")))
			break
		}
		words = append(words, v.Name+"="+v.Value)
	}
	p.WriteByte('\n')
	p.Items(form.Gap, "values", form.Dim, words)
}

// maxWaiting is how many tasks that cannot move are listed without -v.
const maxWaiting = 24

// waiting prints a line for each task that cannot move, all of them or some; if
// they do not fit, what a task waits at is broken, and its place comes below.
func (p *page) waiting(indent int, list []Waiting, all bool) {
	if more := len(list) - maxWaiting; more > 0 && !all {
		list = list[:maxWaiting]
		defer func() { p.note(form.Dim, "... and %s more (-v shows them)", english.Plural(int64(more), "task")) }()
	}
	rows := make([][]form.Cell, len(list))
	for i, w := range list {
		rows[i] = []form.Cell{{Text: w.Task, Style: form.Bold}, {Text: "waits at"}, {Text: w.at()},
			{Text: w.Pos, Style: form.Dim}}
	}
	width := form.Widths(rows)
	total := indent
	for _, n := range width {
		total += n + form.Gap
	}
	for i, row := range rows {
		if total-form.Gap <= p.Width {
			p.Line(indent, row, width)
			continue
		}
		label := min(width[0], p.Width/3)
		p.Entry(indent, list[i].Task, label+form.Gap, form.Bold, words("waits at %s", list[i].at()))
		if list[i].Pos != "" {
			p.Wrap(indent+label+form.Gap, form.Dim, []string{list[i].Pos})
		}
	}
}

// Where is what a task waits at, and why.
func (w *Waiting) Where() string {
	if w.Note != "" {
		return w.At + ", " + w.Note
	}
	return w.At
}

// at is what a task waits at, and for whom if they are few.
func (w *Waiting) at() string {
	const few = 4
	if who := names.Compress(w.For); len(who) > 0 && len(who) <= few {
		return w.Where() + ", for " + strings.Join(who, " or ")
	}
	return w.Where()
}

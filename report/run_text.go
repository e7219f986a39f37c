package report

// This file prints a Run, which is one execution that `flavers replay` followed, as text for people: its steps, how it
// ends, the states of the specifications, and the values of the variables.

import (
	"fmt"
	"io"
	"strings"

	"flavers/internal/english"
	"flavers/internal/names"
	"flavers/internal/printable"
	"flavers/report/form"
)

// WriteText prints the run for people: the steps, as a table or a list like those of check, how the execution ends, and
// the state of each specification.
func (r *Run) WriteText(w io.Writer, opt TextOptions) error {
	r = printable.Copy(r)
	p := newPage(opt)
	p.Wrap(0, form.PlainText, words("%s: %s, %s", r.Program, english.Plural(int64(len(r.Steps)), "step"), r.outcome()))
	p.steps(r, opt)
	p.WriteByte('\n')
	p.ending(r, opt)
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

// steps prints all steps of the run, silent ones, too. The column for the state of the property has the states of all
// specifications that a step moves, with their names if there are several specifications.
func (p *page) steps(r *Run, opt TextOptions) {
	if len(r.Steps) == 0 {
		return
	}
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
	opt.Verbose = true // who replays a schedule wants every step
	p.trace(shown, opt)
}

// ending prints a sentence that says how the run ends, and after a deadlock where the tasks wait.
func (p *page) ending(r *Run, opt TextOptions) {
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
}

// outcome returns what the run shows, in a few words for its first line. If several things are true of it, it names the
// worst.
func (r *Run) outcome() string {
	var violated []string
	possible, possibly := "", "" // words before what the program may not do, because the model differs from it
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

// final prints a line for each specification: its name, what the run says about it, and its last state. Where the three
// do not fit into the width, the state has a line of its own.
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

// maxValues is the number of variables whose values are listed without -v.
const maxValues = 40

// values lists the variables with their values at the end of the run: all of them, or the first maxValues.
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

// maxWaiting is the number of tasks that cannot move that are listed without -v.
const maxWaiting = 24

// waiting prints a line for each task that cannot move: all of them, or the first maxWaiting. If the lines are too wide
// for the page, each entry is wrapped, and its position follows on a line of its own.
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
		label := min(width[0], p.Width/3) // a long name of one task leaves room for what follows the others
		p.Entry(indent, list[i].Task, label+form.Gap, form.Bold, words("waits at %s", list[i].at()))
		if list[i].Pos != "" {
			p.Wrap(indent+label+form.Gap, form.Dim, []string{list[i].Pos})
		}
	}
}

// Where returns what the task waits at, and after a comma the reason if it is known: "wait done, counter 2".
func (w *Waiting) Where() string {
	if w.Note != "" {
		return w.At + ", " + w.Note
	}
	return w.At
}

// at returns Where, and the tasks that could end the wait if they are few: "lock m, for phil[0] or phil[1]".
func (w *Waiting) at() string {
	const few = 4
	if who := names.Compress(w.For); len(who) > 0 && len(who) <= few {
		return w.Where() + ", for " + strings.Join(who, " or ")
	}
	return w.Where()
}

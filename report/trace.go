package report

// This file prints traces as text: as a table with a column for each task if the width allows it, and otherwise as a
// list with a line for each event. First, shown turns the steps into rows, some of which stand for steps that are left
// out. Then table or list prints the rows.
//
//	step  producer     consumer      at
//	   1  queue<-1     ~>            pc.tfg:7:3
//	   2               <-queue       pc.tfg:14:5
//	 ... 3 steps without an event (-v shows them)

import (
	"fmt"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/internal/names"
	"flavers/report/form"
)

// A trace with more than headRows+tailRows rows is cut in the middle. More is left of the end, which shows what goes
// wrong.
const (
	headRows = 60
	tailRows = 140
)

// row is a row of a trace. It is one of three things: a step (hidden is 0 and loop is not set), a notice in place of
// steps that are left out (hidden is their number), or the heading of the loop (loop is set).
type row struct {
	step   *Step // nil for the heading, and for a notice unless silent is set
	number int   // number, from 1, of the step, or of the last step left out
	hidden int
	silent bool     // a notice for steps without an event
	again  []string // for a notice of steps that repeat those before: how often, and what differs (Repeat.Again)
	loop   bool
	// senders has, for the index of each event that takes a message, the numbers of the steps that sent it. It is only
	// looked up, never iterated over.
	senders map[int][]int
}

// trace prints the steps of r.
func (p *page) trace(r *Result, opt TextOptions) {
	rows := shownRows(r.Trace, r.Loop, opt.Verbose)
	tasks := tasksOf(rows)
	if len(rows) > 0 && !p.table(rows, tasks, true) && !p.table(rows, tasks, false) {
		p.list(rows)
	}
	if !opt.Verbose && len(r.Own()) > 0 {
		p.note(form.Dim, "Steps without a row are of the model alone (-v shows them).")
	}
}

// shownRows returns the rows for steps, of which the last loop are repeated for ever. Unless all is set, it leaves out
//
//   - steps that only the model takes (Step.Own),
//   - silent steps that follow each other, which become one notice,
//   - rounds that repeat the round before them, which become one notice,
//   - the middle of a long trace.
//
// The first step of the loop is always shown, and so are the first and the last step unless they are Own.
func shownRows(steps []Step, loop int, all bool) []row {
	senders := sendersOf(steps)
	var rows []row
	var rounds []Repeat
	if !all {
		rounds = Repeats(steps, loop)
	}
	for i := 0; i < len(steps); i++ {
		if len(rounds) > 0 && i == rounds[0].From+rounds[0].Steps { // the second round begins
			r := rounds[0]
			rounds = rounds[1:]
			i += r.Folded() - 1
			rows = append(rows, row{hidden: r.Folded(), again: r.Again(steps), number: i + 1})
			continue
		}
		begins := loop > 0 && i == len(steps)-loop
		if begins {
			rows = append(rows, row{loop: true})
		}
		if !all && steps[i].Own && !begins {
			continue
		}
		hide := !all && steps[i].Silent && i > 0 && i < len(steps)-1 && !begins
		if last := len(rows) - 1; hide && last >= 0 && rows[last].silent {
			rows[last].hidden++
			rows[last].number = i + 1
			continue
		}
		r := row{step: &steps[i], number: i + 1, senders: senders[i]}
		if hide {
			r.hidden, r.silent = 1, true
		}
		rows = append(rows, r)
	}
	for i, r := range rows { // a notice about one step is no shorter than the step
		if r.hidden == 1 {
			rows[i].hidden, rows[i].silent = 0, false
		}
	}
	if all {
		return rows
	}
	return cutMiddle(rows)
}

// sendersOf returns row.senders for each step.
func sendersOf(steps []Step) []map[int][]int {
	senders := make([]map[int][]int, len(steps))
	for i := range steps {
		for _, m := range steps[i].Sends {
			if m.Step == 0 {
				continue // no step takes the message
			}
			taker := &senders[m.Step-1]
			if *taker == nil {
				*taker = map[int][]int{}
			}
			(*taker)[m.Taken] = append((*taker)[m.Taken], i+1)
		}
	}
	return senders
}

// cutMiddle replaces the rows between the first headRows and the last tailRows by a notice. If the heading of the loop
// is among them, it stays, with a notice before and a notice after it.
func cutMiddle(rows []row) []row {
	if len(rows) <= headRows+tailRows {
		return rows
	}
	middle := []row{{}}
	for _, r := range rows[headRows : len(rows)-tailRows] {
		if r.loop {
			middle = append(middle, r, row{})
			continue
		}
		cut := &middle[len(middle)-1]
		cut.hidden += max(1, r.hidden)
		cut.number = r.number
	}
	middle = slices.DeleteFunc(middle, func(r row) bool { return r.hidden == 0 && !r.loop })
	return slices.Concat(rows[:headRows], middle, rows[len(rows)-tailRows:])
}

// notice reports whether the row is not a step.
func (r *row) notice() bool { return r.loop || r.hidden > 0 }

// lines returns the events of the step, one a line. An event that takes a message is followed by the step that sent it.
func (r *row) lines() []string {
	lines := slices.Clone(r.step.All())
	for k := range lines {
		var words []string
		for _, n := range r.senders[k] {
			words = append(words, fmt.Sprint(n))
		}
		if len(words) > 0 {
			lines[k] += " (sent in " + strings.Join(words, ", ") + ")"
		}
	}
	return lines
}

// All returns the events of the step in their order. There is at least one.
func (s *Step) All() []string {
	if len(s.Events) > 0 {
		return s.Events
	}
	return []string{s.Event}
}

// Line returns the events of the step in one line.
func (s *Step) Line() string { return strings.Join(s.All(), "; ") }

// notice prints a row that is not a step. number is the width of the column with the numbers of steps.
func (p *page) notice(r row, number int) {
	if r.loop {
		p.Line(form.Gap+number+form.Gap, []form.Cell{{Text: LoopHead, Style: form.Bold}}, []int{0})
		return
	}
	text := "left out (-v or --json-output shows them)"
	if r.silent {
		text = "without an event (-v shows them)"
	}
	text = fmt.Sprintf("... %s %s", english.Plural(int64(r.hidden), "step"), text)
	if r.again != nil {
		p.Wrap(form.Gap+number+form.Gap, form.Dim, slices.Concat([]string{"..."}, r.again, []string{"(-v shows them)"}))
		return
	}
	p.Line(form.Gap+number+form.Gap, []form.Cell{{Text: text, Style: form.Dim}}, []int{0})
}

// tasksOf returns the tasks that move in the rows or take a message sent there, in natural order of their names.
func tasksOf(rows []row) []string {
	var tasks []string
	seen := map[string]bool{}
	add := func(t string) {
		if !seen[t] {
			seen[t] = true
			tasks = append(tasks, t)
		}
	}
	for _, r := range rows {
		if r.notice() {
			continue
		}
		add(r.step.Task)
		for _, t := range r.step.Tasks {
			add(t)
		}
		for _, m := range r.step.Sends {
			if m.To != "" {
				add(m.To)
			}
		}
	}
	slices.SortFunc(tasks, form.NaturalOrder)
	return tasks
}

// table prints rows with a column for each task and, if vars is set, one for the variables that change. If the width
// does not suffice, it prints nothing and returns false.
//
// Each event of a step has a line. A joint step shows its event at the active task, and an arrow from there at every
// other task. An event that sends shows a waved arrow at the task that takes the message later.
func (p *page) table(rows []row, tasks []string, vars bool) bool {
	column := map[string]int{}
	head := []form.Cell{{Text: "step", Style: form.Dim, Right: true}}
	for i, t := range tasks {
		column[t] = i
		head = append(head, form.Cell{Text: t, Style: form.Bold})
	}
	hasState, hasVars := false, false
	for _, r := range rows {
		if !r.notice() {
			hasState = hasState || r.step.State != ""
			hasVars = hasVars || vars && r.step.changes() != ""
		}
	}
	if hasVars {
		head = append(head, form.Cell{Text: "sets", Style: form.Dim})
	}
	if hasState {
		head = append(head, form.Cell{Text: "property", Style: form.Dim})
	}
	head = append(head, form.Cell{Text: "at", Style: form.Dim})

	lines := [][]form.Cell{head}   // what to print; nil stands for the next of notices
	aligned := [][]form.Cell{head} // the lines without notices, which may be wider than the table
	var notices []row
	for _, r := range rows {
		if r.notice() {
			lines, notices = append(lines, nil), append(notices, r)
			continue
		}
		block := r.events(column, len(head))
		first, last := block[0], block[len(block)-1]
		first[0] = form.Cell{Text: fmt.Sprint(r.number), Right: true}
		at := 1 + len(tasks) // the next column to fill
		if hasVars {
			last[at] = form.Cell{Text: r.step.changes()}
			at++
		}
		if hasState {
			last[at] = form.Cell{Text: r.step.State}
			at++
		}
		first[at] = form.Cell{Text: r.step.Pos, Style: form.Dim}
		lines = append(lines, block...)
		aligned = append(aligned, block...)
	}
	w := form.Widths(aligned)
	total := form.Gap
	for _, n := range w {
		total += n + form.Gap
	}
	if total-form.Gap > p.Width {
		return false
	}
	for _, line := range lines {
		if line == nil {
			p.notice(notices[0], w[0])
			notices = notices[1:]
			continue
		}
		p.Line(form.Gap, line, w)
	}
	return true
}

// events returns the lines of a table for a step, with the cells in the columns of tasks filled in. column has the
// index of each task among the tasks, and width is the number of cells of a line.
func (r *row) events(column map[string]int, width int) [][]form.Cell {
	events := r.lines()
	block := make([][]form.Cell, len(events))
	active := column[r.step.Task]
	for k := range block {
		block[k] = make([]form.Cell, width)
		block[k][1+active] = form.Cell{Text: events[k]}
	}
	for _, t := range r.step.Tasks {
		arrow := "->"
		if column[t] < active {
			arrow = "<-"
		}
		if column[t] != active {
			block[0][1+column[t]] = form.Cell{Text: arrow, Style: form.Dim}
		}
	}
	for _, m := range r.step.Sends {
		if k, ok := column[m.To]; ok && k != active {
			arrow := "~>"
			if k < active {
				arrow = "<~"
			}
			block[min(m.Sent, len(block)-1)][1+k] = form.Cell{Text: arrow, Style: form.Dim}
		}
	}
	return block
}

// Changes lists the new values of variables, as "x=1", except those that an event names.
func (s *Step) Changes() []string {
	var list []string
	for _, v := range s.Vars {
		if text := v.Name + "=" + v.Value; !slices.Contains(s.All(), text) {
			list = append(list, text)
		}
	}
	return list
}

// changes returns Changes as one text.
func (s *Step) changes() string { return strings.Join(s.Changes(), " ") }

// list prints rows without columns for tasks, one line for each event: number, task, event, changes, and position. The
// parts of the lines are aligned if the lines then fit into the width; otherwise a line is broken where it has to be.
func (p *page) list(rows []row) {
	var lines [][]form.Cell
	var notices []row // for each line that is nil
	for _, r := range rows {
		if r.notice() {
			lines, notices = append(lines, nil), append(notices, r)
			continue
		}
		s := r.step
		events := r.lines()
		var others []string
		for _, t := range s.Tasks {
			if t != s.Task {
				others = append(others, t)
			}
		}
		if len(others) > 0 {
			events[0] += " (with " + strings.Join(names.Compress(others), ", ") + ")"
		}
		after := s.changes()
		if s.State != "" {
			after = strings.TrimSpace(after + " [" + s.State + "]")
		}
		for k, event := range events {
			line := []form.Cell{{}, {}, {Text: event}, {}, {}}
			if k == 0 {
				line[0] = form.Cell{Text: fmt.Sprint(r.number) + ".", Right: true}
				line[1] = form.Cell{Text: s.Task, Style: form.Bold}
				line[4] = form.Cell{Text: s.Pos, Style: form.Dim}
			}
			if k == len(events)-1 {
				line[3] = form.Cell{Text: after}
			}
			lines = append(lines, line)
		}
	}
	w := form.Widths(lines)
	total := form.Gap
	for _, n := range w {
		total += n + form.Gap
	}
	for _, line := range lines {
		switch {
		case line == nil:
			p.notice(notices[0], w[0])
			notices = notices[1:]
		case total-form.Gap <= p.Width:
			p.Line(form.Gap, line, w)
		default:
			p.ragged(line, w[0])
		}
	}
}

// ragged prints a line of a list without aligning its cells, and breaks it before a cell that does not fit. number is
// the width of the column with the numbers of steps. A line without a number is a further event of the step before, and
// is indented more.
func (p *page) ragged(line []form.Cell, number int) {
	indent := form.Gap + number + form.Gap
	p.WriteString(strings.Repeat(" ", form.Gap+number-form.Runes(line[0].Text)) + line[0].Text)
	at := form.Gap + number
	if line[0].Text == "" {
		p.WriteString(strings.Repeat(" ", form.Gap))
		at = indent
	}
	for _, c := range line[1:] {
		if c.Text == "" {
			continue
		}
		if at+form.Gap+form.Runes(c.Text) > p.Width && at > indent {
			p.WriteString("\n" + strings.Repeat(" ", indent+form.Gap))
			at = indent + form.Gap
		} else {
			p.WriteString(strings.Repeat(" ", form.Gap))
			at += form.Gap
		}
		p.WriteString(p.Styled(c.Text, c.Style))
		at += form.Runes(c.Text)
	}
	p.WriteByte('\n')
}

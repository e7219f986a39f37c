package report

// Traces as text: a table with a column for each task where the width allows
// it, otherwise a list.

import (
	"fmt"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/internal/names"
)

const (
	headRows = 60  // of a long trace: rows shown at its begin
	tailRows = 140 // and at its end
)

// row is one line of a trace: a step, or a run of steps that are not shown.
type row struct {
	step   *Step
	number int // of the step, or of the last step of the run
	hidden int // > 0: a run of this many steps
	silent bool
	from   []int // steps that sent what it takes
}

// trace prints the steps of r.
func (p *page) trace(r *Result, opt TextOptions) {
	rows := shown(r.Trace, opt.Verbose)
	tasks := tasksOf(rows)
	if !p.table(rows, tasks, true) && !p.table(rows, tasks, false) {
		p.list(rows)
	}
}

// shown picks the steps to print. Runs of silent steps become one row, and of
// a long trace the middle is left out, unless all is wanted. The first and the
// last step are always shown.
func shown(steps []Step, all bool) []row {
	from := make([][]int, len(steps))
	for i := range steps {
		for _, m := range steps[i].Sends {
			if m.Step > 0 {
				from[m.Step-1] = append(from[m.Step-1], i+1)
			}
		}
	}
	var rows []row
	for i := range steps {
		hide := !all && steps[i].Silent && i > 0 && i < len(steps)-1
		if last := len(rows) - 1; hide && last >= 0 && rows[last].hidden > 0 {
			rows[last].hidden++
			rows[last].number = i + 1
			continue
		}
		r := row{step: &steps[i], number: i + 1, from: from[i]}
		if hide {
			r.hidden, r.silent = 1, true
		}
		rows = append(rows, r)
	}
	for i, r := range rows { // a run of one step is as short as its notice
		if r.hidden == 1 {
			rows[i].hidden, rows[i].silent = 0, false
		}
	}
	if all || len(rows) <= headRows+tailRows {
		return rows
	}
	cut := row{}
	for _, r := range rows[headRows : len(rows)-tailRows] {
		cut.hidden += max(1, r.hidden)
		cut.number = r.number
	}
	return slices.Concat(rows[:headRows], []row{cut}, rows[len(rows)-tailRows:])
}

// arrived says which steps sent what this one takes.
func (r *row) arrived() string {
	if len(r.from) == 0 {
		return ""
	}
	var words []string
	for _, n := range r.from {
		words = append(words, fmt.Sprint(n))
	}
	return " (sent in " + strings.Join(words, ", ") + ")"
}

// notice prints what stands for steps that are not shown.
func (p *page) notice(r row, number int) {
	text := "left out (-v or --json-output shows them)"
	if r.silent {
		text = "without an event (-v shows them)"
	}
	text = fmt.Sprintf("... %s %s", english.Plural(int64(r.hidden), "step"), text)
	p.line(gap+number+gap, []cell{{text: text, style: dim}}, []int{0})
}

// tasksOf lists the tasks that move in the rows, in natural order of names.
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
		if r.hidden > 0 {
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
	slices.SortFunc(tasks, naturalOrder)
	return tasks
}

// naturalOrder compares names with their numbers as numbers: t[2] < t[10].
func naturalOrder(a, b string) int {
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	for i, j := 0, 0; ; {
		switch {
		case i == len(a) || j == len(b):
			if c := (len(a) - i) - (len(b) - j); c != 0 {
				return c
			}
			return strings.Compare(a, b)
		case digit(a[i]) && digit(b[j]):
			m, n := i, j
			for m < len(a) && digit(a[m]) {
				m++
			}
			for n < len(b) && digit(b[n]) {
				n++
			}
			x, y := strings.TrimLeft(a[i:m], "0"), strings.TrimLeft(b[j:n], "0")
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			if c := strings.Compare(x, y); c != 0 {
				return c
			}
			i, j = m, n
		case a[i] != b[j]:
			return int(a[i]) - int(b[j])
		default:
			i, j = i+1, j+1
		}
	}
}

// table prints rows with a column for each task, and one for the variables
// that change if vars; it prints nothing and returns false if the width does
// not allow it. A joint step shows its event at the active task and an arrow
// from there at every other; a step that sends shows a waved arrow at the task
// that takes the message later.
func (p *page) table(rows []row, tasks []string, vars bool) bool {
	column := map[string]int{}
	head := []cell{{text: "step", style: dim, right: true}}
	for i, t := range tasks {
		column[t] = i
		head = append(head, cell{text: t, style: bold})
	}
	hasState, hasVars := false, false
	for _, r := range rows {
		if r.hidden == 0 {
			hasState = hasState || r.step.State != ""
			hasVars = hasVars || vars && r.step.changes() != ""
		}
	}
	if hasVars {
		head = append(head, cell{text: "sets", style: dim})
	}
	if hasState {
		head = append(head, cell{text: "property", style: dim})
	}
	head = append(head, cell{text: "at", style: dim})

	lines := [][]cell{head}
	aligned := [][]cell{head}
	for _, r := range rows {
		if r.hidden > 0 {
			lines = append(lines, nil)
			continue
		}
		line := make([]cell, 1, len(head))
		line[0] = cell{text: fmt.Sprint(r.number), right: true}
		at := make([]cell, len(tasks))
		active := column[r.step.Task]
		for _, t := range r.step.Tasks {
			arrow := "->"
			if column[t] < active {
				arrow = "<-"
			}
			at[column[t]] = cell{text: arrow, style: dim}
		}
		for _, m := range r.step.Sends {
			if k, ok := column[m.To]; ok && k != active {
				arrow := "~>"
				if k < active {
					arrow = "<~"
				}
				at[k] = cell{text: arrow, style: dim}
			}
		}
		at[active] = cell{text: r.step.Event + r.arrived()}
		line = append(line, at...)
		if hasVars {
			line = append(line, cell{text: r.step.changes()})
		}
		if hasState {
			line = append(line, cell{text: r.step.State})
		}
		line = append(line, cell{text: r.step.Pos, style: dim})
		lines = append(lines, line)
		aligned = append(aligned, line)
	}
	w := widths(aligned)
	total := gap
	for _, n := range w {
		total += n + gap
	}
	if total-gap > p.width {
		return false
	}
	for i, line := range lines {
		if line == nil { // lines[0] is the head
			p.notice(rows[i-1], w[0])
			continue
		}
		p.line(gap, line, w)
	}
	return true
}

// changes lists the new values that the event does not already tell.
func (s *Step) changes() string {
	var list []string
	for _, v := range s.Vars {
		if text := v.Name + "=" + v.Value; text != s.Event {
			list = append(list, text)
		}
	}
	return strings.Join(list, " ")
}

// list prints rows as sentences, aligned if they then fit.
func (p *page) list(rows []row) {
	var lines [][]cell
	for _, r := range rows {
		if r.hidden > 0 {
			lines = append(lines, nil)
			continue
		}
		s := r.step
		event := s.Event + r.arrived()
		var others []string
		for _, t := range s.Tasks {
			if t != s.Task {
				others = append(others, t)
			}
		}
		if len(others) > 0 {
			event += " (with " + strings.Join(names.Compress(others), ", ") + ")"
		}
		after := s.changes()
		if s.State != "" {
			after = strings.TrimSpace(after + " [" + s.State + "]")
		}
		lines = append(lines, []cell{
			{text: fmt.Sprint(r.number) + ".", right: true},
			{text: s.Task, style: bold}, {text: event}, {text: after}, {text: s.Pos, style: dim},
		})
	}
	w := widths(lines)
	total := gap
	for _, n := range w {
		total += n + gap
	}
	for i, line := range lines {
		switch {
		case line == nil:
			p.notice(rows[i], w[0])
		case total-gap <= p.width:
			p.line(gap, line, w)
		default:
			p.ragged(line, w[0])
		}
	}
}

// ragged prints a line of a list without columns, broken before a cell that
// does not fit.
func (p *page) ragged(line []cell, number int) {
	indent := gap + number + gap
	p.WriteString(strings.Repeat(" ", gap+number-runes(line[0].text)) + line[0].text)
	at := gap + number
	for _, c := range line[1:] {
		if c.text == "" {
			continue
		}
		if at+gap+runes(c.text) > p.width && at > indent {
			p.WriteString("\n" + strings.Repeat(" ", indent+gap))
			at = indent + gap
		} else {
			p.WriteString(strings.Repeat(" ", gap))
			at += gap
		}
		p.WriteString(p.styled(c.text, c.style))
		at += runes(c.text)
	}
	p.WriteByte('\n')
}

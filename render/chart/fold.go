package chart

// Tasks that do the same share a lifeline, beside that of the first of them.

import (
	"fmt"
	"slices"

	"flavers/internal/english"
	"flavers/internal/names"
)

// Folded returns the chart with two lifelines for each group of Alike: that of its first task, and one for all others.
// What these do without the tasks that have lifelines of their own is left out, but for steps that take a message that
// is drawn; the note says how much. Steps keep their numbers.
func (c *Chart) Folded() *Chart {
	if len(c.Alike) == 0 {
		return c
	}
	out := *c
	out.Tasks, out.Below, out.Steps, out.Alike, out.Loop = nil, nil, nil, nil, 0
	group := make([]int, len(c.Tasks)) // by task: the group that it is folded into; -1: none
	for t := range group {
		group[t] = -1
	}
	for k, members := range c.Alike {
		for _, t := range members[1:] {
			group[t] = k
		}
	}
	lane := make([]int, len(c.Tasks))   // by task: its lifeline
	shared := make([]int, len(c.Alike)) // by group: that of its other members; -1: none yet
	for k := range shared {
		shared[k] = -1
	}
	for t, name := range c.Tasks {
		if k := group[t]; k < 0 {
			lane[t] = len(out.Tasks)
			out.Tasks = append(out.Tasks, name)
		} else {
			if shared[k] < 0 {
				shared[k] = len(out.Tasks)
				out.Tasks = append(out.Tasks, c.others(k))
			}
			lane[t] = shared[k]
		}
	}
	kept, left, waits := c.kept(group)
	at := make([]int, len(c.Steps)) // by step: its place in out
	for i := range c.Steps {
		if at[i] = -1; kept[i] {
			at[i] = len(out.Steps)
			out.Steps = append(out.Steps, c.moved(i, lane, group))
			if i >= c.entry() {
				out.Loop++
			}
		}
	}
	for i := range out.Steps {
		for k := range out.Steps[i].Sends {
			if q := &out.Steps[i].Sends[k]; q.Step >= 0 {
				q.Step = at[q.Step]
			}
		}
	}
	for k, n := range waits {
		if n > 0 {
			out.Steps = append(out.Steps, Message{Task: shared[k], Waits: true, Events: []string{
				fmt.Sprintf("%d %s", n, english.Inflected(int64(n), "waits", "wait")), "like " + c.Tasks[c.Alike[k][0]]}})
		}
	}
	out.Notes = append(slices.Clip(out.Notes), c.folds(left)...)
	return &out
}

// kept says which steps are drawn, and counts the steps that are not, and by group the waiting places.
func (c *Chart) kept(group []int) (kept []bool, left int, waits []int) {
	kept, waits = make([]bool, len(c.Steps)), make([]int, len(c.Alike))
	for i := range c.Steps {
		m := &c.Steps[i]
		kept[i] = kept[i] || slices.ContainsFunc(append([]int{m.Task}, m.Others...), func(t int) bool { return group[t] < 0 })
		switch {
		case !kept[i] && m.Waits:
			waits[group[m.Task]]++
		case !kept[i]:
			left++
		default:
			for _, q := range m.Sends { // it is taken later
				if q.Step >= 0 {
					kept[q.Step] = true
				}
			}
		}
	}
	return kept, left, waits
}

// moved returns a step on the lifelines of the folded chart. The lifeline of a group does not say which of its tasks
// moves, so the step does.
func (c *Chart) moved(i int, lane, group []int) Message {
	m := c.Steps[i]
	if !m.Waits {
		m.Number = c.number(i)
	}
	if group[m.Task] >= 0 && len(m.Others) == 0 && len(m.Events) > 0 {
		m.Events = slices.Clone(m.Events)
		m.Events[0] = c.Tasks[m.Task] + ": " + m.Events[0]
	}
	m.Task = lane[m.Task]
	m.Others = slices.Clone(m.Others)
	for k, t := range m.Others {
		m.Others[k] = lane[t]
	}
	m.Others = slices.DeleteFunc(slices.Compact(m.Others), func(t int) bool { return t == m.Task })
	m.Sends = slices.Clone(m.Sends)
	for k := range m.Sends {
		if t := m.Sends[k].To; t >= 0 {
			m.Sends[k].To = lane[t]
		}
	}
	return m
}

// others names the members of a group but the first.
func (c *Chart) others(k int) string {
	var list []string
	for _, t := range c.Alike[k][1:] {
		list = append(list, c.Tasks[t])
	}
	short := names.Compress(list)
	if len(short) > 1 {
		return fmt.Sprintf("%d more like %s", len(list), c.Tasks[c.Alike[k][0]])
	}
	return short[0]
}

// folds returns the notes of a folded chart.
func (c *Chart) folds(left int) []string {
	var out []string
	for k, members := range c.Alike {
		if len(out) == 3 {
			out = append(out, fmt.Sprintf("%s more of tasks that do the same", english.Plural(int64(len(c.Alike)-k), "group")))
			break
		}
		name := c.others(k)
		if len(name) > 80 {
			name = english.Plural(int64(len(members)-1), "task")
		}
		out = append(out, name+" do the same as "+c.Tasks[members[0]])
	}
	return append(out, fmt.Sprintf("%s of theirs %s not drawn; --unfolded draws all", english.Plural(int64(left), "step"),
		english.Inflected(int64(left), "is", "are")))
}

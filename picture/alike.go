package picture

// Tasks that do the same: in an execution, and as members of one array.

import (
	"fmt"
	"strings"

	"flavers/internal/english"
	"flavers/internal/names"
	"flavers/render"
	"flavers/render/chart"
	"flavers/report"
)

// fewestAlike is how many tasks must do the same to be drawn as one.
const fewestAlike = 3

// alike groups the tasks of a chart that do the same in the execution, if there are more than fewTasks. Tasks of one
// array do the same if they take steps at the same places of the text in the same order, as the same side of them and
// in the same part of a loop, and wait at the same place at the end. Who takes part in a step that moves the property
// or violates it is like nobody else.
func alike(c *chart.Chart, r *report.Result, index map[string]int) [][]int {
	if len(c.Tasks) <= fewTasks {
		return nil
	}
	does := make([]strings.Builder, len(c.Tasks))
	single := make([]bool, len(c.Tasks))
	for i := range r.Trace {
		st := &r.Trace[i]
		m := &c.Steps[i]
		for side, t := range append([]int{m.Task}, m.Others...) {
			fmt.Fprintf(&does[t], "%s %d %v %v\n", st.Pos, min(side, 1), st.Silent, i >= len(r.Trace)-r.Loop)
			single[t] = single[t] || m.Bad || m.After != ""
		}
	}
	for i := range r.Waiting {
		w := &r.Waiting[i]
		if t, drawn := index[w.Task]; drawn {
			fmt.Fprintf(&does[t], "waits %s\n", w.Pos)
		}
	}
	number := map[string]int{} // by what is done: the group; looked up only
	var groups [][]int
	for t, name := range c.Tasks {
		if single[t] {
			continue
		}
		what := names.Family(name) + "\n" + does[t].String()
		k, known := number[what]
		if !known {
			k = len(groups)
			number[what] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], t)
	}
	var out [][]int
	for _, g := range groups {
		if len(g) >= fewestAlike && names.Family(c.Tasks[g[0]]) != c.Tasks[g[0]] {
			out = append(out, g)
		}
	}
	return out
}

// maxColumns is up to how many tasks a graph is drawn with all of them.
const maxColumns = 24

// FewColumns returns a drawing with few of many tasks: of each array the first ones, and as many as have room of those
// that the lit path goes through. A note says so.
func FewColumns(d *render.Drawing) *render.Drawing { return fewColumns(d, 2) }

// fewColumns is FewColumns with so many tasks of each array.
func fewColumns(d *render.Drawing, each int) *render.Drawing {
	if len(d.Columns) <= maxColumns {
		return d
	}
	of := map[string]int{} // by array: how many of it are drawn; looked up only
	shown := make([]bool, len(d.Columns))
	count := 0
	show := func(c int) {
		if !shown[c] && count < maxColumns {
			shown[c] = true
			count++
		}
	}
	for c, name := range d.Columns {
		if family := names.Family(name); of[family] < each {
			of[family]++
			show(c)
		}
	}
	for i := range d.Nodes {
		for _, c := range d.Nodes[i].Columns {
			if len(d.Nodes[i].Steps) > 0 {
				show(c)
			}
		}
	}
	var tasks []string
	for c, name := range d.Columns {
		if shown[c] {
			tasks = append(tasks, name)
		}
	}
	out := d.Tasks(tasks)
	out.Notes = append(out.Notes, fmt.Sprintf("%s of %d are not drawn; --unfolded draws all.",
		english.Plural(int64(len(d.Columns)-count), "task"), len(d.Columns)))
	return out
}

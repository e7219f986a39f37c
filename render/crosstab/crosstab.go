// Package crosstab is the cross tabulation of MIP edges by tasks: how many lead from each task to each, before and
// after a rule has removed some.
//
//	crosstab.Of(d).WriteSVG(w, render.SVGOptions{})
//
// For two tasks with 12 edges from a to b, of which 4 are kept, and 8 back, of which 2 are kept, it is
//
//	         to a     to b      all
//	from a           4 of 12   4 of 12
//	from b   2 of 8            2 of 8
//	all      2 of 8  4 of 12   6 of 20
//
// Every edge is in one cell. An edge of a communication, which two tasks take part in, counts for the first of them
// that the other end of the edge does not belong to.
//
// What it does not do: it knows no single steps; package render draws them.
package crosstab

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/render"
)

// Cell counts the edges from the tasks of a row to those of a column.
type Cell struct {
	Kept    int
	Removed [render.MaxRules]int // by rule of the drawing
}

// Before returns how many edges there were.
func (c *Cell) Before() int {
	n := c.Kept
	for _, k := range c.Removed {
		n += k
	}
	return n
}

func (c *Cell) add(o *Cell) {
	c.Kept += o.Kept
	for r, k := range o.Removed {
		c.Removed[r] += k
	}
}

// Table is a cross tabulation. Rows and columns are the same groups of tasks.
type Table struct {
	D      *render.Drawing
	Groups []Group
	Cells  [][]Cell // by the group that edges leave, and that which they enter
	Idle   []string // tasks that no edge leaves or enters: they have no row
	Joint  bool     // an edge leaves or enters a communication
}

// Group is the tasks that share a row and a column: one, or those of an array.
type Group struct {
	Name  string
	Tasks []int // columns of the drawing; none for nodes of no task
}

const (
	maxNumbered = 12 // with more groups, cells have no room for numbers
	maxSingle   = 24 // with more tasks, those of one array share a row
	maxGroups   = 80 // with more rows, those with the fewest edges are one
)

// Of counts the edges of a drawing. With more than maxSingle tasks that have edges, those of one array are one group.
func Of(d *render.Drawing) *Table {
	busy := busyColumns(d)
	groups := groupsOf(d, busy, false)
	if len(groups) > maxSingle {
		groups = groupsOf(d, busy, true)
	}
	t := tabulate(d, groups)
	if len(groups) > maxGroups {
		t = t.shorter()
	}
	for c, name := range d.Columns {
		if !busy[c] {
			t.Idle = append(t.Idle, name)
		}
	}
	return t
}

// counts reports whether an edge is in the table: it is a MIP edge, kept or removed.
func counts(e *render.Edge) bool { return e.Kind == render.MIP || e.Kind == render.Removed }

// busyColumns reports for each column whether an edge counts for its task.
func busyColumns(d *render.Drawing) []bool {
	busy := make([]bool, len(d.Columns))
	for i := range d.Edges {
		if e := &d.Edges[i]; counts(e) {
			for _, c := range []int{taskOf(d, e.From, e.To), taskOf(d, e.To, e.From)} {
				if c >= 0 {
					busy[c] = true
				}
			}
		}
	}
	return busy
}

// taskOf returns the column that an edge counts for at its end n, or -1 if n has no column. It is the first column of n
// that the other end does not have, and if there is none, the first column of n.
func taskOf(d *render.Drawing, n, other int) int {
	columns := d.Nodes[n].Columns
	for _, c := range columns {
		if !slices.Contains(d.Nodes[other].Columns, c) {
			return c
		}
	}
	return append(columns[:len(columns):len(columns)], -1)[0]
}

// shorter returns a table of maxGroups groups, in which the groups with fewest edges are one. The group of no task is
// not among these: tabulate makes it again.
func (t *Table) shorter() *Table {
	groups := slices.DeleteFunc(slices.Clone(t.Groups), func(g Group) bool { return len(g.Tasks) == 0 })
	weight := make([]int, len(groups))
	order := make([]int, len(groups))
	for i := range groups {
		order[i] = i
		for j := range groups {
			weight[i] += t.Cells[i][j].Before() + t.Cells[j][i].Before()
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	most := slices.Clone(order[:maxGroups-1])
	slices.Sort(most)
	var out []Group
	for _, i := range most {
		out = append(out, groups[i])
	}
	var rest Group
	for _, i := range order[maxGroups-1:] {
		rest.Tasks = append(rest.Tasks, groups[i].Tasks...)
	}
	rest.Name = fmt.Sprintf("%d other tasks", len(rest.Tasks))
	return tabulate(t.D, append(out, rest))
}

// groupsOf returns the groups of the tasks that have edges: one for each task, or if arrays is set, one for all tasks
// of an array.
func groupsOf(d *render.Drawing, busy []bool, arrays bool) []Group {
	var groups []Group
	index := map[string]int{} // looked up only
	for c, name := range d.Columns {
		if !busy[c] {
			continue
		}
		base, _, array := strings.Cut(name, "[")
		if !array || !arrays {
			groups = append(groups, Group{name, []int{c}})
			continue
		}
		at, ok := index[base]
		if !ok {
			at = len(groups)
			index[base] = at
			groups = append(groups, Group{name, nil})
		}
		g := &groups[at]
		if g.Tasks = append(g.Tasks, c); len(g.Tasks) > 1 {
			g.Name = fmt.Sprintf("%s[·], %s", base, english.Plural(int64(len(g.Tasks)), "task"))
		}
	}
	return groups
}

// tabulate counts the edges of a drawing by groups. If there are edges of nodes of no task, they have a group of their
// own, which is the last.
func tabulate(d *render.Drawing, groups []Group) *Table {
	groupOf := make([]int, len(d.Columns)) // by column
	for g := range groups {
		for _, c := range groups[g].Tasks {
			groupOf[c] = g
		}
	}
	ofNoTask := func(e *render.Edge) bool { return len(d.Nodes[e.From].Columns)*len(d.Nodes[e.To].Columns) == 0 }
	if slices.ContainsFunc(d.Edges, func(e render.Edge) bool { return counts(&e) && ofNoTask(&e) }) {
		groups = append(groups, Group{Name: "(no task)"})
	}
	t := &Table{D: d, Groups: groups, Cells: make([][]Cell, len(groups))}
	for i := range t.Cells {
		t.Cells[i] = make([]Cell, len(groups))
	}
	// group returns the group that an edge counts for at its end n.
	group := func(n, other int) int {
		if c := taskOf(d, n, other); c >= 0 {
			return groupOf[c]
		}
		return len(groups) - 1
	}
	count := func(e *render.Edge, from, to int) {
		c := &t.Cells[group(from, to)][group(to, from)]
		if e.Kind == render.MIP {
			c.Kept++
		} else {
			c.Removed[e.Rule]++
		}
	}
	for i := range d.Edges {
		e := &d.Edges[i]
		if !counts(e) {
			continue
		}
		t.Joint = t.Joint || len(d.Nodes[e.From].Columns) > 1 || len(d.Nodes[e.To].Columns) > 1
		count(e, e.From, e.To)
		if e.Both {
			count(e, e.To, e.From)
		}
	}
	return t
}

// sums returns the sums of rows, of columns, and of all.
func (t *Table) sums() (rows, columns []Cell, all Cell) {
	rows, columns = make([]Cell, len(t.Groups)), make([]Cell, len(t.Groups))
	for i := range t.Cells {
		for j := range t.Cells[i] {
			c := &t.Cells[i][j]
			rows[i].add(c)
			columns[j].add(c)
			all.add(c)
		}
	}
	return rows, columns, all
}

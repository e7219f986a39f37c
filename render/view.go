package render

// Parts of a drawing: for graphs too large to be read at once.

import (
	"slices"
	"strings"
)

// Keep returns the drawing of the nodes that keep accepts and the edges between
// them. Columns without a node left go too.
func (d *Drawing) Keep(keep func(i int) bool) *Drawing {
	out := &Drawing{Title: d.Title, Notes: slices.Clone(d.Notes), Rules: d.Rules, Because: d.Because, Full: d.Full}
	at := make([]int, len(d.Nodes))
	used := make([]bool, len(d.Columns))
	for i := range d.Nodes {
		at[i] = -1
		if keep(i) {
			at[i] = len(out.Nodes)
			out.Nodes = append(out.Nodes, d.Nodes[i])
			for _, c := range d.Nodes[i].Columns {
				used[c] = true
			}
		}
	}
	column := make([]int, len(d.Columns))
	for c, name := range d.Columns {
		if used[c] {
			column[c] = len(out.Columns)
			out.Columns = append(out.Columns, name)
		}
	}
	for i := range out.Nodes {
		cols := make([]int, len(out.Nodes[i].Columns))
		for k, c := range out.Nodes[i].Columns {
			cols[k] = column[c]
		}
		out.Nodes[i].Columns = cols
	}
	for _, e := range d.Edges {
		if at[e.From] >= 0 && at[e.To] >= 0 {
			e.From, e.To = at[e.From], at[e.To]
			out.Edges = append(out.Edges, e)
		}
	}
	return out
}

// Tasks returns the part of the named columns, with I and F, and the communication
// nodes with other tasks, whose own nodes are left out.
func (d *Drawing) Tasks(names []string) *Drawing {
	return d.Keep(func(i int) bool {
		cols := d.Nodes[i].Columns
		return len(cols) == 0 || slices.ContainsFunc(cols, func(c int) bool { return slices.Contains(names, d.Columns[c]) })
	})
}

// Path returns the part that is lit, with I and F.
func (d *Drawing) Path() *Drawing {
	return d.Keep(func(i int) bool { return d.Nodes[i].Lit || len(d.Nodes[i].Columns) == 0 })
}

// Around returns the part at most radius edges away from a node, whatever the kind
// or direction of the edges, without going through I and F.
func (d *Drawing) Around(node, radius int) *Drawing {
	next := make([][]int, len(d.Nodes))
	for _, e := range d.Edges {
		next[e.From] = append(next[e.From], e.To)
		next[e.To] = append(next[e.To], e.From)
	}
	dist := make([]int, len(d.Nodes))
	for i := range dist {
		dist[i] = -1
	}
	dist[node] = 0
	queue := []int{node}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if dist[n] == radius || n != node && len(d.Nodes[n].Columns) == 0 {
			continue
		}
		for _, m := range next[n] {
			if dist[m] < 0 {
				dist[m] = dist[n] + 1
				queue = append(queue, m)
			}
		}
	}
	out := d.Keep(func(i int) bool { return dist[i] >= 0 })
	out.Nodes[out.Index(d.Nodes[node].ID)].Focus = true
	return out
}

// Find finds a node by number, or those with a label or an event. An event
// is as properties name it: "eat(1)", of one task "phil[1]:eat(1)".
func (d *Drawing) Find(name string) []int {
	for _, id := range []string{name, "n" + name} {
		if i := d.Index(id); i >= 0 {
			return []int{i}
		}
	}
	task, event, qualified := strings.Cut(name, ":")
	var at []int
	for i := range d.Nodes {
		n := &d.Nodes[i]
		of := func() bool {
			return slices.ContainsFunc(n.Columns, func(c int) bool { return d.Columns[c] == task })
		}
		if n.Label == name || n.Event != "" && n.Event == name || qualified &&
			(n.Event == event && event != "" || n.Label == event) && of() {
			at = append(at, i)
		}
	}
	return at
}

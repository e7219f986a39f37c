package picture

// Who waits for whom where no task can move.

import (
	"fmt"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/render/diagram"
	"flavers/report"
)

// maxWaiting is how many tasks are drawn that are in no cycle.
const maxWaiting = 10

// Waits is a diagram of who waits for whom: a cycle of tasks first, if there is one, with its edges marked; then those
// that wait for others; of many, the rest are one node. nil: nobody waits.
func Waits(list []report.Waiting) *diagram.Graph {
	if len(list) == 0 {
		return nil
	}
	g := &diagram.Graph{Start: -1}
	at := map[string]int{} // by task: its node; looked up only
	by := map[string]int{} // by task: its place in list; looked up only
	for i := range list {
		by[list[i].Task] = i
	}
	add := func(task string) {
		if _, known := at[task]; known {
			return
		}
		n := diagram.Node{ID: fmt.Sprintf("t%d", len(g.Nodes)), Label: task, Faint: true}
		if i, waits := by[task]; waits {
			w := &list[i]
			n.Label, n.Faint, n.Bad = task+"\nwaits at "+w.Where(), false, true
			n.Title = task + ": " + w.Pos
		}
		at[task] = len(g.Nodes)
		g.Nodes = append(g.Nodes, n)
	}
	cycle := waitCycle(list, by)
	for _, task := range cycle {
		add(task)
	}
	for i := range list {
		if len(at) >= len(cycle)+maxWaiting {
			break
		}
		add(list[i].Task)
	}
	for i := range list {
		if _, shown := at[list[i].Task]; shown && len(list[i].For) == 1 {
			add(list[i].For[0]) // who has what it waits for, and waits for nobody itself
		}
	}
	left := 0
	for i := range list {
		w := &list[i]
		from, shown := at[w.Task]
		if !shown {
			left++
			continue
		}
		for _, other := range w.For {
			to, shown := at[other]
			k := slices.Index(cycle, w.Task)
			if shown {
				g.Edges = append(g.Edges, diagram.Edge{From: from, To: to, Title: w.Task + " waits for " + other,
					Bad: k >= 0 && cycle[(k+1)%len(cycle)] == other})
			}
		}
	}
	if left > 0 {
		g.Nodes = append(g.Nodes, diagram.Node{ID: "others", Faint: true,
			Label: english.Plural(int64(left), "other task") + " " + english.Inflected(int64(left), "waits", "wait")})
	}
	return g
}

// waitCycle is a shortest cycle of tasks each of which waits for the next one and for no other; nil if there is none.
// A task that any of several others could let go on is not held by one of them alone.
func waitCycle(list []report.Waiting, by map[string]int) []string {
	var shortest []string
	for i := range list {
		path := []string{list[i].Task}
		for {
			k, waits := by[path[len(path)-1]]
			if !waits || len(list[k].For) != 1 {
				break
			}
			next := list[k].For[0]
			if j := slices.Index(path, next); j >= 0 {
				if cycle := path[j:]; shortest == nil || len(cycle) < len(shortest) {
					shortest = slices.Clone(cycle)
				}
				break
			}
			path = append(path, next)
		}
	}
	if shortest == nil {
		return nil
	}
	first := slices.Index(shortest, slices.MinFunc(shortest, strings.Compare)) // the same wherever it was entered
	return slices.Concat(shortest[first:], shortest[:first])
}

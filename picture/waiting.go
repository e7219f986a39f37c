package picture

// Who waits for whom where no task can move.

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/render/diagram"
	"flavers/report"
)

// maxWaiting is how many tasks are drawn that are in no cycle.
const maxWaiting = 10

// Waits returns a diagram of who waits for whom: a cycle of tasks first, if there is one, with its edges marked, or
// else those of a knot; then whom these wait for, and so on, before those that nobody shown waits for; of many, the
// rest are one node. nil: nobody waits.
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
	for _, task := range alongWaits(list, by, cycle) {
		if len(at) < len(cycle)+maxWaiting {
			add(task)
		}
	}
	for i := range list {
		if _, shown := at[list[i].Task]; shown && len(list[i].For) == 1 {
			add(list[i].For[0]) // who has what it waits for, and waits for nobody itself
		}
	}
	inKnot := knot(list)
	if cycle == nil && len(inKnot) > 0 {
		g.Notes = append(g.Notes, fmt.Sprintf("%s %s only for one another", english.Plural(int64(len(inKnot)), "task"),
			english.Inflected(int64(len(inKnot)), "waits", "wait")))
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
					Bad: k >= 0 && cycle[(k+1)%len(cycle)] == other || cycle == nil && inKnot[w.Task]})
			}
		}
	}
	if left > 0 {
		g.Nodes = append(g.Nodes, diagram.Node{ID: "others", Faint: true,
			Label: english.Plural(int64(left), "other task") + " " + english.Inflected(int64(left), "waits", "wait")})
	}
	return g
}

// knot returns the tasks that wait only for one another, each for one or for any of several: as many as can be. None of
// them can ever move, so where no cycle says why, the knot does (R. C. Holt, Some deadlock properties of computer
// systems, 1972).
func knot(list []report.Waiting) map[string]bool {
	in := map[string]bool{} // looked up only
	for i := range list {
		in[list[i].Task] = len(list[i].For) > 0
	}
	for changed := true; changed; {
		changed = false
		for i := range list {
			w := &list[i]
			if in[w.Task] && slices.ContainsFunc(w.For, func(other string) bool { return !in[other] }) {
				delete(in, w.Task)
				changed = true
			}
		}
	}
	maps.DeleteFunc(in, func(_ string, is bool) bool { return !is })
	return in
}

// alongWaits lists the tasks that wait: from those of a cycle breadth first to whom they wait for, then from the first
// one that is left, so that what is drawn of many tasks hangs together.
func alongWaits(list []report.Waiting, by map[string]int, cycle []string) []string {
	out := slices.Clone(cycle)
	seen := map[string]bool{} // looked up only
	for _, task := range cycle {
		seen[task] = true
	}
	done := 0
	for i := -1; i < len(list); i++ {
		if i >= 0 && !seen[list[i].Task] {
			seen[list[i].Task] = true
			out = append(out, list[i].Task)
		}
		for ; done < len(out); done++ {
			for _, next := range list[by[out[done]]].For {
				if _, waits := by[next]; waits && !seen[next] {
					seen[next] = true
					out = append(out, next)
				}
			}
		}
	}
	return out
}

// waitCycle returns a shortest cycle of tasks in which each waits for the next one and for no other task, or nil
// if there is none. A task that any of several others could let go on is not held by one of them alone.
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

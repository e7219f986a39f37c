package infinite

// This file numbers the fairness conditions of a graph. There is one for each task, and one for each set of steps that
// the program declares fair. A cycle is fair if each condition is taken on it, or is not always enabled there (weak
// fairness), or never (strong fairness).

import (
	"slices"

	"flavers/cfg"
	"flavers/live"
)

// conditions are the conditions of a graph: first those of its tasks, in the order of tasks, and then the declared ones
// that have a step of one of these tasks.
type conditions struct {
	p        *cfg.Program
	tasks    []cfg.TaskID
	declared []*cfg.FairCondition
	takers   [][]cfg.TaskID // by declared condition: the tasks of the graph with a step of it
	of       [][]int32      // by node: the conditions that it is a step of
}

func newConditions(p *cfg.Program, tasks []cfg.TaskID) *conditions {
	c := &conditions{p: p, tasks: tasks, of: make([][]int32, len(p.Nodes))}
	number := map[cfg.TaskID]int32{}
	for i, t := range tasks {
		number[t] = int32(i)
	}
	for n := range p.Nodes {
		if k, is := number[p.Nodes[n].Task]; is {
			c.of[n] = append(c.of[n], k)
		}
	}
	for i := range p.Fair {
		f := &p.Fair[i]
		var takers []cfg.TaskID
		for _, n := range f.Nodes {
			t := p.Nodes[n].Task
			if _, is := number[t]; is && !slices.Contains(takers, t) {
				takers = append(takers, t)
			}
		}
		if len(takers) == 0 {
			continue
		}
		for _, n := range f.Nodes {
			c.of[n] = append(c.of[n], int32(len(tasks)+len(c.declared)))
		}
		c.declared, c.takers = append(c.declared, f), append(c.takers, takers)
	}
	return c
}

// taken returns the conditions that are taken if an action is.
func (c *conditions) taken(id cfg.ActionID) []int32 {
	a := &c.p.Actions[id]
	if !a.Joint() {
		return c.of[a.A]
	}
	return append(slices.Clip(c.of[a.A]), c.of[a.B]...)
}

// graph is a graph of package live with these conditions.
type graph struct {
	*live.Graph
	*conditions
	sets []int32 // by action: its set of conditions, and 1 more; 0: it has no number yet
}

func newGraph(c *conditions) *graph {
	return &graph{Graph: live.New(len(c.tasks), len(c.declared)), conditions: c, sets: make([]int32, len(c.p.Actions))}
}

// takes returns the number, in the graph, of the set of conditions that are taken if an action is.
func (g *graph) takes(id cfg.ActionID) int32 {
	if g.sets[id] == 0 {
		g.sets[id] = g.Set(g.taken(id)...) + 1
	}
	return g.sets[id] - 1
}

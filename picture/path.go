package picture

import (
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/render"
	"flavers/report"
	"flavers/tfg"
)

// This file lights the violating path in a drawing.

// light marks the nodes of the path, with the number of the first step there,
// and what leads from one to the next: control edges within a task, by waiting
// places if need be, and the MIP edges that the path uses. Of a loop, what leads from its end
// back to its steps is lit, too.
func (dr *drawer) light(d *render.Drawing, at []int) {
	g := dr.g
	next := make([][]int, len(d.Nodes)) // control edges
	for i, e := range d.Edges {
		if e.Kind == render.Control {
			next[e.From] = append(next[e.From], i)
		}
	}
	start := -1
	if at[tfg.I] >= 0 && len(dr.run) > 0 {
		start = at[tfg.I]
		d.Nodes[start].Lit = true
	}
	last := make([]int, len(dr.p.Tasks))
	for t := range last {
		last[t] = start
	}
	visible, observed := -1, 0
	for i, a := range slices.Concat(dr.run, dr.run[len(dr.run)-dr.loop:]) {
		n := g.OfAction(a)
		if n == cfg.None || at[n] < 0 {
			continue
		}
		k := at[n]
		d.Nodes[k].Lit = true
		if i < len(dr.run) {
			d.Nodes[k].Steps = append(d.Nodes[k].Steps, i+1)
		}
		if dr.set.Visible.Has(int(n)) {
			if visible >= 0 {
				for j := range d.Edges {
					e := &d.Edges[j]
					if e.Kind == render.MIP && (e.From == visible && e.To == k || e.Both && e.To == visible && e.From == k) && !e.Lit {
						e.Lit = true
						break
					}
				}
			}
			visible = k
			observed++
		}
		for _, t := range g.Nodes[n].Tasks {
			if t == cfg.None {
				continue
			}
			if last[t] >= 0 {
				lightWay(d, next, last[t], k, int(t))
			}
			last[t] = k
		}
	}
	for k := range d.Nodes {
		d.Nodes[k].Badge = badge(d.Nodes[k].Steps)
	}
	if observed > 0 {
		note := fmt.Sprintf(litNote+"the path of %s, with the numbers of its steps", dr.name())
		if first, last := len(dr.run)-dr.loop+1, len(dr.run); first == last {
			note += fmt.Sprintf("; step %d is repeated for ever", last)
		} else if first < last {
			note += fmt.Sprintf("; steps %d to %d are repeated for ever", first, last)
		}
		d.Notes = append(d.Notes, note)
	}
}

// litNote begins the note of a drawing on its path.
const litNote = "lit: "

// badge lists a few numbers.
func badge(steps []int) string {
	const most = 3
	var words []string
	for _, n := range steps[:min(len(steps), most)] {
		words = append(words, fmt.Sprint(n))
	}
	if len(steps) > most {
		return strings.Join(words[:most-1], ",") + ",…"
	}
	return strings.Join(words, ",")
}

// lightWay lights a shortest way of control edges from one node to another
// through nodes of a task that are not lit.
func lightWay(d *render.Drawing, next [][]int, from, to, task int) {
	by := map[int]int{from: -1} // node to the edge that reached it; looked up only
	queue := []int{from}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, e := range next[n] {
			m := d.Edges[e].To
			if m == to {
				d.Edges[e].Lit = true
				for n != from {
					d.Nodes[n].Lit = true
					e = by[n]
					d.Edges[e].Lit = true
					n = d.Edges[e].From
				}
				return
			}
			if _, ok := by[m]; !ok && slices.Contains(d.Nodes[m].Columns, task) && d.Nodes[m].Class != render.Communication {
				by[m] = e
				queue = append(queue, m)
			}
		}
	}
}

// Start returns the value of each variable and the state of a property (nil: none)
// before the first step of an execution.
func Start(p *cfg.Program, sp *automata.Spec) (vars []report.VarValue, state string) {
	for i := range p.Vars {
		v := &p.Vars[i]
		vars = append(vars, report.VarValue{Name: v.Name, Value: v.Type.Format(v.Init)})
	}
	if sp != nil && sp.DFA != nil {
		state = sp.StateName(sp.DFA.Start)
	}
	return vars, state
}

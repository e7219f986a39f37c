package picture

// The product of the automata that a check works with, as its fixed point meets it.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/dataflow"
	"flavers/internal/english"
	"flavers/limit"
	"flavers/render/diagram"
	"flavers/report"
	"flavers/verify"
)

// MostTuples is up to how many tuples there may be for the product to be drawn, folded.
const MostTuples = 5000

// Product returns the part of the product of the property of a result, and of the constraints that its answer
// rests on, that the fixed point meets: a box for each tuple of their states, and an edge for each step of the
// program that leads from one to another, folded until it fits into room. Steps that leave a tuple as it is are
// left out. nil: there are more than MostTuples tuples. The error is that of a limit, or that the specifications
// do not fit the program.
func Product(ctx context.Context, p *cfg.Program, specs []*automata.Spec, of *report.Result, opt verify.Options,
	room Room) (*diagram.Graph, error) {
	type made struct {
		g   *stateGraph
		err error
	}
	m, done := limit.Within(ctx, func() (m made) {
		dr, err := prepare(ctx, p, specs, of, opt)
		if m.err = err; err != nil {
			return m
		}
		problem, origin := dataflow.Assemble(dr.set, dr.eliminate.Eliminate(dr.set, dr.before))
		if product, ok := dataflow.NewProduct(limit.New(ctx), problem, MostTuples); ok {
			m.g = dr.tuples(problem, origin, product)
		}
		return m
	})
	switch {
	case !done:
		return nil, limit.CutOffIn(ctx, "listing the product")
	case m.err != nil || m.g == nil:
		return nil, m.err
	}
	return m.g.folded(room), nil
}

// tuples draws a product.
func (dr *drawer) tuples(problem *dataflow.Problem, origin []int32, product *dataflow.Product) *stateGraph {
	g := &stateGraph{noun: "tuple", title: dr.p.Name + ": " + english.Plural(int64(len(product.Tuples)), "tuple") + " of the product for " +
		dr.name()}
	all := int64(1)
	var names []string
	for m := range problem.Monitors {
		mon := &problem.Monitors[m]
		names = append(names, fmt.Sprintf("%s (%d)", mon.Name, mon.States))
		if all *= int64(mon.States); all > 1<<40 {
			all = 1 << 40
		}
	}
	g.notes = append(g.notes, fmt.Sprintf("Automata, with their numbers of states: %s.", strings.ReplaceAll(firstOf(names, shownAutomata), "\n", ", ")),
		fmt.Sprintf("Their product has %s tuples; these are the ones that the fixed point meets.", english.Thousands(all)))
	if all == 1<<40 {
		g.notes[1] = "Their product is large; these are the tuples that the fixed point meets."
	}
	for i, t := range product.Tuples {
		b := box{id: fmt.Sprintf("t%d", i), states: []int{i}, ended: product.Ends[i]}
		for m := range t {
			text := problem.Monitors[m].Name + ": " + dr.stateName(m, t[m])
			b.title = append(b.title, text)
			switch mon := &problem.Monitors[m]; {
			case mon.Property: // the title names it
				b.group = dr.stateName(m, t[m])
				b.values = slices.Insert(b.values, 0, b.group)
			case t[m] != mon.Start:
				b.values = append(b.values, text)
			}
		}
		switch {
		case product.Trapped[i]:
			b.bad = "violated"
		case product.Bad[i]:
			b.bad = "violated at the end"
		}
		g.boxes = append(g.boxes, b)
	}
	known := map[stateStep]bool{} // looked up only
	for _, s := range product.Steps {
		l := &dr.set.Letters[origin[s.Letter]]
		step := stateStep{s.From, s.To, strings.Replace(dr.g.NodeString(l.Node), ": event ", ": ", 1)}
		if s.From != s.To && !known[step] {
			known[step] = true
			g.steps = append(g.steps, step)
		}
	}
	return g
}

// shownAutomata is how many automata the note names.
const shownAutomata = 5

// stateName returns what a state of an automaton is called: as in its specification, or its number.
func (dr *drawer) stateName(m int, q int32) string {
	mon := &dr.set.Monitors[m]
	switch {
	case q == mon.Trap && mon.Property:
		return "error"
	case mon.Binding != nil && mon.Binding.Spec.DFA != nil && mon.Binding.Spec.DFA.States() == mon.States:
		return mon.Binding.Spec.DFA.StateName(q)
	}
	return fmt.Sprint(q)
}

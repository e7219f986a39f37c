package infinite

// This file makes the graph of the states in which an obligation is open, and of the steps that leave it open. An
// infinite execution violates the obligation if it stays in this graph from some step on, so a fair cycle is looked for
// in it.

import (
	"flavers/automata"
	"flavers/explore/model"
	"flavers/live"
	"flavers/sem"
)

// open is this graph.
type open struct {
	*product
	obligation *automata.Obligation
	states     []int32 // by node of the graph: its state
	node       []int32 // by state: its node; -1: the obligation is not open there
	graph      *graph
	known      map[*model.Move]bool // by move with events: it leaves the obligation open
}

// open makes the graph of an obligation from the states that were visited. It returns nil if a limit was hit.
func (s *product) open(ob *automata.Obligation) *open {
	o := &open{product: s, obligation: ob, node: make([]int32, s.all.Set.Count), graph: newGraph(s.conditions),
		known: map[*model.Move]bool{}}
	for i := range o.node {
		o.node[i] = -1
		if i >= s.all.Next() { // its moves were not looked at: what they lead to need not be known
			continue
		}
		s.all.Set.State(s.state, i)
		if ob.Open[s.state[s.monitor.At]] {
			o.node[i] = int32(len(o.states))
			o.states = append(o.states, int32(i))
		}
	}
	for i, at := range o.states {
		if why := s.stop(); why != "" {
			s.halt(why)
			return nil
		}
		if s.opt.MaxMemory > 0 && i%1024 == 0 && s.all.Bytes()+o.graph.Bytes()*2 > s.opt.MaxMemory {
			s.halt("memory")
			return nil
		}
		o.graph.Add()
		o.steps(int(at), func(v *model.Move, to int32) bool {
			takes := o.graph.takes(v.Action)
			o.graph.EnableAll(takes)
			if to >= 0 {
				o.graph.Step(live.Edge{To: to, Takes: takes})
			}
			return true
		})
	}
	return o
}

// steps calls f for each move that is enabled in a state, until f returns false. to is the node to which the move
// leads, or -1 if it leaves the graph or is forbidden.
func (o *open) steps(at int, f func(v *model.Move, to int32) bool) {
	o.all.Set.State(o.state, at)
	o.enabled()
	for _, v := range o.moves {
		to := int32(-1)
		if v.Effect.Err == nil && !v.Forbidden && o.keeps(v) {
			o.Apply(o.next, o.state, v)
			n, _ := o.all.Set.Add(o.next[:o.size]) // it is known
			to = o.node[n]
		}
		if !f(v, to) {
			return
		}
	}
}

// keeps reports whether the obligation stays open throughout a move. A move may have several events, and meet the
// obligation between two of them.
func (o *open) keeps(v *model.Move) bool {
	if len(v.Effect.Occ) == 0 {
		return true
	}
	open, known := o.known[v]
	if !known {
		q := o.state[o.monitor.At]
		open = true
		for _, occ := range v.Effect.Occ {
			if sym := o.monitor.Symbol(occ.Names(), occ.Owners(o.Program)); sym >= 0 {
				to := o.monitor.Step(q, sym)
				open, q = open && o.obligation.Keeps(q, sym, to), to
			}
		}
		o.known[v] = open
	}
	return open
}

// choice returns a step of a cycle of the graph in the form of schedules.
func (o *open) choice(t live.Turn) (c sem.Choice) {
	edge := -1
	o.steps(int(o.states[t.From]), func(v *model.Move, to int32) bool {
		if to < 0 {
			return true
		}
		if edge++; edge == t.Edge {
			c = o.Choice(o.state, v.Way, v.Out)
		}
		return edge < t.Edge
	})
	return c
}

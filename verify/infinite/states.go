package infinite

// This file visits the states, and makes the graph in which an obligation stays open.

import (
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/live"
	"flavers/sem"
	"flavers/verify/packed"
)

// visit enters all states, breadth first.
func (s *search) visit() {
	s.set = packed.New(s.sizes())
	s.set.Add(s.Start()[:s.size])
	s.from = append(s.from, origin{parent: -1})
	for at := 0; at < s.set.Count; at++ {
		if !s.due() {
			return
		}
		s.set.State(s.state[:s.size], at)
		if s.monitor.Violated(s.state) {
			continue // nothing is open from here on
		}
		s.moves, _ = s.Enabled(s.moves[:0], s.state)
		for _, v := range s.moves {
			if err := v.Effect.Err; err != nil {
				if err.Kind == cfg.LimitError {
					s.end("model")
				}
				continue
			}
			s.Apply(s.next, s.state, v)
			if _, isNew := s.set.Add(s.next[:s.size]); !isNew {
				continue
			}
			s.from = append(s.from, origin{int32(at), s.Choice(s.state, v.Way, v.Out)})
			if s.opt.MaxStates > 0 && int64(s.set.Count) > s.opt.MaxStates || s.set.Count >= 1<<31-1 {
				s.halt("states")
				return
			}
			// Growing needs the old and the new at once.
			if s.opt.MaxMemory > 0 && s.bytes()*3 > s.opt.MaxMemory {
				s.halt("memory")
				return
			}
		}
	}
}

// sizes are how many values each of those has that are kept of a state.
func (s *search) sizes() []int32 {
	sizes := make([]int32, 0, s.size)
	for i := range s.Machine.Comps {
		sizes = append(sizes, s.Machine.Comps[i].Size)
	}
	for i := range s.Monitors {
		sizes = append(sizes, int32(s.Monitors[i].Spec.DFA.States()))
	}
	return sizes
}

// bytes is what the states take.
func (s *search) bytes() int64 { return int64(s.set.Count) * int64(s.set.Words*8+16+24) }

// due looks at the time now and then; false: the search has to stop.
func (s *search) due() bool {
	if s.watch.Due(1024) {
		if why := s.watch.Look(func() model.Progress { return model.Progress{States: int64(s.set.Count)} }); why != "" {
			s.halt(why)
			return false
		}
	}
	return true
}

// end notes why not all is known.
func (s *search) end(why string) {
	if s.out.Complete {
		s.out.Complete, s.out.Limit = false, why
	}
}

// halt is end, of a search that goes no further.
func (s *search) halt(why string) { s.out.Complete, s.out.Limit = false, why }

// path is the schedule that first led to a state: no other is shorter.
func (s *search) path(at int) []sem.Choice {
	var out []sem.Choice
	for ; s.from[at].parent >= 0; at = int(s.from[at].parent) {
		out = append(out, s.from[at].by)
	}
	slices.Reverse(out)
	return out
}

// open is the part of the states in which an obligation is open, with the steps that
// leave it open.
type open struct {
	*search
	obligation *automata.Obligation
	states     []int32 // by state of the graph
	node       []int32 // by state; -1: the obligation is not open
	graph      *live.Graph
	known      map[*model.Move]bool // of steps with events: they leave it open
}

// open makes the graph of an obligation; nil: a limit was hit.
func (s *search) open(ob *automata.Obligation) *open {
	o := &open{search: s, obligation: ob, node: make([]int32, s.set.Count), graph: live.New(len(s.Program.Tasks)),
		known: map[*model.Move]bool{}}
	for i := range o.node {
		o.node[i] = -1
		s.set.State(s.state[:s.size], i)
		if ob.Open[s.state[s.monitor.At]] {
			o.node[i] = int32(len(o.states))
			o.states = append(o.states, int32(i))
		}
	}
	for i, at := range o.states {
		if !s.due() {
			return nil
		}
		if s.opt.MaxMemory > 0 && i%1024 == 0 && s.bytes()+o.graph.Bytes()*2 > s.opt.MaxMemory {
			s.halt("memory")
			return nil
		}
		o.graph.Add()
		o.steps(int(at), func(v *model.Move, to int32) bool {
			a, b := o.tasks(v)
			o.graph.Enable(a)
			if b >= 0 {
				o.graph.Enable(b)
			}
			if to >= 0 {
				o.graph.Step(live.Edge{To: to, A: a, B: b})
			}
			return true
		})
	}
	return o
}

// tasks are those that a move is a step of; the second is -1 if there is one.
func (o *open) tasks(v *model.Move) (a, b int32) {
	action := o.Action(v.Way)
	if a, b = int32(o.Program.Nodes[action.A].Task), -1; action.Joint() {
		b = int32(o.Program.Nodes[action.B].Task)
	}
	return a, b
}

// steps calls f for the moves that are enabled in a state, until it says no, with the
// state of the graph that each leads to: -1 if it leaves the graph, or is forbidden.
func (o *open) steps(at int, f func(v *model.Move, to int32) bool) {
	o.set.State(o.state[:o.size], at)
	o.enabled()
	for _, v := range o.moves {
		to := int32(-1)
		if v.Effect.Err == nil && !v.Forbidden && o.keeps(v) {
			o.Apply(o.next, o.state, v)
			n, _ := o.set.Add(o.next[:o.size]) // it is known
			to = o.node[n]
		}
		if !f(v, to) {
			return
		}
	}
}

// enabled finds the moves of the state, those included that a constraint forbids: fairness
// is the program's.
func (o *open) enabled() {
	o.moves = o.moves[:0]
	for _, t := range o.Tasks() {
		q := o.Point(o.state, t)
		if q == cfg.None {
			continue
		}
		for _, k := range o.Alone[q] {
			o.moves, _ = o.Moves(o.moves, o.state, k)
		}
		for _, k := range o.Calling[q] {
			if o.Meets(o.state, k) {
				o.moves, _ = o.Moves(o.moves, o.state, k)
			}
		}
	}
}

// keeps tells whether the obligation stays open throughout a move. A step may have several
// events, and meet the obligation between two of them.
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

// choice is a step of a cycle of the graph as schedules have it.
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

package deadlock

import (
	"cmp"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/sem"
)

// This file writes a program as a net. A unit is a component of the state, or a few
// components taken together. A place is a value of a unit. A state marks exactly one place of
// each unit. A transition is a case of an action. For some units it has arcs, each from a
// place to a place of the unit. The transition is possible if each of these units marks the
// place where one of its arcs begins; it then marks the place where this arc ends.
//
//	lock m  (by task t)   moves unit "t" along {before lock -> after lock}
//	                      and unit "m" along {free -> held by t}

// Units and places are numbered, the places of all units together.
type (
	unit  = int32
	place = int32
)

// arc leads from a place to a place of the same unit.
type arc struct{ from, to place }

// move is what a transition does to one unit.
type move struct {
	unit unit
	arcs []arc // ascending by from
}

// transition is a case of an action.
type transition struct {
	moves  []move // ascending by unit
	action cfg.ActionID
	kase   int // number of the case
}

// net is a program. A unit is lost if a step without a table may change it: no transition
// says how, so no invariant is about it.
type net struct {
	m      *sem.Machine
	parts  [][]sem.CompID // by unit: its components; a value of the unit is a number with a digit for each, lowest first
	of     []unit         // by component: its unit
	stride []int32        // by component: the weight of its digit
	first  []place        // by unit: its first place; one more element is the number of places
	unit   []unit         // by place: its unit
	points []cfg.PointID  // by place: the point at which a task stands there, or None
	lost   []bool         // by unit
	start  []place        // by unit: the place that the initial state marks

	trans  []transition // cases that do not end in an error, without their moves of lost units
	enters [][]int32    // by place: numbers of the trans with an arc that begins there, ascending

	stops []transition // all cases of actions with tables, also those that end in an error: in a deadlock none is possible
	over  []int32      // numbers of the stops that exceed a limit of the model
	fails []int32      // numbers of the stops that end in an error that is asked about
}

// maxArcs bounds the arcs of a net in which components are taken together.
const maxArcs = 1 << 24

// newNet makes the net of a program. parts has the components of each unit; nil: each component is a unit. errors
// are the errors that are asked about. It returns nil if there are none. With parts, newNet returns nil if the net
// would have more than maxArcs arcs.
func newNet(s *monitor.Semantics, parts [][]sem.CompID, errors Cases) *net {
	m := s.M
	n := &net{m: m, parts: parts, of: make([]unit, len(m.Comps)), stride: make([]int32, len(m.Comps))}
	lost := lostOf(s)
	if parts == nil {
		for c := range m.Comps {
			n.parts = append(n.parts, []sem.CompID{sem.CompID(c)})
		}
	}

	// Units and places.
	for u, list := range n.parts {
		size, start, gone := int32(1), int32(0), false
		for _, c := range list {
			n.of[c], n.stride[c] = unit(u), size
			start += m.Comps[c].Start * size
			size *= m.Comps[c].Size
			gone = gone || lost[c]
		}
		n.first = append(n.first, place(len(n.unit)))
		n.start = append(n.start, place(len(n.unit))+start)
		n.lost = append(n.lost, gone)
		for range size {
			n.unit = append(n.unit, unit(u))
		}
	}
	n.first = append(n.first, place(len(n.unit)))
	n.points = make([]cfg.PointID, len(n.unit))
	for p := range n.points {
		n.points[p] = n.findPoint(place(p))
	}

	// Transitions.
	arcs := 0
	for a, cases := range s.Cases {
		exact := s.Exact(cfg.ActionID(a))
		for i := range cases {
			t := transition{n.moves(cases[i].Moves), cfg.ActionID(a), i}
			for _, mv := range t.moves {
				arcs += len(mv.arcs)
			}
			if parts != nil && arcs > maxArcs {
				return nil
			}
			if exact {
				if cases[i].Err != nil && cases[i].Err.Kind == cfg.LimitError {
					n.over = append(n.over, int32(len(n.stops)))
				} else if cases[i].Err != nil && errors != nil && errors(cfg.ActionID(a), i) {
					n.fails = append(n.fails, int32(len(n.stops)))
				}
				n.stops = append(n.stops, t)
			}
			if cases[i].Err == nil {
				t.moves = slices.DeleteFunc(slices.Clone(t.moves), func(x move) bool { return n.lost[x.unit] })
				n.trans = append(n.trans, t)
			}
		}
	}
	n.enters = make([][]int32, len(n.unit))
	for t := range n.trans {
		for _, mv := range n.trans[t].moves {
			for _, k := range mv.arcs {
				n.enters[k.from] = append(n.enters[k.from], int32(t))
			}
		}
	}
	return n
}

// lostOf returns, by component, whether a step without a table may change it: those that
// Semantics names, and the mailbox of a task that ends with such a step.
func lostOf(s *monitor.Semantics) []bool {
	lost := slices.Clone(s.Unconstrainable)
	p := s.M.P
	for _, a := range p.Actions {
		if s.Exact(a.ID) {
			continue
		}
		for _, id := range []cfg.NodeID{a.A, a.B} {
			if id == cfg.None || p.Nodes[id].Next != p.Tasks[p.Nodes[id].Task].End {
				continue
			}
			for i := range p.Objects {
				if o := &p.Objects[i]; o.Box() && o.Owner == p.Nodes[id].Task {
					for _, c := range s.M.OfObject(o.ID) {
						lost[c] = true
					}
				}
			}
		}
	}
	return lost
}

// moves turns moves of components into moves of units. A unit of several components moves
// along the product of their moves; a component that the case does not name stays as it is.
func (n *net) moves(list []sem.Move) []move {
	byUnit := map[unit][]sem.Move{}
	var units []unit
	for _, mv := range list {
		u := n.of[mv.Comp]
		if byUnit[u] == nil {
			units = append(units, u)
		}
		byUnit[u] = append(byUnit[u], mv)
	}
	slices.Sort(units)
	out := make([]move, 0, len(units))
	for _, u := range units {
		arcs := []arc{{n.first[u], n.first[u]}}
		for _, c := range n.parts[u] {
			var pairs []sem.Pair
			if i := slices.IndexFunc(byUnit[u], func(mv sem.Move) bool { return mv.Comp == c }); i >= 0 {
				pairs = byUnit[u][i].Pairs
			} else {
				for v := range n.m.Comps[c].Size {
					pairs = append(pairs, sem.Pair{From: v, To: v})
				}
			}
			next := make([]arc, 0, len(arcs)*len(pairs))
			for _, p := range pairs {
				for _, k := range arcs {
					next = append(next, arc{k.from + p.From*n.stride[c], k.to + p.To*n.stride[c]})
				}
			}
			arcs = next // ascending, as later components are higher digits
		}
		out = append(out, move{u, arcs})
	}
	return out
}

// places returns the number of places.
func (n *net) places() int { return len(n.unit) }

// value returns the value of a component if place p of its unit is marked.
func (n *net) value(c sem.CompID, p place) int32 {
	return (p - n.first[n.of[c]]) / n.stride[c] % n.m.Comps[c].Size
}

// point returns the point at which a task stands if place p is marked. It returns None if the
// unit has no position of a task, or the task stands nowhere.
func (n *net) point(p place) cfg.PointID { return n.points[p] }

// findPoint computes point.
func (n *net) findPoint(p place) cfg.PointID {
	for _, c := range n.parts[n.unit[p]] {
		if k := &n.m.Comps[c]; k.Kind == sem.Position {
			return n.m.Point(k.Task, n.value(c, p))
		}
	}
	return cfg.None
}

// final reports whether a place may be marked when an execution is over.
func (n *net) final(p place) bool {
	for _, c := range n.parts[n.unit[p]] {
		if !n.m.Final(c, n.value(c, p)) {
			return false
		}
	}
	return true
}

// vector returns the state of the machine in which each unit marks the given place.
func (n *net) vector(marked []place) []int32 {
	out := make([]int32, len(n.of))
	for c := range out {
		out[c] = n.value(sem.CompID(c), marked[n.of[c]])
	}
	return out
}

// join chooses components to take together as units. It goes through all couples of
// components, first those of a task's position and its own variable, then by how many actions
// name both. A couple is joined if the unit gets at most size places and one position. It
// returns nil if nothing is joined.
func join(s *monitor.Semantics, size int32) [][]sem.CompID {
	m := s.M
	lost := lostOf(s)
	type couple struct{ c, d sem.CompID }
	count := map[couple]int{} // how many actions have a case that names both
	for _, cases := range s.Cases {
		here := map[couple]bool{}
		for i := range cases {
			mv := cases[i].Moves
			if len(mv) > 12 { // too many couples
				continue
			}
			for j := range mv {
				for k := range j {
					here[couple{mv[k].Comp, mv[j].Comp}] = true
				}
			}
		}
		for k := range here {
			count[k]++
		}
	}
	var list []couple
	for k := range count {
		if !lost[k.c] && !lost[k.d] {
			list = append(list, k)
		}
	}
	own := func(k couple) int {
		c, d := &m.Comps[k.c], &m.Comps[k.d] // positions come first
		if c.Kind == sem.Position && d.Kind != sem.Position && d.Task == c.Task {
			return 1
		}
		return 0
	}
	slices.SortFunc(list, func(x, y couple) int {
		return cmp.Or(cmp.Compare(own(y), own(x)), cmp.Compare(count[y], count[x]), cmp.Compare(x.c, y.c),
			cmp.Compare(x.d, y.d))
	})

	// Each component begins as a group of its own. A group has the number of one of its components.
	into := make([][]sem.CompID, len(m.Comps)) // by group: its components; nil: it was joined to another one
	group := make([]int, len(m.Comps))         // by component: its group
	width := make([]int32, len(m.Comps))       // by group: how many places it has
	position := make([]bool, len(m.Comps))     // by group: it has the position of a task
	for c := range m.Comps {
		into[c] = []sem.CompID{sem.CompID(c)}
		group[c] = c
		width[c] = m.Comps[c].Size
		position[c] = m.Comps[c].Kind == sem.Position
	}
	joined := false
	for _, k := range list {
		x, y := group[k.c], group[k.d]
		if x == y || position[x] && position[y] || int64(width[x])*int64(width[y]) > int64(size) {
			continue
		}
		joined = true
		into[x] = append(into[x], into[y]...)
		width[x] *= width[y]
		position[x] = position[x] || position[y]
		for _, c := range into[y] {
			group[c] = x
		}
		into[y] = nil
	}
	if !joined {
		return nil
	}
	into = slices.DeleteFunc(into, func(l []sem.CompID) bool { return len(l) == 0 })
	for _, l := range into {
		slices.Sort(l)
	}
	return into
}

package deadlock

import (
	"cmp"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/sem"
)

// The program as a net. A unit is one component of the state, or a few taken
// together; a place is one value of a unit; a state marks one place of each
// unit. A transition is a case of an action: it can be taken where every unit
// that it moves marks the From of one of its arcs, and then marks the To of that
// arc.

// unit numbers the units, place the values of all units.
type (
	unit  = int32
	place = int32
)

// arc is a pair of a partial function, as places of one unit.
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
	kase   int
}

// net is the program. A lost unit may change in any step, and no transition
// tells how: no invariant speaks of it.
type net struct {
	m      *sem.Machine
	parts  [][]sem.CompID // by unit: its components, the first as the lowest digit
	of     []unit         // by component
	stride []int32        // by component: what one more of its value adds to the unit's
	first  []place        // by unit, and one more: the number of places
	unit   []unit         // by place
	points []cfg.PointID  // by place: the point of a task that it includes, or None
	lost   []bool         // by unit
	start  []place        // by unit
	// trans are the cases after which the execution goes on, without what they
	// do to lost units.
	trans  []transition
	enters [][]int32 // by place: the trans that have it as a From, ascending
	// stops are all cases, run-time errors included, of actions with tables: in
	// a deadlock none can be taken.
	stops []transition
	over  []int32 // the stops that are limits of the model
	fails []int32 // the stops that are the errors asked about
}

// maxArcs is how many arcs the net may have.
const maxArcs = 1 << 24

// newNet makes the net of a program; parts tells which components are taken
// together, each in one unit; nil: none are. nil, for parts, if it has too many
// arcs. The errors are those asked about; nil: there are none.
func newNet(s *monitor.Semantics, parts [][]sem.CompID, errors Cases) *net {
	m := s.M
	n := &net{m: m, parts: parts, of: make([]unit, len(m.Comps)), stride: make([]int32, len(m.Comps))}
	lost := lostOf(s)
	if parts == nil {
		for c := range m.Comps {
			n.parts = append(n.parts, []sem.CompID{sem.CompID(c)})
		}
	}
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

// lostOf tells which components a step without a table may change: those that
// Semantics names, and the box of a task that ends with such a step.
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

// moves turns partial functions on components into those on units: on a unit
// of several components, the product with what it leaves as it is.
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

// places is the number of places.
func (n *net) places() int { return len(n.unit) }

// value is the value of a component where a place of its unit is marked.
func (n *net) value(c sem.CompID, p place) int32 {
	return (p - n.first[n.of[c]]) / n.stride[c] % n.m.Comps[c].Size
}

// point is the point of a task that a place includes, or None.
func (n *net) point(p place) cfg.PointID { return n.points[p] }

func (n *net) findPoint(p place) cfg.PointID {
	for _, c := range n.parts[n.unit[p]] {
		if k := &n.m.Comps[c]; k.Kind == sem.Position {
			return n.m.Point(k.Task, n.value(c, p))
		}
	}
	return cfg.None
}

// final reports whether a place can be marked where an execution is over.
func (n *net) final(p place) bool {
	for _, c := range n.parts[n.unit[p]] {
		if !n.m.Final(c, n.value(c, p)) {
			return false
		}
	}
	return true
}

// vector is a state of the machine, of a marking by units.
func (n *net) vector(marked []place) []int32 {
	out := make([]int32, len(n.of))
	for c := range out {
		out[c] = n.value(sem.CompID(c), marked[n.of[c]])
	}
	return out
}

// join chooses components to take together: those that occur in the same steps
// most often, a task's own variables with the task before all, as long as a
// unit has at most size places and one position. nil: there is nothing to join.
func join(s *monitor.Semantics, size int32) [][]sem.CompID {
	m := s.M
	lost := lostOf(s)
	type couple struct{ c, d sem.CompID }
	count := map[couple]int{}
	for _, cases := range s.Cases {
		here := map[couple]bool{}
		for i := range cases {
			mv := cases[i].Moves
			if len(mv) > 12 {
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
	into := make([][]sem.CompID, len(m.Comps))
	group := make([]int, len(m.Comps))
	width := make([]int32, len(m.Comps))
	position := make([]bool, len(m.Comps))
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

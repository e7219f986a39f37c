package lpor

import (
	"flavers/bitset"
	"flavers/cfg"
)

// This file makes the relations of a program (relations.go) from what its
// transitions touch (touch.go). It does for programs what section IV-B of the
// paper does for message-passing systems (Definitions 4 to 6):
//
//	CanEnable   u provides a token that t may need
//	Dependent   marks of t and u conflict; or a property tells their order; or a constraint sees both; or
//	            they leave the same point of a task
//	Necessary   u is the only transition that provides something which t lacks at the start
//
// Transitions of one task that leave different points are never enabled together,
// so they do not depend on each other. Transitions that leave the same point do,
// since one takes the task away from the other, unless both are handlers that
// leave the task there (touch.stays).

// relate fills in g.rel, unless time is up.
func (g *program) relate() {
	n := len(g.transitions)
	g.rel = NewRelations(n)
	g.never = bitset.New(n)
	for i := range g.transitions {
		if g.stopped() {
			return
		}
		g.touched(&g.transitions[i])
	}
	for i := range g.Monitors {
		g.constrain(i)
	}
	for _, step := range []func(){g.relateEnabling, g.relateConflicts, g.relateNecessary} {
		if step(); g.stopped() {
			return
		}
	}
}

// constrain gives constraint i a token: a transition that moves the constraint's
// automaton may enable every transition whose events the constraint may forbid.
func (g *program) constrain(i int) {
	if g.Monitors[i].Spec.Property {
		return
	}
	for k := range g.transitions {
		if t := &g.transitions[k].touch; !t.symbols[i].Empty() {
			t.need.Add(g.specToken(i))
			t.makes.Add(g.specToken(i))
		}
	}
}

// relateEnabling fills in CanEnable, and what Needs returns: by need, who
// provides its token (need.makers), and for the rest transition.unclear.
func (g *program) relateEnabling() {
	n := len(g.transitions)
	g.makers = make([]bitset.Set, g.tokens())
	for k := range g.makers {
		g.makers[k] = bitset.New(n)
	}
	for i := range g.transitions {
		for k := range g.transitions[i].makes.All {
			g.makers[k].Add(i)
		}
	}
	enablers := bitset.New(n)
	for i := range g.transitions {
		if g.stopped() {
			return
		}
		t := &g.transitions[i]
		// Who provides a token that t may need can enable t.
		clear(enablers)
		for k := range t.need.All {
			enablers.Or(g.makers[k])
		}
		if t.any {
			for k := range n {
				enablers.Add(k)
			}
		}
		for k := range enablers.All {
			Add(g.rel.CanEnable, ID(k), ID(i))
		}
		// A need without a token of its own (token -1) is met by any of its components.
		for k := range t.needs {
			d := &t.needs[k]
			d.makers = bitset.New(n)
			if d.token >= 0 {
				d.makers.Or(g.makers[d.token])
			} else {
				for _, c := range d.comps {
					d.makers.Or(g.makers[c])
				}
			}
		}
		// A need whose lack shows in full, and a point, are taken out of t.need. What is left is what t can wait for in
		// a state where none of its needs is missing, as for a message that satisfies a guard.
		for k := range t.needs {
			if d := &t.needs[k]; d.token >= 0 && !d.partly {
				t.need.Remove(d.token)
			}
		}
		for _, q := range t.points {
			if q != cfg.None {
				t.need.Remove(g.pointToken(q))
			}
		}
		if !t.any && !t.need.Empty() {
			t.unclear = bitset.New(n)
			for k := range t.need.All {
				t.unclear.Or(g.makers[k])
			}
		}
	}
}

// relateConflicts fills in Dependent, which is symmetric here but for adds and
// choices: a handler that chooses among messages depends on the transition that
// adds one, since it then has another choice. The reverse does not hold, as the
// addition is the same after any choice.
func (g *program) relateConflicts() {
	n := len(g.transitions)
	// By mark: who reads it, writes it, chooses among it; by task and by point: whose step starts there.
	sets := func(count int) []bitset.Set {
		out := make([]bitset.Set, count)
		for k := range out {
			out[k] = bitset.New(n)
		}
		return out
	}
	readers, writers, choosers := sets(g.marks()), sets(g.marks()), sets(g.marks())
	ofTask, atPoint := sets(len(g.Program.Tasks)), sets(len(g.Program.Points))
	staying := bitset.New(n)
	looks := bitset.New(n) // transitions that look at everything
	for i := range g.transitions {
		t := &g.transitions[i]
		for k := range t.reads.All {
			readers[k].Add(i)
		}
		for k := range t.writes.All {
			writers[k].Add(i)
		}
		for k := range t.choices.All {
			choosers[k].Add(i)
		}
		for _, q := range t.points {
			if q != cfg.None {
				ofTask[g.Program.Points[q].Task].Add(i)
				atPoint[q].Add(i)
			}
		}
		if t.stays {
			staying.Add(i)
		}
		if t.any {
			looks.Add(i)
		}
	}
	// Conflicts of marks. Row i has what depends on transition i.
	for i := range g.transitions {
		t, row := &g.transitions[i], g.rel.Dependent.Row(i)
		for k := range t.writes.All {
			row.Or(readers[k])
			row.Or(writers[k])
		}
		for k := range t.reads.All {
			row.Or(writers[k])
		}
		for k := range t.adds.All {
			row.Or(choosers[k])
		}
		row.Or(looks)
		if t.any {
			for k := range n {
				row.Add(k)
			}
		}
	}
	// Order that a specification sees.
	if len(g.Monitors) > 0 {
		for i := range g.transitions {
			if g.stopped() {
				return
			}
			for k := range i {
				if !g.rel.Dependent.Has(i, k) || !g.rel.Dependent.Has(k, i) {
					if g.ordered(&g.transitions[i].touch, &g.transitions[k].touch) {
						Add(g.rel.Dependent, ID(i), ID(k))
						Add(g.rel.Dependent, ID(k), ID(i))
					}
				}
			}
		}
	}
	// Steps of one task: dependent if they leave the same point, and independent if they leave different ones.
	for i := range g.transitions {
		row := g.rel.Dependent.Row(i)
		for _, q := range g.transitions[i].points {
			if q == cfg.None {
				continue
			}
			for w, x := range atPoint[q] {
				if g.transitions[i].stays {
					x &^= staying[w]
				}
				row[w] |= x
			}
		}
		for _, q := range g.transitions[i].points {
			if q == cfg.None {
				continue
			}
			for w, x := range ofTask[g.Program.Points[q].Task] {
				row[w] &^= x &^ atPoint[q][w]
			}
		}
		row.Remove(i)
	}
}

// ordered reports whether a specification may tell the order of two transitions. A constraint that sees both may.
// A property may if two of their symbols lead it to different states in different orders. Where infinite executions are
// judged, the order always counts, since their words must stay the same.
func (g *program) ordered(t, u *touch) bool {
	for i := range g.Monitors {
		if t.symbols[i].Empty() || u.symbols[i].Empty() {
			continue
		}
		if !g.Monitors[i].Spec.Property || g.endless {
			return true
		}
		for a := range t.symbols[i].All {
			for b := range u.symbols[i].All {
				if !g.commute(i, a, b) {
					return true
				}
			}
		}
	}
	return false
}

// commute reports whether symbols a and b lead automaton i to the same state in either order, from every state.
func (g *program) commute(i, a, b int) bool { return g.differs(i, a, b).Empty() }

// differs returns the states of automaton i from which symbols a and b lead to different states in different orders.
func (g *program) differs(i, a, b int) bitset.Set {
	m := &g.Monitors[i]
	n := m.Spec.DFA.States()
	out := bitset.New(n)
	for q := range int32(n) {
		if m.Step(m.Step(q, a), b) != m.Step(m.Step(q, b), a) {
			out.Add(int(q))
		}
	}
	return out
}

// relateNecessary fills in Necessary: if something that t needs is missing at the
// start and only one transition provides it, that transition is necessary for t,
// and so is what is necessary for that transition.
func (g *program) relateNecessary() {
	s := g.Start()
	for i := range g.transitions {
		t := &g.transitions[i]
		only := func(makers bitset.Set) {
			if makers.Count() == 1 {
				for k := range makers.All {
					if k != i {
						Add(g.rel.Necessary, ID(i), ID(k))
					}
				}
			}
		}
		for _, q := range t.points {
			if q != cfg.None {
				if u := g.Program.Points[q].Task; s[g.Machine.Pos(u)] != g.Machine.PointValue(q) {
					only(g.makers[g.pointToken(q)])
				}
			}
		}
		for k := range t.needs {
			if t.needs[k].missing(s) {
				only(t.needs[k].makers)
			}
		}
	}
	g.rel.Close()
}

// Needs returns that of Situational. It has a set for each point that a task of t must get to, and for each need
// of t that is missing: the transitions that provide it. A task that has met an error gets nowhere, so the set is
// then empty. If nothing shows to be missing and t is disabled all the same, t waits for something that the state
// does not show, and the set is t.unclear.
func (g *program) Needs(dst []bitset.Set, s []int32, id ID) []bitset.Set {
	t := &g.transitions[id]
	from := len(dst)
	for _, q := range t.points {
		if q == cfg.None {
			break
		}
		u := g.Program.Points[q].Task
		if s[g.Failures+int(u)] != 0 {
			return append(dst, g.never)
		}
		if s[g.Machine.Pos(u)] != g.Machine.PointValue(q) {
			dst = append(dst, g.makers[g.pointToken(q)])
		}
	}
	for i := range t.needs {
		if n := &t.needs[i]; n.missing(s) {
			dst = append(dst, n.makers)
		}
	}
	if len(dst) == from && t.unclear != nil {
		dst = append(dst, t.unclear)
	}
	return dst
}

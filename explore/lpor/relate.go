package lpor

import (
	"flavers/bitset"
	"flavers/cfg"
)

// This file makes the relations of a program from what its transitions touch.
//
// Transitions of one task can never both be taken if they leave different
// points, and depend on each other if they leave the same one, unless both are
// handlers that stay there. In general, transitions depend on each other if their
// marks conflict, if a property tells their order, or if a constraint sees both.

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

// constrain makes a constraint a token: who moves it may enable who sees it.
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
		// What is left of need: what the transition can still wait for where none of
		// its needs is missing. Which message satisfies a guard, and the like.
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

func (g *program) relateConflicts() {
	n := len(g.transitions)
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
	for i := range g.transitions {
		row := g.rel.Dependent.Row(i)
		for _, q := range g.transitions[i].points { // who leaves the same point
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
		for _, q := range g.transitions[i].points { // who leaves a different one
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

// ordered reports whether a specification can tell the order of two transitions. Where infinite executions
// are judged, it can: their words stay as they are.
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

// commute reports whether two symbols lead to the same state in either order.
func (g *program) commute(i, a, b int) bool { return g.differs(i, a, b).Empty() }

// differs returns the states of an automaton from which two symbols lead to different states in different orders.
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

// relateNecessary has the only transition that provides what is missing at the
// start, and what is necessary for that.
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

// Needs has a set for each place where a task of t must get to, and for each
// token that is missing: who can provide it. A task that has met an error goes
// nowhere. Where nothing is missing and t is disabled all the same, a guard or
// something unclear must change.
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

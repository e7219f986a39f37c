package lpor

import (
	"encoding/binary"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/sem"
)

// This file makes the relations of a program depend on the state at hand. From a
// state, and without some transitions, what can happen is computed together with
// the values that variables can have meanwhile: each variable has the value of
// the state until something that can happen writes another one, and then any.
// With these values a guard may be known not to hold, a branch not to be taken, a
// message not to be sent, and a write to change nothing. So what can happen is
// less than by the relations that are computed once, and so is what it touches.
//
// The automata of specifications are followed likewise: two events whose order an
// automaton can tell count only if one of its states in which it can tell can be
// reached by events of what can happen and of the set.
//
// May err towards: more can happen, and more depends on it.

// Foreseeing is a System that knows what can happen from a state on.
type Foreseeing[S any] interface {
	// Foresee fills live with the transitions that can be taken on paths from s on
	// which there is no member of stub, which are enabled in s, as all of enabled
	// are.
	Foresee(live bitset.Set, s S, enabled, stub bitset.Set)
	// Disturb adds to dst the members of live on which t depends, a member of
	// stub, in states on those paths. Live and stub are those of the last call of
	// Foresee; stub may have grown.
	Disturb(dst bitset.Set, t ID)
}

// maxFacts bounds the facts that are kept for a transition. When there are more, the transition gets the facts that
// hold in all states.
const maxFacts = 512

// facts are what a transition touches in states in which some values are known.
type facts struct {
	*touch
	stores []sem.CompID // variables that it may change
}

// forecast is what the last call of Foresee found out, with tables that are computed once for all calls.
type forecast struct {
	vars     [][]sem.CompID // by transition: the variables that it reads or writes
	users    []bitset.Set   // by component: the transitions with this variable among them
	cache    []map[string]*facts
	always   []*facts       // by transition: facts of all states
	order    [][]bitset.Set // by specification: by two symbols, states in which their order can be told
	values   []cell         // by component: what is known of variables
	avail    bitset.Set     // tokens
	lacks    []int32        // by transition: 1 + a token without which it cannot be taken, 0: none is known; never
	live     bitset.Set
	stub     bitset.Set
	queued   bitset.Set
	todo     []ID
	key      []byte
	reached  []bitset.Set // by specification: states of its automaton; nil: not asked for since Foresee
	state    []int32
	knowable []bool // by component: a variable whose every write is among the facts
}

// never, in forecast.lacks, says that a transition cannot be taken on any path from the state.
const never = -1

var _ Foreseeing[[]int32] = (*program)(nil)

// newForecast prepares forecasts.
func (g *program) newForecast() *forecast {
	n := len(g.parts)
	f := &forecast{vars: make([][]sem.CompID, n), users: make([]bitset.Set, len(g.Machine.Comps)),
		cache: make([]map[string]*facts, n), always: make([]*facts, n),
		order: make([][]bitset.Set, len(g.Monitors)), values: make([]cell, len(g.Machine.Comps)),
		avail: bitset.New(g.tokens()), lacks: make([]int32, n), live: bitset.New(n),
		stub: bitset.New(n), queued: bitset.New(n), reached: make([]bitset.Set, len(g.Monitors)),
		knowable: make([]bool, len(g.Machine.Comps))}
	for c := range g.Machine.Comps {
		if k := &g.Machine.Comps[c]; k.Kind == sem.Variable {
			f.users[c] = bitset.New(n)
			// parameters of others are set where they are started
			f.knowable[c] = k.Task == cfg.None || g.Program.Tasks[k.Task].Static()
		}
	}
	for i := range g.parts {
		t := &g.parts[i].touch
		f.always[i] = g.newFacts(t)
		for c := range g.Machine.Comps {
			if f.knowable[c] && (t.reads.Has(c) || t.writes.Has(c)) {
				f.vars[i] = append(f.vars[i], sem.CompID(c))
				f.users[c].Add(i)
			}
		}
	}
	return f
}

func (g *program) newFacts(t *touch) *facts {
	x := &facts{touch: t}
	for c := range t.writes.All {
		if c < len(g.Machine.Comps) && g.Machine.Comps[c].Kind == sem.Variable {
			x.stores = append(x.stores, sem.CompID(c))
		}
	}
	return x
}

// factsOf returns the facts of a transition under the values that are known in the state of the forecast.
func (g *program) factsOf(t ID) *facts {
	f := g.forecast
	if len(f.vars[t]) == 0 {
		return f.always[t]
	}
	f.key = f.key[:0]
	for _, c := range f.vars[t] {
		if x := f.values[c]; x.known {
			f.key = binary.AppendVarint(append(f.key, 1), x.value)
		} else {
			f.key = append(f.key, 0)
		}
	}
	if x := f.cache[t][string(f.key)]; x != nil {
		return x
	}
	if len(f.cache[t]) >= maxFacts {
		return f.always[t]
	}
	if f.cache[t] == nil {
		f.cache[t] = map[string]*facts{}
	}
	p := g.parts[t]
	g.touchedWith(&p, f.values)
	for i := range g.Monitors { // as constrain does
		if !g.Monitors[i].Spec.Property && !g.parts[t].symbols[i].Empty() {
			p.makes.Add(g.specToken(i))
		}
	}
	x := g.newFacts(&p.touch)
	f.cache[t][string(f.key)] = x
	return x
}

// Foresee is that of Foreseeing.
func (g *program) Foresee(live bitset.Set, s []int32, enabled, stub bitset.Set) {
	if g.forecast == nil {
		g.forecast = g.newForecast()
	}
	f := g.forecast
	for c := range f.values {
		f.values[c] = cell{}
		if f.knowable[c] {
			f.values[c] = cell{int64(s[c]) + int64(g.Program.Vars[g.Machine.Comps[c].Var].Type.Lo), true}
		}
	}
	clear(f.avail)
	clear(f.lacks)
	clear(f.queued)
	clear(f.reached)
	clear(live)
	f.state = s
	copy(f.stub, stub)
	f.todo = f.todo[:0]
	queue := func(t int) {
		if !f.queued.Has(t) {
			f.queued.Add(t)
			f.todo = append(f.todo, ID(t))
		}
	}
	for i := range live {
		live[i] = enabled[i] &^ stub[i]
	}
	for t := range live.All {
		queue(t)
	}
	for len(f.todo) > 0 {
		a := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		f.queued.Remove(int(a))
		x := g.factsOf(a)
		f.avail.Or(x.makes)
		for _, c := range x.stores {
			if !f.values[c].known {
				continue
			}
			f.values[c].known = false
			for b := range f.users[c].All {
				if live.Has(b) {
					queue(b)
				}
			}
		}
		row := g.rel.CanEnable.Row(int(a))
		for i, w := range row {
			for b := range (bitset.Set{w &^ live[i] &^ enabled[i]}).All {
				if b += i << 6; g.feasible(s, ID(b)) {
					live.Add(b)
					queue(b)
				}
			}
		}
	}
	copy(f.live, live)
}

// feasible reports whether everything that a disabled transition lacks may become available. If not, it notes one token
// that cannot become available yet (forecast.lacks): as long as that is so, the answer stays false, and is not computed
// again.
func (g *program) feasible(s []int32, id ID) bool {
	t, avail, lacks := &g.parts[id], g.forecast.avail, &g.forecast.lacks[id]
	if *lacks == never || *lacks > 0 && !avail.Has(int(*lacks)-1) {
		return false
	}
	missing := false
	for _, q := range t.points {
		if q == cfg.None {
			break
		}
		u := g.Program.Points[q].Task
		if s[g.Failures+int(u)] != 0 {
			*lacks = never
			return false
		}
		if s[g.Machine.Pos(u)] != g.Machine.PointValue(q) {
			if missing = true; !avail.Has(g.pointToken(q)) {
				*lacks = int32(g.pointToken(q)) + 1
				return false
			}
		}
	}
	for i := range t.needs {
		n := &t.needs[i]
		if !n.missing(s) {
			continue
		}
		missing = true
		comes := n.token >= 0 && avail.Has(n.token)
		if n.token < 0 {
			for _, c := range n.comps {
				comes = comes || avail.Has(int(c))
			}
		}
		if !comes {
			*lacks = int32(n.token) + 1 // none if one of several would do
			return false
		}
	}
	if !missing && t.unclear != nil && !t.need.Meets(avail) {
		return false
	}
	return !g.factsOf(id).never
}

// Disturb is that of Foreseeing.
func (g *program) Disturb(dst bitset.Set, id ID) {
	m := g.factsOf(id)
	for a := range g.forecast.live.All {
		if g.looked++; g.spent() {
			return
		}
		if g.clash(id, m, ID(a)) {
			dst.Add(a)
		}
	}
}

// spent reports whether Disturb has looked at as many pairs as it may. Sets that it makes from then on are too small,
// so the search must be cut off.
func (g *program) spent() bool {
	for g.most > 0 && g.looked > g.most {
		if g.extend == nil {
			return true
		}
		most := g.extend()
		if most > 0 && most <= g.most {
			return true
		}
		g.most = most
	}
	return false
}

// clash reports whether transition id, with facts m, depends on a.
func (g *program) clash(id ID, m *facts, a ID) bool {
	if id == a {
		return false
	}
	t, u, x := &g.parts[id], &g.parts[a], g.factsOf(a)
	same := false
	for _, p := range t.points {
		for _, q := range u.points {
			switch {
			case p == cfg.None || q == cfg.None || g.Program.Points[p].Task != g.Program.Points[q].Task:
			case p != q:
				return false // whoever gets the task there depends on it already
			case !m.stays || !x.stays:
				same = true
			}
		}
	}
	switch {
	case same || m.any || x.any || g.apart != nil && g.apart.Has(int(id), int(a)):
		return true
	case m.writes.Meets(x.reads) || m.writes.Meets(x.writes) || m.reads.Meets(x.writes) || m.choices.Meets(x.adds):
		return true
	}
	for i := range g.Monitors {
		if m.symbols[i].Empty() || x.symbols[i].Empty() {
			continue
		}
		if !g.Monitors[i].Spec.Property || g.endless || g.tells(i, m.symbols[i], x.symbols[i]) {
			return true
		}
	}
	return false
}

// tells reports whether an automaton can tell the order of some two symbols in a
// state that it can be in.
func (g *program) tells(i int, these, those bitset.Set) bool {
	f, d := g.forecast, g.Monitors[i].Spec.DFA
	if f.order[i] == nil {
		f.order[i] = make([]bitset.Set, d.Symbols*d.Symbols)
	}
	for a := range these.All {
		for b := range those.All {
			set := &f.order[i][a*d.Symbols+b]
			if *set == nil {
				*set = g.differs(i, a, b)
			}
			if set.Meets(g.reachedBy(i)) {
				return true
			}
		}
	}
	return false
}

// reachedBy returns the states that an automaton can get into by what can happen.
func (g *program) reachedBy(i int) bitset.Set {
	f, k := g.forecast, &g.Monitors[i]
	if f.reached[i] != nil {
		return f.reached[i]
	}
	symbols := bitset.New(max(k.Spec.DFA.Symbols, 1))
	for t := range f.live.All {
		symbols.Or(g.factsOf(ID(t)).symbols[i])
	}
	for t := range f.stub.All {
		symbols.Or(g.factsOf(ID(t)).symbols[i])
	}
	out := bitset.New(k.Spec.DFA.States())
	out.Add(int(f.state[k.At]))
	todo := []int32{f.state[k.At]}
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for a := range symbols.All {
			if to := k.Step(q, a); !out.Has(int(to)) {
				out.Add(int(to))
				todo = append(todo, to)
			}
		}
	}
	f.reached[i] = out
	return out
}

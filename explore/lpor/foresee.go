package lpor

import (
	"encoding/binary"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/sem"
)

// This file makes all relations of a program depend on the present state s, not
// only NET, as the paper does. It answers two questions about the paths from s
// that take no member of a set stub: which transitions can be taken on them
// (Foresee), and which of these a member of stub depends on (Disturb).
//
// The answer is a fixed point over transitions and values. At first the enabled
// transitions outside stub are live, and each variable has its value in s. A live
// transition may provide tokens, which make disabled transitions live, and may
// write a variable, which then has any value. Known values matter in four ways: a
// guard may be known not to hold, a branch not to be taken, a message not to be
// sent, and a write to change nothing. For example, if x is 0 in s and no live
// transition writes x, then
//
//	if x == 1 { y := 0 }
//
// writes nothing on these paths, and depends on no reader of y.
//
// The automata of specifications are followed likewise. The order of two events
// matters only if an automaton can reach, by events of live transitions and of
// members of stub, a state from which the two orders lead to different states.
//
// May err towards: more can happen, and more depends on it.

// Foreseeing is a System that knows what can happen from a state on.
type Foreseeing[S any] interface {
	// Foresee fills live with the transitions that can be taken on paths from s
	// that take no member of stub. The set enabled has all that is enabled in s;
	// stub is a subset of it.
	Foresee(live bitset.Set, s S, enabled, stub bitset.Set)
	// Disturb adds to dst the transitions in live on which t, a member of stub,
	// depends in some state of those paths. The sets live and stub are those of the
	// last call of Foresee; stub may have grown since.
	Disturb(dst bitset.Set, t ID)
}

// maxFacts bounds the facts that are kept for one transition. If there are more, the transition gets the facts that
// hold in all states.
const maxFacts = 512

// facts are what a transition touches in all states in which some variables have known values.
type facts struct {
	*touch
	stores []sem.CompID // variables that it may change
}

// forecast has the results of the last call of Foresee, and tables that all calls share.
type forecast struct {
	// Tables.
	knowable []bool              // by component: it is a variable, and facts have all writes to it
	vars     [][]sem.CompID      // by transition: the knowable variables that it reads or writes
	users    []bitset.Set        // by component: the transitions that have it among their vars
	always   []*facts            // by transition: the facts that hold in all states
	cache    []map[string]*facts // by transition: facts by the known values of its vars, encoded as in factsOf
	order    [][]bitset.Set      // by specification: by symbols a*n+b, the states from which ab and ba differ

	// Of the last call.
	state   []int32
	stub    bitset.Set
	live    bitset.Set   // the answer
	values  []cell       // by component: the value of a variable on the paths, if it is known
	avail   bitset.Set   // tokens that live transitions provide
	lacks   []int32      // by transition: 1 + a token that it waits for, as far as feasible knows; 0: none; or never
	reached []bitset.Set // by specification: states that its automaton can reach; nil: not computed yet

	// Scratch.
	queued bitset.Set // members of todo
	todo   []ID       // live transitions whose facts are to be looked at (again)
	key    []byte
}

// never, in forecast.lacks, says that a transition cannot be taken on any path from the state.
const never = -1

var _ Foreseeing[[]int32] = (*program)(nil)

// newForecast makes the tables of a forecast.
func (g *program) newForecast() *forecast {
	n := len(g.transitions)
	f := &forecast{vars: make([][]sem.CompID, n), users: make([]bitset.Set, len(g.Machine.Comps)),
		cache: make([]map[string]*facts, n), always: make([]*facts, n),
		order: make([][]bitset.Set, len(g.Monitors)), values: make([]cell, len(g.Machine.Comps)),
		avail: bitset.New(g.tokens()), lacks: make([]int32, n), live: bitset.New(n),
		stub: bitset.New(n), queued: bitset.New(n), reached: make([]bitset.Set, len(g.Monitors)),
		knowable: make([]bool, len(g.Machine.Comps))}
	for c := range g.Machine.Comps {
		if k := &g.Machine.Comps[c]; k.Kind == sem.Variable {
			f.users[c] = bitset.New(n)
			// The parameters of a task that is started later are written by the start. No touch has this write.
			f.knowable[c] = k.Task == cfg.None || g.Program.Tasks[k.Task].Static()
		}
	}
	for i := range g.transitions {
		t := &g.transitions[i].touch
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

// newFacts adds to t the variables that it writes.
func (g *program) newFacts(t *touch) *facts {
	x := &facts{touch: t}
	for c := range t.writes.All {
		if c < len(g.Machine.Comps) && g.Machine.Comps[c].Kind == sem.Variable {
			x.stores = append(x.stores, sem.CompID(c))
		}
	}
	return x
}

// factsOf returns the facts of a transition under the values that are known at present. Facts are kept for each
// combination of known values of the variables that the transition uses.
func (g *program) factsOf(t ID) *facts {
	f := g.forecast
	if len(f.vars[t]) == 0 {
		return f.always[t]
	}
	// The key has, for each of the variables, 1 and its value, or 0 if the value is not known.
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
	p := g.transitions[t]
	g.touchedWith(&p, f.values)
	for i := range g.Monitors { // as constrain does
		if !g.Monitors[i].Spec.Property && !g.transitions[t].symbols[i].Empty() {
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
	// At first, all values are those of s, and what is enabled outside stub is live.
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
	// What a live transition writes is not known any more. All live users of the variable are looked at again, since
	// they may do more now. What it provides may make other transitions live.
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

// feasible reports whether everything that the transition id, which is disabled in s, lacks may become available. If
// not, it notes one token that is not available in forecast.lacks. While that token stays away, the answer stays false
// and is not computed again.
func (g *program) feasible(s []int32, id ID) bool {
	t, avail, lacks := &g.transitions[id], g.forecast.avail, &g.forecast.lacks[id]
	if *lacks == never || *lacks > 0 && !avail.Has(int(*lacks)-1) {
		return false
	}
	missing := false // the transition lacks something in s
	// Its tasks must get to its points.
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
	// Its other needs must be met. A need without a token of its own is met by any of its components.
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
			*lacks = int32(n.token) + 1 // 0 for a need without a token
			return false
		}
	}
	// If it lacks nothing that shows in s, it waits for something of touch.need all the same.
	if !missing && t.unclear != nil && !t.need.Meets(avail) {
		return false
	}
	return !g.factsOf(id).never
}

// Disturb is that of Foreseeing.
func (g *program) Disturb(dst bitset.Set, id ID) {
	m := g.factsOf(id)
	for a := range g.forecast.live.All {
		if g.examined++; g.spent() {
			return
		}
		if g.clash(id, m, ID(a)) {
			dst.Add(a)
		}
	}
}

// spent reports whether Disturb has examined as many pairs as it may, and no more are granted. The sets that Disturb
// makes from then on may be too small, so the search must not count as complete.
func (g *program) spent() bool {
	for g.maxExamined > 0 && g.examined > g.maxExamined {
		if g.raise == nil {
			return true
		}
		limit := g.raise()
		if limit > 0 && limit <= g.maxExamined {
			return true
		}
		g.maxExamined = limit
	}
	return false
}

// clash reports whether transition id, with facts m, depends on a. It is the dependency relation of relate.go, made
// of the present facts.
func (g *program) clash(id ID, m *facts, a ID) bool {
	if id == a {
		return false
	}
	t, u, x := &g.transitions[id], &g.transitions[a], g.factsOf(a)
	same := false // both leave the same point of a task, and one of them may move or stop the task
	for _, p := range t.points {
		for _, q := range u.points {
			switch {
			case p == cfg.None || q == cfg.None || g.Program.Points[p].Task != g.Program.Points[q].Task:
			case p != q:
				// They are never enabled in the same state. What moves the task from p to q, before a can be
				// taken, leaves p, and id depends on that.
				return false
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

// tells reports whether automaton i can reach a state from which some symbol of
// these and some symbol of those lead to different states in different orders.
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

// reachedBy returns the states that automaton i can reach by the symbols of live transitions and of members of stub.
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

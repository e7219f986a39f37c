package lpor

// This file makes sets that keep the infinite executions of a program, for one property of them: every
// word of one is the word of one along the sets (docs/theory.md, "Infinite executions by stubborn sets").
// What it adds to stubborn sets:
//
//   - transitions with events of the property depend on each other, so their order stays;
//   - without fairness, a set has a transition without such an event, or is all that is enabled;
//   - with fairness, transitions that decide whether a task can move at a point depend on each other;
//   - a state is closed if nothing that the executions are judged by can be put off there. Each cycle has to
//     have a closed state (the cycle proviso), for which whoever searches closes states by Close.

import (
	"slices"

	"flavers/automata"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// Infinite is a program with a property of its infinite executions. It is for programs of which no
// execution meets a run-time error.
type Infinite struct {
	program *program
	red     *Reducer
	full    bool
	fair    bool
	visible bitset.Set // transitions that may have an event of the property
	seen    map[*model.Move][]int32
	enabled []ID
}

// Expansion is what is to be done in a state.
type Expansion struct {
	Set    []ID     // to take
	Closed bool     // nothing that counts can be put off here
	Can    []uint64 // tasks that can move, whether or not a constraint forbids it
}

// Step is one outcome of a transition.
type Step struct {
	Taken
	To      []int32 // the state that it leads to
	A, B    int32   // the tasks that move; B is -1 if only one does
	Symbols []int32 // that the property reads
	Failed  *sem.Error
}

// NewInfinite prepares the sets for a property. fair: weakly and strongly fair executions are kept as such;
// else all are kept, some perhaps as unfair ones. full: no reduction. stop, which may be nil, is asked now
// and then. The error is a *sem.TooLarge or an *explore.Refused, or says that there was no time.
func NewInfinite(p *cfg.Program, constraints []*automata.Spec, property *automata.Spec, fair, full bool,
	stop func() bool) (*Infinite, error) {

	if r := refusal(p); r != nil {
		return nil, r
	}
	// Handlers of one task depend on each other under fairness: of a task that can always move, each step
	// that stays possible is then one that the execution takes.
	g := &program{coarse: fair, endless: true, late: stop}
	if err := g.prepare(p, append(slices.Clone(constraints), property)); err != nil {
		return nil, err
	}
	x := &Infinite{program: g, full: full, fair: fair, visible: bitset.New(len(g.transitions)), seen: map[*model.Move][]int32{}}
	for i := range g.transitions {
		if !g.transitions[i].symbols[len(g.Monitors)-1].Empty() {
			x.visible.Add(i)
		}
	}
	if fair {
		g.separate()
	}
	var err error
	x.red, err = NewReducer(g.rel, NetValues, stop)
	return x, err
}

// separate makes transitions depend on each other that decide whether a task can move at one of its points.
func (g *program) separate() {
	n := len(g.transitions)
	g.apart = bitset.NewMatrix(n, n)
	enables, disables := transpose(g.rel.CanEnable), transpose(g.rel.Dependent)
	deciders := make([]bitset.Set, len(g.Program.Points))
	for i := range g.transitions {
		for _, q := range g.transitions[i].points {
			if q == cfg.None {
				continue
			}
			if deciders[q] == nil {
				deciders[q] = bitset.New(n)
			}
			deciders[q].Or(enables.Row(i))
			deciders[q].Or(disables.Row(i))
		}
	}
	for q, set := range deciders {
		if set == nil {
			continue
		}
		own := g.Program.Points[q].Task
		for i := range g.transitions {
			for _, at := range g.transitions[i].points {
				if at != cfg.None && g.Program.Points[at].Task == own {
					set.Remove(i)
				}
			}
		}
		for i := range set.All {
			g.apart.Row(i).Or(set)
		}
	}
	for i := range n {
		g.apart.Row(i).Remove(i)
		g.rel.Dependent.Row(i).Or(g.apart.Row(i))
	}
}

// Impossible reports whether a constraint forbids everything from the start.
func (x *Infinite) Impossible() bool { return x.program.Impossible() }

// Start is the state before the first step. States are not changed once they are made.
func (x *Infinite) Start() []int32 { return x.program.Start() }

// Key appends bytes that tell states apart.
func (x *Infinite) Key(dst []byte, s []int32) []byte { return x.program.Key(dst, s) }

// At returns the state of the property's automaton.
func (x *Infinite) At(s []int32) int32 { return s[x.program.Monitors[len(x.program.Monitors)-1].At] }

// Expand chooses what to take in a state: a smallest set of those that begin with one enabled transition.
func (x *Infinite) Expand(s []int32) Expansion {
	out := Expansion{Can: x.can(s)}
	x.enabled = x.program.Enabled(x.enabled[:0], s)
	if x.full || len(x.enabled) <= 1 {
		out.Set, out.Closed = slices.Clone(x.enabled), true
		return out
	}
	sit := x.situation(s)
	r := x.red
	r.begin(x.enabled)
	for _, t := range x.enabled {
		if len(out.Set) == 1 && (out.Closed || x.fair) {
			break
		}
		r.set = r.from(r.set[:0], t, sit)
		all := len(r.set) == len(x.enabled)
		if !all && !x.fair && !slices.ContainsFunc(r.set, func(t ID) bool { return !x.visible.Has(int(t)) }) {
			continue
		}
		closed := all || !x.fair && !r.live.Meets(x.visible)
		if out.Set == nil || len(r.set) < len(out.Set) || len(r.set) == len(out.Set) && closed && !out.Closed {
			out.Set, out.Closed = append(out.Set[:0], r.set...), closed
		}
	}
	if out.Set == nil {
		out.Set, out.Closed = slices.Clone(x.enabled), true
	}
	return out
}

// situation is what a choice of a set in a state looks at.
func (x *Infinite) situation(s []int32) Situation {
	g := x.program
	return Situation{Enabled: x.enabled,
		Needs: func(dst []bitset.Set, t ID) []bitset.Set { return g.Needs(dst, s, t) },
		Foresight: &Foresight{Live: func(live, enabled, stub bitset.Set) { g.Foresee(live, s, enabled, stub) },
			Disturb: g.Disturb}}
}

// Close are the transitions to take besides a set in a state so that the state is closed: all that are
// enabled under fairness, else those without which no event of the property can come.
func (x *Infinite) Close(s []int32, set []ID) []ID {
	x.enabled = x.program.Enabled(x.enabled[:0], s)
	all := x.enabled
	if !x.fair {
		x.red.begin(x.enabled)
		all = x.red.closed(nil, set, x.visible, x.situation(s))
	}
	var out []ID
	for _, t := range all {
		if !slices.Contains(set, t) {
			out = append(out, t)
		}
	}
	return out
}

// closed extends a set in the state that was begun to a stubborn set without which none of the goals can
// happen.
func (r *Reducer) closed(dst []ID, set []ID, goals bitset.Set, s Situation) []ID {
	clear(r.stub)
	for _, t := range set {
		r.stub.Add(int(t))
	}
	for {
		r.bySituation(s.Needs, s.Foresight)
		if !r.live.Meets(goals) {
			break
		}
		before := r.stub.Count()
		clear(r.blocked)
		for t := range goals.All {
			switch {
			case !r.live.Has(t):
			case r.enabled.Has(t):
				r.stub.Add(t)
				r.live.Remove(t)
			case !r.blocked.Has(t):
				r.block(ID(t), s.Needs)
			}
		}
		if r.stub.Count() == before {
			r.stub.Or(r.enabled)
		}
	}
	for t := range r.stub.All {
		dst = append(dst, ID(t))
	}
	return dst
}

// can returns the set of tasks that can move.
func (x *Infinite) can(s []int32) []uint64 {
	g := x.program
	out := make([]uint64, (len(g.Program.Tasks)+63)/64)
	for u := range g.Program.Tasks {
		q := g.Point(s, cfg.TaskID(u))
		if q == cfg.None {
			continue
		}
		for _, i := range g.at[q] {
			t := &g.transitions[i]
			a, b := g.tasks(t)
			if out[a/64]>>(a%64)&1 == 1 && (b < 0 || out[b/64]>>(b%64)&1 == 1) || !t.fed(s) || !g.stands(s, t) {
				continue
			}
			if g.list = g.moves(g.list[:0], s, t); len(g.list) == 0 {
				continue
			}
			out[a/64] |= 1 << (a % 64)
			if b >= 0 {
				out[b/64] |= 1 << (b % 64)
			}
		}
	}
	return out
}

// tasks are those that a transition is a step of; the second is -1 if there is one.
func (g *program) tasks(t *transition) (a, b int32) {
	if a, b = int32(g.Program.Points[t.points[0]].Task), -1; t.points[1] != cfg.None {
		b = int32(g.Program.Points[t.points[1]].Task)
	}
	return a, b
}

// Steps appends the outcomes of a transition in a state where it is enabled.
func (x *Infinite) Steps(dst []Step, s []int32, t ID) []Step {
	g := x.program
	a, b := g.tasks(&g.transitions[t])
	g.list = g.moves(g.list[:0], s, &g.transitions[t])
	out := 0
	for _, v := range g.list {
		if v.Forbidden {
			continue
		}
		dst = append(dst, Step{Taken: Taken{t, out}, To: g.after(s, &g.transitions[t], v), A: a, B: b, Symbols: x.symbols(v),
			Failed: v.Effect.Err})
		out++
	}
	return dst
}

// symbols returns the symbols that the property reads of a move.
func (x *Infinite) symbols(v *model.Move) []int32 {
	if len(v.Effect.Occ) == 0 {
		return nil
	}
	list, known := x.seen[v]
	if !known {
		g := x.program
		list = g.Monitors[len(g.Monitors)-1].Read(nil, g.Program, v.Effect.Occ)
		x.seen[v] = list
	}
	return list
}

// Schedule returns a path from the start as steps of the program.
func (x *Infinite) Schedule(path []Taken) []sem.Choice {
	return x.program.schedule(model.Finding{}, path)
}

package lpor

// This file makes sets that preserve the infinite executions of a program for one property. The word of an infinite
// execution is the sequence of symbols that the property reads in it. For each infinite execution there is one
// along the sets with the same word (docs/theory.md, 11.2, lemmas 11.7 and 11.8; the letters below are those of the
// conditions there). The paper of LPOR has nothing on this. What the sets have besides:
//
//   - (D, V) Transitions with events of the property depend on each other, so their order stays.
//   - (I) Without fairness, a set has an invisible transition, one without such an event, or it has all that is
//     enabled.
//   - (F) With fairness, transitions that decide whether a task can move at a point depend on each other.
//   - (C) A state is closed if no event of the property can come before a member of its set. With fairness, it is
//     closed if its set has all that is enabled. Each cycle must have a closed state. This is the duty of the search,
//     package verify/infinite: it closes a state of each cycle by Close.
//
// A search calls Start, then for each state Expand, and Steps for each member of the set.

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
	full    bool                    // no reduction
	fair    bool                    // executions are judged under fairness
	visible bitset.Set              // transitions that may have an event of the property
	seen    map[*model.Move][]int32 // symbols that the property reads of a move; filled as needed
	enabled []ID                    // scratch: what is enabled in the present state
}

// Expansion is what a search has to do in a state.
type Expansion struct {
	Set    []ID     // transitions to take
	Closed bool     // the state is closed, see (C) above
	Can    []uint64 // bits, by task: whether it can move. Steps that a constraint forbids count, too
}

// Step is one outcome of a transition.
type Step struct {
	Taken
	To      []int32    // the state that it leads to
	A, B    int32      // the tasks that move; B is -1 if only one does
	Symbols []int32    // symbols that the property reads
	Failed  *sem.Error // the run-time error that the step meets, or nil
}

// NewInfinite prepares the sets for a property. With fair, each weakly or strongly fair execution has one along the
// sets that is fair as well; without, the sets preserve the words of all executions, but perhaps by unfair ones. With
// full there is no reduction. stop, which may be nil, is called now and then, and ends the work by returning true. The
// error is a *sem.TooLarge, an *explore.Refused, or errStopped.
func NewInfinite(p *cfg.Program, constraints []*automata.Spec, property *automata.Spec, fair, full bool,
	stop func() bool) (*Infinite, error) {

	if r := refusal(p); r != nil {
		return nil, r
	}
	// Under fairness, handlers of one task depend on each other (coarse), so that no other step of a task with a
	// member of the set comes before that member (F).
	g := &program{coarse: fair, endless: true, late: stop}
	if err := g.prepare(p, append(slices.Clone(constraints), property)); err != nil {
		return nil, err
	}
	x := &Infinite{program: g, full: full, fair: fair, visible: bitset.New(len(g.transitions)),
		seen: map[*model.Move][]int32{}}
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

// separate makes transitions depend on each other if both may decide whether a task can move at one of its points (F).
func (g *program) separate() {
	n := len(g.transitions)
	g.apart = bitset.NewMatrix(n, n)
	// By point: the transitions that may enable or disable a transition that leaves it.
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
		// Steps of the task itself do not count.
		owner := g.Program.Points[q].Task
		for i := range g.transitions {
			for _, at := range g.transitions[i].points {
				if at != cfg.None && g.Program.Points[at].Task == owner {
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

// Start returns the state before the first step. States are not changed once they are made.
func (x *Infinite) Start() []int32 { return x.program.Start() }

// Key appends a key of s: different states have different keys.
func (x *Infinite) Key(dst []byte, s []int32) []byte { return x.program.Key(dst, s) }

// At returns the state of the property's automaton.
func (x *Infinite) At(s []int32) int32 { return s[x.program.Monitors[len(x.program.Monitors)-1].At] }

// Expand chooses what to take in a state. It tries each enabled transition as the initial one and takes a smallest set
// that satisfies (I), of these one that closes the state if there is one.
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
			continue // no invisible transition (I)
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

// situation returns what a choice of a set needs to know of state s, with x.enabled.
func (x *Infinite) situation(s []int32) Situation {
	g := x.program
	return Situation{Enabled: x.enabled,
		Needs: func(dst []bitset.Set, t ID) []bitset.Set { return g.Needs(dst, s, t) },
		Foresight: &Foresight{Live: func(live, enabled, stub bitset.Set) { g.Foresee(live, s, enabled, stub) },
			Disturb: g.Disturb}}
}

// Close returns the transitions to take besides a set in a state, so that the state is closed (C). Under fairness,
// these are all others that are enabled. Without, they extend the set until every event of the property comes after a
// member.
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

// closed appends to dst a stubborn set that contains the given set, such that no member of goals can happen before a
// member of it. It is for the state for which begin was called.
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
		// Goals that are live are added if they are enabled, and blocked if not (needs.go).
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
		if r.stub.Count() == before { // blocking added nothing: give up and take all
			r.stub.Or(r.enabled)
		}
	}
	for t := range r.stub.All {
		dst = append(dst, ID(t))
	}
	return dst
}

// can returns the set of tasks that can move in s, for Expansion.Can.
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
			known := out[a/64]>>(a%64)&1 == 1 && (b < 0 || out[b/64]>>(b%64)&1 == 1)
			if known || !t.fed(s) || !g.stands(s, t) {
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

// tasks returns the tasks that move in a transition; b is -1 if only one does.
func (g *program) tasks(t *transition) (a, b int32) {
	if a, b = int32(g.Program.Points[t.points[0]].Task), -1; t.points[1] != cfg.None {
		b = int32(g.Program.Points[t.points[1]].Task)
	}
	return a, b
}

// Steps appends the outcomes of a transition in a state where it is enabled, without those that a constraint forbids.
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

package explore

import (
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/sem"
)

// world is a program together with the specifications that watch it: what can
// be done in a state, and what it leads to.
//
// A state is a vector: the machine's components, then the state of each
// specification's automaton, then one bit for each task that has met a
// run-time error and stays where it is.
type world struct {
	p     *cfg.Program
	m     *sem.Machine
	x     *sem.Stepper
	specs []watcher
	width int          // of a state
	dead  int          // where the bits of the failed tasks begin
	tasks []cfg.TaskID // in the order of preference
	ways  []sem.Way
	solo  [][]sem.WayID // by point: ways of one task
	meets [][]sem.WayID // by point: joint ones whose active side stands there
	other []passive     // by way; None if it is not joint
	plain []bool        // by point: one action can be taken there, by its task alone
	stand []standing    // by task
	memo  []*known      // by sem.Steps.ID
	buf   []*move
	given []*automata.Spec

	forbids bool // some specification is a constraint
}

// watcher is one specification.
type watcher struct {
	spec   *automata.Spec
	binder *automata.Binder
	trap   int32
	at     int // its place in a state
	bit    int // its resource: events that move it write it, others that it sees read it
}

// move is one outcome of a way as it was taken or could be: what it does to a
// state, and its footprint with what the specifications see of it.
type move struct {
	way    sem.WayID
	action cfg.ActionID
	out    int32  // number among the outcomes of the way, where it was found
	key    uint64 // tells it from the other outcomes, everywhere
	sem.Footprint
	eff      *sem.Effect
	to       []specState
	cut      bool // a constraint forbids it
	only     bool // the way has no other outcome where this one was found
	relative bool // see sem.Steps
}

type specState struct {
	at    int
	state int32
}

// known is a sem.Steps with the specifications' part.
type known struct {
	outs  []outcome
	plain []*move // the moves if no specification sees any of them
}

// outcome is an effect; moves has one element for each combination of states
// of the specifications that see it.
type outcome struct {
	seen  []sight
	moves []seenMove
}

type sight struct {
	spec int
	syms []int
}

type seenMove struct {
	from []int32
	move *move
}

func newWorld(m *sem.Machine, specs []*automata.Spec, highestFirst bool) *world {
	p := m.P
	w := &world{p: p, m: m, x: sem.NewThreadedStepper(m, len(specs)), given: specs, solo: make([][]sem.WayID, len(p.Points)), meets: make([][]sem.WayID, len(p.Points))}
	for i, sp := range specs {
		w.specs = append(w.specs, watcher{spec: sp, binder: automata.NewBinder(sp), trap: sp.DFA.Trap(),
			at: len(m.Comps) + i, bit: w.x.Resources() + i})
		w.forbids = w.forbids || !sp.Property
	}
	w.dead = len(m.Comps) + len(specs)
	w.width = w.dead + (len(p.Tasks)+30)/31
	w.ways = w.x.Ways()
	for i := range w.ways {
		a := p.Actions[w.ways[i].Action]
		list := &w.solo[p.Nodes[a.A].Point]
		b := passive{cfg.None, cfg.None}
		if a.Joint() {
			list = &w.meets[p.Nodes[a.A].Point]
			b = passive{p.Nodes[a.B].Task, p.Nodes[a.B].Point}
		}
		w.other = append(w.other, b)
		*list = append(*list, sem.WayID(i))
	}
	actions := make([]int, len(p.Points))
	for _, a := range p.Actions {
		actions[p.Nodes[a.A].Point]++
		if a.Joint() {
			actions[p.Nodes[a.B].Point]++
		}
	}
	for q := range p.Points {
		w.plain = append(w.plain, actions[q] == 1 && len(w.solo[q]) == 1)
	}
	for t := range p.Tasks {
		w.tasks = append(w.tasks, cfg.TaskID(t))
		k := standing{pos: m.Pos(cfg.TaskID(t)), first: m.Point(cfg.TaskID(t), 0), dead: int32(w.dead + t/31), bit: 1 << (t % 31)}
		for m.Point(cfg.TaskID(t), k.points) != cfg.None {
			k.points++
		}
		w.stand = append(w.stand, k)
	}
	if highestFirst {
		slices.Reverse(w.tasks)
	}
	return w
}

// copy is the same world for another goroutine. Moves of either may be looked
// at in the other; their states are the same.
func (w *world) copy() *world {
	c := newWorld(w.m, w.given, false)
	c.tasks = w.tasks
	return c
}

// start is the state before the first step.
func (w *world) start() []int32 {
	s := make([]int32, w.width)
	copy(s, w.m.Start())
	for i := range w.specs {
		s[w.specs[i].at] = w.specs[i].spec.DFA.Start
	}
	return s
}

// impossible tells whether a constraint forbids everything from the start.
func (w *world) impossible() bool {
	for i := range w.specs {
		if k := &w.specs[i]; !k.spec.Property && k.trap >= 0 && k.spec.DFA.Start == k.trap {
			return true
		}
	}
	return false
}

// moves appends the outcomes of a way whose tasks stand at its points, those
// included that a constraint forbids; st says what decided them.
func (w *world) moves(list []*move, state []int32, a sem.WayID) (_ []*move, st *sem.Steps) {
	st = w.x.Steps(state, a)
	for len(w.memo) <= st.ID {
		w.memo = append(w.memo, nil)
	}
	k := w.memo[st.ID]
	if k == nil {
		k = w.look(st)
		w.memo[st.ID] = k
	}
	if k.plain != nil {
		return append(list, k.plain...), st
	}
	from, plain := len(list), true
	for i := range k.outs {
		list = append(list, w.seen(&k.outs[i], state, st, a, i))
		plain = plain && len(k.outs[i].seen) == 0
	}
	if plain {
		k.plain = append([]*move{}, list[from:]...)
	}
	return list, st
}

// look finds what the specifications see of the effects.
func (w *world) look(st *sem.Steps) *known {
	k := &known{outs: make([]outcome, len(st.Effects))}
	var names []string
	for i := range st.Effects {
		for _, occ := range st.Effects[i].Occ {
			names = names[:0]
			for _, t := range occ.Tasks {
				names = append(names, w.p.Tasks[t].Name)
			}
			for s := range w.specs {
				sym, _ := w.specs[s].binder.Bind(occ.Names, names)
				if sym < 0 {
					continue
				}
				o := &k.outs[i]
				if n := len(o.seen); n == 0 || o.seen[n-1].spec != s {
					j := slices.IndexFunc(o.seen, func(g sight) bool { return g.spec == s })
					if j < 0 {
						o.seen = append(o.seen, sight{spec: s})
						j = n
					}
					o.seen[j].syms = append(o.seen[j].syms, sym)
					continue
				}
				last := &o.seen[len(o.seen)-1]
				last.syms = append(last.syms, sym)
			}
		}
	}
	return k
}

// seen is the move of an outcome where the specifications are as in state.
func (w *world) seen(o *outcome, state []int32, st *sem.Steps, a sem.WayID, i int) *move {
next:
	for j := range o.moves {
		for s, from := range o.moves[j].from {
			if state[w.specs[o.seen[s].spec].at] != from {
				continue next
			}
		}
		return o.moves[j].move
	}
	eff := &st.Effects[i]
	v := &move{way: a, action: w.ways[a].Action, out: int32(i), key: eff.Key, only: len(st.Effects) == 1, Footprint: eff.Footprint, eff: eff, relative: st.Relative}
	var from []int32
	if len(o.seen) > 0 {
		v.Reads, v.Writes = slices.Clone(v.Reads), slices.Clone(v.Writes)
	}
	for _, g := range o.seen {
		k := &w.specs[g.spec]
		q := state[k.at]
		from = append(from, q)
		v.Reads.Add(k.bit)
		to := q
		for _, sym := range g.syms {
			if to != k.trap {
				to = k.spec.DFA.Step(to, sym)
			}
		}
		if to == q {
			continue
		}
		v.Writes.Add(k.bit)
		v.to = append(v.to, specState{k.at, to})
		v.cut = v.cut || to == k.trap && !k.spec.Property
	}
	o.moves = append(o.moves, seenMove{from, v})
	return v
}

// apply makes the state after a move from the state before.
func (w *world) apply(next, state []int32, v *move) {
	copy(next, state)
	w.change(next, v)
}

// change is apply in place.
func (w *world) change(state []int32, v *move) {
	for _, ch := range v.eff.Changes {
		state[ch.Comp] = ch.Value
	}
	for _, q := range v.to {
		state[q.at] = q.state
	}
	if v.eff.Err != nil {
		for _, t := range v.eff.Threads {
			if int(t) < len(w.p.Tasks) {
				w.fail(state, cfg.TaskID(t), v.eff.Err)
			}
		}
	}
}

// again finds a move in a state; nil if it cannot be taken.
func (w *world) again(state []int32, v *move) *move {
	a := &w.p.Actions[v.action]
	n := &w.p.Nodes[a.A]
	if w.point(state, n.Task) != n.Point || a.Joint() && !w.partner(state, v.way) {
		return nil
	}
	w.buf, _ = w.moves(w.buf[:0], state, v.way)
	for _, u := range w.buf {
		if u.key == v.key && !u.cut {
			return u
		}
	}
	return nil
}

// choice is a move as schedules have it, in the state where it was found.
func (w *world) choice(state []int32, k sem.WayID, out int32) sem.Choice {
	c := sem.Choice{Action: w.ways[k].Action, Outcome: int(out)}
	for k--; k >= 0 && w.ways[k].Action == c.Action; k-- {
		c.Outcome += len(w.x.Steps(state, k).Effects)
	}
	return c
}

// enabled appends every move that can be taken, the preferred tasks' first;
// stuck: there was none, not even one that a constraint forbids.
func (w *world) enabled(list []*move, state []int32) (_ []*move, stuck bool) {
	stuck = true
	for _, t := range w.tasks {
		q := w.point(state, t)
		if q == cfg.None {
			continue
		}
		from := len(list)
		for _, a := range w.solo[q] {
			list, _ = w.moves(list, state, a)
		}
		for _, a := range w.meets[q] {
			if w.partner(state, a) {
				list, _ = w.moves(list, state, a)
			}
		}
		stuck = stuck && len(list) == from
		if w.forbids {
			list = append(list[:from], slices.DeleteFunc(list[from:], func(v *move) bool { return v.cut })...)
		}
	}
	return list, stuck
}

// next is the first move of enabled that is not asleep, or nil. any: there was
// one; stuck is as of enabled, but without a meaning if there is such a move.
func (w *world) next(state []int32, sleep []*move) (v *move, any, stuck bool) {
	stuck = true
	try := func(k sem.WayID) *move {
		w.buf, _ = w.moves(w.buf[:0], state, k)
		for _, v := range w.buf {
			stuck = false
			if v.cut {
				continue
			}
			any = true
			if !contains(sleep, v) {
				return v
			}
		}
		return nil
	}
	for _, t := range w.tasks {
		q := w.point(state, t)
		if q == cfg.None {
			continue
		}
		for _, k := range w.solo[q] {
			if v := try(k); v != nil {
				return v, true, false
			}
		}
		for _, k := range w.meets[q] {
			if w.partner(state, k) {
				if v := try(k); v != nil {
					return v, true, false
				}
			}
		}
	}
	return nil, any, stuck
}

// independent tells whether two moves can be swapped.
func independent(v, u *move) bool { return !sem.Dependent(v.Footprint, u.Footprint) }

// within tells whether all that depends on v depends on what touches f.
func (v *move) within(f sem.Footprint) bool {
	for i := range f.Reads {
		if v.Reads[i]&^f.Reads[i] != 0 || v.Writes[i]&^f.Writes[i] != 0 {
			return false
		}
	}
	return true
}

// is tells whether two moves are the same outcome of the same way.
func (v *move) is(u *move) bool { return v.way == u.way && v.key == u.key }

package symmetry

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/automata"
	"flavers/automata/observe"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// This file guesses exchanges of two tasks: the steps of one are laid beside those of
// the other, in the order of the program text, and what they touch is paired.

// step is a case of an action, with what the specifications see of it.
type step struct {
	moves []sem.Move // ascending by component
	does  []uint32   // by move: number of what it does to its component, whichever that is
	seen  []int32    // specification and symbol, for each that sees something
	fails string     // the error that it ends in
	full  sem.CompID // with a limit of the model: what is full; or None
}

// finder is what guessing and verifying need of the program.
type finder struct {
	m      *sem.Machine
	poll   *limit.Poll
	steps  []step
	cases  [][]int32           // by action: steps
	touch  [][]int32           // by component: steps that have a move of it, ascending
	acts   [2][][]cfg.ActionID // by node: actions with it as active and as passive side
	nodes  [][]cfg.NodeID      // by task
	points []int               // by task: how many
	sees   func(sem.Occurrence) []int32
}

// newFinder takes the cases of each action.
func newFinder(m *sem.Machine, cases [][]sem.Case, specs []*automata.Spec, poll *limit.Poll) *finder {
	p := m.P
	f := &finder{m: m, poll: poll, cases: make([][]int32, len(p.Actions)), touch: make([][]int32, len(m.Comps)),
		nodes: make([][]cfg.NodeID, len(p.Tasks)), points: make([]int, len(p.Tasks)), sees: observer(p, specs)}
	does := numbering{poll: poll, content: map[string]uint32{}}
	for a := range cases {
		for i := range cases[a] {
			k := &cases[a][i]
			f.cases[a] = append(f.cases[a], int32(len(f.steps)))
			for _, mv := range k.Moves {
				f.touch[mv.Comp] = append(f.touch[mv.Comp], int32(len(f.steps)))
			}
			f.steps = append(f.steps, f.stepOf(k, &does))
		}
	}
	for side := range f.acts {
		f.acts[side] = make([][]cfg.ActionID, len(p.Nodes))
	}
	for _, a := range p.Actions {
		f.acts[0][a.A] = append(f.acts[0][a.A], a.ID)
		if a.Joint() {
			f.acts[1][a.B] = append(f.acts[1][a.B], a.ID)
		}
	}
	for i := range p.Nodes {
		f.nodes[p.Nodes[i].Task] = append(f.nodes[p.Nodes[i].Task], p.Nodes[i].ID)
	}
	for i := range p.Points {
		f.points[p.Points[i].Task]++
	}
	return f
}

// numbering numbers partial functions by their pairs.
type numbering struct {
	poll    *limit.Poll
	content map[string]uint32
	key     []byte
}

func (b *numbering) of(pairs []sem.Pair) uint32 {
	b.poll.Look()
	b.key = b.key[:0]
	for _, q := range pairs {
		b.key = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b.key, uint32(q.From)), uint32(q.To))
	}
	n, seen := b.content[string(b.key)]
	if !seen {
		n = uint32(len(b.content))
		b.content[string(b.key)] = n
	}
	return n
}

func (f *finder) stepOf(k *sem.Case, does *numbering) step {
	s := step{moves: k.Moves, full: cfg.None}
	for i := range k.Moves {
		s.does = append(s.does, does.of(k.Moves[i].Pairs))
	}
	for _, o := range k.Occ {
		s.seen = append(s.seen, f.sees(o)...)
	}
	if k.Err != nil {
		s.fails = k.Err.Kind.String() + " " + k.Err.Pos.String()
	}
	if k.Limit != nil {
		s.full = k.Limit.Comp
	}
	return s
}

// observer lists, of an occurrence, pairs of a specification and its symbol.
func observer(p *cfg.Program, specs []*automata.Spec) func(sem.Occurrence) []int32 {
	monitors := observe.All(specs)
	return func(o sem.Occurrence) (out []int32) {
		for i := range monitors {
			if sym := monitors[i].Symbol(o.Names(), o.Owners(p)); sym >= 0 {
				out = append(out, int32(i), int32(sym))
			}
		}
		return out
	}
}

// exchange is a map of components and values that is its own inverse. What it does
// not name stays.
type exchange struct {
	moved   [][2]sem.CompID // what belongs to the one and to the other, ascending by the first
	renamed []renaming      // ascending by component
	to      map[sem.CompID]sem.CompID
	value   map[sem.CompID]map[int32]int32
}

// renaming swaps values of a component that stays.
type renaming struct {
	comp   sem.CompID
	values [][2]int32 // of the one and of the other, ascending by the first
}

// align guesses the exchange of task t with task u; nil: they do not match.
func (f *finder) align(t, u cfg.TaskID) *exchange {
	x := &exchange{to: map[sem.CompID]sem.CompID{}, value: map[sem.CompID]map[int32]int32{}}
	a := aligner{f: f, x: x}
	if !a.pair(f.m.Pos(t), f.m.Pos(u)) {
		return nil
	}
	for len(a.tasks) > 0 {
		next := a.tasks[0]
		if a.tasks = a.tasks[1:]; !a.align(next[0], next[1]) {
			return nil
		}
	}
	slices.SortFunc(x.moved, func(v, w [2]sem.CompID) int { return cmp.Compare(v[0], w[0]) })
	slices.SortFunc(x.renamed, func(v, w renaming) int { return cmp.Compare(v.comp, w.comp) })
	for i := range x.renamed {
		slices.SortFunc(x.renamed[i].values, func(v, w [2]int32) int { return cmp.Compare(v[0], w[0]) })
	}
	return x
}

// aligner pairs what two members touch.
type aligner struct {
	f     *finder
	x     *exchange
	tasks [][2]cfg.TaskID // paired, their steps not yet
}

// pair says that c of the one is d of the other.
func (a *aligner) pair(c, d sem.CompID) bool {
	x, comps := a.x, a.f.m.Comps
	to, known := x.to[c]
	from, back := x.to[d]
	switch {
	case known || back:
		return known && back && to == d && from == c
	case comps[c].Kind != comps[d].Kind || comps[c].Size != comps[d].Size:
		return false
	case c == d:
		x.to[c] = c
		return true
	}
	x.to[c], x.to[d] = d, c
	x.moved = append(x.moved, [2]sem.CompID{c, d})
	if comps[c].Kind == sem.Position {
		a.tasks = append(a.tasks, [2]cfg.TaskID{comps[c].Task, comps[d].Task})
	}
	return true
}

// align pairs what the steps of two tasks touch.
func (a *aligner) align(t, u cfg.TaskID) bool {
	f := a.f
	if len(f.nodes[t]) != len(f.nodes[u]) || f.points[t] != f.points[u] {
		return false
	}
	for i, n := range f.nodes[t] {
		for side := range f.acts {
			v, w := f.acts[side][n], f.acts[side][f.nodes[u][i]]
			if len(v) != len(w) {
				return false
			}
			for k := range v {
				if !a.actions(v[k], w[k], side) {
					return false
				}
			}
		}
	}
	return true
}

// actions pairs what two actions touch that have the paired tasks on one side. An
// action between two tasks of one declaration says nothing: which of many others it
// is to be laid beside is not known.
func (a *aligner) actions(v, w cfg.ActionID, side int) bool {
	f, p := a.f, a.f.m.P
	if act := p.Actions[v]; act.Joint() {
		one, other := p.Nodes[act.A].Task, p.Nodes[act.B].Task
		if declaration(p, one) == declaration(p, other) {
			return true
		}
	}
	if len(f.cases[v]) != len(f.cases[w]) {
		return false
	}
	f.poll.Look()
	f.poll.Look()
	x, y := a.groups(v, w), a.groups(w, v)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		k := slices.IndexFunc(y, func(g group) bool { return g.shape == x[i].shape })
		if k < 0 || !a.pairGroups(&x[i], &y[k]) {
			return false
		}
	}
	return true
}

// group is the cases of an action that do the same to what the other action does not
// touch. So of `+"`"+`if x == i`+"`"+` the cases for all other values of x are one group.
type group struct {
	shape  string
	own    []sem.CompID // that only this action touches
	shared []between    // ascending by component
}

// between is what the cases of a group have in a component that both actions touch.
type between struct {
	comp          sem.CompID
	before, after []int32 // ascending
}

// groups groups the cases of action v, which is laid beside w.
func (a *aligner) groups(v, w cfg.ActionID) []group {
	f := a.f
	other := map[sem.CompID]bool{}
	for _, i := range f.cases[w] {
		for k := range f.steps[i].moves {
			other[f.steps[i].moves[k].Comp] = true
		}
	}
	var out []group
	index := map[string]int{}
	var shape []byte
	for _, i := range f.cases[v] {
		g := group{}
		shape = shape[:0]
		for k := range f.steps[i].moves {
			mv := &f.steps[i].moves[k]
			if other[mv.Comp] {
				b := between{comp: mv.Comp}
				for _, q := range mv.Pairs {
					b.before, b.after = append(b.before, q.From), append(b.after, q.To)
				}
				g.shared = append(g.shared, b)
				shape = binary.LittleEndian.AppendUint32(append(shape, 'c'), uint32(mv.Comp))
			} else {
				g.own = append(g.own, mv.Comp)
				shape = binary.LittleEndian.AppendUint32(append(shape, 'f'), f.steps[i].does[k])
			}
		}
		g.shape = string(shape)
		k, known := index[g.shape]
		if !known {
			index[g.shape] = len(out)
			out = append(out, g)
			continue
		}
		for s := range g.shared {
			b := &out[k].shared[s]
			b.before, b.after = append(b.before, g.shared[s].before...), append(b.after, g.shared[s].after...)
		}
	}
	for i := range out {
		for s := range out[i].shared {
			b := &out[i].shared[s]
			slices.Sort(b.before)
			slices.Sort(b.after)
			b.before, b.after = slices.Compact(b.before), slices.Compact(b.after)
		}
	}
	return out
}

// pairGroups pairs what two groups touch. What both do alike says nothing: notifyall
// moves the wait sets of all tasks, and so it does for every task.
func (a *aligner) pairGroups(x, y *group) bool {
	for i, c := range x.own {
		if !a.pair(c, y.own[i]) {
			return false
		}
	}
	for i := range x.shared {
		b, d := &x.shared[i], &y.shared[i]
		if !a.differ(b.comp, b.before, d.before) || !a.differ(b.comp, b.after, d.after) {
			return false
		}
	}
	return true
}

// differ pairs the values of c that are in one list only, in their order.
func (a *aligner) differ(c sem.CompID, p, q []int32) bool {
	without := func(list, other []int32) []int32 {
		return slices.DeleteFunc(slices.Clone(list), func(v int32) bool {
			_, found := slices.BinarySearch(other, v)
			return found
		})
	}
	one, other := without(p, q), without(q, p)
	if len(one) != len(other) || len(one) > 0 && !a.pair(c, c) {
		return false
	}
	for i := range one {
		if !a.value(c, one[i], other[i]) {
			return false
		}
	}
	return true
}

// value says that value p of a component, of the one, is q, of the other.
func (a *aligner) value(c sem.CompID, p, q int32) bool {
	x := a.x
	m := x.value[c]
	to, known := m[p]
	from, back := m[q]
	switch {
	case known || back:
		return known && back && to == q && from == p
	case p == q:
		return true
	case m == nil:
		m = map[int32]int32{}
		x.value[c] = m
		x.renamed = append(x.renamed, renaming{comp: c})
	}
	m[p], m[q] = q, p
	i := slices.IndexFunc(x.renamed, func(n renaming) bool { return n.comp == c })
	x.renamed[i].values = append(x.renamed[i].values, [2]int32{p, q})
	return true
}

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

// This file guesses the exchange of two tasks t and u. The actions of t are compared
// with those of u, in the order of the program text, and what they touch is paired:
// if the third action of t writes x[0] and the third action of u writes x[1], the
// exchange maps x[0] to x[1] and back. If t's action sets lock to 1 and u's sets it
// to 2, the exchange swaps the values 1 and 2 of lock. The guess may be wrong;
// check.go verifies it.

// step is a case of an action, with what the specifications see of it.
type step struct {
	moves []sem.Move // ascending by component
	does  []uint32   // by move: a number of its pairs of values (numbering)
	seen  []int32    // pairs of a specification and its symbol, for each specification that sees something
	fails string     // the error that it ends in; "": none
	full  sem.CompID // if it exceeds a limit of the model: the component that is full; else None
}

// finder has what guessing and verifying need of the program.
type finder struct {
	m      *sem.Machine
	poll   *limit.Poll
	steps  []step
	cases  [][]int32                    // by action: its steps
	touch  [][]int32                    // by component: the steps that have a move of it, ascending
	acts   [2][][]cfg.ActionID          // by node: the actions with it as active side, and as passive side
	nodes  [][]cfg.NodeID               // by task: its nodes
	points []int                        // by task: the number of its points
	sees   func(sem.Occurrence) []int32 // see observer
}

// newFinder prepares for a machine with the given cases of each action.
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

// numbering gives equal numbers to equal partial functions on values, each given as
// pairs of a value before and a value after.
type numbering struct {
	poll    *limit.Poll
	content map[string]uint32
	key     []byte // scratch
}

// of returns the number of a function.
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

// stepOf turns a case into a step.
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

// observer returns a function that lists what the specifications see of an
// occurrence: a specification and its symbol, for each that has one.
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

// exchange is a map of components, and of values of components, that is its own
// inverse. What it does not name is mapped to itself.
type exchange struct {
	moved   [][2]sem.CompID                // pairs of a component of the one task and of the other, ascending by the first
	renamed []renaming                     // ascending by component
	to      map[sem.CompID]sem.CompID      // moved as a map, both ways, with some components that stay
	value   map[sem.CompID]map[int32]int32 // renamed as maps, both ways
}

// renaming swaps values of a component that stays.
type renaming struct {
	comp   sem.CompID
	values [][2]int32 // pairs of a value that names the one task and of one that names the other
}

// align guesses the exchange of task t with task u. It returns nil if their steps do
// not match.
func (f *finder) align(t, u cfg.TaskID) *exchange {
	x := &exchange{to: map[sem.CompID]sem.CompID{}, value: map[sem.CompID]map[int32]int32{}}
	a := aligner{f: f, x: x}
	if !a.pair(f.m.Pos(t), f.m.Pos(u)) {
		return nil
	}
	// Tasks that serve t and u alone are paired on the way, and then aligned, too.
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

// aligner makes an exchange.
type aligner struct {
	f     *finder
	x     *exchange
	tasks [][2]cfg.TaskID // tasks that are paired, and whose steps are still to be compared
}

// pair maps component c to d and back. It returns false if one of them is mapped
// differently already, or if they are of different kinds.
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

// align pairs what the actions of two tasks touch. It returns false if they do not match.
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

// actions pairs what actions v and w touch, which have the paired tasks on the same
// side. An action between two tasks of one declaration is passed over, since it is
// not known with which of many others it is to be compared.
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

// group has the cases of an action that do the same to the components which the
// other action does not touch. So if the action is "if x == i", and both actions
// touch x, the cases for all other values of x are one group.
type group struct {
	shape  string       // what the cases have in common, as bytes
	own    []sem.CompID // components that only this action touches
	shared []between    // components that both actions touch, ascending
}

// between is what the cases of a group have in a component that both actions touch.
type between struct {
	comp          sem.CompID
	before, after []int32 // values before and after the step, each list ascending
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

// pairGroups pairs what two groups touch: components of only one action with those of
// the other in their order, and values of shared components that only one group has.
// A shared component that both treat alike tells nothing: notifyall moves the wait
// sets of all tasks, whoever executes it.
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

// differ pairs the values of component c that are in p only with those that are in q
// only, in their order. Both lists are ascending. Then c itself stays.
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

// value maps value p of component c to q and back. It returns false if one of them is
// mapped differently already.
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

package lpor

import (
	"errors"
	"math/bits"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/bitset"
	"flavers/sem"
)

// program is a program with the specifications that watch it, as a System.
//
// A state is a vector: the machine's components, the state of each
// specification's automaton, and for each task 0, or 1 + the number of the
// run-time error that has stopped it. So errors and violations are facts that
// stay, and a terminal state says all that its execution has met.
type program struct {
	p     *cfg.Program
	m     *sem.Machine
	x     *sem.Stepper
	specs []watcher
	dead  int // where the tasks' errors begin
	width int

	coarse bool
	late   func() bool // nil: there is no limit of time
	gaveUp bool

	parts    []part
	at       [][]ID // by point: transitions whose active side stands there
	steps    []known
	errs     []*sem.Error
	shift    []uint8        // bits of a component or automaton in a key
	ways     []sem.WayID    // by action: its first one; one more at the end
	list     []effect       // scratch
	mask     []int32        // scratch: a state with some messages taken out
	messages []*sem.Message // by component: what it counts; filled as needed
	queues   []*oldest      // by object; filled as needed

	forecast *forecast // nil: not used yet
	rel      *Relations
	makers   []bitset.Set // by token
	never    bitset.Set
}

// watcher is one specification.
type watcher struct {
	spec   *automata.Spec
	binder *automata.Binder
	trap   int32
	at     int // its place in a state
}

// part is a transition: an action, or those of its outcomes that take certain
// messages (split.go).
type part struct {
	action cfg.ActionID
	ways   [2]sem.WayID   // the first of the stepper's ways for it, and the one after the last
	points [2]cfg.PointID // of its tasks; the second may be None
	kind   []sem.CompID   // of a split handler: the counters of the kind of message it takes
	takes  []sem.CompID   // and those, of the kind, that it takes from, ascending
	ends   bool           // its task ends with it, and its mailbox is emptied
	touch
	unclear bitset.Set // what may enable the transition where none of its needs is missing
}

// known is what the specifications see of the effects of a sem.Steps.
type known struct {
	ready bool
	seen  [][]sight // by effect
}

type sight struct{ spec, sym int }

var (
	_ System[[]int32]      = (*program)(nil)
	_ Situational[[]int32] = (*program)(nil)
	_ Processes            = (*program)(nil)
)

// errStopped says that there was no time to prepare a program.
var errStopped = errors.New("stopped")

// newProgram prepares a program; coarse as in run. stop, if not nil, is asked now
// and then. The error is a *sem.TooLarge, or errStopped where stop says yes.
func newProgram(p *cfg.Program, specs []*automata.Spec, coarse bool, stop func() bool) (*program, error) {
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	g := &program{p: p, m: m, coarse: coarse, x: sem.NewStepper(m, 0), dead: len(m.Comps) + len(specs)}
	g.width = g.dead + len(p.Tasks)
	for i, sp := range specs {
		g.specs = append(g.specs, watcher{sp, automata.NewBinder(sp), sp.DFA.Trap(), len(m.Comps) + i})
	}
	for i := range m.Comps {
		g.shift = append(g.shift, uint8(bits.Len32(uint32(max(m.Comps[i].Size, 1)-1))))
	}
	for _, k := range g.specs {
		g.shift = append(g.shift, uint8(bits.Len32(uint32(k.spec.DFA.States()-1))))
	}
	ways := g.x.Ways()
	for k, w := range ways {
		if k == 0 || ways[k-1].Action != w.Action {
			g.ways = append(g.ways, sem.WayID(k))
		}
	}
	g.ways = append(g.ways, sem.WayID(len(ways)))
	if g.late = stop; g.stopped() {
		return nil, errStopped
	}
	g.split()
	g.at = make([][]ID, len(p.Points))
	for i := range g.parts {
		q := g.parts[i].points[0]
		g.at[q] = append(g.at[q], ID(i))
	}
	if g.relate(); g.gaveUp {
		return nil, errStopped
	}
	return g, nil
}

// stopped tells whether there is no time left; then the relations are not made.
func (g *program) stopped() bool {
	g.gaveUp = g.gaveUp || g.late != nil && g.late()
	return g.gaveUp
}

// Start is the state before the first step.
func (g *program) Start() []int32 {
	s := make([]int32, g.width)
	copy(s, g.m.Start())
	for _, k := range g.specs {
		s[k.at] = k.spec.DFA.Start
	}
	return s
}

// stands tells whether the tasks of a transition are at its points and live.
func (g *program) stands(s []int32, t *part) bool {
	for _, q := range t.points {
		if q == cfg.None {
			break
		}
		u := g.p.Points[q].Task
		if s[g.m.Pos(u)] != g.m.PointValue(q) || s[g.dead+int(u)] != 0 {
			return false
		}
	}
	return true
}

// effect is one outcome of a way to take a transition.
type effect struct {
	st *sem.Steps
	i  int
}

func (f effect) effect() *sem.Effect { return &f.st.Effects[f.i] }

// effects appends what a transition can do where its tasks stand at its points.
func (g *program) effects(dst []effect, s []int32, t *part) []effect {
	if t.kind != nil {
		g.mask = append(g.mask[:0], s[:len(g.m.Comps)]...)
		for _, c := range t.kind {
			g.mask[c] = 0
		}
		for _, c := range t.takes {
			g.mask[c] = s[c]
		}
		s = g.mask
	}
	for k := t.ways[0]; k < t.ways[1]; k++ {
		st := g.x.Steps(s, k)
		for i := range st.Effects {
			dst = append(dst, effect{st, i})
		}
	}
	return dst
}

// fed tells whether the messages that a split handler takes are there.
func (t *part) fed(s []int32) bool {
	for i, c := range t.takes {
		n := int32(1)
		for j := i; j > 0 && t.takes[j-1] == c; j-- {
			n++
		}
		if s[c] < n {
			return false
		}
	}
	return true
}

func (g *program) Enabled(dst []ID, s []int32) []ID {
	for u := range g.p.Tasks {
		if s[g.dead+u] != 0 {
			continue
		}
		q := g.m.Point(cfg.TaskID(u), s[g.m.Pos(cfg.TaskID(u))])
		if q == cfg.None {
			continue
		}
		for _, t := range g.at[q] {
			if g.enabled(s, &g.parts[t]) {
				dst = append(dst, t)
			}
		}
	}
	sortIDs(dst)
	return dst
}

// sortIDs is insertion sort: the list is short and nearly sorted.
func sortIDs(list []ID) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

func (g *program) enabled(s []int32, t *part) bool {
	if !t.fed(s) || !g.stands(s, t) {
		return false
	}
	g.list = g.effects(g.list[:0], s, t)
	if len(g.specs) == 0 {
		return len(g.list) > 0
	}
	for _, f := range g.list {
		if !g.cut(s, f) {
			return true
		}
	}
	return false
}

// stuck tells whether no task can take a step in a state, not even one that a
// constraint forbids.
func (g *program) stuck(s []int32) bool {
	for i := range g.parts {
		if t := &g.parts[i]; t.fed(s) && g.stands(s, t) {
			if g.list = g.effects(g.list[:0], s, t); len(g.list) > 0 {
				return false
			}
		}
	}
	return true
}

// sights is what the specifications see of an effect.
func (g *program) sights(f effect) []sight {
	st := f.st
	for len(g.steps) <= st.ID {
		g.steps = append(g.steps, known{})
	}
	k := &g.steps[st.ID]
	if !k.ready {
		k.ready = true
		k.seen = make([][]sight, len(st.Effects))
		var names []string
		for j := range st.Effects {
			for _, occ := range st.Effects[j].Occ {
				names = names[:0]
				for _, t := range occ.Tasks {
					names = append(names, g.p.Tasks[t].Name)
				}
				for n := range g.specs {
					if sym, _ := g.specs[n].binder.Bind(occ.Names, names); sym >= 0 {
						k.seen[j] = append(k.seen[j], sight{n, sym})
					}
				}
			}
		}
	}
	return k.seen[f.i]
}

// moved is the state of an automaton after what it sees of an effect.
func (g *program) moved(n int, q int32, sights []sight) int32 {
	k := &g.specs[n]
	for _, v := range sights {
		if v.spec == n && q != k.trap {
			q = k.spec.DFA.Step(q, v.sym)
		}
	}
	return q
}

// cut tells whether a constraint forbids an effect.
func (g *program) cut(s []int32, f effect) bool {
	sights := g.sights(f)
	for _, v := range sights {
		if k := &g.specs[v.spec]; !k.spec.Property && k.trap >= 0 && g.moved(v.spec, s[k.at], sights) == k.trap {
			return true
		}
	}
	return false
}

func (g *program) Successors(dst [][]int32, s []int32, t ID) [][]int32 {
	g.list = g.effects(g.list[:0], s, &g.parts[t])
	for _, f := range g.list {
		if !g.cut(s, f) {
			dst = append(dst, g.after(s, &g.parts[t], f))
		}
	}
	return dst
}

// after is the state after an effect of a transition.
func (g *program) after(s []int32, t *part, f effect) []int32 {
	next := append(make([]int32, 0, g.width), s...)
	e := f.effect()
	for _, ch := range e.Changes {
		next[ch.Comp] = ch.Value
	}
	if t.ends && e.Err == nil {
		for _, c := range t.kind { // of the kind, the step did not see the other messages
			next[c] = 0
		}
	}
	sights := g.sights(f)
	for _, v := range sights {
		at := g.specs[v.spec].at
		next[at] = g.moved(v.spec, s[at], sights)
	}
	if e.Err != nil {
		for _, q := range t.points {
			if q != cfg.None {
				next[g.dead+int(g.p.Points[q].Task)] = g.errorNumber(e.Err)
			}
		}
	}
	return next
}

// errorNumber is 1 + the number of an error, by place and kind.
func (g *program) errorNumber(err *sem.Error) int32 {
	for i, e := range g.errs {
		if e.Pos == err.Pos && e.Kind == err.Kind {
			return int32(i) + 1
		}
	}
	g.errs = append(g.errs, err)
	return int32(len(g.errs))
}

// Key packs components and automata by bits; errors follow if there are any.
func (g *program) Key(dst []byte, s []int32) []byte {
	word, used := uint64(0), 0
	for i, n := range g.shift {
		word |= uint64(s[i]) << used
		for used += int(n); used >= 8; used -= 8 {
			dst = append(dst, byte(word))
			word >>= 8
		}
	}
	if used > 0 {
		dst = append(dst, byte(word))
	}
	if g.anyFailed(s) {
		for _, e := range s[g.dead:] {
			dst = append(dst, byte(e), byte(e>>8))
		}
	}
	return dst
}

func (g *program) anyFailed(s []int32) bool {
	for _, e := range s[g.dead:] {
		if e != 0 {
			return true
		}
	}
	return false
}

// Share tells whether a task takes part in both transitions.
func (g *program) Share(t, u ID) bool {
	for _, a := range g.parts[t].points {
		for _, b := range g.parts[u].points {
			if a != cfg.None && b != cfg.None && g.p.Points[a].Task == g.p.Points[b].Task {
				return true
			}
		}
	}
	return false
}

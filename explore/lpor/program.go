package lpor

import (
	"errors"
	"math/bits"

	"flavers/automata"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// program is a model.System as a System: its transitions are the actions of the
// program, those of handlers split (split.go). Errors and violations are facts
// that stay, and a terminal state says all that its execution has met.
type program struct {
	*model.System

	coarse  bool
	endless bool           // infinite executions are judged by the last specification (infinite.go)
	apart   *bitset.Matrix // pairs that depend on each other whatever they touch; nil: none
	looked  int64          // pairs of transitions that Disturb has looked at
	most    int64          // of them; 0: no limit
	extend  func() int64   // what most is from now on; no more than before ends the search. nil: that it does
	late    func() bool    // nil: there is no limit of time
	gaveUp  bool

	parts    []part
	at       [][]ID         // by point: transitions whose active side stands there
	shift    []uint8        // bits of a component or automaton in a key
	ways     []sem.WayID    // by action: its first one; one more at the end
	list     []*model.Move  // scratch
	mask     []int32        // scratch: a state with some messages taken out
	messages []*sem.Message // by component: what it counts; filled as needed
	queues   []*oldest      // by object; filled as needed

	forecast *forecast // nil: not used yet
	rel      *Relations
	makers   []bitset.Set // by token
	never    bitset.Set
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
	g := &program{coarse: coarse, late: stop}
	return g, g.prepare(p, specs)
}

// prepare makes transitions and relations.
func (g *program) prepare(p *cfg.Program, specs []*automata.Spec) error {
	m, err := sem.New(p)
	if err != nil {
		return err
	}
	g.System = model.New(m, specs, model.Config{})
	for i := range m.Comps {
		g.shift = append(g.shift, uint8(bits.Len32(uint32(max(m.Comps[i].Size, 1)-1))))
	}
	for i := range g.Monitors {
		g.shift = append(g.shift, uint8(bits.Len32(uint32(g.Monitors[i].Spec.DFA.States()-1))))
	}
	for k, w := range g.Ways {
		if k == 0 || g.Ways[k-1].Action != w.Action {
			g.ways = append(g.ways, sem.WayID(k))
		}
	}
	g.ways = append(g.ways, sem.WayID(len(g.Ways)))
	if g.stopped() {
		return errStopped
	}
	g.split()
	g.at = make([][]ID, len(p.Points))
	for i := range g.parts {
		q := g.parts[i].points[0]
		g.at[q] = append(g.at[q], ID(i))
	}
	if g.relate(); g.gaveUp {
		return errStopped
	}
	return nil
}

// stopped reports whether there is no time left; then the relations are not made.
func (g *program) stopped() bool {
	g.gaveUp = g.gaveUp || g.late != nil && g.late()
	return g.gaveUp
}

// stands reports whether the tasks of a transition are at its points and live.
func (g *program) stands(s []int32, t *part) bool {
	for _, q := range t.points {
		if q != cfg.None && g.Point(s, g.Program.Points[q].Task) != q {
			return false
		}
	}
	return true
}

// moves appends what a transition can do where its tasks stand at its points.
func (g *program) moves(dst []*model.Move, s []int32, t *part) []*model.Move {
	if t.kind != nil {
		g.mask = append(g.mask[:0], s...)
		g.Machine.Only(g.mask, t.kind, t.takes...)
		s = g.mask
	}
	for k := t.ways[0]; k < t.ways[1]; k++ {
		dst, _ = g.Moves(dst, s, k)
	}
	return dst
}

// fed reports whether the messages that a split handler takes are there.
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
	for u := range g.Program.Tasks {
		q := g.Point(s, cfg.TaskID(u))
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
	g.list = g.moves(g.list[:0], s, t)
	for _, v := range g.list {
		if !v.Forbidden {
			return true
		}
	}
	return false
}

// stuck reports whether no task can take a step in a state, not even one that a
// constraint forbids.
func (g *program) stuck(s []int32) bool {
	for i := range g.parts {
		if t := &g.parts[i]; t.fed(s) && g.stands(s, t) {
			if g.list = g.moves(g.list[:0], s, t); len(g.list) > 0 {
				return false
			}
		}
	}
	return true
}

func (g *program) Successors(dst [][]int32, s []int32, t ID) [][]int32 {
	g.list = g.moves(g.list[:0], s, &g.parts[t])
	for _, v := range g.list {
		if !v.Forbidden {
			dst = append(dst, g.after(s, &g.parts[t], v))
		}
	}
	return dst
}

// after returns the state after a move of a transition.
func (g *program) after(s []int32, t *part, v *model.Move) []int32 {
	next := append(make([]int32, 0, g.Width), s...)
	g.Change(next, v)
	if t.ends && v.Effect.Err == nil {
		for _, c := range t.kind { // of the kind, the step did not see the other messages
			next[c] = 0
		}
	}
	return next
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
	if g.AnyFailed(s) {
		for _, e := range s[g.Failures:] {
			dst = append(dst, byte(e), byte(e>>8))
		}
	}
	return dst
}

// Share reports whether a task takes part in both transitions.
func (g *program) Share(t, u ID) bool {
	for _, a := range g.parts[t].points {
		for _, b := range g.parts[u].points {
			if a != cfg.None && b != cfg.None && g.Program.Points[a].Task == g.Program.Points[b].Task {
				return true
			}
		}
	}
	return false
}

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

// This file is the upper layer's transition system: a program with its
// specifications becomes a System of search.go. A state is that of package model:
// components of the program, then automata of the specifications, then the errors
// that tasks have met. A transition is an action of the program, or, where a
// handler chooses between messages, the part of an action that takes certain ones
// (split.go). The other files of the layer make the relations for these
// transitions.

// program is a model.System as a System. Errors and violations are part of the
// state and stay there, so a terminal state shows all that its execution has met.
type program struct {
	*model.System

	coarse  bool           // handlers of one task depend on each other whatever they do
	endless bool           // infinite executions are judged by the last specification (infinite.go)
	apart   *bitset.Matrix // pairs that depend on each other whatever they touch; nil: none

	examined    int64        // pairs of transitions that Disturb has examined
	maxExamined int64        // limit on examined; 0: none
	raise       func() int64 // returns a new maxExamined, or the old one to end the search; nil: the search ends
	late        func() bool  // whether time is up; nil: there is no limit of time
	gaveUp      bool         // late has returned true, so the relations are not complete

	transitions []transition
	at          [][]ID         // by point: the transitions whose first task stands there
	shift       []uint8        // by component, then by automaton: its width in a key, in bits
	ways        []sem.WayID    // by action: the first of its ways; one more at the end
	list        []*model.Move  // scratch of the functions that need the moves of one transition
	mask        []int32        // scratch: a state with some messages taken out
	messages    []*sem.Message // by component: the message that it counts; filled as needed
	queues      []*oldest      // by object: how to see its oldest message; filled as needed

	forecast *forecast // state of Foresee; nil: not used yet
	rel      *Relations
	makers   []bitset.Set // by token (touch.go): the transitions that provide it
	never    bitset.Set   // the empty set: as a need, it says that a transition is never enabled
}

// transition is an action, or those of its outcomes that take certain messages
// (split.go).
type transition struct {
	action cfg.ActionID
	ways   [2]sem.WayID   // the ways of the stepper: the first one, and the one after the last
	points [2]cfg.PointID // where its tasks stand; the second is None if only one task moves
	kind   []sem.CompID   // of a split handler: the counters of all messages of the kind that it takes; else nil
	takes  []sem.CompID   // of a split handler: the counters of the messages that it takes, ascending
	ends   bool           // of a split handler: its task ends with the step, and its mailbox is emptied
	touch
	unclear bitset.Set // transitions that may enable this one while none of its needs is missing; nil: none
}

var (
	_ System[[]int32]      = (*program)(nil)
	_ Situational[[]int32] = (*program)(nil)
	_ Processes            = (*program)(nil)
)

// errStopped says that time was up before a program was prepared.
var errStopped = errors.New("stopped")

// newProgram prepares a program; coarse as in run. The function stop, if not nil,
// is called now and then; if it returns true, the error is errStopped. The other
// error is a *sem.TooLarge.
func newProgram(p *cfg.Program, specs []*automata.Spec, coarse bool, stop func() bool) (*program, error) {
	g := &program{coarse: coarse, late: stop}
	return g, g.prepare(p, specs)
}

// prepare makes the transitions of p and their relations.
func (g *program) prepare(p *cfg.Program, specs []*automata.Spec) error {
	m, err := sem.New(p)
	if err != nil {
		return err
	}
	g.System = model.New(m, specs, model.Config{})
	// Key packs each component and each automaton into as few bits as its values need.
	for i := range m.Comps {
		g.shift = append(g.shift, uint8(bits.Len32(uint32(max(m.Comps[i].Size, 1)-1))))
	}
	for i := range g.Monitors {
		g.shift = append(g.shift, uint8(bits.Len32(uint32(g.Monitors[i].Spec.DFA.States()-1))))
	}
	// The ways of one action follow each other.
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
	for i := range g.transitions {
		q := g.transitions[i].points[0]
		g.at[q] = append(g.at[q], ID(i))
	}
	if g.relate(); g.gaveUp {
		return errStopped
	}
	return nil
}

// stopped reports whether time is up. Whoever makes relations then returns at once.
func (g *program) stopped() bool {
	g.gaveUp = g.gaveUp || g.late != nil && g.late()
	return g.gaveUp
}

// stands reports whether the tasks of a transition stand at its points and have met no error.
func (g *program) stands(s []int32, t *transition) bool {
	for _, q := range t.points {
		if q != cfg.None && g.Point(s, g.Program.Points[q].Task) != q {
			return false
		}
	}
	return true
}

// moves appends the moves of a transition in a state where its tasks stand at its points. For a split handler, the
// stepper is shown a state without the messages of the same kind that this transition does not take.
func (g *program) moves(dst []*model.Move, s []int32, t *transition) []*model.Move {
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

// fed reports whether the messages that a split handler takes are in its mailbox. A message that t.takes has n times
// must be there n times.
func (t *transition) fed(s []int32) bool {
	for i, c := range t.takes {
		n := int32(1) // how often t.takes[:i+1] has c
		for j := i; j > 0 && t.takes[j-1] == c; j-- {
			n++
		}
		if s[c] < n {
			return false
		}
	}
	return true
}

// Enabled returns that of System.
func (g *program) Enabled(dst []ID, s []int32) []ID {
	for u := range g.Program.Tasks {
		q := g.Point(s, cfg.TaskID(u))
		if q == cfg.None {
			continue
		}
		for _, t := range g.at[q] {
			if g.enabled(s, &g.transitions[t]) {
				dst = append(dst, t)
			}
		}
	}
	sortIDs(dst)
	return dst
}

// sortIDs sorts by insertion: the list is short and nearly sorted.
func sortIDs(list []ID) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// enabled reports whether a transition has a move that no constraint forbids.
func (g *program) enabled(s []int32, t *transition) bool {
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
	for i := range g.transitions {
		if t := &g.transitions[i]; t.fed(s) && g.stands(s, t) {
			if g.list = g.moves(g.list[:0], s, t); len(g.list) > 0 {
				return false
			}
		}
	}
	return true
}

// Successors returns that of System. Moves that a constraint forbids have no number.
func (g *program) Successors(dst [][]int32, s []int32, t ID) [][]int32 {
	g.list = g.moves(g.list[:0], s, &g.transitions[t])
	for _, v := range g.list {
		if !v.Forbidden {
			dst = append(dst, g.after(s, &g.transitions[t], v))
		}
	}
	return dst
}

// after returns the state after a move of a transition.
func (g *program) after(s []int32, t *transition, v *model.Move) []int32 {
	next := append(make([]int32, 0, g.Width), s...)
	g.Change(next, v)
	if t.ends && v.Effect.Err == nil {
		// The stepper emptied the mailbox of the state that moves showed to it, without the other messages of the
		// kind. They are lost with the mailbox, too.
		for _, c := range t.kind {
			next[c] = 0
		}
	}
	return next
}

// Key packs components and automata bit by bit. The errors of tasks follow, two bytes each, if there are any.
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
	for _, a := range g.transitions[t].points {
		for _, b := range g.transitions[u].points {
			if a != cfg.None && b != cfg.None && g.Program.Points[a].Task == g.Program.Points[b].Task {
				return true
			}
		}
	}
	return false
}

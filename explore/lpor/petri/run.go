package petri

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"flavers/explore"
	"flavers/explore/lpor"
	"flavers/explore/model"
)

// This file explores a net as flavers explore does: with limits, progress, and
// the firing sequences of what is found.

// The explorers of nets: all firing sequences, all markings, stubborn sets.
const (
	Full    = "full"
	States  = "states"
	Reduced = "lpor" // the default
)

// Algorithms lists the explorers.
func Algorithms() []string { return []string{Full, States, Reduced} }

// Methods lists the explorers with their flags.
func Methods() []explore.Method {
	return []explore.Method{
		{Name: Full, Flags: []string{"prefer", "max-states", "max-executions"}},
		{Name: States, Flags: []string{"prefer", "max-states", "search"}},
		{Name: Reduced, Flags: []string{"prefer", "max-states", "max-executions", "net", "initial", "stateless"}},
	}
}

// maxDead is how many dead markings are reported with their firing sequences.
const maxDead = 10

// maxUnbounded is how many more markings of an unbounded net Reduced visits.
const maxUnbounded = 50_000

// RunResult is what Run finds. The counters are those of explore.Result; Deadlocks counts
// dead markings, and of Full and a stateless search, firing sequences to one.
type RunResult struct {
	*explore.Result
	Dead      []Dead // the first ones, at most 10
	Unbounded *Pump  // a reason for the net to be unbounded that was met; nil: none
}

// Dead is a marking without an enabled transition.
type Dead struct {
	Marking  []int32
	Schedule []TransitionID
}

// Pump shows that a net is unbounded: after Before, Again can be fired any
// number of times, each time adding tokens and taking none.
type Pump struct {
	Before, Again []TransitionID
	Grows         []PlaceID
}

// Run explores a net. A limit that was hit, or the end of ctx, makes the result
// incomplete. If the net is seen to be unbounded, the search ends, unless Depth,
// MaxStates or MaxExecutions say how far it shall go on; Reduced goes on for some
// more markings, as it may need finitely many all the same. Of the
// options Algorithm, Depth, MaxExecutions, MaxStates, MaxMemory, DepthFirst
// (States), HighestFirst, Shortest, StopAtFirst, Net, Initial, Stateless
// (Reduced) and Progress count. The error says that an option has no such
// value.
func Run(ctx context.Context, n *Net, opt explore.Options) (*RunResult, error) {
	if opt.Algorithm == "" {
		opt.Algorithm = Reduced
	}
	if !slices.Contains(Algorithms(), opt.Algorithm) {
		return nil, fmt.Errorf("no explorer of nets is named %q; there are %s", opt.Algorithm,
			strings.Join(Algorithms(), ", "))
	}
	net, err := lpor.NetByName(opt.Net)
	if err != nil {
		return nil, err
	}
	initial, err := lpor.InitialByName(opt.Initial)
	if err != nil {
		return nil, err
	}
	r := &runner{net: n, opt: opt, number: map[string]int{}}
	if r.treeless = opt.Algorithm == States || opt.Algorithm == Reduced && !opt.Stateless; r.treeless {
		opt.MaxExecutions = 0 // they are not counted
	}
	if r.e, err = model.Begin(ctx, nil, opt.Algorithm, opt, model.NewWatch(ctx, opt.Progress)); err != nil {
		return nil, err
	}
	r.Result, r.e.Often, r.e.Kept = &r.e.Result, 256, r.kept
	if r.e.Look(); r.e.Halted {
		r.e.Done()
		return &r.RunResult, nil
	}
	if opt.Algorithm == States && !opt.DepthFirst {
		r.breadth()
	} else if err := r.search(net, initial); err != nil {
		return nil, err
	}
	if r.treeless {
		r.States = r.visited
	}
	r.e.Done()
	return &r.RunResult, nil
}

// search is depth first.
func (r *runner) search(net lpor.Net, initial lpor.Initial) error {
	opt := &r.opt
	s := &lpor.Search[[]int32]{System: r.net.System(), Net: net, Initial: initial, Full: opt.Algorithm != Reduced,
		Stateless: !r.treeless,
		Reverse:   opt.HighestFirst, Dead: true, Depth: opt.Depth, Visitor: r,
		Stop: func() bool { r.e.Look(); return r.e.Halted }}
	if s.Depth == 0 && s.Stateless {
		s.Depth = model.UsualDepth
	}
	if !s.Full {
		s.Relations = r.net.Relations()
	}
	r.searched, r.e.Share = s, s.Share
	if err := s.Run(); err != nil {
		return err
	}
	r.Transitions, r.MaxDepth, r.Bytes, r.visited = s.Transitions, s.MaxDepth, s.Bytes(), s.States
	if !s.Full {
		r.More = []explore.Count{{Name: "reduced", What: "markings of which only a part was explored", Value: s.Reduced}}
	}
	return nil
}

// runner is an exploration in progress.
type runner struct {
	RunResult
	net      *Net
	opt      explore.Options
	e        *model.Exploration
	searched *lpor.Search[[]int32] // nil: breadth first
	visited  int64
	memory   int64          // of the search breadth first
	treeless bool           // each marking once
	number   map[string]int // of dead markings, by text, in Dead
	line     [][]int32      // the markings on the path
	last     int64          // of an unbounded net: the marking to end with; 0: none
}

var _ lpor.Visitor[[]int32] = (*runner)(nil)

// kept is about what the search keeps, with room to grow: the set of markings,
// and what a path keeps of each of its markings.
func (r *runner) kept() int64 {
	if r.searched == nil {
		return r.memory
	}
	frame := int64(400 + 8*len(r.net.Places) + 12*len(r.net.Transitions))
	return 3*r.searched.Bytes() + int64(r.searched.MaxDepth)*frame
}

// Step looks at limits before a transition is fired.
func (r *runner) Step(depth int) bool { return r.e.Step(depth) }

// Cut notes a path that is too long.
func (r *runner) Cut([]int32, []lpor.Taken) bool {
	r.Omit("depth")
	r.Result.Cut++
	return true
}

// State judges a marking.
func (r *runner) State(m []int32, path []lpor.Taken, terminal bool) bool {
	r.line = append(r.line[:len(path)], m)
	return r.judge(m, terminal, len(path), func(depth int) []int32 { return r.line[depth] }, func() []TransitionID {
		out := make([]TransitionID, len(path))
		for i, t := range path {
			out[i] = TransitionID(t.T)
		}
		return out
	})
}

// judge looks at a marking at the end of a path of a length: at has the
// markings on it, by their depth, and path is what leads here.
func (r *runner) judge(m []int32, terminal bool, length int, at func(depth int) []int32,
	path func() []TransitionID) bool {
	if slices.Contains(m, math.MaxInt32) {
		r.e.End("model")
		return false
	}
	if n := r.opt.MaxStates; n > 0 && r.visited >= n {
		r.e.End("states")
		return false
	}
	if r.visited++; r.treeless {
		r.States = r.visited
	}
	if terminal {
		if !r.treeless {
			r.Executions++
		}
		r.Deadlocks++
		r.dead(m, length, path)
		return !r.e.Halted
	}
	if r.Unbounded == nil {
		r.pump(m, length, at, path)
	}
	if r.Unbounded != nil && r.last > 0 && r.visited >= r.last {
		r.e.End("unbounded")
	}
	return !r.e.Halted
}

// dead enters a dead marking.
func (r *runner) dead(m []int32, length int, path func() []TransitionID) {
	text := r.net.Format(m)
	if i, known := r.number[text]; known {
		if r.opt.Shortest && length < len(r.Dead[i].Schedule) {
			r.Dead[i].Schedule = path()
		}
	} else if len(r.Dead) < maxDead {
		r.number[text] = len(r.Dead)
		r.Dead = append(r.Dead, Dead{m, path()})
	}
	if r.opt.StopAtFirst {
		r.e.End("first finding")
	}
}

// pump looks for a marking on the path that has no token more than m, and fewer
// in all: then what leads from there to here can be fired again and again. It
// looks at the markings 1, 2, 4, ... steps back, and at the first one.
func (r *runner) pump(m []int32, length int, at func(depth int) []int32, path func() []TransitionID) {
	for back := 1; length > 0; back *= 2 {
		back = min(back, length)
		if grows := more(at(length-back), m); grows != nil {
			all := path()
			r.Unbounded = &Pump{Before: all[:length-back], Again: all[length-back:], Grows: grows}
			if o := &r.opt; o.Depth == 0 && o.MaxStates == 0 && o.MaxExecutions == 0 {
				if r.last = r.visited; o.Algorithm == Reduced {
					r.last += maxUnbounded
				}
			}
			return
		}
		if back == length {
			return
		}
	}
}

// more lists the places where b has more tokens than a; nil: there are none, or
// it has fewer somewhere.
func more(a, b []int32) []PlaceID {
	var out []PlaceID
	for p := range a {
		switch {
		case b[p] < a[p]:
			return nil
		case b[p] > a[p]:
			out = append(out, PlaceID(p))
		}
	}
	return out
}

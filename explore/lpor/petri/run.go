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

// This file is what flavers explore does with a net. It checks the options, runs
// one of three searches within limits, and collects dead markings with firing
// sequences. The searches are lpor.Search, depth first with or without reduction,
// and breadth.go. Each of them calls judge for each marking that it visits. judge
// also looks for a proof that the net is unbounded (pump), since a search of all
// markings would then not end.

// The explorers of nets.
const (
	Full    = "full"   // all firing sequences
	States  = "states" // all markings
	Reduced = "lpor"   // stubborn sets; the default
)

// Algorithms lists the explorers.
func Algorithms() []string { return []string{Full, States, Reduced} }

// Methods lists the explorers with the flags that they take.
func Methods() []explore.Method {
	return []explore.Method{
		{Name: Full, Flags: []string{"prefer", "max-states", "max-executions"}},
		{Name: States, Flags: []string{"prefer", "max-states", "search"}},
		{Name: Reduced, Flags: []string{"prefer", "max-states", "max-executions", "net", "initial", "stateless"}},
	}
}

// maxDead is how many dead markings are reported with their firing sequences.
const maxDead = 10

// maxUnbounded is how many more markings Reduced visits once it knows that the net is unbounded: stubborn sets may need
// finitely many all the same.
const maxUnbounded = 50_000

// RunResult is what Run finds. Of the counters of explore.Result, Deadlocks counts
// dead markings; for Full and a stateless search, firing sequences to one.
type RunResult struct {
	*explore.Result
	Dead      []Dead // the first dead markings, at most maxDead
	Unbounded *Pump  // a proof that the net is unbounded; nil: none was met
}

// Dead is a marking without an enabled transition.
type Dead struct {
	Marking  []int32
	Schedule []TransitionID
}

// Pump proves that a net is unbounded: after the sequence Before, the sequence
// Again can be fired any number of times, and each time adds tokens to the places
// of Grows and takes none away.
type Pump struct {
	Before, Again []TransitionID
	Grows         []PlaceID
}

// Run explores a net. A limit that was hit, or the end of ctx, makes the result
// incomplete. If the net turns out to be unbounded, the search ends, for Reduced
// after maxUnbounded more markings; if Depth, MaxStates or MaxExecutions is given,
// that limit ends it instead. Run uses the options Algorithm, Depth,
// MaxExecutions, MaxStates, MaxMemory, DepthFirst (States), HighestFirst,
// Shortest, StopAtFirst, Net, Initial, Stateless (Reduced) and Progress. The error
// says that an option has no such value.
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
	// With each marking visited once, there are no executions to be limited.
	if r.treeless = opt.Algorithm == States || opt.Algorithm == Reduced && !opt.Stateless; r.treeless {
		opt.MaxExecutions = 0
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

// search runs a depth-first search and fills in the result.
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
	visited  int64                 // how often judge was called
	memory   int64                 // bytes that the search breadth first keeps
	treeless bool                  // each marking is visited once, instead of once for each firing sequence
	number   map[string]int        // by text of a dead marking: its index in Dead
	line     [][]int32             // depth first: the markings on the path
	last     int64                 // of an unbounded net: the value of visited at which to end; 0: none
}

var _ lpor.Visitor[[]int32] = (*runner)(nil)

// kept estimates the bytes that the search keeps: the set of markings, three times
// as it needs the old and the new table while it grows, and a frame for each
// marking on the path.
func (r *runner) kept() int64 {
	if r.searched == nil {
		return r.memory
	}
	frame := int64(400 + 8*len(r.net.Places) + 12*len(r.net.Transitions))
	return 3*r.searched.Bytes() + int64(r.searched.MaxDepth)*frame
}

// Step checks limits before a transition is fired.
func (r *runner) Step(depth int) bool { return r.e.Step(depth) }

// Cut counts a path that the bound on the depth ends.
func (r *runner) Cut([]int32, []lpor.Taken) bool {
	r.Omit("depth")
	r.Result.Cut++
	return true
}

// State judges a marking of a depth-first search.
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

// judge counts a marking, records it if it is dead, and reports whether the search
// goes on. The marking is at the end of a firing sequence of the given length; at
// returns the marking at a depth of it, and path the whole sequence.
func (r *runner) judge(m []int32, terminal bool, length int, at func(depth int) []int32,
	path func() []TransitionID) bool {
	if slices.Contains(m, math.MaxInt32) { // more tokens than can be counted
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

// dead records a dead marking. With Shortest, a shorter firing sequence replaces a known one.
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

// pump looks for a marking on the path that m covers: no place has more tokens
// there than in m, and some place has fewer. What leads from there to m can then
// be fired again and again, so that the net is unbounded (R. Karp and R. Miller,
// Parallel program schemata, 1969). It looks at the markings 1, 2, 4, ... steps
// back, and at the first one, as comparing with all would take quadratic time.
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

// more lists the places where b has more tokens than a. It returns nil if there
// are none, or if b has fewer tokens somewhere.
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

// Package oracle is a slow and simple explicit-state interpreter of
// cfg.Program: the twin that the fast machinery is tested against.
//
//	lock m
//	task a { lock m; unlock m }
//	task b { lock m; unlock m }
//
// has 8 states and 8 transitions here: Explore counts them, and finds that
// the program can end, and cannot deadlock.
//
// The package shares nothing with package sem but the contract in cfg/op.go:
// the two are written apart so that each checks the other. It makes no attempt
// to be fast, reduces nothing, and says so when a limit cut it short.
//
// To add an operation:
//
//  1. Its step in step.go.
//  2. Its event names in names.go.
//  3. A hand-computed program in ops_test.go.
package oracle

import (
	"cmp"
	"slices"

	"flavers/cfg"
)

// DefaultLimit is the number of states that a search visits when its limit is
// not positive.
const DefaultLimit = 200_000

// Result says what all executions of a program do together.
type Result struct {
	States      int  // distinct reachable states
	Transitions int  // steps from them, each resolution of a choice once; no erroneous ones
	Complete    bool // every reachable state was visited
	Deadlocks   int  // states where some task has not ended and no step can be taken
	Errors      map[cfg.ErrorKind]int
	Ended       bool // in some execution all tasks end (or rest: State.Ended)
}

// Explore visits every reachable state, breadth first, at most limit of them
// (DefaultLimit if limit <= 0). Errors counts, by kind, the erroneous steps.
func Explore(p *cfg.Program, limit int) *Result {
	r := &Result{Errors: map[cfg.ErrorKind]int{}}
	r.States, r.Complete = Visit(p, limit, func(s *State, steps []Step) {
		for _, st := range steps {
			if st.Failed {
				r.Errors[st.Error]++
			} else {
				r.Transitions++
			}
		}
		if s.Ended(p) {
			r.Ended = true
		} else if len(steps) == 0 {
			r.Deadlocks++
		}
	})
	return r
}

// Visit calls f on every reachable state and its steps, in breadth-first
// order. It returns the number of states and whether that was all of them.
func Visit(p *cfg.Program, limit int, f func(*State, []Step)) (states int, complete bool) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	start := Start(p)
	seen := map[string]bool{start.Key(): true}
	queue := []*State{start}
	complete = true
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		steps := Steps(p, s)
		f(s, steps)
		for _, st := range steps {
			if st.Failed {
				complete = complete && st.Error != cfg.LimitError
				continue
			}
			k := st.Next.Key()
			if seen[k] {
				continue
			}
			if len(seen) >= limit {
				complete = false
				continue
			}
			seen[k] = true
			queue = append(queue, st.Next)
		}
	}
	return len(seen), complete
}

// Pair is two points of different tasks, the smaller first.
type Pair [2]cfg.PointID

// ParallelPoints returns the set of pairs of points that two tasks occupy at once in some reachable state. The
// ends of tasks are points like any other; a task that has not started is nowhere. With complete false it may lack
// pairs.
func ParallelPoints(p *cfg.Program, limit int) (pairs map[Pair]bool, complete bool) {
	pairs = map[Pair]bool{}
	_, complete = Visit(p, limit, func(s *State, _ []Step) {
		for i, a := range s.At {
			for _, b := range s.At[i+1:] {
				if a != cfg.None && b != cfg.None {
					pairs[Pair{min(a, b), max(a, b)}] = true
				}
			}
		}
	})
	return pairs, complete
}

// Final is a state where an execution is over without an error.
type Final struct {
	Deadlock bool          // some task has not ended
	At       []cfg.PointID // by task; None: never started
	Vars     []int32       // by variable
}

// FinalStates lists the distinct final states, by deadlock, points and values.
func FinalStates(p *cfg.Program, limit int) (finals []Final, complete bool) {
	_, complete = Visit(p, limit, func(s *State, steps []Step) {
		ended := s.Ended(p)
		if ended || len(steps) == 0 {
			finals = append(finals, Final{!ended, s.At, s.Vars})
		}
	})
	order := func(a, b Final) int {
		d := func(f Final) int {
			if f.Deadlock {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(d(a), d(b)), slices.Compare(a.At, b.At), slices.Compare(a.Vars, b.Vars))
	}
	slices.SortFunc(finals, order)
	return slices.CompactFunc(finals, func(a, b Final) bool { return order(a, b) == 0 }), complete
}

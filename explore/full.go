package explore

import (
	"slices"
	"sync/atomic"

	"flavers/explore/model"
	"flavers/limit"
)

// This file is the explorer full: all interleavings, depth first, without any reduction. It
// is slow and simple, and the others are compared with it. With several jobs, the main
// goroutine explores down to a depth, and others explore what comes below (share).

// full takes every move in every state. A run-time error ends the execution.
type full struct {
	e     *engine
	r     *run
	stack [][]*model.Move // by depth: the moves of the state there

	split int                           // the depth below which other goroutines explore; 0: none do
	parts []chan limit.Outcome[*engine] // their results, in the order of the search
}

func (f *full) explore(e *engine) {
	f.e, f.r = e, newRun(e.System)
	if e.Options.Jobs > 1 && e.Options.MaxExecutions == 0 && !e.Options.StopAtFirst && !e.Options.StopAtCut {
		f.share()
	}
	f.visit()
}

// visit explores from the present state. It returns false if the search has to stop.
func (f *full) visit() bool {
	d := f.r.depth
	if f.split > 0 && d == f.split { // another goroutine has explored what comes from here
		f.e.Merge((<-f.parts[0]).Value().Exploration)
		f.parts = f.parts[1:]
		return !f.e.Halted
	}
	for len(f.stack) <= d {
		f.stack = append(f.stack, nil)
	}
	list, stuck := f.r.Enabled(f.stack[d][:0], f.r.state())
	f.stack[d] = list
	switch {
	case len(list) == 0:
		return f.e.Ended(f.r.state(), f.r.Ending(f.r.state(), stuck), f.r.path)
	case d >= f.e.Options.Depth:
		return f.e.Ended(f.r.state(), model.Cut, f.r.path)
	}
	for _, v := range list {
		if !f.e.Step(d + 1) {
			return false
		}
		f.r.push(v)
		more := true
		if v.Effect.Err != nil {
			f.e.Met(v.Effect.Err, f.r.path)
			more = f.e.Ended(f.r.state(), f.r.Failing(f.r.state()), f.r.path)
		} else {
			more = f.visit()
		}
		f.r.pop()
		if !more {
			return false
		}
	}
	return true
}

// share starts goroutines that explore what comes after the first moves. It chooses the
// number of these moves, split, so that there are about 16 beginnings for each job. The
// goroutines take the beginnings in the order of the search.
func (f *full) share() {
	e := f.e
	var begin [][]*model.Move
	for grown := true; grown && len(begin) < 16*e.Options.Jobs && f.split < min(e.Options.Depth, 12); {
		f.split++
		longer := f.beginnings(nil, nil)
		grown = len(longer) > 0
		begin = longer
	}
	for range begin {
		f.parts = append(f.parts, make(chan limit.Outcome[*engine], 1))
	}
	var next atomic.Int64
	parts := f.parts
	for range e.Options.Jobs {
		go func() {
			var w *model.System
			for {
				i := int(next.Add(1)) - 1
				if i >= len(begin) {
					return
				}
				parts[i] <- limit.Caught(func() *engine {
					if w == nil {
						w = e.System.Copy()
					}
					n := e.part(w)
					g := &full{e: n, r: newRun(w)}
					for _, v := range begin[i] {
						g.r.push(w.Again(g.r.state(), v))
					}
					g.visit()
					return n
				})
			}
		}()
	}
}

// beginnings appends all sequences of f.split moves after which an execution goes on, in
// the order of the search. taken has the moves to the present state.
func (f *full) beginnings(out [][]*model.Move, taken []*model.Move) [][]*model.Move {
	if len(taken) == f.split {
		return append(out, slices.Clone(taken))
	}
	list, _ := f.r.Enabled(nil, f.r.state())
	for _, v := range list {
		if v.Effect.Err == nil {
			f.r.push(v)
			out = f.beginnings(out, append(taken, v))
			f.r.pop()
		}
	}
	return out
}

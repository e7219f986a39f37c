package explore

import (
	"slices"
	"sync/atomic"

	"flavers/sem"
)

// full takes every move in every state: all interleavings, each once, without
// any reduction. A run-time error ends the execution.
type full struct {
	e     *engine
	r     *run
	stack [][]*move // by depth

	split int            // depth of the states that others go on from; 0: none
	parts []chan *engine // what they find, in order
}

func (f *full) explore(e *engine) {
	f.e, f.r = e, newRun(e.world)
	if e.opt.Jobs > 1 && e.opt.MaxExecutions == 0 && !e.opt.StopAtFirst && !e.opt.StopAtCut {
		f.share()
	}
	f.visit()
}

func (f *full) visit() bool {
	d := f.r.depth
	if f.split > 0 && d == f.split {
		f.e.merge(<-f.parts[0])
		f.parts = f.parts[1:]
		return !f.e.stopped
	}
	for len(f.stack) <= d {
		f.stack = append(f.stack, nil)
	}
	list, stuck := f.r.enabled(f.stack[d][:0], f.r.state())
	f.stack[d] = list
	switch {
	case len(list) == 0:
		return f.e.ended(f.r.state(), f.r.ending(f.r.state(), stuck), f.r.path)
	case d >= f.e.opt.Depth:
		return f.e.ended(f.r.state(), cut, f.r.path)
	}
	for _, v := range list {
		if !f.e.step(d + 1) {
			return false
		}
		f.r.push(v)
		more := true
		if v.eff.Err != nil {
			f.e.meets(v.eff.Err, f.r.path)
			more = f.e.ended(f.r.state(), f.r.failing(f.r.state()), f.r.path)
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

// share has several goroutines explore what comes after the first steps, one
// beginning after the other.
func (f *full) share() {
	e := f.e
	var begin [][]*move
	for grown := true; grown && len(begin) < 16*e.opt.Jobs && f.split < min(e.opt.Depth, 12); {
		f.split++
		longer := f.beginnings(nil, nil)
		grown = len(longer) > 0
		begin = longer
	}
	for range begin {
		f.parts = append(f.parts, make(chan *engine, 1))
	}
	var next atomic.Int64
	parts := f.parts
	for range e.opt.Jobs {
		go func() {
			w := e.world.copy()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(begin) {
					return
				}
				n := &engine{world: w, ctx: e.ctx, opt: e.opt, watch: NewWatch(e.ctx, nil), Result: Result{Algorithm: e.Algorithm, Complete: true}}
				n.opt.Progress = nil
				if n.opt.KeepEnds {
					n.Ends = map[string][]sem.Choice{}
				}
				g := &full{e: n, r: newRun(w)}
				for _, v := range begin[i] {
					g.r.push(w.again(g.r.state(), v))
				}
				g.visit()
				parts[i] <- n
			}
		}()
	}
}

// beginnings appends all sequences of split moves that end no execution, in the
// order of the search.
func (f *full) beginnings(out [][]*move, taken []*move) [][]*move {
	if len(taken) == f.split {
		return append(out, slices.Clone(taken))
	}
	list, _ := f.r.enabled(nil, f.r.state())
	for _, v := range list {
		if v.eff.Err == nil {
			f.r.push(v)
			out = f.beginnings(out, append(taken, v))
			f.r.pop()
		}
	}
	return out
}

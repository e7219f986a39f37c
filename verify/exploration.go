package verify

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
)

// This file lets an explorer continue in its next turn where it was. If each turn began anew, it would visit again
// everything that all turns before it have visited.
//
// An explorer is a function that runs to its end, and knows nothing of turns. So it runs as a coroutine (iter.Pull).
// When it meets a limit it calls explore.Options.Extend, which suspends the coroutine. The next turn resumes it with
// higher limits:
//
//	turn 1:  resume --> explorer runs --> limit met, Extend: yield --> result so far
//	turn 2:  resume --> Extend returns higher limits, explorer runs --> ...
//	close:   stop   --> Extend returns false, explorer returns

// runner is explore.Run or a function like it: it explores a program with specifications, and calls Options.Extend when
// it meets a limit.
type runner func(context.Context, *cfg.Program, []*automata.Spec, explore.Options) (*explore.Result, error)

// way identifies an exploration, and says what its result means.
type way struct {
	name     string // name of the strategy
	symmetry bool   // states that differ by exchanging tasks count as one
	shortest bool   // the execution that it finds first is a shortest one
	classes  bool   // it counts executions, one of each class of equivalent ones, and no states
}

// explorations holds the explorations of one search, or of one group of searches, from turn to turn. It has to be
// closed, because a suspended coroutine keeps its visited states.
type explorations struct {
	mu     sync.Mutex // held while an exploration runs
	byWay  map[way]*exploration
	closed atomic.Bool
}

// exploration is suspended until its next turn, or has ended.
type exploration struct {
	begunFor searches // it observes their specifications, so it can answer no others (searches.cover)
	last     step     // what it yielded last

	// The coroutine, as iter.Pull returns it.
	next func() (step, bool)
	stop func()

	// Set by each turn, and read by the coroutine.
	ctx    relay
	asking searches
	limits explore.Limits
}

// relay is a context that forwards to an inner one, which each turn replaces. An explorer is started with one context,
// but each turn has its own.
type relay struct{ context.Context }

// step is the state of an exploration at the end of a turn.
type step struct {
	result *explore.Result
	err    error
	over   bool // the explorer has returned: there will be no other step
}

// newExploration prepares the exploration of a program for some searches. The explorer starts in the first turn.
func newExploration(begunFor searches, run runner, p *cfg.Program, specs []*automata.Spec, opt explore.Options) *exploration {
	x := &exploration{begunFor: begunFor}
	x.next, x.stop = iter.Pull(func(yield func(step) bool) {
		opt.Within(x.limits)
		opt.Enough = func(r *explore.Result) bool { return x.asking.found(r) }
		opt.Extend = func(sofar *explore.Result) (explore.Limits, bool) {
			goesOn := yield(step{result: sofar})
			return x.limits, goesOn
		}
		r, err := run(&x.ctx, p, specs, opt)
		yield(step{result: r, err: err, over: true})
	})
	return x
}

// resume continues the exploration within limits, until everything that the searches seek is found or ctx ends.
func (x *exploration) resume(ctx context.Context, asking searches, limits explore.Limits) step {
	if !x.last.over {
		x.ctx.Context, x.asking, x.limits = ctx, asking, limits
		x.last, _ = x.next()
	}
	return x.last
}

// turn continues the exploration of one way. If there is none, or if it cannot answer these searches, it begins a new
// one. If ctx ends, the explorer returns early, and the exploration is discarded: if limit.Turns repeats the work
// later, it begins anew.
func (k *explorations) turn(ctx context.Context, w way, asking searches, limits explore.Limits, begin func() *exploration) step {
	k.mu.Lock()
	defer k.endIfClosed()
	defer k.mu.Unlock()
	x := k.byWay[w]
	if x == nil || !x.begunFor.cover(asking) {
		k.end(w)
		if k.byWay == nil {
			k.byWay = make(map[way]*exploration)
		}
		x = begin()
		k.byWay[w] = x
	}
	s := x.resume(ctx, asking, limits)
	if ctx.Err() != nil {
		k.end(w)
	}
	return s
}

// has reports whether the exploration of one way has begun.
func (k *explorations) has(w way) bool {
	k.mu.Lock()
	defer k.endIfClosed()
	defer k.mu.Unlock()
	return k.byWay[w] != nil
}

// forget discards the exploration of one way.
func (k *explorations) forget(w way) {
	k.mu.Lock()
	defer k.endIfClosed()
	defer k.mu.Unlock()
	k.end(w)
}

// end is forget for callers that hold the lock.
func (k *explorations) end(w way) {
	if x := k.byWay[w]; x != nil {
		x.stop()
		delete(k.byWay, w)
	}
}

// close ends all explorations. An exploration that still runs, although nobody waits for it, is ended after its turn.
func (k *explorations) close() {
	k.closed.Store(true)
	k.endIfClosed()
}

// endIfClosed ends all explorations if k is closed and the lock is free. Every method that takes the lock calls it
// after releasing the lock. So either close finds the lock free, or that method sees that k is closed.
func (k *explorations) endIfClosed() {
	if !k.closed.Load() || !k.mu.TryLock() {
		return
	}
	defer k.mu.Unlock()
	for w := range k.byWay {
		k.end(w)
	}
}

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

// This file lets an explorer go on where it was when its turn ended: a turn that began the search anew would visit
// again what all turns before it have visited. The explorer runs as a coroutine, which waits where a limit is met
// (explore.Options.Extend) until a turn has more for it.

// runner is explore.Run, or a function like it: it explores a program under specifications, and asks Options.Extend
// where it meets a limit.
type runner func(context.Context, *cfg.Program, []*automata.Spec, explore.Options) (*explore.Result, error)

// way identifies an exploration, and says what its result means.
type way struct {
	name     string // of the explorer
	symmetry bool   // states are counted up to exchanging tasks
	shortest bool   // what it finds first is a shortest execution
	classes  bool   // it counts executions, one of each class of equivalent ones, and no states
}

// explorations keeps what one search, or one group of searches, explores from turn to turn. It has to be closed: a
// coroutine that waits keeps its visited states.
type explorations struct {
	mu     sync.Mutex // held while one of them runs
	byWay  map[way]*exploration
	closed atomic.Bool
}

// exploration is one that waits for its next turn, or has ended.
type exploration struct {
	begunFor searches // it observes the specifications of these, and can answer no others (searches.cover)
	last     step
	next     func() (step, bool)
	stop     func()

	// Set by each turn, for the coroutine.
	ctx    relay
	asking searches
	limits explore.Limits
}

// relay is a context whose inner context each turn replaces: an explorer has one context from its beginning on, and
// each turn one of its own.
type relay struct{ context.Context }

// step is how far an exploration has come at the end of a turn.
type step struct {
	result *explore.Result
	err    error
	over   bool // it has ended: nothing more comes
}

// newExploration prepares the exploration of a program for some searches. The coroutine runs for the first time in a
// turn, when there are limits. After stop, yield returns false, so Extend declines, and the explorer returns.
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

// resume lets it go on within limits, until all that the searches seek is found. It ends with ctx.
func (x *exploration) resume(ctx context.Context, asking searches, limits explore.Limits) step {
	if !x.last.over {
		x.ctx.Context, x.asking, x.limits = ctx, asking, limits
		x.last, _ = x.next()
	}
	return x.last
}

// turn lets the exploration of one way go on. One begins if there is none yet, or if it was not begun for these
// searches. If ctx has ended, the explorer has returned early, and the exploration is discarded: where limit.Turns
// repeats the work, it begins anew.
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

// close ends all of them. One that still runs, since nobody waits for it any more, ends when its turn does.
func (k *explorations) close() {
	k.closed.Store(true)
	k.endIfClosed()
}

// endIfClosed ends all of them if they are closed and the lock is free. Each method that takes the lock calls it when
// it has given it back: so either close finds the lock free, or that method sees that they are closed.
func (k *explorations) endIfClosed() {
	if !k.closed.Load() || !k.mu.TryLock() {
		return
	}
	defer k.mu.Unlock()
	for w := range k.byWay {
		k.end(w)
	}
}

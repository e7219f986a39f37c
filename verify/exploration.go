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

// runner is an explorer.
type runner func(context.Context, *cfg.Program, []*automata.Spec, explore.Options) (*explore.Result, error)

// explorations are those that one search, or one group of searches, goes on with. They are to be closed.
type explorations struct {
	mu     sync.Mutex // held while one of them runs
	of     map[way]*exploration
	closed atomic.Bool
}

// way is how an exploration visits what it visits.
type way struct {
	name     string
	symmetry bool
}

// exploration is one that waits for its next turn, or has ended.
type exploration struct {
	asked  searches // what it was begun for: nothing else follows from what it visits
	ctx    relay    // of the turn
	within explore.Limits
	of     searches // of the turn
	next   func() (step, bool)
	stop   func()
	last   step
}

// step is what an exploration has come to in a turn.
type step struct {
	result *explore.Result
	err    error
	over   bool // it has ended: nothing more comes
}

// begin prepares an exploration of a program for searches, with limits of its turns.
func begin(asked searches, run runner, p *cfg.Program, specs []*automata.Spec, opt explore.Options) *exploration {
	x := &exploration{asked: asked}
	x.next, x.stop = iter.Pull(func(yield func(step) bool) {
		opt.Within(x.within)
		opt.Enough = func(r *explore.Result) bool { return x.of.found(r) }
		opt.Extend = func(sofar *explore.Result) (explore.Limits, bool) {
			goesOn := yield(step{result: sofar})
			return x.within, goesOn
		}
		r, err := run(&x.ctx, p, specs, opt)
		yield(step{result: r, err: err, over: true})
	})
	return x
}

// turn lets it go on within limits, until all that the searches seek is found; it ends with ctx.
func (x *exploration) turn(ctx context.Context, of searches, within explore.Limits) step {
	if !x.last.over {
		x.ctx.Context, x.of, x.within = ctx, of, within
		x.last, _ = x.next()
	}
	return x.last
}

// turn lets the exploration of one way go on, for searches among those that it was begun for; else one begins. One that
// ctx has ended is forgotten: work that is put off begins anew.
func (k *explorations) turn(ctx context.Context, w way, of searches, within explore.Limits, begin func() *exploration) step {
	k.mu.Lock()
	defer k.endIfClosed()
	defer k.mu.Unlock()
	x := k.of[w]
	if x == nil || !x.asked.cover(of) {
		k.end(w)
		if k.of == nil {
			k.of = make(map[way]*exploration)
		}
		x = begin()
		k.of[w] = x
	}
	s := x.turn(ctx, of, within)
	if ctx.Err() != nil {
		k.end(w)
	}
	return s
}

// has reports whether an exploration of one way has begun.
func (k *explorations) has(w way) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.of[w] != nil
}

// forget ends the exploration of one way.
func (k *explorations) forget(w way) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.end(w)
}

// end is forget where the lock is held.
func (k *explorations) end(w way) {
	if x := k.of[w]; x != nil {
		x.stop()
		delete(k.of, w)
	}
}

// close ends all of them. One that still runs, since nobody waits for it any more, ends when its turn does.
func (k *explorations) close() {
	k.closed.Store(true)
	k.endIfClosed()
}

// endIfClosed ends all if they are closed and none runs. Whoever has let one run calls it, too, when the lock is free:
// so either close finds the lock free, or the turn sees that they are closed.
func (k *explorations) endIfClosed() {
	if !k.closed.Load() || !k.mu.TryLock() {
		return
	}
	defer k.mu.Unlock()
	for w := range k.of {
		k.end(w)
	}
}

// relay is the context of the turn that an exploration has.
type relay struct{ context.Context }

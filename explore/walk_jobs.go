package explore

import (
	"sync"
	"sync/atomic"

	"flavers/sem"
)

// This file has several goroutines take random executions: each takes parts of
// a round, and what they find is put together in the order of the executions.

// walkJob is what one of the goroutines has of its own.
type walkJob struct {
	world  *world
	run    *run
	walker *walker
}

func newWalkJob(e *engine, w *walker) *walkJob {
	j := &walkJob{world: e.world.copy(), walker: newWalker(e.opt, w.priorities)}
	j.run = newRun(j.world)
	return j
}

// share takes the executions from..to-1 with all jobs.
func (w *walker) share(e *engine, jobs []*walkJob, from, to int64) {
	parts := make([]*engine, (to-from+walkPart-1)/walkPart)
	var next, last atomic.Int64 // the next part; the first that ends the exploration
	last.Store(int64(len(parts)))
	var all sync.WaitGroup
	for _, j := range jobs {
		j.walker.longest = w.longest
		all.Go(func() {
			for {
				i := next.Add(1) - 1
				if i >= int64(len(parts)) || i > last.Load() {
					return
				}
				n := &engine{world: j.world, ctx: e.ctx, opt: e.opt, watch: NewWatch(e.ctx, nil), Result: Result{Algorithm: e.Algorithm, Complete: true, assumed: e.assumed}}
				if e.opt.KeepEnds {
					n.Ends = map[string][]sem.Choice{}
				}
				begin := from + i*walkPart
				j.walker.walk(n, j.run, begin, min(begin+walkPart, to))
				for j.run.depth > 0 { // it was stopped on the way
					j.run.pop()
				}
				for was := last.Load(); n.stopped && i < was && !last.CompareAndSwap(was, i); was = last.Load() {
				}
				parts[i] = n
			}
		})
	}
	all.Wait()
	for _, n := range parts {
		if e.merge(n); e.stopped {
			return // what came after it was not to be taken
		}
	}
	e.look()
}

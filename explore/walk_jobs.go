package explore

import (
	"sync/atomic"

	"flavers/explore/model"
	"flavers/limit"
)

// This file has several goroutines take random executions: each takes parts of
// a round, and what they find is put together in the order of the executions.

// walkJob is what one of the goroutines has of its own.
type walkJob struct {
	system *model.System
	run    *run
	walker *walker
}

func newWalkJob(e *engine, w *walker) *walkJob {
	j := &walkJob{system: e.System.Copy(), walker: newWalker(e.Options, w.priorities)}
	j.run = newRun(j.system)
	return j
}

// share takes the executions from..to-1 with all jobs.
func (w *walker) share(e *engine, jobs []*walkJob, from, to int64) {
	parts := make([]*engine, (to-from+walkPart-1)/walkPart)
	var next, last atomic.Int64 // the next part; the first that ends the exploration
	last.Store(int64(len(parts)))
	var all limit.Group
	for _, j := range jobs {
		j.walker.longest = w.longest
		all.Go(func() {
			for {
				i := next.Add(1) - 1
				if i >= int64(len(parts)) || i > last.Load() {
					return
				}
				n := e.part(j.system)
				n.Judging(e.Exploration)
				begin := from + i*walkPart
				j.walker.walk(n, j.run, begin, min(begin+walkPart, to))
				for j.run.depth > 0 { // it was stopped on the way
					j.run.pop()
				}
				for was := last.Load(); n.Halted && i < was && !last.CompareAndSwap(was, i); was = last.Load() {
				}
				parts[i] = n
			}
		})
	}
	all.Wait()
	for _, n := range parts {
		if e.Merge(n.Exploration); e.Halted {
			return // what came after it was not to be taken
		}
	}
	e.Look()
}

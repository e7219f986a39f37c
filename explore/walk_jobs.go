package explore

import (
	"sync/atomic"

	"flavers/explore/model"
	"flavers/limit"
)

// This file takes random executions with several goroutines. Each takes parts of a round,
// and the results are put together in the order of the executions, so that the result is
// that of one goroutine.

// walkJob has what one of the goroutines needs for itself.
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

// share takes the executions with numbers from to to-1 with all jobs. Once an execution
// has ended the exploration, executions with higher numbers are not needed.
func (w *walker) share(e *engine, jobs []*walkJob, from, to int64) {
	parts := make([]*engine, (to-from+walkPart-1)/walkPart)
	var next, last atomic.Int64 // the next part; the lowest one that has ended the exploration
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
				for j.run.depth > 0 { // the walk was stopped within an execution
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
			return // later executions would not have been taken
		}
	}
	e.Look()
}

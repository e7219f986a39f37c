package em

import (
	"flavers/explore"
)

// engine counts, keeps to the limits and reports progress.
type engine struct {
	opt     explore.Options
	watch   *explore.Watch
	stopped bool
	share   func() float64
	result  *explore.Result
	seen    func(path []int32) // called for each complete execution; may be nil

	deadlocks map[string][]int32 // by what is stuck: an execution that leads there
	order     []string
	keep      map[string][]int32 // all ends, if asked for
}

func (e *engine) stop(what string) {
	e.result.Omit(what)
	e.stopped = true
}

// step counts a transition to a depth, before it is taken; false: stop.
func (e *engine) step(depth int) bool {
	if n := e.opt.MaxExecutions; n > 0 && e.result.Executions+e.result.Blocked+e.result.Cut+e.result.Beyond >= n {
		e.stop("executions")
		return false
	}
	e.result.Transitions++
	e.result.MaxDepth = max(e.result.MaxDepth, depth)
	e.tick()
	return !e.stopped
}

// tick looks at the time now and then.
func (e *engine) tick() {
	if e.watch.Due(1024) {
		e.look()
	}
}

func (e *engine) look() {
	limit := e.watch.Look(func() explore.Progress {
		p := explore.Progress{Executions: e.result.Executions, Transitions: e.result.Transitions, Depth: e.result.MaxDepth}
		if e.share != nil {
			p.Share = e.share()
		}
		return p
	})
	if limit != "" {
		e.stop(limit)
	}
}

// ended counts an execution that is over: every operation was executed, or
// none can be.
func (e *engine) ended(s *system, path []int32) {
	e.result.Executions++
	if e.seen != nil {
		e.seen(path)
	}
	if len(path) == len(s.ops) {
		if e.keep != nil && e.keep["end"] == nil {
			e.keep["end"] = clone(path)
		}
		return
	}
	e.result.MaxDepth = max(e.result.MaxDepth, len(path))
	what, blocked := s.stuck()
	if e.keep != nil && e.keep[what] == nil {
		e.keep[what] = clone(path)
	}
	if !blocked {
		return
	}
	e.result.Deadlocks++
	old, known := e.deadlocks[what]
	if !known || e.opt.Shortest && len(path) < len(old) {
		e.deadlocks[what] = clone(path)
		if !known {
			e.order = append(e.order, what)
		}
	}
	if e.opt.StopAtFirst {
		e.stop("first finding")
	}
}

func clone(path []int32) []int32 { return append([]int32(nil), path...) }

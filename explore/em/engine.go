package em

import "flavers/explore/model"

// This file is what all explorers of traces share: they call Step (of
// model.Exploration) before each operation, and ended after each execution.

// Engine is an exploration of a trace in progress. Executions are lists of
// operations, as indexes into the System's.
type Engine struct {
	*model.Exploration
	// Seen, if not nil, is called with each execution that is over. If it returns
	// true, it has counted and judged the execution, and the Engine does neither.
	Seen func(path []int32) bool

	deadlocks map[string][]int32 // by the text of System.stuck: an execution that leads there
	order     []string           // the keys of deadlocks, in the order in which they were found
	keep      map[string][]int32 // an execution for each distinct end; nil: not asked for
}

// NewEngine returns an engine for one exploration.
func NewEngine(x *model.Exploration) *Engine {
	return &Engine{Exploration: x, deadlocks: map[string][]int32{}}
}

// ended counts and judges an execution that is over: every operation was executed,
// or none is enabled. s is in the state at its end.
func (e *Engine) ended(s *System, path []int32) {
	if e.Seen != nil && e.Seen(path) {
		return
	}
	e.Executions++
	if len(path) == len(s.ops) {
		if e.keep != nil && e.keep["end"] == nil {
			e.keep["end"] = clone(path)
		}
		return
	}
	// Something is left. It is a deadlock if threads are blocked.
	what, blocked := s.stuck()
	if e.keep != nil && e.keep[what] == nil {
		e.keep[what] = clone(path)
	}
	if !blocked {
		return
	}
	e.Deadlocks++
	old, known := e.deadlocks[what]
	if !known || e.Options.Shortest && len(path) < len(old) {
		e.deadlocks[what] = clone(path)
		if !known {
			e.order = append(e.order, what)
		}
	}
	if e.Options.StopAtFirst {
		e.End("first finding")
	}
}

// clone copies an execution, whose array is used again.
func clone(path []int32) []int32 { return append([]int32(nil), path...) }

package em

import "flavers/explore/model"

// Engine is an exploration of a trace.
type Engine struct {
	*model.Exploration
	Seen func(path []int32) bool // is told of each execution that is over; true: it has counted and judged it. May be nil

	deadlocks map[string][]int32 // by what is stuck: an execution that leads there
	order     []string
	keep      map[string][]int32 // all ends, if asked for
}

// NewEngine explores a trace.
func NewEngine(x *model.Exploration) *Engine {
	return &Engine{Exploration: x, deadlocks: map[string][]int32{}}
}

// ended counts an execution that is over: every operation was executed, or
// none can be.
func (e *Engine) ended(s *System, path []int32) {
	if len(path) < len(s.ops) {
		e.MaxDepth = max(e.MaxDepth, len(path))
	}
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

func clone(path []int32) []int32 { return append([]int32(nil), path...) }

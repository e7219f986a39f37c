package golang

import (
	"context"
	"slices"

	"flavers/lang/golang/execute"
	"flavers/lang/golang/extract"
)

// Execution is an execution of a root that ends in a mistake, with all its data.
type Execution struct {
	Steps   []ExecutionStep
	Waiting []ExecutionWait // goroutines that are blocked at its end; none: the last step fails
	Mistake string          // why that is
	If      []string        // conditions on what is not known, which are true in it
}

// ExecutionStep is an operation of a goroutine, at "file:line:col".
type ExecutionStep struct{ Task, Event, Pos string }

// ExecutionWait is an operation at which a goroutine is blocked, perhaps for others.
type ExecutionWait struct {
	Task, At, Pos string
	For           []string
}

// Execute executes a root some times (package execute) and returns an execution that ends in a deadlock, and one that
// ends in a run-time error of synchronization; nil: there was none. Of a client, what is the matter of its callers does
// not count.
func (ps *Programs) Execute(ctx context.Context, program string) (deadlock, mistake *Execution) {
	m := ps.made[program]
	var callers *extract.Callers
	if m.root.Client != nil {
		callers = extract.CallersOf(m.in, m.root, ps.callers)
		ps.callers = callers
	}
	described := func(e *execute.Execution) ([]string, bool) {
		var out []string
		for _, a := range e.Assumes {
			text := extract.Describe(a.In, a.Cond, a.Yes, m.in.Where)
			if text == "" {
				return nil, false
			}
			if !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
		return out, true
	}
	counts := func(e *execute.Execution) bool {
		if _, ok := described(e); !ok {
			return false
		}
		switch {
		case callers == nil:
			return true
		case e.Mistake != "":
			again := e.Caller && extract.Again(m.root, e.Mistake)
			return !again && e.Closer != "Wait" // as of a wait group: nothing is added while somebody waits
		}
		helped, err := callers.Help(ctx, stuck(e))
		return err == nil && !helped
	}
	found := execute.Run(ctx, m.in, m.root, execute.Options{}, counts)
	said := func(e *execute.Execution) *Execution {
		if e == nil {
			return nil
		}
		out := &Execution{Mistake: e.Mistake}
		out.If, _ = described(e)
		for _, s := range e.Steps {
			out.Steps = append(out.Steps, ExecutionStep{s.Goroutine, s.What, m.in.Where(s.Where).String()})
		}
		for _, b := range e.Blocked {
			out.Waiting = append(out.Waiting, ExecutionWait{b.Goroutine, b.At, m.in.Where(b.Where).String(), b.For})
		}
		return out
	}
	return said(found.Deadlock), said(found.Mistake)
}

// stuck are the goroutines that are blocked at the end of an execution.
func stuck(e *execute.Execution) []extract.Stuck {
	var out []extract.Stuck
	for _, b := range e.Blocked {
		s := extract.Stuck{Name: b.Goroutine, Method: b.Method, Caller: b.Caller, Lock: b.Lock, Missed: b.Missed,
			For: b.For, Holds: b.Holds}
		for _, w := range b.Waits {
			s.Waits = append(s.Waits, extract.Operation{Word: w.Word, Made: w.Made})
		}
		out = append(out, s)
	}
	return out
}

package golang

import (
	"context"
	"slices"

	"flavers/lang/golang/execute"
	"flavers/lang/golang/extract"
	"flavers/report/ledger"
)

// Execution is an execution of a root that ends in a mistake, with all its data.
type Execution struct {
	Steps   []ExecutionStep
	Waiting []ExecutionWait // goroutines that are blocked at its end; none: the last step fails
	Mistake string          // why that is
	If      []string        // conditions on what is not known, which are true in it
	// Contract is what callers do in it that the package need not allow; nil: nothing.
	Contract *ledger.Contract
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
// not count; one in which callers break a contract is returned if there is no other one.
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
	var broken execute.Found // in which callers break a contract
	contracts := map[*execute.Execution]*ledger.Contract{}
	counts := func(e *execute.Execution) bool {
		if _, ok := described(e); !ok {
			return false
		}
		if callers == nil {
			return true
		}
		left, now := false, (*ledger.Contract)(nil)
		to := &broken.Deadlock
		if e.Mistake != "" {
			to = &broken.Mistake
			// Of Wait as of a wait group: nothing is added while somebody waits.
			last := e.Steps[len(e.Steps)-1]
			var before []string // what the same goroutine did
			for _, s := range e.Steps[:len(e.Steps)-1] {
				if s.Goroutine == last.Goroutine {
					before = append(before, s.What)
				}
			}
			left = e.Caller && extract.Again(m.root, last.Method, last.What+": "+e.Mistake, before) || e.Closer == "Wait"
			now = extract.Beside(m.root, acts(e), nil)
		} else {
			helped, of, err := callers.Help(ctx, stuck(e), acts(e))
			left, now = err != nil || helped, of
		}
		if now != nil && !left && (*to == nil || len(e.Steps) < len((*to).Steps)) {
			*to, contracts[e] = e, now
		}
		return !left && now == nil
	}
	found := execute.Run(ctx, m.in, m.root, execute.Options{}, counts)
	said := func(e, broken *execute.Execution) *Execution {
		if e == nil {
			e = broken
		}
		if e == nil {
			return nil
		}
		out := &Execution{Mistake: e.Mistake, Contract: contracts[e]}
		out.If, _ = described(e)
		for _, s := range e.Steps {
			out.Steps = append(out.Steps, ExecutionStep{s.Goroutine, s.What, m.in.Where(s.Where).String()})
		}
		for _, b := range e.Blocked {
			out.Waiting = append(out.Waiting, ExecutionWait{b.Goroutine, b.At, m.in.Where(b.Where).String(), b.For})
		}
		return out
	}
	return said(found.Deadlock, broken.Deadlock), said(found.Mistake, broken.Mistake)
}

// acts are the steps of callers in an execution.
func acts(e *execute.Execution) []extract.Act {
	var out []extract.Act
	for _, s := range e.Steps {
		if s.Method != "" {
			out = append(out, extract.Act{Task: s.Goroutine, Method: s.Method})
		}
	}
	return out
}

// stuck are the goroutines that are blocked at the end of an execution.
func stuck(e *execute.Execution) []extract.Stuck {
	var out []extract.Stuck
	for _, b := range e.Blocked {
		s := extract.Stuck{Name: b.Goroutine, Method: b.Method, Caller: b.Caller, Lock: b.Lock, Missed: b.Missed,
			For: b.For, Holds: b.Holds, Begins: b.Begins}
		for _, w := range b.Waits {
			s.Waits = append(s.Waits, extract.Operation{Word: w.Word, Made: w.Made})
		}
		out = append(out, s)
	}
	return out
}

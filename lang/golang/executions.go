package golang

import (
	"context"
	"slices"

	"flavers/lang/golang/execute"
	"flavers/lang/golang/extract"
	"flavers/report/ledger"
)

// This file executes a root with an interpreter of Go (package execute), and reports what goes wrong. The interpreter
// knows all data, which models lack. For a client, an execution is dropped if other callers could end its deadlock,
// or if its callers break the contract of the package (package extract, callers.go and contracts.go).

// Execution is an execution of a root that ends in a deadlock or a run-time error of synchronization.
type Execution struct {
	Steps    []ExecutionStep
	Waiting  []ExecutionWait  // goroutines that are blocked at its end; none: the last step fails
	Mistake  string           // the text of the run-time error; "": it is a deadlock
	If       []string         // conditions on values that the interpreter has chosen, in words
	Contract *ledger.Contract // what callers do that the package need not allow; nil: nothing
}

// ExecutionStep is an operation of a goroutine, at "file:line:col".
type ExecutionStep struct{ Task, Event, Pos string }

// ExecutionWait is an operation At, at position Pos "file:line:col", at which a goroutine is blocked. For has the
// goroutines that it waits for, as far as these are known.
type ExecutionWait struct {
	Task, At, Pos string
	For           []string
}

// Execute executes a root many times, in random orders. It returns an execution that ends in a deadlock, and one that
// ends in a run-time error of synchronization; nil if it found none. For a client, executions are left out for which
// the callers are to blame. One in which callers break a contract is returned only if there is no other.
func (ps *Programs) Execute(ctx context.Context, program string) (deadlock, mistake *Execution) {
	m := ps.made[program]
	var callers *extract.Callers
	if m.root.Client != nil {
		callers = extract.CallersOf(m.in, m.root, ps.callers)
		ps.callers = callers
	}
	// described returns the conditions of an execution in words; false if one of them has none.
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
	var broken execute.Found // the shortest executions in which callers break a contract
	contracts := map[*execute.Execution]*ledger.Contract{}
	// counts reports whether an execution is a finding. It records those in which callers break a contract.
	counts := func(e *execute.Execution) bool {
		if _, ok := described(e); !ok {
			return false
		}
		if callers == nil {
			return true
		}
		callersFault, contract := false, (*ledger.Contract)(nil)
		shortest := &broken.Deadlock
		if e.Mistake != "" {
			shortest = &broken.Mistake
			last := e.Steps[len(e.Steps)-1]
			var before []string // the steps of the same goroutine
			for _, s := range e.Steps[:len(e.Steps)-1] {
				if s.Goroutine == last.Goroutine {
					before = append(before, s.What)
				}
			}
			calledAgain := e.Caller && extract.Again(m.root, last.Method, last.What+": "+e.Mistake, before)
			callersFault = calledAgain || e.Caller && e.Closer == "Wait" // callers send nothing to what Wait closes
			contract = extract.Beside(m.root, acts(e), nil)
		} else {
			helped, breach, err := callers.Help(ctx, stuck(e), acts(e))
			callersFault, contract = err != nil || helped, breach
		}
		if contract != nil && !callersFault && (*shortest == nil || len(e.Steps) < len((*shortest).Steps)) {
			*shortest, contracts[e] = e, contract
		}
		return !callersFault && contract == nil
	}
	found := execute.Run(ctx, m.in, m.root, execute.Options{}, counts)
	report := func(e, broken *execute.Execution) *Execution {
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
	return report(found.Deadlock, broken.Deadlock), report(found.Mistake, broken.Mistake)
}

// acts returns the steps of callers in an execution.
func acts(e *execute.Execution) []extract.Act {
	var out []extract.Act
	for _, s := range e.Steps {
		if s.Method != "" {
			out = append(out, extract.Act{Task: s.Goroutine, Method: s.Method})
		}
	}
	return out
}

// stuck returns the goroutines that are blocked at the end of an execution.
func stuck(e *execute.Execution) []extract.Stuck {
	var out []extract.Stuck
	for _, b := range e.Blocked {
		s := extract.Stuck{Name: b.Goroutine, Method: b.Method, Caller: b.Caller, Lock: b.Lock, Missed: b.Missed,
			Alone: b.Alone,
			For:   b.For, Holds: b.Holds, Begins: b.Begins}
		for _, w := range b.Waits {
			s.Waits = append(s.Waits, extract.Operation{Word: w.Word, Made: w.Made})
		}
		out = append(out, s)
	}
	return out
}

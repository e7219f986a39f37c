package em

// This file is what package explore/eventdriven uses of this one. It makes a trace
// of a program and wants all its executions (Authors, Classes), or one execution
// with given dependences (Linearize).

// Authors explores the executions of s as the tool of EM-DPOR's authors does, or,
// with merged, by DPOR with queues as shared objects.
func Authors(e *Engine, s *System, merged bool) { (&emDPOR{}).run(e, s, merged) }

// Classes explores complete executions, one for each order of conflicting
// operations (optimal.go). It returns false if there is no complete execution.
func Classes(e *Engine, s *System) bool {
	p := newPlan(s)
	if p != nil {
		byClasses(e, s, p, false)
	}
	return p != nil
}

// byClasses runs the search of optimal.go, and adds its counters.
func byClasses(e *Engine, s *System, p *plan, lazy bool) {
	c := &classes{p: p, lazy: lazy}
	c.explore(e, s)
	e.Count("refuted", "orders of conflicting operations that no execution has", c.refuted)
	e.Count("choices", "choices tried to find executions with a given order", c.branch)
}

// Linearize finds an execution of all operations in which conflicting accesses,
// and critical sections of a lock, come in the order in which the trace has them.
// The trace itself need not be an execution. It returns nil if there is none, or
// if the exploration was stopped.
func Linearize(e *Engine, s *System) []int32 {
	p := newPlan(s)
	if p == nil {
		return nil
	}
	// In races and locks, the first one is the first in the trace.
	m := append(order(nil), p.start...)
	for _, r := range p.races {
		if !p.put(m, r[0], r[1]) {
			return nil
		}
	}
	for _, l := range p.locks {
		if !p.put(m, l[1], l[2]) {
			return nil
		}
	}
	if !p.close(m) {
		return nil
	}
	// Nodes are numbered in the order of the trace, which guides the search.
	guide := &found{at: make([]int32, len(p.node))}
	for i := range guide.at {
		guide.at[i] = int32(i)
	}
	c := &classes{Engine: e, p: p, s: s}
	if f := c.find(m, guide); f != nil {
		return f.path
	}
	return nil
}

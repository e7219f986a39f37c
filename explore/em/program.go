package em

// This file has what searches of programs ask of traces (package
// explore/eventdriven): the trace of a program in all its orders, and an execution
// with given dependences.

// Authors explores as the tool of EM-DPOR's authors does; merged: by DPOR with
// queues as shared objects.
func Authors(e *Engine, s *System, merged bool) { (&emDPOR{}).run(e, s, merged) }

// Classes explores complete executions, one for each order of conflicting
// operations. false: not all operations can be executed.
func Classes(e *Engine, s *System) bool {
	p := newPlan(s)
	if p != nil {
		byClasses(e, s, p, false)
	}
	return p != nil
}

func byClasses(e *Engine, s *System, p *plan, lazy bool) {
	c := &classes{p: p, lazy: lazy}
	c.explore(e, s)
	e.Count("refuted", "orders of conflicting operations that no execution has", c.refuted)
	e.Count("choices", "choices tried to find executions with a given order", c.branch)
}

// Linearize finds an execution of all operations in which conflicting ones come
// in the order in which the trace has them; nil: there is none, or the exploration
// was stopped.
func Linearize(e *Engine, s *System) []int32 {
	p := newPlan(s)
	if p == nil {
		return nil
	}
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

package verify

import (
	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// This file says which variables the steps of an execution read, what they hold
// there, and which earlier step wrote that.

// lastWrites is, by variable, the step that wrote it last, from 1; 0: none has.
type lastWrites []int

// reads lists what step k (from 1) of an execution reads: an outcome of an
// action from a state.
func (w lastWrites) reads(c *checker, k int, state []int32, a cfg.ActionID, outcome int) []report.Read {
	var out []report.Read
	reads, writes := c.sem.M.Accesses(state, c.p.Actions[a], outcome)
	for _, v := range reads {
		t := c.p.Vars[v].Type
		out = append(out, report.Read{Name: c.p.Vars[v].Name, Value: t.Format(state[c.sem.M.Var(v)] + t.Lo), Step: w[v]})
	}
	for _, v := range writes {
		w[v] = k
	}
	return out
}

// setEvent fills in what people read of a step: its events, the run-time error that
// it ends with, what it does if it has no event, and the test that it makes.
func (c *checker) setEvent(st *report.Step, a cfg.ActionID, occ []sem.Occurrence, err *sem.Error) {
	n := &c.p.Nodes[c.p.Actions[a].A]
	switch test, _ := n.Op.(cfg.Test); {
	case err != nil:
		st.Event = err.Kind.String() + ": " + err.Text
		return
	case len(occ) == 0:
		st.Event = c.p.NodeString(n.ID)
		st.Test, st.Partial = test.Text, true
	default:
		st.Event = eventNames(occ)
		st.Test, st.Partial = test.Text, len(occ[0].Names()) > 1
	}
}

// Package follow describes executions for people: who takes each step and where it
// stands, what happens in it, which variables it reads and sets, and which steps pass
// messages on.
//
//	tell := follow.New(machine)
//	for each step { st := tell.Step(action, occurrences, err); tell.Details(&st, ...) }
//	tell.Messages(all)
//
//	run, problems := follow.Run(p, specs, "1:3f0a9c12:0,4.1,7") // executes a schedule
//	walk, err := follow.NewWalk(p, specs)                       // step by step: Next, Take, Back
//	all, fits, err := follow.Graph(poll, p, specs, most)        // every state of a small program
//
// It chooses no execution: that is the work of the searches.
package follow

import (
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// Teller describes the steps of one execution, in their order.
type Teller struct {
	m    *sem.Machine
	seen [][]sem.Occurrence // by step
	last []int              // by variable, the step that wrote it last, from 1; 0: none has
}

// New is for an execution of a program.
func New(m *sem.Machine) *Teller { return &Teller{m: m, last: make([]int, len(m.P.Vars))} }

// Step is the next step: who takes an action, where it stands in the source, and what
// people read of it: its events, the run-time error that it ends with, what it does if
// it has no event, and the test that it makes.
func (t *Teller) Step(id cfg.ActionID, occ []sem.Occurrence, err *sem.Error) report.Step {
	t.seen = append(t.seen, occ)
	p := t.m.P
	act := p.Actions[id]
	n := &p.Nodes[act.A]
	st := report.Step{Task: p.Tasks[n.Task].Name, Pos: n.Pos.String()}
	if act.Joint() {
		st.Tasks = []string{st.Task, p.Tasks[p.Nodes[act.B].Task].Name}
		st.PartnerPos = p.Nodes[act.B].Pos.String()
	}
	switch test, _ := n.Op.(cfg.Test); {
	case err != nil:
		text := err.Text
		if err.Kind == cfg.LimitError { // the rest says why, and what to do
			text, _, _ = strings.Cut(text, ": ")
		}
		st.Event = err.Kind.String() + ": " + text
	case len(occ) == 0:
		st.Event = p.NodeString(n.ID)
		st.Test, st.Partial = test.Text, true
	default:
		names := make([]string, len(occ))
		for i, o := range occ {
			names[i] = o.String()
		}
		st.Event = strings.Join(names, " ")
		if len(names) > 1 {
			st.Events = names
		}
		st.Test, st.Partial = test.Text, len(occ[0].Names()) > 1
	}
	return st
}

// Details adds to the step last described, an outcome of an action from a state, what it
// reads: what the variables hold there, and which earlier step wrote that; and where the
// statements stand that it executes.
func (t *Teller) Details(st *report.Step, state []int32, a cfg.ActionID, outcome int) {
	p := t.m.P
	for _, s := range t.m.Executed(state, p.Actions[a], outcome) {
		if pos := cfg.PosOf(s).String(); pos != st.Pos && !slices.Contains(st.Within, pos) {
			st.Within = append(st.Within, pos)
		}
	}
	reads, writes := t.m.Accesses(state, p.Actions[a], outcome)
	for _, v := range reads {
		of := p.Vars[v].Type
		value := of.Format(state[t.m.Var(v)] + of.Lo)
		st.Reads = append(st.Reads, report.Read{Name: p.Vars[v].Name, Value: value, Step: t.last[v]})
	}
	for _, v := range writes {
		t.last[v] = len(t.seen)
	}
}

// Changed lists the variables whose values differ.
func (t *Teller) Changed(before, after []int32) []report.VarValue {
	var out []report.VarValue
	for i := range t.m.P.Vars {
		v := &t.m.P.Vars[i]
		if k := t.m.Var(v.ID); k >= 0 && before[k] != after[k] {
			out = append(out, report.VarValue{Name: v.Name, Value: v.Type.Format(after[k] + v.Type.Lo)})
		}
	}
	return out
}

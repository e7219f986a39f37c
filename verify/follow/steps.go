// Package follow executes schedules, and describes executions for people: who takes each step and where it is in the
// source, what happens in it, which variables it reads and sets, and which step takes the message that another sends.
//
//	tell := follow.New(machine)
//	for each step { st := tell.Step(action, occurrences, err); tell.Details(&st, ...) }
//	tell.Messages(all)
//
//	run, problems := follow.Run(p, specs, "1:3f0a9c12:0,4.1,7") // executes a schedule
//	walk, err := follow.NewWalk(p, specs)                       // step by step: Next, Take, Back
//	all, fits, err := follow.Graph(poll, p, specs, most)        // every state of a small program
//
// It does not look for executions; that is the work of the searches.
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
	seen [][]sem.Occurrence // by step: its occurrences
	last []int              // by variable: the number of the step that last wrote it, from 1; 0: none has
}

// New returns a Teller for an execution without steps.
func New(m *sem.Machine) *Teller { return &Teller{m: m, last: make([]int, len(m.P.Vars))} }

// Step describes the next step: the task that takes it, its position, its events, and the test that it makes. If the
// step has no event, its statement stands in their place; if it ends in an error, the error does.
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
		if err.Kind == cfg.LimitError { // what follows the colon is advice
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

// Details adds to st, the step described last, the variables that it reads, with their values and the steps that wrote
// them, and the positions of the statements that it executes. state is the state before the step, and a and outcome are
// its action and the number of its outcome.
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

// Changed returns the variables whose values differ between two states.
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

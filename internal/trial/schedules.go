package trial

import (
	"strings"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/sem"
)

// This file checks schedules of findings: it executes them on the machine of package sem,
// without anything that explorers share.

// Claim is what the schedule of a finding is said to show. It has the fields of
// explore.Finding. That type cannot be used here, as tests of package explore import this
// package.
type Claim struct {
	Kind     string     // deadlock, error or violation
	Property string     // of a violation: the property
	AtEnd    bool       // of a violation: it is one only because the execution ends there
	Err      *sem.Error // of an error: the error
	Schedule []sem.Choice
}

// Follow executes a schedule. The test fails if a step cannot be taken, if a constraint is
// broken, or if the end is not what is claimed. what is printed with a failure.
func Follow(t testing.TB, p *cfg.Program, specs []*automata.Spec, f Claim, what string) {
	t.Helper()
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	binders := make([]*automata.Binder, len(specs))
	for i, sp := range specs {
		binders[i] = automata.NewBinder(sp)
	}
	state := m.Start()
	q := make([]int32, len(specs))
	for i, sp := range specs {
		q[i] = sp.DFA.Start
	}
	var last *sem.Error // the error of the last step; no step may follow it
	for i, c := range f.Schedule {
		outs := m.Outcomes(nil, state, p.Actions[c.Action], true)
		if c.Outcome >= len(outs) || last != nil {
			t.Fatalf("step %d of the schedule for %s %s cannot be taken\n%s", i, f.Kind, f.Property, what)
		}
		if last = outs[c.Outcome].Err; last != nil {
			continue
		}
		state = outs[c.Outcome].Next
		for _, o := range outs[c.Outcome].Occ {
			for k, sp := range specs {
				if sym, _ := binders[k].Bind(o.Names(), o.Owners(p)); sym >= 0 && q[k] != sp.DFA.Trap() {
					q[k] = sp.DFA.Step(q[k], sym)
				}
			}
		}
	}
	over := m.Over(state)
	stops := over || last == nil && len(m.Successors(state, false)) == 0
	ok := true
	switch f.Kind {
	case "deadlock":
		ok = !over && stops
	case "error":
		ok = last != nil && last.Error() == f.Err.Error()
	case "violation":
		for k, sp := range specs {
			switch {
			case sp.Name == f.Property && f.AtEnd:
				ok = ok && stops && !sp.DFA.Accept[q[k]]
			case sp.Name == f.Property:
				ok = ok && q[k] == sp.DFA.Trap()
			case !sp.Property:
				ok = ok && q[k] != sp.DFA.Trap() && (!f.AtEnd || sp.DFA.Accept[q[k]])
			}
		}
	}
	if !ok {
		t.Fatalf("the schedule for %s %s does not lead to it: %v\n%s", f.Kind, f.Property, f.Schedule, what)
	}
}

// Schedule returns the schedule of an execution in which the named tasks, separated by
// blanks, each take their first possible step in turn.
func Schedule(t testing.TB, p *cfg.Program, tasks string) string {
	t.Helper()
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	state := m.Start()
	var steps []sem.Choice
	for _, name := range strings.Fields(tasks) {
		found := false
		for _, a := range p.Actions {
			if p.Tasks[p.Nodes[a.A].Task].Name != name {
				continue
			}
			if outs := m.Outcomes(nil, state, a, false); len(outs) > 0 && outs[0].Next != nil {
				steps, state, found = append(steps, sem.Choice{Action: a.ID}), outs[0].Next, true
				break
			}
		}
		if !found {
			t.Fatalf("%s cannot move after %d steps", name, len(steps))
		}
	}
	return sem.FormatSchedule(p, steps)
}

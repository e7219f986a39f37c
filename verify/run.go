package verify

import (
	"fmt"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/diag"
	"flavers/report"
	"flavers/sem"
)

// Run executes one schedule step by step, following every specification. A
// schedule that cannot be followed ends early; the result says at which step,
// and what the program could have done there.
func Run(p *cfg.Program, specs []*automata.Spec, schedule string) (*report.Run, diag.List) {
	out := &report.Run{Version: report.Version, Program: p.File, Steps: []report.RunStep{}}
	var ds diag.List
	m, err := sem.New(p)
	if err != nil {
		ds.Errorf(p.Objects[0].Pos, diag.VSchedule, "%v", err)
		return out, ds
	}
	steps, fits, err := sem.ParseSchedule(p, schedule)
	if err != nil {
		ds.Errorf(noPosition, diag.VSchedule, "%v", err).WithHint("flavers check prints schedules of violating executions")
		return out, ds
	}
	if !fits {
		ds.Warnf(noPosition, diag.VSchedule, "the schedule was made for another version of this program, or other constants (--set)")
	}
	c := &checker{p: p, sem: &monitor.Semantics{M: m, Cases: make([][]sem.Case, len(p.Actions))}}
	f := newFollower(p, specs)
	state := m.Start()
	for i, s := range steps {
		var outs []sem.Outcome
		if outs = m.Outcomes(nil, state, p.Actions[s.Action], true); s.Outcome >= len(outs) {
			out.Stuck = c.stuck(i, s, state)
			break
		}
		o := outs[s.Outcome]
		st := report.RunStep{Step: c.stepOf(s.Action)}
		st.Event = eventNames(o.Occ)
		if st.Event == "" {
			st.Event = p.NodeString(p.Actions[s.Action].A)
			st.Silent = true
		}
		if o.Err != nil {
			st.Event = o.Err.Kind.String() + ": " + o.Err.Text
			out.Error = o.Err.Error()
			out.Steps = append(out.Steps, st)
			break
		}
		st.Vars = c.changed(state, o.Next)
		st.States = f.step(o.Occ)
		state = o.Next
		out.Steps = append(out.Steps, st)
	}
	out.Ended = true
	for t := range p.Tasks {
		out.Ended = out.Ended && m.Ended(cfg.TaskID(t), state[m.Pos(cfg.TaskID(t))])
	}
	out.Final = f.final(out.Ended)
	for i := range p.Vars {
		v := &p.Vars[i]
		out.Vars = append(out.Vars, report.VarValue{Name: v.Name, Value: v.Type.Format(state[m.Var(v.ID)] + v.Type.Lo)})
	}
	return out, ds
}

// stuck says why a step of a schedule cannot be taken.
func (c *checker) stuck(i int, s sem.Choice, state []int32) string {
	text := fmt.Sprintf("step %d, %s, cannot be taken here", i+1, c.p.NodeString(c.p.Actions[s.Action].A))
	next := c.sem.M.Successors(state, false)
	if len(next) == 0 {
		return text + "; no task can move"
	}
	text += "; what can: "
	const most = 5
	seen := map[cfg.ActionID]bool{}
	for _, o := range next {
		if seen[o.Action] {
			continue
		}
		if len(seen) == most {
			text += ", ..."
			break
		}
		if len(seen) > 0 {
			text += ", "
		}
		seen[o.Action] = true
		n := &c.p.Nodes[c.p.Actions[o.Action].A]
		text += c.p.Tasks[n.Task].Name + ": " + c.p.NodeString(n.ID)
	}
	return text
}

// follower moves specifications along an execution.
type follower struct {
	p       *cfg.Program
	specs   []*automata.Spec
	binders []*automata.Binder
	q       []int32
}

func newFollower(p *cfg.Program, specs []*automata.Spec) *follower {
	f := &follower{p: p, specs: specs}
	for _, sp := range specs {
		f.binders = append(f.binders, automata.NewBinder(sp))
		f.q = append(f.q, sp.DFA.Start)
	}
	return f
}

// step returns the states that changed.
func (f *follower) step(occ []sem.Occurrence) []report.SpecState {
	var out []report.SpecState
	for i, sp := range f.specs {
		before := f.q[i]
		for _, o := range occ {
			tasks := make([]string, len(o.Tasks))
			for k, t := range o.Tasks {
				tasks[k] = f.p.Tasks[t].Name
			}
			if sym, _ := f.binders[i].Bind(o.Names, tasks); sym >= 0 && f.q[i] != sp.DFA.Trap() {
				f.q[i] = sp.DFA.Step(f.q[i], sym)
			}
		}
		if f.q[i] != before {
			out = append(out, report.SpecState{Spec: sp.Name, State: stateName(sp.DFA, f.q[i])})
		}
	}
	return out
}

// final judges the specifications where the schedule ends.
func (f *follower) final(ended bool) []report.SpecState {
	var out []report.SpecState
	for i, sp := range f.specs {
		st := report.SpecState{Spec: sp.Name, State: stateName(sp.DFA, f.q[i])}
		st.Violated = f.q[i] == sp.DFA.Trap() || ended && !sp.DFA.Accept[f.q[i]]
		out = append(out, st)
	}
	return out
}

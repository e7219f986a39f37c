package follow

import (
	"context"
	"fmt"
	"go/token"
	"slices"

	"flavers/automata"
	"flavers/automata/observe"
	"flavers/cfg"
	"flavers/diag"
	"flavers/report"
	"flavers/sem"
)

// This file executes schedules. A schedule is a list of choices, one for each step: which action is taken, and which of
// its outcomes.

// noPosition is the position of what was given on the command line.
var noPosition token.Position

// Run executes a schedule step by step, while every specification moves along. If a step of the schedule is not
// possible, the execution ends there; the result says at which step, and what the program could have done.
func Run(p *cfg.Program, specs []*automata.Spec, schedule string) (*report.Run, diag.List) {
	run, _, ds := RunWithin(context.Background(), p, specs, schedule)
	return run, ds
}

// Least is the number of steps that RunWithin executes even if ctx has ended. They take about 20 ms.
const Least = 2_000

// RunWithin is Run with a limit of time. If ctx ends, the execution ends after at least Least steps, and left is the
// number of steps that were left out.
func RunWithin(ctx context.Context, p *cfg.Program, specs []*automata.Spec, schedule string) (
	run *report.Run, left int, ds diag.List) {
	out := &report.Run{Version: report.Version, Program: p.File, Steps: []report.RunStep{}} // if it is no schedule
	m, err := sem.New(p)
	if err != nil {
		ds.Errorf(p.Objects[0].Pos, diag.VSchedule, "%v", err)
		return out, 0, ds
	}
	steps, loop, fits, err := sem.ParseLasso(p, schedule)
	if err != nil {
		ds.Errorf(noPosition, diag.VSchedule, "%v", err).WithHint("flavers check prints schedules of violating executions")
		return out, 0, ds
	}
	if !fits {
		ds.Warnf(noPosition, diag.VSchedule,
			"the schedule was made for another version of this program, or other constants (--set)")
	}
	w := walkOf(m, p, specs)
	w.steps = slices.Grow(w.steps, min(len(steps), 1<<14)) // bounded, because few steps of a long schedule may be possible
	stuck := ""
	for i, s := range steps[:len(steps)-loop] {
		if w.Failed() {
			break
		}
		if i >= Least && (i-Least)%256 == 0 && ctx.Err() != nil {
			left = len(steps) - i
			break
		}
		if err := w.Take(s); err != nil {
			stuck = err.Error()
			break
		}
	}
	if loop > 0 && stuck == "" && left == 0 && !w.Failed() {
		if err := w.loop(steps[len(steps)-loop:]); err != nil {
			stuck = err.Error()
		}
	}
	return w.report(stuck), left, ds
}

// stuck returns a sentence that says why step i of a schedule cannot be taken in a state. outcomes is the number of
// outcomes that its action has there: if there are any, the schedule asks for one that does not exist.
func stuck(m *sem.Machine, i int, s sem.Choice, state []int32, outcomes int) string {
	text := fmt.Sprintf("step %d, %s, ", i+1, m.P.NodeString(m.P.Actions[s.Action].A))
	switch outcomes {
	case 0:
	case 1:
		return text + fmt.Sprintf("has no outcome %d here; it has only outcome 0", s.Outcome)
	default:
		return text + fmt.Sprintf("has no outcome %d here; it has only outcomes 0 to %d", s.Outcome, outcomes-1)
	}
	text += "cannot be taken here"
	next := m.Successors(state, false)
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
		n := &m.P.Nodes[m.P.Actions[o.Action].A]
		text += m.P.Tasks[n.Task].Name + ": " + m.P.NodeString(n.ID)
	}
	return text
}

// follower moves specifications along an execution.
type follower struct {
	p        *cfg.Program
	monitors []observe.Monitor
	names    [][]string // by specification and state: the name of the state; "": not computed yet
	q        []int32    // by specification: its state
	words    [][]int32  // by specification, if it is a formula: the symbols that it has read
}

func newFollower(p *cfg.Program, specs []*automata.Spec) *follower {
	f := &follower{p: p, monitors: observe.All(specs)}
	for _, sp := range specs {
		f.names = append(f.names, make([]string, sp.DFA.States()))
		f.q = append(f.q, sp.DFA.Start)
	}
	f.words = make([][]int32, len(specs))
	return f
}

// state returns the name of the state of specification i. Names are kept, because finding one searches the automaton
// for its error state, and an execution may have many steps.
func (f *follower) state(i int) string {
	name := &f.names[i][f.q[i]]
	if *name == "" {
		*name = f.monitors[i].Spec.StateName(f.q[i])
	}
	return *name
}

// after returns the states that step would return, and moves nothing.
func (f *follower) after(occ []sem.Occurrence) []report.SpecState {
	before, words := slices.Clone(f.q), slices.Clone(f.words)
	out := f.step(occ)
	f.q, f.words = before, words
	return out
}

// step moves the specifications by the occurrences of a step, and returns the states that have changed.
func (f *follower) step(occ []sem.Occurrence) []report.SpecState {
	var out []report.SpecState
	for i := range f.monitors {
		m, before := &f.monitors[i], f.q[i]
		if m.Spec.Formula != nil {
			f.words[i] = m.Read(f.words[i], f.p, occ)
		}
		if f.q[i] = m.After(f.p, before, occ); f.q[i] != before {
			out = append(out, report.SpecState{Spec: m.Spec.Name, State: f.state(i)})
		}
	}
	return out
}

// final judges the specifications where the schedule ends. stopped reports whether the execution has ended or is
// blocked there.
func (f *follower) final(stopped bool) []report.SpecState {
	var out []report.SpecState
	for i := range f.monitors {
		m, q := &f.monitors[i], f.q[i]
		out = append(out, report.SpecState{Spec: m.Spec.Name, State: f.state(i),
			Violated: !m.Spec.Reach && (m.Violated(q) || stopped && !m.Accepts(q)), Reach: m.Spec.Reach, Reached: m.Spec.Reach &&
				m.Violated(q)})
	}
	return out
}

package lpor

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
)

var events = []string{"a", "b", "c", "d", "a(*)", "t0.v0=1", "x0=1", "x0==1", "t0.e0", "t1.e0", "c0<-*", "<-c0", "done g", "add g(1)", "wait c", "once o.end", "lock m0", "unlock m0",
	"post a0.m0", "a0.m0", "a0[0].m0", "p0.m1", "l0.m0", "a(0)", "b(1)"}

// random is a random program with specifications; three of eight are of messages.
func random(t *testing.T, seed uint64) (*cfg.Program, []*automata.Spec, string) {
	t.Helper()
	src := ""
	tasks := gen.TaskMixtures()
	if k := seed / 5 % 24; k < uint64(len(tasks)) {
		src = gen.Mixed(seed, tasks, trial.Bytes(seed, 7, 160))
	} else if k < 15 {
		src = waiting(seed)
	} else {
		src = gen.MessagePassing(trial.Bytes(seed, 7, 60+int(seed%5)*30))
	}
	if seed%6 == 4 {
		src = gen.Sync(trial.Bytes(seed, 7, 80))
	}
	if seed%12 == 10 {
		src = gen.Groups(trial.Bytes(seed, 7, 80))
	}
	p := trial.Program(t, src)
	fsa := ""
	if seed%2 == 1 {
		fsa = gen.Spec(trial.Bytes(seed+99, 7, 40), events)
	}
	if seed%8 == 3 {
		fsa += gen.Constraint(trial.Bytes(seed+999, 7, 40), events)
	}
	return p, trial.Specs(t, fsa), fmt.Sprintf("seed %d\n%s\n%s", seed, src, fsa)
}

// summary of an exploration: what all complete explorers agree on.
type summary map[string]bool

func summarize(r *explore.Result) summary {
	s := summary{}
	for end := range r.Ends {
		s["end "+end] = true
	}
	for _, f := range r.Findings {
		text := fmt.Sprintf("%s %s", f.Kind, f.Property)
		if f.Err != nil {
			text += f.Err.Pos.String() + " " + f.Err.Kind.String()
		}
		s[text] = true
	}
	return s
}

// ways to reduce, all of them right.
var ways = []explore.Options{
	{Net: "off"},
	{Net: "on"},
	{Net: "state"},
	{Net: "state", Initial: "first"},
	{Net: "values"},
	{Net: "values", Initial: "fewest", HighestFirst: true, Shortest: true},
	{Net: "on", Initial: "fewest", HighestFirst: true},
	{Net: "state", Initial: "transaction", HighestFirst: true},
	{Net: "off", Initial: "last", Stateless: true},
	{Net: "state", Stateless: true},
	{Net: "values", Initial: "last", Stateless: true},
}

// Every way finds the final states, deadlocks, errors and violations of the
// search of all states, and no more states.
func TestRandomPrograms(t *testing.T) {
	compared, reduced, found, boxes := 0, 0, 0, 0
	var all, some int64
	for seed := range trial.Seeds(t, 75) {
		p, specs, what := random(t, seed)
		full, err := explore.Run(context.Background(), p, specs, explore.Options{Algorithm: "states", KeepEnds: true, MaxStates: 4000})
		if err != nil {
			t.Fatal(err)
		}
		if !full.Complete {
			continue
		}
		compared++
		if strings.Contains(what, "post ") {
			boxes++
		}
		want := summarize(full)
		found += len(full.Findings)
		for _, opt := range ways {
			opt.KeepEnds = true
			opt.MaxStates = 40_000
			if opt.Stateless {
				opt.Depth = 100
			}
			r, err := Run(context.Background(), p, specs, opt)
			if err != nil {
				t.Fatal(err)
			}
			if !r.Complete {
				if opt.Stateless {
					continue // a cycle, or too many paths
				}
				t.Fatalf("%+v is not complete: %s\n%s", opt, r.Limit, what)
			}
			if d := trial.Difference(want, summarize(r)); d != "" {
				t.Fatalf("states and lpor %+v differ:\n%s%s", opt, d, what)
			}
			replay(t, p, specs, r, what)
			if opt.Net == "values" && opt.Initial == "" && !opt.Stateless && full.Errors == 0 {
				if r.States > full.States {
					t.Fatalf("%d states of %d\n%s", r.States, full.States, what)
				}
				if r.States < full.States {
					reduced++
				}
				all, some = all+full.States, some+r.States
			}
		}
	}
	t.Logf("%d programs compared, %d with messages, %d reduced, %d findings; %d states of %d", compared, boxes, reduced, found, some, all)
	if compared < trial.Count(t, 75)/3 || reduced < compared/4 || boxes < compared/5 {
		t.Errorf("only %d programs compared, %d reduced, %d with messages", compared, reduced, boxes)
	}
}

// replay follows the schedules of all findings and final states on the plain
// machine: each leads where it says.
func replay(t *testing.T, p *cfg.Program, specs []*automata.Spec, r *explore.Result, what string) {
	t.Helper()
	g, err := newProgram(p, specs, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := g.Machine
	follow := func(schedule []sem.Choice) (state []int32, last *sem.Error) {
		state = g.Start()
		for i, c := range schedule {
			outs := m.Outcomes(nil, state[:len(m.Comps)], p.Actions[c.Action], true)
			if c.Outcome >= len(outs) || last != nil {
				t.Fatalf("step %d of a schedule cannot be taken: %v\n%s", i, schedule, what)
			}
			if last = outs[c.Outcome].Err; last != nil {
				continue
			}
			copy(state, outs[c.Outcome].Next)
			for _, o := range outs[c.Outcome].Occ {
				for _, k := range g.Monitors {
					if sym := k.Symbol(o.Names(), o.Owners(p)); sym >= 0 {
						state[k.At] = k.Step(state[k.At], sym)
					}
				}
			}
		}
		return state, last
	}
	for end, schedule := range r.Ends {
		state, last := follow(schedule)
		if got := strings.TrimPrefix(end, "deadlock "); last != nil || g.Describe(state) != got {
			t.Fatalf("the schedule %v leads to %s, not to %s\n%s", schedule, g.Describe(state), got, what)
		}
	}
	for _, f := range r.Findings {
		state, last := follow(f.Schedule)
		ok := last == nil
		switch f.Kind {
		case explore.Deadlock:
			ok = ok && !m.Over(state[:len(m.Comps)]) && len(m.Successors(state[:len(m.Comps)], false)) == 0
		case explore.Error:
			ok = last != nil && last.Pos == f.Err.Pos && last.Error() == f.Err.Error()
		case explore.Violation:
			for _, k := range g.Monitors {
				if k.Spec.Name == f.Property && !f.AtEnd {
					ok = ok && state[k.At] == k.Trap
				}
				if k.Spec.Name == f.Property && f.AtEnd {
					ok = ok && len(m.Successors(state[:len(m.Comps)], false)) == 0 && !k.Spec.DFA.Accept[state[k.At]]
				}
			}
		}
		if !ok {
			t.Fatalf("the schedule for %s %s does not lead to it: %v\n%s", f.Kind, f.Property, f.Schedule, what)
		}
	}
}

package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

var events = []string{"a", "b", "c", "d", "a(*)", "t0.v0=1", "x0=1", "x0==1", "t0.e0", "t1.e0", "c0<-*", "<-c0", "lock m0", "unlock m0", "a0.m0", "l0.m0", "p0.m0"}

// random is a random program with specifications.
func random(t *testing.T, seed uint64) (*cfg.Program, []*automata.Spec, string) {
	t.Helper()
	src := gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 11, 160))
	p := trial.Program(t, src)
	specText := ""
	names := events
	if seed%8 > 3 { // what the program's own steps are called
		names = append(gen.Events(p), "nothing")
	}
	if seed%4 > 0 {
		specText = gen.Spec(trial.Bytes(seed+99, 11, 40), names)
	}
	if seed%12 == 5 || seed%12 == 10 {
		specText += "\n" + gen.Constraint(trial.Bytes(seed+999, 11, 40), names)
	}
	return p, trial.Specs(t, specText), fmt.Sprintf("seed %d\n%s\n%s", seed, src, specText)
}

// summary is what all complete explorers agree on. Of a property's violations
// one is kept, at the end of an execution or not: with the final states are
// the states of the properties.
type summary map[string]bool

func summarize(r *explore.Result) summary {
	s := summary{}
	for end := range r.Ends {
		s["end "+end] = true
	}
	for _, f := range r.Findings {
		text := fmt.Sprintf("%s %s ", f.Kind, f.Property)
		if f.Err != nil {
			text += f.Err.Pos.String() + " " + f.Err.Kind.String()
		}
		s[text] = true
	}
	return s
}

// The instances find the final states, deadlocks, run-time errors and
// violations that all interleavings have, and every schedule can be taken.
func TestRandomPrograms(t *testing.T) {
	compared, reduced, findings := 0, 0, 0
	replays := map[string]int64{}
	for seed := range trial.Seeds(t, 130) {
		p, specs, what := random(t, seed)
		full, err := explore.Run(context.Background(), p, specs, explore.Options{Algorithm: "full", KeepEnds: true, MaxExecutions: 4000, Depth: 300})
		if err != nil {
			t.Fatal(err)
		}
		if !full.Complete && full.Limit != "model" || full.Executions+full.Cut+full.Beyond+full.Excluded >= 4000 || full.Cut > 0 {
			continue
		}
		compared++
		want := summarize(full)
		for i, x := range Explorers() {
			for _, highest := range []bool{false, true} {
				if highest && seed%3 != uint64(i) {
					continue
				}
				r, err := x.Run(context.Background(), p, specs, explore.Options{KeepEnds: true, HighestFirst: highest, MaxExecutions: 200_000})
				if err != nil {
					t.Fatal(err)
				}
				if !r.Complete && r.Limit != "model" {
					t.Fatalf("%s, highest first %v, is not complete: %s; full has %d executions\n%s", x.Name, highest, r.Limit, full.Executions, what)
				}
				if d := trial.Difference(want, summarize(r)); d != "" {
					t.Fatalf("full and %s (highest first %v) differ:\n%s%s", x.Name, highest, d, what)
				}
				if r.Executions+r.Beyond < full.Executions+full.Beyond {
					reduced++
				}
				replays[x.Name] += count(r, "replays")
				findings += len(r.Findings)
				follow(t, p, r, what)
			}
		}
	}
	t.Logf("%d programs compared, %d searches smaller than full, %d findings, replays %v", compared, reduced, findings, replays)
	if compared < trial.Count(t, 130)/3 || reduced < compared/4 || replays["engine-drb"] == 0 {
		t.Errorf("only %d programs compared, %d searches smaller, replays %v", compared, reduced, replays)
	}
}

// The same with programs of all constructs, too large for full: against all
// states. Searches that are too long are left out, and counted.
func TestLargerRandomPrograms(t *testing.T) {
	compared, long := 0, 0
	for seed := range trial.Seeds(t, 12) {
		data := trial.Bytes(seed+1_000_000, 11, 260)
		src := gen.Program(data)
		if seed%3 == 1 {
			src = gen.MessagePassing(data)
		}
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v", seed, ds.All)
		}
		specText := ""
		if seed%4 < 2 {
			names := append(gen.Events(p), "nothing")
			specText = gen.Spec(trial.Bytes(seed+2_000_000, 11, 40), names)
			if seed%12 == 0 {
				specText += "\n" + gen.Constraint(trial.Bytes(seed+3_000_000, 11, 40), names)
			}
		}
		specs, fs := fsa.Parse("random.fsa", []byte(specText))
		if fs.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, fs.All, specText)
		}
		states, err := explore.Run(context.Background(), p, specs, explore.Options{Algorithm: "states", KeepEnds: true, MaxStates: 20_000})
		if err != nil || !states.Complete {
			continue
		}
		for _, x := range Explorers() {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
			r, err := x.Run(ctx, p, specs, explore.Options{KeepEnds: true, MaxExecutions: 2000, Depth: 1000})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if !r.Complete {
				long++
				continue
			}
			compared++
			if d := trial.Difference(summarize(states), summarize(r)); d != "" {
				t.Fatalf("states and %s differ:\n%s\nseed %d\n%s\n%s", x.Name, d, seed, src, specText)
			}
		}
	}
	t.Logf("%d searches compared, %d too long", compared, long)
	if compared < trial.Count(t, 12) {
		t.Errorf("only %d searches compared", compared)
	}
}

func count(r *explore.Result, name string) int64 {
	for _, c := range r.More {
		if c.Name == name {
			return c.Value
		}
	}
	panic("no count " + name)
}

// follow takes the schedules of all findings and final states on the plain
// machine.
func follow(t *testing.T, p *cfg.Program, r *explore.Result, what string) {
	t.Helper()
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	walk := func(schedule []sem.Choice) (state []int32, failed *sem.Error) {
		state = m.Start()
		for i, c := range schedule {
			outs := m.Outcomes(nil, state, p.Actions[c.Action], false)
			if c.Outcome >= len(outs) || failed != nil {
				t.Fatalf("%s: step %d of a schedule cannot be taken\n%s", r.Algorithm, i, what)
			}
			if failed = outs[c.Outcome].Err; failed == nil {
				state = outs[c.Outcome].Next
			}
		}
		return state, failed
	}
	for _, f := range r.Findings {
		state, failed := walk(f.Schedule)
		switch {
		case f.Kind == explore.Error && (failed == nil || failed.Error() != f.Err.Error()),
			f.Kind == explore.Deadlock && (m.Over(state) || len(m.Successors(state, false)) > 0):
			t.Fatalf("%s: the schedule for %s does not lead to it\n%s", r.Algorithm, f.Kind, what)
		}
	}
	for end, s := range r.Ends {
		if state, _ := walk(s); m.Over(state) == strings.HasPrefix(end, "deadlock ") {
			t.Fatalf("%s: the schedule for an end does not lead there: %s\n%s", r.Algorithm, end, what)
		}
	}
}

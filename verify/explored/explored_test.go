package explored_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"flavers/explore"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/families"
	"flavers/explore/lpor/petri"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify/explored"
	"flavers/verify/follow"
)

// What is found in a program shows itself when it is executed again, and Check
// refuses a finding that does not.
func TestCheck(t *testing.T) {
	findings := 0
	for _, name := range []string{"dining", "broken_mutex", "smokers", "dining_locks"} {
		file := filepath.Join("examples", name+".tfg")
		p, specs := trial.Example(t, file, nil)
		r, err := families.Run(context.Background(), p, specs, explore.Options{Algorithm: "states"})
		if err != nil {
			t.Fatal(err)
		}
		var out report.Explore
		explored.Program(t.Context(), &out, p, specs, r)
		if err := explored.Check(t.Context(), p, specs, out.Findings); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if int64(len(out.Findings)) != int64(len(r.Findings)) || out.States != r.States {
			t.Errorf("%s: %d findings of %d", name, len(out.Findings), len(r.Findings))
		}
		for i, g := range out.Findings {
			findings++
			g.Kind = map[string]string{string(explore.Deadlock): string(explore.Error)}[g.Kind]
			if g.Kind == "" {
				g.Kind = string(explore.Deadlock)
			}
			if explored.Check(t.Context(), p, specs, []report.ExploreFinding{g}) == nil {
				t.Errorf("%s: finding %d is taken for a %s", name, i, g.Kind)
			}
		}
	}
	if findings == 0 {
		t.Error("nothing was found in any program")
	}
}

// A schedule that was found in a net or a trace, replayed, takes the same steps to
// a deadlock in which the same waits.
func TestReplay(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/*")
	if err != nil {
		t.Fatal(err)
	}
	same := func(file string, found []report.ExploreFinding, replay func(schedule string) *report.Run) {
		for _, g := range found {
			run := replay(g.Schedule)
			if run == nil || !run.Deadlock || run.Stuck != "" || len(run.Steps) != len(g.Trace) || !reflect.DeepEqual(run.Waiting, g.Waiting) {
				t.Fatalf("%s: %+v does not show %+v", file, run, g)
			}
			for i, s := range run.Steps {
				if !reflect.DeepEqual(s.Step, g.Trace[i]) {
					t.Errorf("%s, step %d: %+v, found as %+v", file, i+1, s.Step, g.Trace[i])
				}
			}
		}
	}
	nets, traces := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		var out report.Explore
		switch {
		case petri.Named(file):
			n, _ := petri.Parse(file, text)
			if err := explored.Net(context.Background(), &out, n, explore.Options{Algorithm: petri.Reduced, MaxStates: 10_000}); err != nil {
				t.Fatal(err)
			}
			nets += len(out.Findings)
			same(file, out.Findings, func(schedule string) *report.Run {
				run, marking, enabled, problems := explored.ReplayNet(n, schedule)
				if len(problems.All) > 0 || len(enabled) > 0 || marking == "" {
					t.Errorf("%s: %q %v %v", file, marking, enabled, problems.All)
				}
				return run
			})
			if run, _, _, problems := explored.ReplayNet(n, "no schedule"); run != nil || !problems.HasErrors() {
				t.Errorf("%s: no schedule is replayed", file)
			}
		case trace.Named(file):
			tr, _ := trace.Parse(file, text, "", nil)
			if tr == nil {
				continue
			}
			if err := explored.Trace(context.Background(), &out, tr, explore.Options{Algorithm: em.DefaultTrace}); err != nil {
				t.Fatal(err)
			}
			traces += len(out.Findings)
			same(file, out.Findings, func(schedule string) *report.Run {
				run, problems := explored.ReplayTrace(tr, schedule)
				if len(problems.All) > 0 {
					t.Errorf("%s: %v", file, problems.All)
				}
				return run
			})
		}
	}
	if nets == 0 || traces == 0 {
		t.Errorf("%d findings in nets, %d in traces", nets, traces)
	}
}

// Of an execution that is longer than there is time for, the first steps are listed,
// and the rest is counted; with time, all are.
func TestOmittedSteps(t *testing.T) {
	p, specs := trial.Example(t, filepath.Join("examples", "dining_locks.tfg"), nil)
	r, err := families.Run(context.Background(), p, specs, explore.Options{Algorithm: "full", Depth: 3 * follow.Least, MaxExecutions: 200})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	long := 0
	for _, ctx := range []context.Context{ended, t.Context()} {
		var out report.Explore
		explored.Program(ctx, &out, p, specs, r)
		for i, g := range out.Findings {
			all := len(r.Findings[i].Schedule)
			want := all
			if ctx == ended {
				want = min(all, follow.Least)
			}
			if len(g.Trace) != want || g.Omitted != all-want || g.Omitted > 0 && len(g.Waiting) > 0 {
				t.Errorf("finding %d: %d steps are listed and %d are not, of %d", i, len(g.Trace), g.Omitted, all)
			}
			if g.Omitted > 0 {
				long++
			}
		}
		if long == 0 || (len(out.Notes) > len(r.Notes)) != (ctx == ended) {
			t.Errorf("%d long executions; notes: %q", long, out.Notes)
		}
		if err := explored.Check(ctx, p, specs, out.Findings); err != nil {
			t.Error(err)
		}
	}
}

// The places of a coverage are those that it counts and lists: of random programs, each once, in
// the order of the text, and those that are not executed are the list.
func TestPlaces(t *testing.T) {
	never := 0
	for seed := range trial.Seeds(t, 40) {
		p := trial.Program(t, gen.Mixed(seed, gen.TaskMixtures(), trial.Bytes(seed, 3, 120)))
		var out report.Explore
		if explored.Survey(t.Context(), &out, p, explore.Options{MaxStates: 2000}, false, true) != nil {
			continue // too large
		}
		c := out.Survey.Coverage
		var list, want []string
		executed := 0
		for i, at := range c.All {
			if i > 0 && c.All[i-1].Pos.Offset >= at.Pos.Offset {
				t.Errorf("seed %d: %v before %v", seed, c.All[i-1].Pos, at.Pos)
			}
			if at.Executed {
				executed++
			} else {
				list = append(list, at.Pos.String())
			}
		}
		for _, w := range c.Never {
			want = append(want, w.Pos)
		}
		if never += len(list); len(c.All) != c.Places || executed != c.Executed || !slices.Equal(list, want) {
			t.Errorf("seed %d: %d places of %d, %d executed of %d, not %q of %q", seed, len(c.All), c.Places, executed, c.Executed, list, want)
		}
	}
	if never < 5 {
		t.Errorf("only %d places are not executed", never)
	}
}

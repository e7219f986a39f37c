package em

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"flavers/explore"
	"flavers/explore/em/trace"
	"flavers/explore/model"
	"flavers/internal/trial"
)

// mixtures of sizes, all small enough for every history to be seen.
var mixtures = []trace.Shape{
	{Loopers: 1, Threads: 2, Messages: 3, Locations: 2, Body: 2},
	{Loopers: 2, Threads: 1, Messages: 4, Locations: 2, Body: 3},
	{Loopers: 1, Threads: 3, Messages: 3, Locations: 1, Locks: 1, Body: 2},
	{Loopers: 2, Threads: 2, Messages: 3, Locations: 1, Locks: 2, Body: 3},
	{Loopers: 1, Threads: 2, Messages: 3, Locations: 2, Locks: 2, Body: 3, Notify: true},
	{Loopers: 2, Threads: 1, Messages: 3, Locations: 2, Body: 3, Notify: true, Depend: true},
	{Loopers: 1, Threads: 3, Locations: 2, Locks: 2, Body: 4},
	{Loopers: 3, Threads: 1, Messages: 5, Locations: 3, Body: 2, ReadShare: 3},
	{Loopers: 1, Threads: 3, Messages: 3, Locations: 1, Locks: 1, Body: 3, Join: true, Notify: true},
}

// outcome is what one explorer finds: classes and ends.
type outcome struct {
	res     *explore.Result
	classes map[string]int // how often each
	ends    map[string]bool
}

func try(t *testing.T, tr *trace.Trace, algorithm string, opt explore.Options, locks bool) outcome {
	t.Helper()
	s := NewSystem(tr)
	out := outcome{classes: map[string]int{}, ends: map[string]bool{}}
	x, err := model.Begin(context.Background(), nil, algorithm, opt, model.NewWatch(context.Background(), nil))
	if err != nil {
		t.Fatal(err)
	}
	e := NewEngine(x)
	e.keep = map[string][]int32{}
	e.Seen = func(path []int32) bool { out.classes[string(history(nil, s, path, locks))]++; return false }
	i := slices.IndexFunc(traceExplorers, func(x traceExplorer) bool { return x.name == algorithm })
	traceExplorers[i].run(e, s)
	out.res = &e.Result
	for what := range e.keep {
		out.ends[what] = true
	}
	return out
}

func show(tr *trace.Trace) string {
	var b strings.Builder
	tr.WriteTo(&b)
	tr.WriteDependences(&b)
	return b.String()
}

// complete reports whether a class is one of complete executions.
func total(s *System, class string) bool {
	full := history(nil, s, all(s), true)
	n := s.threads + s.tasks
	return len(class) >= n && class[:n] == string(full[:n]) // bodies are shorter than 128
}

func all(s *System) []int32 {
	out := make([]int32, len(s.ops))
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// On random traces, em-optimal meets exactly the classes of complete executions,
// each once, and all deadlocks; the published explorers are measured against it.
func TestRandomTraces(t *testing.T) {
	missedClasses, missedDeadlocks, dporMissed, worse, dporWorse := 0, 0, 0, 0, 0
	looked := 0
	usual := trial.Usual(8, 20)
	for seed := range trial.Seeds(t, usual) {
		sh := mixtures[seed%uint64(len(mixtures))]
		tr := trace.Generate(seed, sh)
		if ds := tr.Check(); ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, show(tr))
		}
		want := try(t, tr, "em-states", explore.Options{MaxStates: 60_000}, true)
		if !want.res.Complete {
			continue
		}
		looked++
		s := NewSystem(tr)
		got := try(t, tr, "em-optimal", explore.Options{}, true)
		for class := range want.classes {
			if total(s, class) && got.classes[class] != 1 {
				t.Fatalf("seed %d: a class is met %d times\n%s", seed, got.classes[class], show(tr))
			}
		}
		for class := range got.classes {
			if want.classes[class] == 0 {
				t.Fatalf("seed %d: a class that does not exist\n%s", seed, show(tr))
			}
		}
		if !maps.Equal(want.ends, got.ends) {
			t.Fatalf("seed %d: ends are %v, em-optimal finds %v\n%s", seed, want.ends, got.ends, show(tr))
		}
		lazy := try(t, tr, "em-lazy", explore.Options{}, false)
		free := map[string]bool{}
		for class := range try(t, tr, "em-states", explore.Options{}, false).classes {
			if total(s, class) {
				free[class] = true
			}
		}
		for class := range free {
			if lazy.classes[class] != 1 {
				t.Fatalf("seed %d: without locks, a class is met %d times\n%s", seed, lazy.classes[class], show(tr))
			}
		}
		if !maps.Equal(want.ends, lazy.ends) {
			t.Fatalf("seed %d: ends are %v, em-lazy finds %v\n%s", seed, want.ends, lazy.ends, show(tr))
		}
		limit := explore.Options{MaxExecutions: 200_000}
		dpor, em := try(t, tr, "em-dpor", limit, true), try(t, tr, "em", limit, true)
		if dpor.res.Complete {
			if len(dpor.classes) < len(want.classes) {
				dporMissed++
				if os.Getenv("SHOW") != "" {
					t.Logf("seed %d: dpor %d of %d classes\n%s", seed, len(dpor.classes), len(want.classes), show(tr))
				}
			}
			if got.res.Executions > dpor.res.Executions {
				dporWorse++
				if os.Getenv("SHOW") != "" {
					t.Logf("seed %d: %d executions, dpor %d\n%s", seed, got.res.Executions, dpor.res.Executions, show(tr))
				}
			}
		}
		if em.res.Complete {
			for class := range want.classes {
				if em.classes[class] == 0 && total(s, class) {
					missedClasses++
					if os.Getenv("SHOW") != "" {
						t.Logf("seed %d: em %d of %d classes\n%s", seed, len(em.classes), len(want.classes), show(tr))
					}
					break
				}
			}
			if !maps.Equal(em.ends, want.ends) {
				missedDeadlocks++
			}
			if got.res.Executions > em.res.Executions {
				worse++
			}
		}
	}
	t.Logf("%d traces: em misses classes of %d, ends of %d; em-dpor classes of %d; em-optimal has more executions than em on %d, than em-dpor on %d",
		looked, missedClasses, missedDeadlocks, dporMissed, worse, dporWorse)
	if looked < trial.Count(t, usual)/2 {
		t.Errorf("only %d traces were small enough", looked)
	}
}

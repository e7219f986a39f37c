package explored_test

import (
	"context"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify/explored"
	"flavers/verify/survey"
)

// Against all states of random programs, with any limit: no answer says that there is no race where
// some state shows one, each race of these is violated or possible, and what is violated can be
// executed. Without a limit nothing is possible.
func TestRaces(t *testing.T) {
	mixtures := append(gen.TaskMixtures(), gen.Shared|gen.Locks|gen.Semaphores, gen.Shared|gen.RWLocks|gen.Channels)
	count := map[report.Verdict]int{}
	for seed := range trial.Seeds(t, 60) {
		src := gen.Locking(trial.Bytes(seed, 5, 50))
		if seed%2 == 0 {
			src = gen.Mixed(seed/2, mixtures, trial.Bytes(seed, 5, 100))
		}
		p := trial.Program(t, src)
		all, err := survey.Of(t.Context(), p, survey.Options{Races: true, MaxStates: 3000})
		if err != nil || !all.Complete {
			continue
		}
		for _, most := range []int64{0, 1, int64(seed)%20 + 2} {
			results := explored.Races(t.Context(), p, explore.Options{MaxStates: most})
			places := map[string]bool{}
			for _, r := range results {
				count[r.Verdict]++
				holds, possible := r.Verdict == report.Holds, r.Verdict == report.Possible
				switch {
				case r.Kind != report.KindRace, (r.Verdict == report.Violated) != (r.Schedule != ""),
					(len(r.Accesses) == 2) == holds, holds && (len(all.Races) > 0 || len(results) > 1),
					possible && (most == 0 || r.Reason == ""), r.Verdict == report.Unknown:
					t.Fatalf("seed %d, %d states: %+v of %d races in\n%s", seed, most, r, len(all.Races), src)
				}
				for i, a := range r.Accesses {
					places[a.Pos+" "+r.Accesses[1-i].Pos] = true
				}
			}
			for _, c := range survey.Grouped(p, all.Races) {
				if key := c.First.Node(p).Pos.String() + " " + c.Second.Node(p).Pos.String(); !places[key] {
					t.Fatalf("seed %d, %d states: nothing is said of the race at %s in\n%s", seed, most, key, src)
				}
			}
		}
	}
	if count[report.Holds] < 10 || count[report.Violated] < 10 || count[report.Possible] < 10 {
		t.Errorf("verdicts %v", count)
	}
}

// What each answer rests on, in words, and which limits there are.
func TestRacesSay(t *testing.T) {
	locked := trial.Program(t, "shared n 0..9\nlock m\ntask a[i in 0..1] { lock m; n = i; unlock m }")
	counted := trial.Program(t, "shared n 0..9\nsem s = 1\ntask a[i in 0..1] { acquire s; n = i; release s }")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx     context.Context
		p       *cfg.Program
		opt     explore.Options
		verdict report.Verdict
		want    string
	}{
		{t.Context(), locked, explore.Options{MaxStates: 1}, report.Holds, "control flow and locks keep apart all accesses"},
		{t.Context(), counted, explore.Options{}, report.Holds, "leave 1 pair of accesses, and in none of "},
		{t.Context(), counted, explore.Options{MaxStates: 2}, report.Possible, "not all states were visited: the search ends after 3 states"},
		{t.Context(), counted, explore.Options{MaxMemory: 700}, report.Possible, "not all states were visited: memory ran out after "},
		{t.Context(), counted, explore.Options{MaxMemory: 1}, report.Unknown, "need about 0 MiB"},
		{ended, counted, explore.Options{}, report.Unknown, "interrupted while accesses were compared"},
	} {
		r := explored.Races(c.ctx, c.p, c.opt)
		if len(r) != 1 || r[0].Verdict != c.verdict || !strings.Contains(r[0].Reason, c.want) {
			t.Errorf("%+v, want %s: %s", r, c.verdict, c.want)
		}
	}
}

package blocked_test

import (
	"context"
	"fmt"
	"testing"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/verify/blocked"
	"flavers/verify/stubborn"
)

// search begins a search; nil if there is none for the program.
func search(t *testing.T, p *cfg.Program, o blocked.Options) *blocked.Search {
	t.Helper()
	s, err := monitor.Analyse(p)
	if err != nil {
		return nil
	}
	return blocked.New(s, stubborn.NewIndex(s, nil), o, nil)
}

// randomProgram has a family of tasks more often than not.
func randomProgram(seed uint64) string {
	switch data := trial.Bytes(seed, 17, 120); seed % 4 {
	case 0:
		return gen.Mixed(seed/4, gen.Mixtures(), data)
	case 1:
		return gen.Mixed(seed/4, gen.FamilyMixtures(), data)
	}
	return gen.Replicated(trial.Bytes(seed, 17, 60))
}

// Each reduction alone, and both, find a deadlock if and only if the search of all
// states does, after as many steps.
func TestAgainstAllStates(t *testing.T) {
	deadlocks, fewer, orbits, beyond := 0, 0, 0, 0
	for seed := range trial.Seeds(t, 400) {
		src := randomProgram(seed)
		p := trial.Program(t, src)
		all, err := explore.Run(context.Background(), p, nil, explore.Options{Algorithm: "states", Seek: explore.Deadlock, StopAtFirst: true, MaxStates: 20_000})
		if err != nil || !all.Complete && len(all.Findings) == 0 && all.Limit != "model" {
			continue
		}
		want := blocked.Free
		if len(all.Findings) > 0 {
			want = blocked.Found
		}
		for _, o := range []blocked.Options{{}, {AllStates: true}, {AllSteps: true}, {AllStates: true, AllSteps: true}} {
			s := search(t, p, o)
			if s == nil {
				break
			}
			got := blocked.Open
			for most := int64(1); got == blocked.Open; most *= 3 { // in parts
				got = s.Run(context.Background(), most, 0)
			}
			what := fmt.Sprintf("seed %d, %+v\n%s", seed, o, src)
			if got == blocked.Beyond {
				beyond++ // the tables may count less than the machine of the other search
				continue
			}
			if got != want || all.Limit == "model" && got == blocked.Free {
				t.Fatalf("%s\n%d, want %d; all states: complete %t, limit %q", what, got, want, all.Complete, all.Limit)
			}
			if int64(s.States) < all.States {
				fewer++
			}
			if s.Orbits {
				orbits++
			}
			if got == blocked.Found {
				deadlocks++
				schedule := s.Schedule()
				if n := len(all.Findings[0].Schedule); len(schedule) != n {
					t.Fatalf("%s\n%d steps, the shortest execution has %d", what, len(schedule), n)
				}
				trial.Follow(t, p, nil, trial.Claim{Kind: string(explore.Deadlock), Schedule: schedule}, what)
			}
		}
	}
	t.Logf("%d deadlocks, %d searches of fewer states, %d with interchangeable tasks, %d beyond the model", deadlocks, fewer, orbits, beyond)
	if n := trial.Count(t, 400); deadlocks < n/4 || fewer < n/4 || orbits < n/10 || beyond == 0 {
		t.Error("too few of something")
	}
}

// Golden numbers of states: of interchangeable tasks they grow with a power of N, by
// stubborn sets with a small one.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		file, set string
		n, want   int
	}{
		{"barrier", "N", 8, 499}, {"barrier", "N", 20, 2569}, {"barrier", "N", 40, 9539}, {"readers_writers", "N", 20, 85}, {"rw_monitor", "READERS", 20, 7310},
		{"work_pool", "W", 6, 3903}, {"divide_conquer", "SIZE", 4, 2767}, {"mmgt", "N", 10, 314},
	} {
		p, _ := trial.Example(t, "examples/"+c.file+".tfg", map[string]string{c.set: fmt.Sprint(c.n)})
		s := search(t, p, blocked.Options{})
		if v := s.Run(context.Background(), 1<<40, 0); v != blocked.Free || s.States != c.want {
			t.Errorf("%s, %s=%d: %d, %d states, want %d", c.file, c.set, c.n, v, s.States, c.want)
		}
	}
}

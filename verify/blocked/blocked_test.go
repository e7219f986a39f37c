package blocked_test

import (
	"context"
	"fmt"
	"testing"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/verify/blocked"
	"flavers/verify/stubborn"
)

// search begins a search; nil if there is none for the program.
func search(t *testing.T, p *cfg.Program, g blocked.Goal, o blocked.Options) *blocked.Search {
	t.Helper()
	s, err := monitor.Analyse(p)
	if err != nil {
		return nil
	}
	return blocked.New(s, stubborn.NewIndex(s, nil), g, o, nil)
}

// randomProgram has a family of tasks more often than not.
func randomProgram(seed uint64) string {
	switch data := trial.Bytes(seed, 17, 120); seed % 4 {
	case 0:
		return gen.Mixed(seed/4, gen.Mixtures(), data)
	case 1:
		return gen.Mixed(seed/4, gen.FamilyMixtures(), data)
	case 2:
		if seed%8 == 6 {
			return gen.Passed(trial.Bytes(seed, 17, 60))
		}
	}
	return gen.Replicated(trial.Bytes(seed, 17, 60))
}

// wanted are goals of a program: what the search of all states is asked, and what this one is.
func wanted(t *testing.T, seed uint64) (fsa string, goals []blocked.Goal) {
	fsa = gen.Spec(trial.Bytes(seed+99, 17, 40), []string{"e(0)", "e(1)", "e(*)", "f", "g", "a", "b", "c"})
	goals = []blocked.Goal{{}, {Errors: true}}
	for _, sp := range trial.Specs(t, fsa) {
		goals = append(goals, blocked.Goal{Property: sp}, blocked.Goal{Property: sp, Traps: true})
	}
	return fsa, goals
}

// Each reduction alone, and both, find what is searched for if and only if the search
// of all states does, after as many steps.
func TestAgainstAllStates(t *testing.T) {
	usual, fewer, orbits, beyond, free := trial.Usual(100, 300), 0, 0, 0, 0
	found := map[explore.Kind]int{}
	for seed := range trial.Seeds(t, usual) {
		src := randomProgram(seed)
		p := trial.Program(t, src)
		fsa, goals := wanted(t, seed)
		for _, g := range goals {
			opt := explore.Options{Algorithm: "states", Seek: explore.Deadlock, Traps: g.Traps, StopAtFirst: true, MaxStates: 10_000}
			var specs []*automata.Spec
			switch {
			case g.Errors:
				opt.Seek = explore.Error
			case g.Property != nil:
				opt.Seek, specs = explore.Violation, []*automata.Spec{g.Property}
			}
			all, err := explore.Run(context.Background(), p, specs, opt)
			if err != nil || !all.Complete && len(all.Findings) == 0 && all.Limit != "model" {
				continue
			}
			want := blocked.Free
			if len(all.Findings) > 0 {
				want = blocked.Found
			}
			for _, o := range []blocked.Options{{}, {AllStates: true}, {AllSteps: true}, {AllStates: true, AllSteps: true}} {
				s := search(t, p, g, o)
				if s == nil {
					break
				}
				got := blocked.Open
				for most := int64(1); got == blocked.Open; most *= 3 { // in parts
					got = s.Run(context.Background(), most, 0)
				}
				what := fmt.Sprintf("seed %d, %+v, %+v\n%s\n%s", seed, g, o, src, fsa)
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
				if got == blocked.Free {
					free++
					continue
				}
				found[opt.Seek]++
				schedule, f := s.Schedule(), all.Findings[0]
				if n := len(f.Schedule); len(schedule) != n {
					t.Fatalf("%s\n%d steps, the shortest execution has %d", what, len(schedule), n)
				}
				claim := trial.Claim{Kind: string(f.Kind), Property: f.Property, AtEnd: f.AtEnd, Err: f.Err, Schedule: schedule}
				if g.Property == nil || !g.Traps {
					trial.Follow(t, p, specs, claim, what)
				}
			}
		}
	}
	t.Logf("found %v, free %d, %d searches of fewer states, %d with interchangeable tasks, %d beyond the model", found, free, fewer, orbits, beyond)
	if n := trial.Count(t, usual); min(found[explore.Deadlock], found[explore.Violation], found[explore.Error], free, fewer, orbits) < n/10 || n >= 300 && beyond == 0 {
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
		s := search(t, p, blocked.Goal{}, blocked.Options{})
		if v := s.Run(context.Background(), 1<<40, 0); v != blocked.Free || s.States != c.want {
			t.Errorf("%s, %s=%d: %d, %d states, want %d", c.file, c.set, c.n, v, s.States, c.want)
		}
	}
}

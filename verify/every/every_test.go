package every_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/verify/blocked"
	"flavers/verify/every"
	"flavers/verify/stubborn"
)

func analyse(t *testing.T, src string, n int) *monitor.Semantics {
	t.Helper()
	s, err := monitor.Analyse(trial.Program(t, strings.ReplaceAll(src, "NUMBER", fmt.Sprint(n))))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// verdict searches with counts; the error says why it cannot.
func verdict(t *testing.T, src string, g every.Goal, k int) (every.Verdict, error) {
	t.Helper()
	s, err := every.New(analyse(t, src, 5), analyse(t, src, 6), g, k, nil)
	if err != nil {
		return every.Open, err
	}
	return s.Run(context.Background(), 20_000), nil
}

// reached reports whether an execution with n tasks reaches a goal, by a search of all states.
func reached(t *testing.T, src string, g every.Goal, n int) blocked.Verdict {
	t.Helper()
	s := analyse(t, src, n)
	for _, traps := range []bool{true, false} {
		b := blocked.New(s, stubborn.NewIndex(s, nil), blocked.Goal{Property: g.Property, Traps: traps, Errors: g.Errors},
			blocked.Options{AllStates: true, AllSteps: true}, nil)
		if v := b.Run(context.Background(), 3_000_000, 0); v != blocked.Free {
			return v
		}
	}
	return blocked.Free
}

func spec(t *testing.T, text string) *automata.Spec {
	t.Helper()
	return trial.Specs(t, text)[0]
}

const (
	mutex = "program x\nconst N = NUMBER\nlock m\ntask a[i in 0..N-1] { loop { lock m; event go; event out; unlock m } }\n"
	bare  = "program x\nconst N = NUMBER\ntask a[i in 0..N-1] { loop { event go; event out } }\n"
	turns = "property turns for {go, out} all (go; out)*; go?"
)

func TestCases(t *testing.T) {
	for name, c := range map[string]struct {
		src, fsa string
		errors   bool
		want     every.Verdict
	}{
		"mutual exclusion":    {mutex, turns, false, every.Holds},
		"no exclusion":        {bare, turns, false, every.Reached},
		"no deadlock":         {mutex, "", false, every.Holds},
		"lost unlock":         {strings.Replace(mutex, "unlock m", "skip", 1), "", false, every.Reached},
		"all end":             {"program x\nconst N = NUMBER\nlock m\ntask a[i in 0..N-1] { lock m; event go; unlock m }\n", "", false, every.Holds},
		"one server, one try": {"program x\nconst N = NUMBER\ntask s { entry e; accept e }\ntask a[i in 0..N-1] { call s.e }\n", "", false, every.Reached},
		"a server for all":    {"program x\nconst N = NUMBER\ntask s { entry e; loop { accept e } }\ntask a[i in 0..N-1] { loop { call s.e } }\n", "", false, every.Holds},
		"error with three": {"program x\nconst N = NUMBER\nshared c 0..2 = 0\ntask a[i in 0..N-1] { c = c + 1 }\n", "", true,
			every.Reached},
		"error with none": {"program x\nconst N = NUMBER\nshared c 0..2 = 0\ntask a[i in 0..N-1] { c = (c + 1) % 3 }\n", "", true,
			every.Holds},
		"at the end": {"program x\nconst N = NUMBER\ntask a[i in 0..N-1] { event go; event out }\n", "property p { existence of out }", false, every.Holds},
		"two at one point meet": {"program x\nconst N = NUMBER\nchan r bool\ntask a[i in 0..N-1] { loop { select { case r <- true: event go\ncase <-r: skip } } }\n",
			"property p { absence of go }", false, every.Reached},
		"two at two points meet": {"program x\nconst N = NUMBER\nchan r bool\ntask a[i in 0..N-1] { choose { skip; r <- true; event go } or { skip; <-r } }\n",
			"property p { absence of go }", false, every.Reached},
		"two classes": {mutex + "task b[i in 0..N-1] { loop { lock m; event go; event out; unlock m } }\n", turns, false, every.Holds},
	} {
		g := every.Goal{Errors: c.errors}
		if c.fsa != "" {
			g.Property = spec(t, c.fsa)
		}
		if got, err := verdict(t, c.src, g, 1); err != nil || got != c.want {
			t.Errorf("%s: %d, %v, want %d", name, got, err, c.want)
		}
	}
}

// What depends on the number in another way is refused: each of these would be answered
// for the number of tasks in the sample only.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ src, fsa, want string }{
		"in an expression's type": {"program x\nconst N = NUMBER\nshared c 0..N = 0\ntask a[i in 0..N-1] { c = min(c + 1, N) }\n", "", "var:c depends on the number"},
		"capacity":                {"program x\nconst N = NUMBER\nchan c[N] bool\ntask b { <-c }\ntask a[i in 0..N-1] { c <- true }\n", "", "depends on the number"},
		"a start":                 {"program x\nconst N = NUMBER\nshared c 0..100 = N\ntask a[i in 0..N-1] { c = 0 }\n", "", "var:c depends on the number"},
		"count of readers":        {"program x\nconst N = NUMBER\nlock m\ntask a[i in 0..N-1] { rlock m; event go; runlock m }\n", "", "lock:m"},
		"other starts":            {"program x\nconst N = NUMBER\ntask a[i in 0..N-1] { var v 0..9 = i; loop { event go; v = 0 } }\n", "", "does not start as"},
		"ring":                    {"program x\nconst N = NUMBER\ntask s[i in 0..N-1] { entry e; loop { accept e } }\ntask a[i in 0..N-1] { loop { call s[i].e; call s[(i+1)%N].e } }\n", "", "no class"},
		"named by a property":     {"program x\nconst N = NUMBER\ntask a[i in 0..N-1] { loop { event e(i) } }\n", "property p { absence of e(0) }", "names a number"},
		"named, not in a sample":  {"program x\nconst N = NUMBER\ntask a[i in 0..N-1] { loop { event e(i) } }\n", "property p { absence of e(7) }", "names a number"},
		"named by its length":     {"program x\nconst N = NUMBER\ntask a[i in 0..N-1] { loop { event e(i) } }\n", "property p { absence of e(1?) }", "names a number"},
		"named behind a star":     {"program x\nconst N = NUMBER\ntask a[i in 0..N-1] { loop { event e(i) } }\n", "property p { absence of \"e*7*\" }", "names a number"},
		"it says who it is":       {"program x\nconst N = NUMBER\nshared c 0..100 = 0\ntask a[i in 0..N-1] { loop { c = i } }\n", "", "names tasks"},
		"individually served":     {"program x\nconst N = NUMBER\ntask b { entry e; accept e }\ntask a[i in 0..N-1] { if i == 0 { call b.e } }\n", "", "a[0] cannot be exchanged"},
		"all others": {"program x\nconst N = NUMBER\ntask s { entry e; loop { select { case accept e: skip\nelse: event idle } } }\ntask a[i in 0..N-1] { call s.e }\n", "",
			"condition on more than 2"},
	} {
		g := every.Goal{}
		if c.fsa != "" {
			g.Property = spec(t, c.fsa)
		}
		if got, err := verdict(t, c.src, g, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d, %v, want %q", name, got, err, c.want)
		}
	}
}

// What holds for every number holds for each that can be searched with all states. What is reached
// mostly is so by few tasks.
func TestRandom(t *testing.T) {
	holds, confirmed, alone, refused := 0, 0, 0, 0
	for seed := range trial.Seeds(t, 20) {
		src := strings.Replace(gen.Family(trial.Bytes(seed, 5, 100)), "const N = 2", "const N = NUMBER", 1)
		goals := []every.Goal{{}, {Errors: true}}
		for _, text := range []string{turns, "property p { existence of out }", "property p { go precedes out }", "property p { absence of go after out }"} {
			if strings.Contains(text, "precedes") {
				text = "property p { absence of out before in }"
			}
			goals = append(goals, every.Goal{Property: spec(t, text)})
		}
		for i, g := range goals {
			k := 1 + int(seed)%2
			got, err := verdict(t, src, g, k)
			if err != nil {
				refused++
				continue
			}
			if got == every.Open || got == every.Beyond {
				continue
			}
			found := false
			for n := 1; n <= 4 && !found; n++ {
				v := reached(t, src, g, n)
				found = v == blocked.Found
				if found && got == every.Holds {
					t.Fatalf("seed %d, goal %d, k=%d: holds for every number, but not for %d\n%s", seed, i, k, n, src)
				}
			}
			switch {
			case got == every.Holds:
				holds++
			case found:
				confirmed++
			default:
				alone++
			}
		}
	}
	t.Logf("%d hold, %d reached by few tasks, %d by none of up to 4, %d refused", holds, confirmed, alone, refused)
	if n := trial.Count(t, 20); holds < n/4 || confirmed < n/4 {
		t.Error("too few of something")
	}
}

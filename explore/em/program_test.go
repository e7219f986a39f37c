package em

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

func compile(t testing.TB, src string) *cfg.Program {
	t.Helper()
	p, ds := lang.Load("p.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, src)
	}
	return p
}

func explorer(name string) explore.Explorer {
	list := Explorers()
	return list[slices.IndexFunc(list, func(x explore.Explorer) bool { return x.Name == name })]
}

// shared keeps of an end what does not belong to a looper: a looper's variables
// may hold what no handler reads again.
func shared(ends map[string][]sem.Choice) map[string]bool {
	out := map[string]bool{}
	for end := range ends {
		var keep []string
		for _, word := range strings.Fields(end) {
			if !strings.HasPrefix(word, "var:l") && !strings.HasPrefix(word, "queue:") && !strings.HasPrefix(word, "task:") {
				keep = append(keep, word)
			}
		}
		out[strings.Join(keep, " ")] = true
	}
	return out
}

// loopers is a random program of tasks and loopers without branches.
func loopers(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 5))
	var b strings.Builder
	n, tasks, kinds := 1+r.IntN(2), 1+r.IntN(3), 1+r.IntN(3)
	b.WriteString("program p\nshared x, y, z 0..9\nlock m, n\n")
	for i := range tasks {
		fmt.Fprintf(&b, "shared r%d 0..9\n", i)
	}
	posts := 0
	body := func(from int, own string) { // handlers post later kinds only
		held := []string{}
		for range 1 + r.IntN(4) {
			v, w := pick(r, "x", "y", "z"), pick(r, "x", "y", "z")
			what := r.IntN(9)
			if seed%4 == 1 && r.IntN(2) == 0 {
				what = 6
			}
			switch what {
			case 0, 1:
				fmt.Fprintf(&b, "    %s = %d\n", v, 1+r.IntN(8))
			case 2:
				fmt.Fprintf(&b, "    %s = %s\n", own, v)
			case 3:
				fmt.Fprintf(&b, "    %s = (%s + %d) %% 10\n", v, w, r.IntN(3))
			case 4, 5:
				if from < kinds && posts < 5 {
					posts++
					fmt.Fprintf(&b, "    post l%d.h%d\n", r.IntN(n), from+r.IntN(kinds-from))
				}
			case 6, 8:
				if l := pick(r, "m", "n"); !slices.Contains(held, l) {
					held = append(held, l)
					fmt.Fprintf(&b, "    lock %s\n", l)
				}
			case 7:
				if seed%3 == 0 {
					fmt.Fprintf(&b, "    assert %s != %d\n", v, 1+r.IntN(8))
				}
			}
		}
		for i := len(held) - 1; i >= 0; i-- {
			fmt.Fprintf(&b, "    unlock %s\n", held[i])
		}
	}
	for i := range n {
		fmt.Fprintf(&b, "looper l%d {\n  var last 0..9\n", i)
		for k := range kinds {
			fmt.Fprintf(&b, "  on h%d {\n", k)
			body(k+1, "last")
			b.WriteString("  }\n")
		}
		b.WriteString("}\n")
	}
	for i := range tasks {
		fmt.Fprintf(&b, "task t%d {\n", i)
		body(0, fmt.Sprintf("r%d", i))
		b.WriteString("}\n")
	}
	return b.String()
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

// On random programs, em-optimal finds the final values of all shared variables,
// deadlocks and failing assertions that the explorers of all programs find, with
// schedules that can be executed, in no more executions.
func TestRandomPrograms(t *testing.T) {
	looked, refused, dead, failing, fewer, missed := 0, 0, 0, 0, 0, 0
	for seed := range uint64(trial.Count(t, 300)) {
		src := loopers(seed)
		p := compile(t, src)
		got, err := explorer("em-optimal").Run(context.Background(), p, nil, explore.Options{KeepEnds: true, MaxStates: 200_000})
		var no *explore.Refused
		if errors.As(err, &no) {
			if !strings.Contains(no.Reason, "depends on values") && !strings.Contains(no.Reason, "the execution that shows") {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, err := explore.Run(context.Background(), p, nil, explore.Options{Algorithm: "optimal", KeepEnds: true, MaxExecutions: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		if !want.Complete || !got.Complete {
			continue
		}
		looked++
		if want.Errors == 0 && !maps.Equal(shared(got.Ends), shared(want.Ends)) {
			t.Fatalf("seed %d: ends\n%v, want\n%v\n%s", seed, shared(got.Ends), shared(want.Ends), src)
		}
		kinds := func(r *explore.Result) string {
			out := map[string]bool{}
			for _, f := range r.Findings {
				what := string(f.Kind)
				if f.Err != nil {
					what += f.Err.Pos.String()
				}
				out[what] = true
			}
			return fmt.Sprint(slices.Sorted(maps.Keys(out)))
		}
		if kinds(got) != kinds(want) {
			t.Fatalf("seed %d: %s, want %s\n%s", seed, kinds(got), kinds(want), src)
		}
		if want.Deadlocks > 0 {
			dead++
		}
		if want.Errors > 0 {
			failing++
		}
		if got.Executions > want.Executions && want.Errors == 0 {
			t.Fatalf("seed %d: %d executions, optimal has %d\n%s", seed, got.Executions, want.Executions, src)
		}
		if got.Executions < want.Executions {
			fewer++
		}
		m, err := sem.New(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range got.Findings {
			state := m.Start()
			for i, c := range f.Schedule {
				outs := m.Outcomes(nil, state, p.Actions[c.Action], false)
				if c.Outcome >= len(outs) || outs[c.Outcome].Err != nil && i < len(f.Schedule)-1 {
					t.Fatalf("seed %d: step %d of the schedule cannot be executed", seed, i)
				}
				if o := outs[c.Outcome]; o.Err == nil {
					state = o.Next
				} else if f.Err == nil || o.Err.Pos != f.Err.Pos {
					t.Fatalf("seed %d: the schedule ends in %v", seed, o.Err)
				}
			}
			if f.Kind == explore.Deadlock && (len(m.Successors(state, false)) > 0 || m.Over(state)) {
				t.Fatalf("seed %d: no deadlock at the end of the schedule", seed)
			}
		}
		theirs, err := explorer("em").Run(context.Background(), p, nil, explore.Options{KeepEnds: true, MaxExecutions: 20_000})
		if err == nil && theirs.Limit == "algorithm" && want.Errors == 0 && !maps.Equal(shared(theirs.Ends), shared(want.Ends)) {
			missed++
			if os.Getenv("SHOW") != "" {
				t.Logf("seed %d: em misses ends\n%s", seed, src)
			}
		}
	}
	t.Logf("%d programs, %d with deadlocks, %d with failing assertions; fewer executions than optimal on %d; %d refused; em misses ends of %d", looked, dead, failing, fewer, refused, missed)
	if looked < trial.Count(t, 300)/2 {
		t.Errorf("only %d programs were small enough", looked)
	}
}

// The looper of the examples.
func TestExampleProgram(t *testing.T) {
	src, err := os.ReadFile("../../examples/messages/ui.tfg")
	if err != nil {
		t.Fatal(err)
	}
	p := compile(t, string(src))
	for _, x := range Explorers() {
		if err := x.Applies(p, nil); err != nil {
			t.Error(err)
		}
		res, err := x.Run(context.Background(), p, nil, explore.Options{})
		if err != nil || res.Deadlocks > 0 || len(res.Findings) > 0 {
			t.Errorf("%s: %+v, %v", x.Name, res, err)
			continue
		}
		t.Logf("%s: %d executions, %d transitions", x.Name, res.Executions, res.Transitions)
	}
}

// Programs for which the result could be wrong are refused, with a reason.
func TestRefused(t *testing.T) {
	for reason, src := range map[string]string{
		"an await":          "program p\nshared x bool\ntask a { await x }\ntask b { x = true }\n",
		"send steps":        "program p\nchan c 0..1\ntask a { c <- 1 }\ntask b { <-c }\n",
		"a choice":          "program p\nshared x 0..1\ntask a { choose { x = 1 } or { skip } }\n",
		"a choice of a val": "program p\nshared x 0..1\ntask a { x = any }\n",
		"an actor":          "program p\nactor a { on m { event e } }\ntask b { post a.m }\n",
		"depends on values": "program p\nshared x, y 0..1\ntask a { if x == 0 { y = 1 } }\ntask b { x = 1 }\n",
		"more than":         "program p\nshared x 0..1\ntask a { loop { x = 1 } }\n",
	} {
		_, err := explorer("em-optimal").Run(context.Background(), compile(t, src), nil, explore.Options{})
		var no *explore.Refused
		if !errors.As(err, &no) || !strings.Contains(no.Reason, reason) {
			t.Errorf("%s: %v", reason, err)
		}
	}
}

package eventdriven

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"flavers/explore"
	"flavers/internal/trial"
	"flavers/sem"
)

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

// style is what a random program of tasks and loopers may have.
type style struct {
	branches, asserts, locks, any, guards, parameters, properties bool
}

// loopers is a random program of tasks and loopers, and properties of it.
func loopers(seed uint64, st style) (src, fsa string) {
	r := rand.New(rand.NewPCG(seed, 5))
	var b strings.Builder
	n, tasks, kinds := 1+r.IntN(2), 1+r.IntN(3), 1+r.IntN(3)
	b.WriteString("program p\nshared x, y, z 0..9\nlock m, n\n")
	for i := range tasks {
		fmt.Fprintf(&b, "shared r%d 0..9\n", i)
	}
	posts := 0
	var body func(from int, own string, deep bool)
	body = func(from int, own string, deep bool) { // handlers post later kinds only
		held := []string{}
		most := 4
		if deep {
			most = 2
		}
		for range 1 + r.IntN(most) {
			v, w := pick(r, "x", "y", "z"), pick(r, "x", "y", "z")
			what := r.IntN(13)
			if st.locks && seed%4 == 1 && r.IntN(2) == 0 {
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
				if from >= kinds || posts >= 5 {
					continue
				}
				posts++
				if st.parameters {
					fmt.Fprintf(&b, "    post l%d.h%d(%s)\n", r.IntN(n), from+r.IntN(kinds-from), pick(r, own, "1", "2"))
				} else {
					fmt.Fprintf(&b, "    post l%d.h%d\n", r.IntN(n), from+r.IntN(kinds-from))
				}
			case 6, 8:
				if l := pick(r, "m", "n"); st.locks && !slices.Contains(held, l) {
					held = append(held, l)
					fmt.Fprintf(&b, "    lock %s\n", l)
				}
			case 7:
				if st.asserts {
					fmt.Fprintf(&b, "    assert %s != %d\n", v, 1+r.IntN(8))
				}
			case 9, 10:
				if !st.branches || deep {
					continue
				}
				fmt.Fprintf(&b, "    if %s %s %s {\n", pick(r, v, own), pick(r, "==", "<", "!="), pick(r, w, "0", "0", "5"))
				body(from, own, true)
				b.WriteString("    } else {\n")
				body(from, own, true)
				b.WriteString("    }\n")
			case 11:
				if st.any {
					fmt.Fprintf(&b, "    %s\n", pick(r, v+" = any", "choose { "+v+" = 1 } or { "+w+" = 2 }"))
				}
			case 12:
				fmt.Fprintf(&b, "    event e%d\n", r.IntN(2))
			}
		}
		for i := len(held) - 1; i >= 0; i-- {
			fmt.Fprintf(&b, "    unlock %s\n", held[i])
		}
	}
	for i := range n {
		fmt.Fprintf(&b, "looper l%d {\n  var last 0..9\n", i)
		for k := range kinds {
			guard, own := "", "last"
			if st.guards && r.IntN(3) == 0 {
				guard = " when x != 3"
			}
			if st.parameters {
				if own = pick(r, "last", "k"); own == "k" {
					fmt.Fprintf(&b, "  on h%d(k 0..9)%s {\n", k, guard)
				} else {
					fmt.Fprintf(&b, "  on h%d(j 0..9)%s {\n", k, guard)
				}
			} else {
				fmt.Fprintf(&b, "  on h%d%s {\n", k, guard)
			}
			body(k+1, own, false)
			b.WriteString("  }\n")
		}
		b.WriteString("}\n")
	}
	for i := range tasks {
		fmt.Fprintf(&b, "task t%d {\n", i)
		body(0, fmt.Sprintf("r%d", i), false)
		b.WriteString("}\n")
	}
	if seed%5 == 4 {
		arg := ""
		if st.parameters {
			arg = "(3)"
		}
		fmt.Fprintf(&b, "post l0.h0%s\npost l0.h%d%s\n", arg, kinds-1, arg)
	}
	if st.properties {
		fsa = pick(r, "property p { absence of \"e0\" after \"e1\" }\n", "property p { e0 precedes e1 }\n",
			"property p { \"x=1\" precedes \"y=2\" }\n", "property p { existence of \"e0\" }\n")
		fsa += pick(r, "", "property q { absence of \"x=5\" }\n", "property q { e1 responds to e0 }\n")
	}
	return b.String(), fsa
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

var styles = []style{
	{asserts: true, locks: true},
	{branches: true},
	{branches: true, parameters: true, properties: true},
	{branches: true, locks: true, properties: true},
	{branches: true, asserts: true, properties: true},
	{branches: true, any: true, parameters: true},
	{branches: true, guards: true, locks: true, properties: true},
	{branches: true, locks: true, asserts: true, any: true, parameters: true, properties: true},
	{properties: true, parameters: true},
}

func findings(r *explore.Result) map[string]bool {
	out := map[string]bool{}
	for _, f := range r.Findings {
		what := string(f.Kind) + " " + f.Property
		if f.Err != nil {
			what += f.Err.Pos.String()
		}
		out[what] = true
	}
	return out
}

// On random programs, with values that decide what is done, em-optimal finds the
// final values of all shared variables, the deadlocks, failing assertions and
// violations that the explorers of all programs find, with schedules that can be
// executed. It has one execution for each class that em-states finds, and no
// more than optimal.
func TestRandomPrograms(t *testing.T) {
	looked, failing, violated, dead, fewer, several, twin, states := 0, 0, 0, 0, 0, 0, 0, 0
	var blocked, executions, other int64
	for seed := range trial.Seeds(t, 200) {
		src, fsa := loopers(seed, styles[seed%uint64(len(styles))])
		p := trial.Program(t, src)
		specs := trial.Specs(t, fsa)
		want, err := explore.Run(context.Background(), p, specs, explore.Options{Algorithm: "optimal", KeepEnds: true, MaxExecutions: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if !want.Complete {
			continue
		}
		what := fmt.Sprintf("seed %d\n%s\n%s", seed, src, fsa)
		j, err := runProgram(context.Background(), p, specs, explore.Options{Algorithm: "em-optimal", KeepEnds: true, MaxStates: 20_000})
		if err != nil {
			t.Fatalf("%v\n%s", err, what)
		}
		got := &j.e.Result
		if !got.Complete {
			if got.Limit != "states" {
				t.Fatalf("limit %s\n%s", got.Limit, what)
			}
			continue
		}
		looked++
		if d := trial.Difference(findings(want), findings(got)); d != "" {
			t.Fatalf("findings differ\n%s%s", d, what)
		}
		if d := trial.Difference(shared(want.Ends), shared(got.Ends)); d != "" {
			t.Fatalf("ends differ\n%s%s", d, what)
		}
		for _, f := range got.Findings {
			trial.Follow(t, p, specs, trial.Claim{Kind: string(f.Kind), Property: f.Property, AtEnd: f.AtEnd, Err: f.Err, Schedule: f.Schedule}, what)
		}
		if want.Deadlocks > 0 {
			dead++
		}
		if want.Errors > 0 {
			failing++
		}
		if want.Violations > 0 {
			violated++
		}
		if got.States > 0 {
			states++
			continue
		}
		executions, blocked, other = executions+got.Executions, blocked+got.Blocked, other+want.Executions
		if got.Executions > want.Executions {
			t.Fatalf("%d executions, optimal has %d\n%s", got.Executions, want.Executions, what)
		}
		if got.Executions < want.Executions {
			fewer++
		}
		if got.Executions > 1 {
			several++
		}
		if want.Errors > 0 { // em-states ends an execution at an error
			continue
		}
		slow, err := runProgram(context.Background(), p, specs, explore.Options{Algorithm: "em-states", KeepEnds: true, MaxStates: 5_000})
		if err != nil {
			t.Fatal(err)
		}
		if slow.e.Complete {
			twin++
			// What a trace shows of loopers' variables is more exact than what can
			// be told before the program is executed.
			if n := slow.e.Executions; got.Executions > n || j.skel == nil && got.Executions < n {
				t.Fatalf("%d executions, em-states has %d classes\n%s", got.Executions, slow.e.Executions, what)
			}
			if d := trial.Difference(shared(want.Ends), shared(slow.e.Ends)); d != "" {
				t.Fatalf("ends of em-states differ\n%s%s", d, what)
			}
			if d := trial.Difference(findings(want), findings(&slow.e.Result)); d != "" {
				t.Fatalf("findings of em-states differ\n%s%s", d, what)
			}
		}
	}
	t.Logf("%d programs, %d with deadlocks, %d with failing assertions, %d with violations; by states %d; several classes %d; %d classes (%d given up), optimal %d; fewer on %d; %d held against em-states",
		looked, dead, failing, violated, states, several, executions, blocked, other, fewer, twin)
	if looked < trial.Count(t, 200)/2 {
		t.Errorf("only %d programs were small enough", looked)
	}
}

// The looper of the examples, with its properties.
func TestExampleProgram(t *testing.T) {
	read := func(name string) string {
		src, err := os.ReadFile("../../examples/messages/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(src)
	}
	p := trial.Program(t, read("ui.tfg"))
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
	specs := trial.Specs(t, read("ui.fsa"))
	for name, counts := range map[string][2]int64{"em-optimal": {14, 0}, "em-states": {14, 0}} {
		res, err := explorer(name).Run(context.Background(), p, specs, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d := trial.Difference(map[string]bool{"violation untorn": true, "violation never_empty": true}, findings(res)); d != "" || !res.Complete {
			t.Errorf("%s: %s", name, d)
		}
		if res.Executions != counts[0] || res.Blocked != counts[1] {
			t.Errorf("%s: %d executions, %d given up", name, res.Executions, res.Blocked)
		}
		for _, f := range res.Findings {
			trial.Follow(t, p, specs, trial.Claim{Kind: string(f.Kind), Property: f.Property, AtEnd: f.AtEnd, Err: f.Err, Schedule: f.Schedule}, name)
		}
	}
}

func runOn(t *testing.T, name, src string, opt explore.Options) (*explore.Result, error) {
	t.Helper()
	return explorer(name).Run(context.Background(), trial.Program(t, src), nil, opt)
}

// Programs for which the result could be wrong are refused, with a reason that
// names an explorer that takes them.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ explorer, reason, src string }{
		{"em-optimal", "a looper that stops", "looper l { on m { event a; stop } }\ntask t { post l.m; post l.m }"},
		{"em-states", "a looper that stops", "looper l { init { stop } on m { event a } }\ntask t { post l.m }"},
		{"em", "a looper that stops", "looper l { var v 0..1\non m { if v == 0 { v = 1 } else { stop } } }\ntask t { post l.m; post l.m }"},
		{"em", "an await", "shared x bool\ntask a { await x }\ntask b { x = true }"},
		{"em", "a choice", "shared x 0..1\ntask a { choose { x = 1 } or { skip } }"},
		{"em", "a choice of a value", "shared x 0..1\ntask a { x = any }"},
		{"em", "depends on values", "shared x, y 0..1\ntask a { if x == 0 { y = 1 } }\ntask b { x = 1 }"},
		{"em-dpor", "touches several things", "shared x, y 0..1\ntask a { x = y }\ntask b { y = 1 }"},
		{"em-dpor", "more than", "shared x 0..1\ntask a { loop { x = 1 } }"},
		{"em-optimal", "send steps", "chan c 0..1\ntask a { c <- 1 }\ntask b { <-c }"},
		{"em-optimal", "an actor", "actor a { on m { event e } }\ntask b { post a.m }"},
		{"em-optimal", "rlock steps", "rwlock l\ntask a { rlock l; runlock l }"},
		{"em-optimal", "several posts in an atomic step", "looper l { on m { skip } }\ntask b { atomic { post l.m; post l.m } }"},
		{"em-states", "spawn steps", "task a dynamic[1] { skip }\ntask b { spawn a }"},
	} {
		_, err := runOn(t, c.explorer, "program p\n"+c.src+"\n", explore.Options{})
		var no *explore.Refused
		if !errors.As(err, &no) || !strings.Contains(no.Reason, c.reason) || !strings.HasSuffix(no.Reason, "optimal can") {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
	p := trial.Program(t, "program p\ntask a { event e }\n")
	if err := explorer("em-optimal").Applies(p, trial.Specs(t, "constraint c { absence of e }\n")); err == nil || !strings.Contains(err.Error(), "constraints") {
		t.Errorf("a constraint: %v", err)
	}
}

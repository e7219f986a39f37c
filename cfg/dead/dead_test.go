package dead_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/cfg/dead"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
)

// What each step forgets, as "NODE: VARIABLES"; * is one with a loop.
func forgotten(p *cfg.Program) []string {
	var out []string
	for i, list := range dead.Forget(p).Dead {
		var names []string
		for _, v := range list {
			names = append(names, p.Vars[v].Name)
		}
		if slices.Sort(names); names != nil {
			step := p.NodeString(cfg.NodeID(i))
			if strings.Contains(step, "loop") {
				step = "*"
			}
			out = append(out, step+": "+strings.Join(names, " "))
		}
	}
	return out
}

func TestForget(t *testing.T) {
	for _, k := range []struct{ name, program, want string }{
		{"a last use", "task t { var x 0..2\n x = any\n await x == 1\n event f }", "await t.x == 1: t.x"},
		{"never read", "task t { var x 0..2\n x = any\n event e }", "t.x = any: t.x"},
		{"read on one branch only", "task t { var x, s bool\n x = any\n s = any\n if s { await x } else { event f } }",
			"test t.s: t.s\ntest !t.s: t.s t.x\nawait t.x: t.x"},
		{"read in the next turn", "task t { var x 0..2\n loop { await x == 0\n event e\n x = any\n event f } }", "await t.x == 0: t.x"},
		{"alive all the time", "task t { var x 0..2\n loop { await x < 2\n x = x + 1 } }", ""},
		{"an element of an array may be another", "task t { var x [2]0..1\n var s 0..1\n x[0] = any\n s = any\n x[s] = 1\n await x[1] == 1 }",
			"t.x[0] = any: t.x[0]\nt.x[t.s] = 1: t.s t.x[0]\nawait t.x[1] == 1: t.x[1]"},
		{"another task reads it", "shared x 0..2\ntask t { x = any }\ntask u { await x == 1 }", ""},
		{"shared, but of one task", "shared x 0..2\ntask t { x = any\n await x == 1 }\ntask u { event e }", "await x == 1: x"},
		{"a guard that others look at", "task t { entry go\n var x bool\n x = any\n select { case accept go when x: skip\n case terminate when x: } }\n" +
			"task u { call t.go }", "accept t.go when t.x: t.x\nterminate when t.x: t.x"},
		{"a loop in a step may be left anywhere", "task t { var x, y 0..2\n x = any\n y = any\n" +
			"atomic { loop { if y == 1 { break }\n x = 0\n y = 1 } }\n await x == 1 }", "*: t.y\nawait t.x == 1: t.x"},
	} {
		p := trial.Program(t, "program small\n"+k.program)
		if got := forgotten(p); strings.Join(got, "\n") != k.want {
			t.Errorf("%s:\n%s\nforgets\n%s\nwant\n%s", k.name, k.program, strings.Join(got, "\n"), k.want)
		}
	}
}

// Variables of invariants, and parameters that are read, stay.
func TestKept(t *testing.T) {
	p := trial.Program(t, "task t { var x 0..2\n x = any\n event e }")
	p = p.WithInvariants([]cfg.Invariant{{Name: "small", Cond: cfg.Read{Var: 0}, Vars: []cfg.VarID{0}}})
	if got := forgotten(p); got != nil {
		t.Errorf("a variable of an invariant is forgotten: %v", got)
	}
	p = trial.Program(t, "task m { spawn w(1)\n spawn w(2) }\ntask w(k 0..2) dynamic[2] { await k == 1\n event f }")
	if got := forgotten(p); len(got) != 2 || got[0] != "await w[0].k == 1: w[0].k" {
		t.Errorf("parameters: %v", got)
	}
}

// What a task is started with is in its state although it is written before it is read: forgetting it where the loop
// comes back would tell the first turn from the others.
func TestParametersAtTheStart(t *testing.T) {
	src := "program small\ntask m { spawn w(2) }\ntask w(k 0..2) dynamic[1] { loop { k = 2\n event f(k) } }"
	p := trial.Program(t, src)
	a, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sem.New(dead.Forget(p))
	if err != nil {
		t.Fatal(err)
	}
	if _, before, after := comparePairs(t, a, b, src, 100); after > before {
		t.Errorf("%d states, %d with forgetting", before, after)
	}
}

// With and without forgetting, the same steps can be taken, with the same outcomes, events and
// errors, after every execution: the definition, on all pairs of states that one schedule
// leads to. No two states become more: there are no more than before.
func TestForgetChangesNoStep(t *testing.T) {
	usual := trial.Usual(200, 2000)
	kinds := []func([]byte) string{gen.Program, gen.MessagePassing, gen.Steps, gen.Family, gen.Passed, gen.Tuples, gen.Sync, gen.Lengths, gen.Groups}
	forgets, fewer := 0, 0
	for seed := range trial.Seeds(t, usual) {
		src := kinds[seed%uint64(len(kinds))](trial.Bytes(seed, 71, 240))
		p := trial.Program(t, src)
		q := dead.Forget(p)
		if slices.ContainsFunc(q.Dead, func(list []cfg.VarID) bool { return list != nil }) {
			forgets++
		}
		a, err := sem.New(p)
		if err != nil {
			continue
		}
		b, err := sem.New(q)
		if err != nil {
			t.Fatal(err)
		}
		pairs, before, after := comparePairs(t, a, b, src, 2000)
		if after > before {
			t.Fatalf("%d states, %d with forgetting\n%s", before, after, src)
		}
		if after < before && pairs > 0 {
			fewer++
		}
	}
	t.Logf("%d programs forget something, %d have fewer states", forgets, fewer)
	if n := trial.Count(t, usual); forgets < n/4 || fewer < n/20 {
		t.Error("too few of something")
	}
}

// Each place that reads is the only one that reads some variable.
func TestEveryReader(t *testing.T) {
	src := `program readers
shared s [3]0..2
task t { entry go(v 0..2)
	accept go(y)
	await y == 1 }
task u { var x 0..2
	x = any
	call t.go(x)
	event f }
task m { var x, y, z, k 0..2
	var a [2]0..2
	x = any
	spawn w(x)
	x = any
	atomic { event e(x) }
	x = any
	s[x] = 1
	x = any
	post p.hi(x)
	post p.hi(1)
	a[0] = any
	k = any
	a[k % 2] = 1
	y = any
	z = any
	atomic { loop { if y == 2 { break }
		y = z
		z = 2 } }
	await a[0] == 2 && y == 2 }
task w(k 0..2) dynamic[1] { await k == 1 }
process p {
	var limit 0..2 = 1
	on hi(n 0..2) when n == limit { limit = 2
		event got(n) }
}`
	p := trial.Program(t, src)
	a, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sem.New(dead.Forget(p))
	if err != nil {
		t.Fatal(err)
	}
	if pairs, before, after := comparePairs(t, a, b, src, 200_000); pairs == 0 || after >= before {
		t.Errorf("%d pairs, %d states, %d with forgetting", pairs, before, after)
	}
}

// comparePairs follows all schedules in both machines; all results are 0 if there are more pairs
// of states than most.
func comparePairs(t *testing.T, a, b *sem.Machine, src string, most int) (pairs, before, after int) {
	type pair struct{ x, y []int32 }
	key := func(v []int32) string {
		var out []byte
		for _, x := range v {
			out = binary.AppendVarint(out, int64(x))
		}
		return string(out)
	}
	seen, xs, ys := map[string]bool{}, map[string]bool{}, map[string]bool{}
	todo := []pair{{a.Start(), b.Start()}}
	for len(todo) > 0 {
		now := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if k := key(now.x) + key(now.y); seen[k] {
			continue
		} else if len(seen) == most {
			return 0, 0, 0
		} else {
			seen[k] = true
		}
		xs[key(now.x)], ys[key(now.y)] = true, true
		if a.Over(now.x) != b.Over(now.y) {
			t.Fatalf("over in one of %v and %v only\n%s", now.x, now.y, src)
		}
		one, other := a.Successors(now.x, true), b.Successors(now.y, true)
		if len(one) != len(other) {
			t.Fatalf("%d steps from %v, %d from %v\n%s", len(one), now.x, len(other), now.y, src)
		}
		for i := range one {
			o, w := &one[i], &other[i]
			if o.Action != w.Action || (o.Err == nil) != (w.Err == nil) || o.Err != nil && o.Err.Error() != w.Err.Error() ||
				len(o.Occ)+len(w.Occ) > 0 && events(a.P, o.Occ) != events(a.P, w.Occ) {
				t.Fatalf("different steps from %v and %v: %v %s, %v %s\n%s", now.x, now.y, o, events(a.P, o.Occ), w, events(a.P, w.Occ), src)
			}
			if o.Err == nil {
				todo = append(todo, pair{o.Next, w.Next})
			}
		}
	}
	return len(seen), len(xs), len(ys)
}

func events(p *cfg.Program, occ []sem.Occurrence) string {
	var out []string
	for i := range occ {
		out = append(out, fmt.Sprint(occ[i].Names(), occ[i].Owners(p)))
	}
	return strings.Join(out, ", ")
}

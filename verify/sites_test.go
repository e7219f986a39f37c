package verify_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
)

// Checked one after the other, run-time errors have the verdict of the interpreter,
// and violations the lengths that they have when they are checked together.
func TestEachSite(t *testing.T) {
	usual := trial.Usual(20, 60)
	count := map[report.Verdict]int{}
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<45, func(data []byte) string {
			return gen.Options{Features: gen.All&^gen.Messages | gen.Faults, Size: 2 + int(seed%3)}.Program(data)
		})
		if pr == nil || len(pr.constraints) > 0 {
			continue
		}
		// Without --no-quick, stubborn sets have the answer before.
		opt := verify.Options{Only: []string{report.RuntimeErrors}, Check: seed%8 == 0, NoQuick: seed%4 != 0}
		together := pr.check(opt).RuntimeErrors
		each := pr.check(verify.SmallJoint(opt)).RuntimeErrors
		if together == nil || each == nil {
			continue
		}
		if each.Verdict != together.Verdict || (each.Verdict == report.Violated) != pr.errors || len(each.Trace) != len(together.Trace) {
			t.Fatalf("%s (%s) in %d steps; together %s in %d; the interpreter: %t\n%s", each.Verdict, each.Reason, len(each.Trace),
				together.Verdict, len(together.Trace), pr.errors, pr.what)
		}
		count[each.Verdict]++
	}
	t.Log(count)
	if n := trial.Count(t, usual); count[report.Holds] < n/20 || count[report.Violated] < n/20 {
		t.Error("too few of something")
	}
}

// Where a certificate comes first, the check of run-time errors has the verdict of the interpreter: what it proves, and
// what it leaves to the constraints.
func TestCertifiedErrors(t *testing.T) {
	usual := trial.Usual(40, 200)
	var none, all, some, violated, proved int
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<46, func(data []byte) string {
			return gen.Options{Features: gen.All&^gen.Messages | gen.Faults, Size: 3 + int(seed%4)}.Program(data)
		})
		if pr == nil || len(pr.constraints) > 0 {
			continue
		}
		r, left := verify.CertifiedErrors(pr.p, verify.Options{Check: seed%4 == 0})
		switch {
		case left < 0:
			none++
			continue
		case left == 0:
			all++
		default:
			some++
		}
		if r.Verdict != report.Holds && r.Verdict != report.Violated || (r.Verdict == report.Violated) != pr.errors {
			t.Fatalf("%s (%s), %d left; the interpreter: %t\n%s", r.Verdict, r.Reason, left, pr.errors, pr.what)
		}
		if r.Verdict == report.Violated {
			violated++
		} else if left > 0 {
			proved++
		}
	}
	t.Logf("%d: nothing is proved; %d: all; %d: some are left, of which %d are violated and %d proved", none, all, some, violated, proved)
	if n := trial.Count(t, usual); all < n/8 || n > 400 && (some < n/40 || violated < n/40) {
		t.Error("too few of something")
	}
}

// What a certificate leaves, the constraints exclude: that a counter of a wait group is at least as large as the
// number of tasks that are to be done is no equation, where some of what was added is never done. That the locks
// are free of errors the certificate says.
func TestErrorsLeftByCertificate(t *testing.T) {
	copies := 1
	if trial.More() {
		copies = 2
	}
	src := "program p\nlock m\n"
	for i := range copies {
		src += strings.ReplaceAll(`waitgroup g#
lock k#
task boss# {
    var n 0..3
    loop {
        add g#(1)
        if n < 3 { n = n + 1; spawn worker# }
        add g#(1)
        if n < 3 { n = n + 1; spawn worker# }
        lock m; lock k#; unlock k#; unlock m
        wait g#
    }
}
task worker# dynamic[3] { var d bool; lock k#; d = true; if d { d = false; unlock k# } done g# }
`, "#", fmt.Sprint(i))
	}
	p, ds := lang.Load("copies.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	r, left := verify.CertifiedErrors(p, verify.Options{Check: true, ByConstraints: true})
	if r.Verdict != report.Holds || left < copies || left > 4*copies || r.Tuples > 10_000 || len(r.Constraints) == 0 || !r.States ||
		!strings.HasPrefix(r.Reason, "by a certificate: ") || !strings.HasSuffix(r.Reason, "; what it leaves open, the constraints exclude") {
		t.Errorf("%s: %s; %d left, %d tuples, %v", r.Verdict, r.Reason, left, r.Tuples, r.Constraints)
	}
	t.Logf("%s: %s; %d left, %d tuples", r.Verdict, r.Reason, left, r.Tuples)
	if trial.More() {
		// A search between rounds and explorers decide it, too.
		alone := verify.Options{Only: []string{report.RuntimeErrors}, FirstTurn: 1 << 40, ByConstraints: true}
		whole := verify.Check(context.Background(), p, nil, alone).RuntimeErrors
		if whole.Verdict != report.Holds || whole.Reason != r.Reason {
			t.Errorf("%s: %s", whole.Verdict, whole.Reason)
		}
	}
	// With one more done than was added, it is violated.
	bad := strings.Replace(src, "d = false; unlock k0 } done g0", "d = false; unlock k0 } done g0; done g0", 1)
	p, _ = lang.Load("bad.tfg", []byte(bad), lang.Options{})
	if r, left := verify.CertifiedErrors(p, verify.Options{}); r.Verdict != report.Violated {
		t.Errorf("bad: %s: %s; %d left", r.Verdict, r.Reason, left)
	}
}

// N philosophers with a lock for each fork unlock 4 N times. That each does so to its
// own lock takes a few tuples; together they are more than 2^N.
func TestErrorsOfManyLocks(t *testing.T) {
	for _, n := range trial.Part([]int{16, 6, 24}, 3) {
		p, specs := trial.Example(t, "examples/dining_locks.tfg", map[string]string{"N": fmt.Sprint(n)})
		r := verify.Check(context.Background(), p, specs, verify.Options{Only: []string{report.RuntimeErrors}, MaxTuples: 1 << 15}).RuntimeErrors
		if r.Verdict != report.Holds {
			t.Fatalf("N=%d: %s: %s", n, r.Verdict, r.Reason)
		}
		if n > 10 && r.Tuples > 1000*int64(n) {
			t.Errorf("N=%d: %d tuples", n, r.Tuples)
		}
	}
}

// Semaphores that bound each other: that neither is ever full is proved by fixed
// points of their own, each of which stops where the other is full. The property
// rests on what these rest on.
func TestBoundsAreProvedApart(t *testing.T) {
	const src = `program p
sem s = 0
sem f = 2
task a { loop { acquire f; release s } }
task b { loop { acquire s; release f } }
`
	const order = `property order { "release s" precedes "acquire s" }`
	paths := verify.Options{NoQuick: true}
	r := checkText(t, src, order, paths).Results[0]
	if r.Verdict != report.Holds || len(r.Bounds) == 0 || !slices.Contains(r.Bounds[0].Constraints, "sem:f") || !slices.Contains(r.Bounds[0].Constraints, "sem:s") {
		t.Errorf("%s (%s), by %v", r.Verdict, r.Reason, r.Bounds)
	}
	full := strings.Replace(src, "acquire f; release s", "acquire f; release s; release f", 1) // now s may grow for ever
	r = checkText(t, full, order, paths).Results[0]
	if r.Verdict != report.Unknown || r.Limit != report.LimitSize {
		t.Errorf("%s (%s, %s)", r.Verdict, r.Limit, r.Reason)
	}
	// States say more: once s is released the property cannot be broken, however much s holds.
	if r = checkText(t, full, order, verify.Options{}).Results[0]; r.Verdict != report.Holds || !r.States {
		t.Errorf("%s (%s, %s)", r.Verdict, r.Limit, r.Reason)
	}
}

// x is found full only behind a step that finds y full: y handles its first message once it has two, and has room for one.
// So the fixed point about x, which ends there, says nothing without one about y; and y is found full. The step that
// fills y has a stand-in, so nothing else tells the property of it.
func TestBoundsRestOnOthers(t *testing.T) {
	const src = `program p
shared k 0..3
actor x capacity[1] { on m { event bad } }
actor y capacity[1] { on m when k == 2 { k = 3; post x.m; post x.m } }
task t { atomic { await k == 0; post y.m; k = 1 }; atomic { await k == 1; post y.m; k = 2 } }
`
	const never = `property never { absence of bad }`
	for _, c := range []struct {
		x, y string
		want report.Verdict
	}{
		{"x capacity[1]", "y capacity[1]", report.Unknown},
		{"x capacity[1]", "y capacity[2]", report.Unknown},
		{"x capacity[2]", "y capacity[2]", report.Violated},
	} {
		text := strings.NewReplacer("x capacity[1]", c.x, "y capacity[1]", c.y).Replace(src)
		r := checkText(t, text, never, verify.Options{NoQuick: true, ByConstraints: true}).Results[0]
		if r.Verdict != c.want || len(r.Bounds) > 0 {
			t.Errorf("%s, %s: %s (%s, %s), by %v", c.x, c.y, r.Verdict, r.Limit, r.Reason, r.Bounds)
		}
	}
}

// One step fills x, y or z, as k says when it comes there. Without k's automaton the three letters that find one full do
// the same, and so do two of them in the problem of the third. If they were one letter, of the component of the first,
// the problems of two would name each other, and nobody would ask about the one that is full.
func TestBoundsOfOneStep(t *testing.T) {
	const src = `program p
shared k 0..3
actor x capacity[1] { on m { } }
actor y capacity[1] { on m { } }
actor z capacity[1] { on m { } }
task t {
  k = A; k = B; k = C
  atomic { if k == 1 { post x.m; post x.m } else { if k == 2 { post y.m; post y.m } else { post z.m; post z.m } } }
  event bad
}
`
	const never = `property never { absence of bad }`
	for _, order := range []string{"123", "132", "213", "231", "312", "321"} {
		text := strings.NewReplacer("A", order[:1], "B", order[1:2], "C", order[2:]).Replace(src)
		for _, opt := range []verify.Options{{}, {NoQuick: true}, {NoQuick: true, ByConstraints: true}} {
			if r := checkText(t, text, never, opt).Results[0]; r.Verdict != report.Unknown || r.Limit != report.LimitSize {
				t.Errorf("%s: %s (%s, %s), by %v", order, r.Verdict, r.Limit, r.Reason, r.Bounds)
			}
		}
		room := strings.ReplaceAll(text, "capacity[1]", "capacity[2]")
		if r := checkText(t, room, never, verify.Options{}).Results[0]; r.Verdict != report.Violated {
			t.Errorf("%s, with room: %s (%s)", order, r.Verdict, r.Reason)
		}
	}
}

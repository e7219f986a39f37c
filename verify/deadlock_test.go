package verify_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/sem"
	"flavers/verify"
	"flavers/verify/endless"
	"flavers/verify/follow"
	"flavers/verify/partial"
)

// A deadlock is found at any size, with who waits for whom; a cycle of locks
// among hundreds of tasks that have nothing to do with it, too.
func TestDeadlockIsShown(t *testing.T) {
	const orders = `program orders
lock a, b
task one { lock a; lock b; unlock b; unlock a }
task two { lock b; lock a; unlock a; unlock b }
task other[i in 0..%d] { var x 0..3; for k in 0..3 { x = k }; event done(i) }
`
	for _, n := range []int{0, 3, 300} {
		c := checkText(t, fmt.Sprintf(orders, n), "property p { absence of nothing }", verify.Options{})
		d := c.Deadlock
		if d == nil || d.Verdict != report.Violated || c.ExitCode() != report.ExitViolated {
			t.Fatalf("%d others: %+v, exit %d", n, d, c.ExitCode())
		}
		waits := map[string]string{}
		for _, w := range d.Waiting {
			waits[w.Task] = w.At + " " + strings.Join(w.For, " ")
		}
		if len(waits) != 2 || waits["one"] != "lock b two" || waits["two"] != "lock a one" {
			t.Errorf("%d others: %v", n, waits)
		}
		if n == 0 && len(d.Trace) != 7 { // the other task's five steps, and one lock each
			t.Errorf("%d steps, the shortest has 7", len(d.Trace))
		}
	}
}

// What is meant does not count; what is not asked for is not done.
func TestDeadlockMeant(t *testing.T) {
	const src = "program p\nshared x 0..1\ntask t { await x == 1 }\n"
	const fsa = "property p { absence of nothing }"
	for option, exit := range map[string]int{"": report.ExitViolated, "expected": report.ExitHolds, "off": report.ExitHolds} {
		c := checkText(t, src, fsa, verify.Options{Deadlock: option})
		if c.ExitCode() != exit || (c.Deadlock == nil) != (option == "off") {
			t.Errorf("%q: exit %d, %+v", option, c.ExitCode(), c.Deadlock)
		}
	}
	if c := checkText(t, "program p\ntask t { event a }\n", fsa, verify.Options{Deadlock: "expected"}); c.Deadlock.Expected {
		t.Error("a program that cannot deadlock is said to do so as expected")
	}
}

// A property is judged where executions are blocked; of those that go on for
// ever an answer does not speak if they are not asked about.
func TestEndWhereBlocked(t *testing.T) {
	const blocked = "\nshared x 0..1\ntask t { event ask; await x == 1; event answer }\n"
	const endless = "\ntask t { loop { event ask; event answer } }\n"
	const silent = "\ntask t { event ask; loop { skip } }\n"
	const fine = "\ntask t { event ask; event answer }\ntask u { entry e; loop { accept e } }\n"
	for _, k := range []struct {
		src, fsa string
		verdict  report.Verdict
		of       string
	}{
		{blocked, "property p { answer responds to ask }", report.Violated, ""},
		{blocked, "property safety p { answer responds to ask }", report.Holds, ""},
		{blocked, "property p { answer responds to ask }\nconstraint c { answer responds to ask }", report.Holds, ""},
		{endless, "property p { answer responds to ask }", report.Holds, report.Ending},
		{endless, "property p { absence of nothing }", report.Holds, ""},
		{silent, "property p { answer responds to ask }", report.Holds, report.Ending},
		{fine, "property p { answer responds to ask }", report.Holds, ""}, // nobody calls u: it goes on with nothing
	} {
		for _, refine := range []verify.Refine{"auto", "all"} {
			r := checkText(t, "program p"+k.src, k.fsa, verify.Options{Refine: refine, Fairness: verify.FairnessOff}).Results[0]
			if r.Verdict != k.verdict || r.Of != k.of || k.verdict == report.Violated && (len(r.Waiting) == 0 || !r.AtEnd) {
				t.Errorf("%s under %s: %s of %q, %v%s", k.fsa, refine, r.Verdict, r.Of, r.Waiting, k.src)
			}
		}
	}
}

// The check for deadlocks says what the interpreter finds, with and without a
// constraint of the user's.
func TestDeadlockIsExact(t *testing.T) {
	found, free, open := 0, 0, 0
	for _, kind := range []func([]byte) string{gen.Program, gen.MessagePassing} {
		for seed := range trial.Seeds(t, 15) {
			pr := randomOf(t, seed+1<<34, kind)
			if pr == nil {
				continue
			}
			want := oracle.Explore(pr.p, 20_000)
			c := pr.check(verify.Options{})
			if ambiguous(c) {
				continue
			}
			d := c.Deadlock
			switch {
			case d.Verdict == report.Unknown:
				open++
			case d.Verdict == report.Violated:
				found++
				if want.Deadlocks == 0 {
					t.Fatalf("a deadlock where there is none\n%s", pr.what)
				}
				run, _ := follow.Run(pr.p, pr.specs, d.Schedule)
				if !run.Deadlock {
					t.Fatalf("%s is no deadlock\n%s", d.Schedule, pr.what)
				}
			default:
				free++
				if want.Deadlocks > 0 && len(pr.constraints) == 0 {
					t.Fatalf("no deadlock where there are %d\n%s", want.Deadlocks, pr.what)
				}
			}
		}
	}
	t.Logf("%d deadlocks, %d free of them, %d undecided", found, free, open)
	if total := found + free; found < total/10 || free < total/4 || total < 20 || open > total/10 {
		t.Errorf("%d deadlocks, %d free of them, %d undecided", found, free, open)
	}
}

// A program with an execution that goes on for ever, which is a cycle of its
// states, is one that may.
func TestEndless(t *testing.T) {
	cyclic, acyclic, sure, counted, exact := 0, 0, 0, 0, 0
	for _, kind := range []func([]byte) string{gen.Program, gen.MessagePassing} {
		for seed := range trial.Seeds(t, 60) {
			src := kind(randomBytes(seed+1<<35, 200))
			p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			m, err := sem.New(p)
			if err != nil {
				continue
			}
			cycle, complete := hasCycle(m, 3000)
			may, ends := endless.MayGoOn(p), endless.Ends(nil, p)
			if s, err := monitor.Analyse(p); err == nil {
				repeats := slices.Contains(endless.NewAlone(nil, s).Repeating(), true)
				if repeats && !may {
					t.Fatalf("variables make it go on\n%s", src)
				}
				if may && !repeats {
					counted++
				}
				may = repeats
			}
			switch {
			case cycle:
				cyclic++
				if !may || ends {
					t.Fatalf("it goes on for ever\n%s", src)
				}
			case complete:
				acyclic++
				if !may {
					sure++
				}
				if ends {
					exact++
				}
			}
		}
	}
	t.Logf("%d with a cycle of states, %d without, of which each task alone tells %d (%d by its variables), and states %d", cyclic, acyclic, sure, counted, exact)
	if cyclic == 0 || counted == 0 || acyclic < 10 || sure < acyclic/3 || exact < sure || exact < acyclic*9/10 {
		t.Errorf("%d with a cycle of states, %d without, of which each task alone tells %d (%d by its variables), and states %d", cyclic, acyclic, sure, counted, exact)
	}
}

// hasCycle reports whether a state leads back to itself, among the first states.
func hasCycle(m *sem.Machine, limit int) (cycle, complete bool) {
	const open, closed = 1, 2
	colour := map[string]int{}
	type frame struct {
		key  string
		next [][]int32
	}
	push := func(stack []frame, s []int32) []frame {
		f := frame{key: fmt.Sprint(s)}
		colour[f.key] = open
		for _, o := range m.Successors(s, false) {
			if o.Err == nil {
				f.next = append(f.next, o.Next)
			}
		}
		return append(stack, f)
	}
	for stack := push(nil, m.Start()); len(stack) > 0; {
		f := &stack[len(stack)-1]
		if len(f.next) == 0 {
			colour[f.key] = closed
			stack = stack[:len(stack)-1]
			continue
		}
		s := f.next[0]
		f.next = f.next[1:]
		switch colour[fmt.Sprint(s)] {
		case open:
			return true, false
		case 0:
			if len(colour) >= limit {
				return false, false
			}
			stack = push(stack, s)
		}
	}
	return false, true
}

// No invariant excludes a deadlock of a barrier, and its states are too many; up to
// exchanging tasks they are few.
func TestDeadlockOfInterchangeableTasks(t *testing.T) {
	p, _ := trial.Example(t, "examples/barrier.tfg", map[string]string{"N": "16"})
	d := verify.Check(context.Background(), p, nil, verify.Options{Only: []string{report.Deadlock}, Check: true}).Deadlock
	if d.Verdict != report.Holds || d.Reason != "by stubborn sets of cases, 1703 states up to exchanging tasks" {
		t.Errorf("%s: %s", d.Verdict, d.Reason)
	}
}

// A task that is left behind while others go on is looked for without constraints only: with them, the answer is about
// executions that end.
func TestPartialUnderConstraints(t *testing.T) {
	const src = "chan c; task waits { <-c } task runs { loop { event tick } }"
	for spec, want := range map[string]report.Verdict{"": report.Violated, "constraint k for {tick} all tick*": report.Holds} {
		r := checkText(t, src, spec, verify.Options{Partial: partial.NoneMeant}).Deadlock
		if r.Verdict != want || (r.Of == report.Ending) != (spec != "") {
			t.Errorf("%q: %s of %q: %s", spec, r.Verdict, r.Of, r.Reason)
		}
	}
}

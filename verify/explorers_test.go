package verify_test

import (
	"context"
	"os"
	"reflect"
	"strings"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// sorter sorts N numbers in a pipeline of queues that hold numbers up to 999: it has one execution up to
// the order of independent steps, and tables of the steps of its queues take minutes.
const sorter = `
program sorter
const N = 5, L = 6
chan line[N][L] 0..999
task source {
    var value 0..999 = 421
    var sent 0..N
    while sent < N {
        line[0] <- value
        value = (value * 7 + 13) % 1000
        sent = sent + 1
    }
}
task stage[i in 1..N-1] {
    var kept 0..999
    var next 0..999
    var todo 0..N = N - i
    kept = <-line[i-1]
    while todo > 0 {
        next = <-line[i-1]
        if next < kept { line[i] <- kept; kept = next } else { line[i] <- next }
        todo = todo - 1
    }
}
task sink { var last 0..999; last = <-line[N-1] }
`

// A program that an explorer decides at once is decided however long its tables take: there is no limit of
// time here, and none is needed.
func TestExplorersFirst(t *testing.T) {
	c := verify.Check(t.Context(), trial.Program(t, sorter), nil, verify.Options{})
	for _, r := range []*report.Result{c.RuntimeErrors, c.Deadlock} {
		if r == nil || r.Verdict != report.Holds || !strings.HasPrefix(r.Reason, "by all executions, 1 of them") {
			t.Errorf("%+v", r)
		}
	}
	wrong := strings.Replace(sorter, "var todo 0..N = N - i", "var todo 0..N = N - i + 1", 1) // one number too many
	c = verify.Check(t.Context(), trial.Program(t, wrong), nil, verify.Options{})
	if r := c.Deadlock; r == nil || r.Verdict != report.Violated || len(r.Waiting) == 0 || len(r.Trace) == 0 {
		t.Errorf("%+v", r)
	}
}

// An explorer may meet an execution that is blocked first, and a shorter one breaks the property on its way.
func TestShorterThanBlocked(t *testing.T) {
	p := trial.Program(t, `
program p
sem never = 0
task t {
    choose { event a; event d; event d; acquire never } or { event bad; event d }
}
`)
	specs := trial.Specs(t, "property p for { a, b, bad } all (a; b)*")
	for _, opt := range []verify.Options{{FirstTurn: 1}, {NoQuick: true}} {
		r := verify.Check(t.Context(), p, specs, opt).Results[0]
		if r.Verdict != report.Violated || len(r.Trace) != 2 || r.Reason != "" {
			t.Errorf("first turn %d: %s in %d steps, %q", opt.FirstTurn, r.Verdict, len(r.Trace), r.Reason)
		}
	}
}

// What explorers answer while stages are at work is what the stages answer, and their executions are as long.
func TestExplorersBeside(t *testing.T) {
	usual, held, found, finite := trial.Usual(60, 200), 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		var src string
		switch data := trial.Bytes(seed, 31, 60); seed % 3 {
		case 0:
			src = gen.Replicated(data)
		case 1:
			src = gen.Mixed(seed/3, gen.Mixtures(), data)
		default:
			src = gen.Passed(data)
		}
		fsa := gen.Spec(trial.Bytes(seed+99, 31, 40), []string{"e(0)", "e(1)", "e(*)", "f", "g", "a", "b", "c"})
		p, specs := trial.Program(t, src), trial.Specs(t, fsa)
		opt := verify.Options{MaxTuples: 1 << 16, NoQuick: true}
		want := verify.Check(context.Background(), p, specs, opt)
		opt.NoQuick, opt.FirstTurn = false, 1
		few := seed%2 == 0 // else a search of few states has nearly all answers, and the shortest executions
		if few {
			opt = verify.FewStates(1, opt)
		}
		got := verify.Check(context.Background(), p, specs, opt)
		a, b := want.Ordered(), got.Ordered()
		if len(a) != len(b) {
			t.Fatalf("seed %d: %d checks, %d beside explorers\n%s\n%s", seed, len(a), len(b), src, fsa)
		}
		for i, r := range b {
			switch {
			case r.Verdict == report.Holds && r.States:
				held++
				if strings.Contains(r.Reason, "all executions") {
					finite++
				}
			case r.Verdict == report.Violated && r.FoundBy == report.BySearch:
				found++
			}
			if a[i].Verdict == report.Unknown || a[i].Verdict == report.Possible {
				continue
			}
			if r.Verdict != a[i].Verdict || !few && r.Verdict == report.Violated && r.Reason == "" && a[i].Reason == "" &&
				len(r.Trace) != len(a[i].Trace) {
				t.Fatalf("seed %d, %s: %s %q in %d steps; beside explorers: %s %q in %d\n%s\n%s", seed, r.Property,
					a[i].Verdict, a[i].Reason, len(a[i].Trace), r.Verdict, r.Reason, len(r.Trace), src, fsa)
			}
		}
	}
	t.Logf("%d hold by explorers, %d of them by all executions; %d violations found by them", held, finite, found)
	if n := trial.Count(t, usual); held < n/40 || finite < n/80 || found < n/40 {
		t.Error("too few of something")
	}
}

// Before there are tables, one exploration answers both checks, and a deadlock that an explorer finds there is
// shown by an execution that is as short as that of a search of states.
func TestEarlyShares(t *testing.T) {
	clean := trial.Program(t, sorter)
	var log strings.Builder
	c := verify.Check(t.Context(), clean, nil, verify.Options{FirstTurn: 1, Log: &log})
	if c.RuntimeErrors == nil || c.Deadlock == nil || c.RuntimeErrors.Reason != c.Deadlock.Reason ||
		!strings.Contains(log.String(), "before there are tables: all answers: true") {
		t.Errorf("%+v\n%+v\n%s", c.RuntimeErrors, c.Deadlock, &log)
	}
	p := trial.Program(t, `
program p
sem never = 0
shared x 0..3
task a { choose { x = 1; x = 2; x = 3; acquire never } or { acquire never } }
task b { event b }
task c { acquire never }
`)
	early := verify.Check(t.Context(), p, nil, verify.Options{FirstTurn: 1})
	late := verify.Check(t.Context(), p, nil, verify.Options{NoQuick: true})
	a, b := early.Deadlock, late.Deadlock
	if a.Verdict != report.Violated || len(a.Trace) != len(b.Trace) || a.Reason != b.Reason {
		t.Errorf("early: %s in %d steps, %q; late: %s in %d steps, %q", a.Verdict, len(a.Trace), a.Reason,
			b.Verdict, len(b.Trace), b.Reason)
	}
}

// With specifications, explorers answer before there are tables, too, once the events of the program are listed: a
// violation by an execution that does violate, and what demands something only where every execution was followed to
// its end. What is wrong with specifications is said all the same.
func TestEarlyWithSpecs(t *testing.T) {
	p := trial.Program(t, strings.NewReplacer("0..999", "0..29", "421", "21", "1000", "30", "N = 5", "N = 3").Replace(sorter))
	const fsa = `property order { "line[0]<-21" precedes "line[1]<-21" }
property first { absence of "line[1]<-21" }
property comes { existence of "line[1]<-21" }
`
	var log strings.Builder
	c := verify.Check(t.Context(), p, trial.Specs(t, fsa), verify.Options{FirstTurn: 64, Log: &log})
	if !strings.Contains(log.String(), "before there are tables: all answers: true") || strings.Contains(log.String(), "MIP edges") {
		t.Errorf("explorers have no answer before there are tables:\n%s", &log)
	}
	late := verify.Check(t.Context(), p, trial.Specs(t, fsa), verify.Options{Without: []verify.Part{verify.Turns}})
	a, b := c.Ordered(), late.Ordered()
	if len(a) != len(b) {
		t.Fatalf("%d checks; with tables %d", len(a), len(b))
	}
	for i := range a {
		if a[i].Property != b[i].Property || a[i].Verdict != b[i].Verdict || a[i].Pos != b[i].Pos ||
			!reflect.DeepEqual(a[i].Scope(), b[i].Scope()) {
			t.Errorf("%+v; with tables %+v", a[i], b[i])
		}
	}
	for _, wrong := range []string{`property p { absence of nothing }`, `property p { "line[0]<-21" precedes "line[0]<-*" }`} {
		c := verify.Check(t.Context(), p, trial.Specs(t, wrong), verify.Options{FirstTurn: 64, Strict: true})
		if len(c.Diagnostics) == 0 || len(c.Results) > 0 {
			t.Errorf("%s: %+v", wrong, c.Diagnostics)
		}
	}
}

// All states of a program without a cycle answer a property that demands something, although an explorer of states does
// not follow executions to their ends.
func TestEarlyWithoutCycles(t *testing.T) {
	text, err := os.ReadFile("../bench/models/leader.tfg") // its loopers run for ever, but their messages end
	if err != nil {
		t.Fatal(err)
	}
	p := trial.Program(t, string(text))
	specs := trial.Specs(t, `property some { existence of elected(*) }`)
	var log strings.Builder
	c := verify.Check(t.Context(), p, specs, verify.Options{FirstTurn: 64, Log: &log})
	if !strings.Contains(log.String(), "before there are tables: all answers: true") {
		t.Errorf("states have no answer before there are tables:\n%s", &log)
	}
	late := verify.Check(t.Context(), p, specs, verify.Options{Without: []verify.Part{verify.Turns}})
	a, b := c.Results[0], late.Results[0]
	if a.Verdict != report.Holds || b.Verdict != report.Holds || !reflect.DeepEqual(a.Scope(), b.Scope()) {
		t.Errorf("%s, %+v; with tables %s, %+v", a.Verdict, a.Scope(), b.Verdict, b.Scope())
	}
}

// What an explorer finds before there are tables is no answer to a property that demands something, where executions
// may go on for ever: nothing is shown of these.
func TestEarlyDemands(t *testing.T) {
	p := trial.Program(t, `
program p
chan c[2] 0..99
task a { var x 0..99; loop { c <- x } }
task b { var y 0..99; loop { y = <-c; event got } }
task d { event never_after }
`)
	const fsa = `property again { got responds to never_after }
property comes { existence of got }`
	for turn := range uint64(2) {
		c := verify.Check(t.Context(), p, trial.Specs(t, fsa), verify.Options{FirstTurn: turn})
		late := verify.Check(t.Context(), p, trial.Specs(t, fsa), verify.Options{NoQuick: true})
		for i, r := range c.Results {
			if l := late.Results[i]; r.Verdict != l.Verdict || !reflect.DeepEqual(r.Scope(), l.Scope()) {
				t.Errorf("%s: %s %+v; with tables %s %+v", r.Property, r.Verdict, r.Scope(), l.Verdict, l.Scope())
			}
		}
	}
}

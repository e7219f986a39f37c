package verify_test

import (
	"slices"
	"strings"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// Where states are looked at by stubborn sets after the first round, verdicts are the interpreter's,
// and counterexamples as long as without.
func TestStatesApart(t *testing.T) {
	usual := trial.Usual(30, 400)
	holds, violated := 0, 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<46, []func([]byte) string{gen.Program, gen.MessagePassing, gen.Sync, gen.Groups}[seed%4])
		if pr == nil || len(pr.constraints) > 0 {
			continue
		}
		opt := verify.Options{FirstTurn: seed * 7 % 60} // explorers come in between, too,
		if seed/4%2 == 0 {
			opt.FirstTurn = 1 << 40 // or not
		}
		with := pr.check(verify.Look(opt))
		without := pr.check(verify.Options{NoQuick: true})
		if ambiguous(with) || ambiguous(without) {
			continue
		}
		if e := with.RuntimeErrors; e != nil && (e.Verdict == report.Holds) == pr.errors && e.Verdict != report.Unknown {
			t.Fatalf("run-time errors: %s (%s), the interpreter says that there are some: %t\n%s", e.Verdict, e.Reason, pr.errors,
				pr.what)
		}
		for i, r := range with.Results {
			w := without.Results[i]
			known := w.Verdict != report.Unknown // constraints may have a limit that states have not
			wrong := r.Verdict == report.Holds && pr.violated[r.Property] || r.Verdict == report.Violated && !pr.violated[r.Property]
			if wrong || known && (r.Verdict != w.Verdict || r.Verdict == report.Violated && len(r.Trace) != len(w.Trace)) {
				t.Fatalf("%s is %s in %d steps (%s), and %s in %d (%s %s); the interpreter says violated: %t\n%s", r.Property, r.Verdict,
					len(r.Trace), r.Reason, w.Verdict, len(w.Trace), w.Reason, w.Limit, pr.violated[r.Property], pr.what)
			}
			switch {
			case strings.HasPrefix(r.Reason, "by stubborn sets, "):
				holds++
			case r.FoundBy == report.BySearch:
				violated++
			}
		}
	}
	t.Logf("stubborn sets show that %d hold, %d are violated by searches", holds, violated)
	if n := trial.Count(t, usual); holds < n/40 || violated < n/40 { // explorers have many answers before there are tables
		t.Error("too few of something")
	}
}

// A search between rounds that has met all states decides as the rounds do, and as the interpreter.
func TestKnown(t *testing.T) {
	usual := trial.Usual(16, 400)
	known := 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<45, []func([]byte) string{gen.Program, gen.MessagePassing, gen.Copied, gen.Groups}[seed%4])
		if pr == nil {
			continue
		}
		with := pr.check(verify.Known(verify.Options{FirstTurn: 1 << 50})) // explorers never have a turn
		without := pr.check(verify.Options{NoQuick: true})
		if ambiguous(with) || ambiguous(without) {
			continue
		}
		results, others := slices.Clone(with.Results), slices.Clone(without.Results)
		if with.RuntimeErrors != nil && without.RuntimeErrors != nil {
			results, others = append(results, *with.RuntimeErrors), append(others, *without.RuntimeErrors)
		}
		for i, r := range results {
			w := &others[i]
			if r.Verdict == report.Unknown || w.Verdict == report.Unknown { // a limit of one of them
				continue
			}
			if r.Verdict != w.Verdict || r.Verdict == report.Holds && pr.violated[r.Property] {
				t.Fatalf("%s is %s (%s), and %s; the interpreter says violated: %t\n%s", r.Property, r.Verdict, r.Reason,
					w.Verdict, pr.violated[r.Property], pr.what)
			}
			if strings.HasPrefix(r.Reason, "by all states, ") {
				known++
			}
		}
	}
	t.Logf("a search of all states shows that %d hold", known)
	if known < trial.Count(t, usual)/20 {
		t.Error("too few of something")
	}
}

// Leader election: one of all orders of what the tasks do is enough, at any size.
func TestLeaderApart(t *testing.T) {
	p, specs := trial.Example(t, "bench/models/leader.tfg", map[string]string{"N": "8"})
	r := verify.Check(t.Context(), p, specs, verify.Options{Only: []string{"one_leader"}, Deadlock: "off", MaxTuples: 200_000}).Results[0]
	if r.Verdict != report.Holds || !strings.HasPrefix(r.Reason, "by stubborn sets, ") || r.Tuples > 5000 {
		t.Errorf("%s with %d tuples: %s", r.Verdict, r.Tuples, r.Reason)
	}
}

// A step that is always beyond the model hides what it does: that a search finds no way to a violation is no proof
// then. In an execution with a larger mailbox, boot is handled, with the event late after calm.
func TestBeyondHidesEvents(t *testing.T) {
	const src = `program beyond
shared w 0..1 = 0
actor a { on boot() { post c.m(); post c.m(); post c.m(); event late } }
actor c capacity[2] { on m() { event got } }
task d { event calm }
task never { await w == 1; w = 0 }
task alt { choose { event calm; await w == 1; event late } or { post a.boot } }`
	r := checkText(t, src, "property none { absence of late after calm }", verify.Known(verify.Options{})).Results[0]
	if r.Verdict != report.Unknown || r.Limit != report.LimitSize {
		t.Errorf("%s (%s): %s", r.Verdict, r.Limit, r.Reason)
	}
	// With room for all messages it is violated.
	r = checkText(t, strings.Replace(src, "capacity[2]", "capacity[3]", 1), "property none { absence of late after calm }",
		verify.Options{}).Results[0]
	if r.Verdict != report.Violated {
		t.Errorf("with a larger mailbox: %s: %s", r.Verdict, r.Reason)
	}
}

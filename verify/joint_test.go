package verify_test

import (
	"strings"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// What one exploration says of several properties is what the interpreter says of each, whichever checks are asked for.
func TestJoint(t *testing.T) { joint(t, verify.Options{FirstTurn: 1}) }

// So it is where explorers need many turns, and go on where they were with fewer open questions in each.
func TestJointGoesOn(t *testing.T) { joint(t, verify.SmallTurns(verify.Options{FirstTurn: 1})) }

func joint(t *testing.T, opt verify.Options) {
	t.Helper()
	usual := trial.Usual(40, 400)
	holds, violated, mixed := 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<47, []func([]byte) string{gen.Program, gen.MessagePassing, gen.Sync, gen.Groups}[seed%4])
		if pr == nil || len(pr.constraints) > 0 {
			continue
		}
		with := pr.check(opt)
		if ambiguous(with) {
			continue
		}
		some := [2]bool{}
		for _, r := range with.Results {
			if r.Verdict == report.Holds && pr.violated[r.Property] || r.Verdict == report.Violated && !pr.violated[r.Property] {
				t.Fatalf("%s is %s (%s); the interpreter says violated: %t\n%s", r.Property, r.Verdict, r.Reason,
					pr.violated[r.Property], pr.what)
			}
			switch {
			case r.Verdict == report.Holds && (strings.HasPrefix(r.Reason, "by all ") || strings.HasPrefix(r.Reason, "by stubborn sets, ")):
				holds++
				some[0] = true
			case r.Verdict == report.Violated && r.FoundBy == report.BySearch:
				violated++
				some[1] = true
			}
		}
		if some[0] && some[1] {
			mixed++
		}
		if e := with.RuntimeErrors; e != nil && e.Verdict != report.Unknown && (e.Verdict == report.Holds) == pr.errors {
			t.Fatalf("run-time errors: %s (%s), the interpreter says that there are some: %t\n%s", e.Verdict, e.Reason, pr.errors, pr.what)
		}
	}
	t.Logf("explorers show that %d hold and %d are violated, both in %d programs", holds, violated, mixed)
	if n := trial.Count(t, usual); holds < n/10 || violated < n/20 || mixed < n/40 {
		t.Error("too few of something")
	}
}

// A finding is of the property that it names: of two that one exploration answers, one is violated.
func TestJointFindings(t *testing.T) {
	const src = `shared x 0..9
task a { var i 0..9; while i < 9 { i = i + 1; event up; x = i } }
task b { var j 0..9; while j < 9 { j = j + 1; event down } ; event last }`
	const fsa = `property one { absence of last }
property two { existence of last at most 1 }
property three { last precedes up }`
	p, specs := trial.Program(t, src), trial.Specs(t, fsa)
	c := verify.Check(t.Context(), p, specs, verify.Options{FirstTurn: 1})
	for i, want := range []report.Verdict{report.Violated, report.Holds, report.Violated} {
		if r := &c.Results[i]; r.Verdict != want {
			t.Errorf("%s: %s (%s)", r.Property, r.Verdict, r.Reason)
		}
	}
}

// What is not asked for takes part, also an invariant that the program was not given; it decides nothing else.
func TestJointOfOthers(t *testing.T) {
	const src = `shared x 0..9
task a { var i 0..9; while i < 9 { i = i + 1; event up; x = i } }
task b { var j 0..9; while j < 9 { j = j + 1; event down } }`
	const fsa = `property asked { existence of down at most 9 }
property other { absence of up }
invariant always { x < 9 }`
	p, specs := trial.Program(t, src), trial.Specs(t, fsa)
	c := verify.Check(t.Context(), p, specs, verify.Options{FirstTurn: 1, Only: []string{"asked"}})
	if len(c.Results) != 1 || c.Results[0].Verdict != report.Holds {
		t.Errorf("%+v", c.Results)
	}
}

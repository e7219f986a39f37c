package verify_test

import (
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// What a check says never happens, in a property that holds, happens in no execution of the interpreter: whichever
// edges a rule keeps, values are joined, and members are counted. The letters that a fixed point takes are all that
// executions take (docs/theory.md, Theorem 6).
func TestNeverHappens(t *testing.T) {
	programs := []func([]byte) string{gen.Program, gen.Copied, gen.Family, gen.Steps}
	usual := trial.Usual(30, 90)
	n, said := trial.Count(t, usual), 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed, programs[seed%4])
		if pr == nil {
			continue
		}
		happens := map[string]bool{}
		for _, rule := range []verify.Rule{"normal", "safe"} {
			c := pr.check(verify.Options{Refine: "all", POR: rule, ByConstraints: true})
			if ambiguous(c) {
				continue
			}
			for _, r := range c.Results {
				for _, symbol := range r.Vacuous {
					said++
					if _, known := happens[symbol]; !known {
						happens[symbol] = pr.happens(t, symbol)
					}
					if happens[symbol] {
						t.Fatalf("rule %s: %s %s, and %s never happens; but it does\n%s", rule, r.Property, r.Verdict, symbol, pr.what)
					}
				}
				if len(r.Vacuous) > 0 && r.Verdict != report.Holds {
					t.Fatalf("rule %s: %s %s, %v", rule, r.Property, r.Verdict, r.Vacuous)
				}
			}
		}
	}
	t.Logf("%d programs, %d times something never happens", n, said)
	if said < n/4 {
		t.Error("too little never happens to mean anything")
	}
}

// happens reports whether some execution that obeys the constraints has an event that a pattern matches.
func (pr *problem) happens(t *testing.T, pattern string) bool {
	t.Helper()
	specs, ds := fsa.Parse("never.fsa", []byte(`property never { absence of "`+strings.Trim(pattern, `"`)+`" }`))
	if ds.HasErrors() {
		t.Fatalf("%s: %v", pattern, ds.All)
	}
	bad, _, _, err := oracle.Violates(pr.p, pr.constraints, specs[0], 20_000)
	if err != nil {
		t.Fatalf("%s: %v\n%s", pattern, err, pr.what)
	}
	return bad
}

// The property takes all events alike, so the step of a is hidden. That of b is seen as it looks at x, and never taken.
// The event happens all the same. So it does where a step has one event or the other, which the property takes alike.
func TestHiddenEventsHappen(t *testing.T) {
	const alike = `safety property p { states s0*, s1*; s0 -> s1 : hit; s1 -> s0 : hit }`
	for _, c := range []struct {
		src, property string
		want          int
	}{
		{`task a { event hit }
lock m
task d { lock m; lock m; x = 1 }
task b { atomic { await x == 1; event hit } }`, alike, 0},
		{`lock m
task d { lock m; lock m; x = 1 }
task b { atomic { await x == 1; event hit } }`, alike, 1},
		{`task a { x = any; atomic { if x == 1 { event hit } else { event miss }; x = 0 }; event fin }`,
			`property p { states s0*, s1; s0 -> s1 : hit; s0 -> s1 : miss; s1 -> s0 : fin }`, 0},
	} {
		r := checkText(t, "program p\nshared x 0..1\n"+c.src, c.property, verify.Options{Refine: "all", ByConstraints: true}).Results[0]
		if r.Verdict != report.Holds || len(r.Vacuous) != c.want {
			t.Errorf("%s: %s, never happens: %q", c.src, r.Verdict, r.Vacuous)
		}
	}
}

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
	programs := []func([]byte) string{gen.Program, gen.Copied, gen.Family}
	usual := trial.Usual(30, 90)
	n, said := trial.Count(t, usual), 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed, programs[seed%3])
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

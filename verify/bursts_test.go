package verify_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// A step that exceeds a bound by itself has no other case that goes on beyond
// it. Each of these programs violates the property once mailboxes are as large
// as needed, so none of them holds, whatever is chosen and however it is refined.
func TestStepsBeyondCapacity(t *testing.T) {
	for _, src := range []string{`program several
actor a capacity[1] { on m { event h } }
task t { atomic { post a.m; post a.m }; @ }`,
		`program loop
actor a { on m { event h } }
actor b { on go { for i in 0..4 { post a.m }; post b.go2 } on go2 { @; post b.go } }
post b.go`,
		`program decided
actor a capacity[1] { on m { event h } }
task t { var x 0..1; x = any; atomic { post a.m; if x == 1 { post a.m } }; if x == 1 { @ } }`,
		`program untabled
shared x, y, z 0..9
actor a capacity[1] { on m { event h } }
task w { x = any; y = any; z = any; atomic { if x + y + z == 3 { post a.m } } }
task t { atomic { post a.m; post a.m }; @ }`,
		`program queue
looper a capacity[1] { on m { event h } }
task t { atomic { post a.m; post a.m }; @ }`,
		`program lowered
looper a capacity[3] { on m(v 0..999) { event h } }
task t { atomic { post a.m(1); post a.m(2) }; @ }`,
		`program handler
actor a capacity[1] { on m { event h } }
process b { on go { choose { post a.m } or { post a.m; post a.m; post c.now; stop } } }
actor c { on now { @ } }
post b.go`} {
		for _, bad := range []string{"event bad", "assert false"} {
			pr := loadText(t, strings.Replace(src, "@", bad, 1))
			pr.specs, _ = fsa.Parse("capacity.fsa", []byte("property never { absence of bad }"))
			for _, refine := range []verify.Refine{"", "none", "all"} {
				for _, rule := range trial.Part([]verify.Rule{"normal", "safe", "none"}, 3) {
					opt := verify.Options{Refine: refine, POR: rule, MaxTuples: 1000, Deadlock: "off"}
					if strings.Contains(src, "untabled") {
						opt.Tables = 100
					}
					out := pr.check(opt)
					r := &out.Results[0]
					if bad != "event bad" {
						if r = out.RuntimeErrors; refine == "none" {
							continue // not looked for
						}
					}
					if r == nil || r.Verdict == report.Holds || refine == "all" && r.Verdict == report.Unknown && !strings.Contains(r.Reason, " a holds more than ") {
						t.Errorf("refine %q, rule %s: %+v\n%s", refine, rule, r, pr.what)
					}
				}
			}
		}
	}
}

// A step without a table that ends a task drops what is pending for it. With the
// queue as a constraint, the end was not accepted, and existence of something
// that never happens was said to hold.
func TestUntabledEnd(t *testing.T) {
	pr := loadText(t, `program untabled
shared x, y, z 0..9
task w { x = any; y = any; z = any }
looper b { on m { atomic { if x + y + z == 0 { event h } }; stop } }
post b.m
post b.m`)
	pr.specs, _ = fsa.Parse("end.fsa", []byte("property p { existence of never }"))
	for _, refine := range []verify.Refine{"", "all"} {
		if r := pr.check(verify.Options{Refine: refine, Only: []string{"p"}, Tables: 100}).Results[0]; r.Verdict != report.Violated {
			t.Errorf("refine %q: %s (%s)", refine, r.Verdict, r.Reason)
		}
	}
}

// Under every choice of components, holds is not said of a program that a
// larger capacity shows to be violated, nor violated of one that is not.
func TestBursts(t *testing.T) {
	const usual = 15
	n, kept, bad, open := trial.Count(t, usual), 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		narrow := gen.Bursts(randomBytes(seed, 200))
		wide := heads.ReplaceAllString(narrow, "$1 capacity[20] {")
		p := loadText(t, wide).p
		events := append(gen.Events(p), "nothing")
		specText := gen.Spec(randomBytes(seed+1<<32, 60), events)
		if seed%3 == 2 {
			specText += "\n" + gen.Ending(randomBytes(seed+1<<33, 40), events)
		}
		pr := problemOf(t, fmt.Sprintf("seed %d", seed), p, wide, specText)
		if pr == nil {
			continue
		}
		violated := pr.violated
		violated[report.RuntimeErrors] = pr.errors && len(pr.constraints) == 0
		small := loadText(t, narrow)
		comps, verdict := verify.Choices(small.p, pr.specs, verify.Options{Tables: []int{0, 0, 2, 4}[seed%4],
			POR: []verify.Rule{"normal", "safe", "none"}[seed%3]})
		if verdict == nil {
			continue
		}
		kept++
		r := rand.New(rand.NewPCG(seed, 3))
		for k := range uint64(1) << min(comps, 5) {
			chosen := k
			if comps > 5 {
				chosen = r.Uint64() & r.Uint64() // few of them
			}
			for _, res := range verdict(chosen) {
				switch {
				case res.Verdict == report.Holds && violated[res.Property]:
					t.Fatalf("with the components %b, %s holds, but with larger capacities it is violated\n%s\n%s", chosen, res.Property, pr.what, narrow)
				case res.Verdict == report.Violated && !violated[res.Property] && (res.Property != report.RuntimeErrors || !pr.errors):
					t.Fatalf("with the components %b, %s is violated, but with larger capacities it is not\n%s\n%s", chosen, res.Property, pr.what, narrow)
				case res.Verdict == report.Unknown:
					open++
				case violated[res.Property]:
					bad++
				}
			}
		}
	}
	t.Logf("%d programs of %d compared, %d verdicts unknown, %d that may be violated", kept, n, open, bad)
	if kept < n/2 || open < kept || bad < kept {
		t.Errorf("too few programs meet their bounds to mean anything")
	}
}

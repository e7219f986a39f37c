package verify_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
)

func randomBytes(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 11))
	out := make([]byte, 1+r.IntN(n))
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

// problem is a random program with specifications and what the interpreter
// says of each property.
type problem struct {
	what        string // for messages
	p           *cfg.Program
	specs       []*automata.Spec
	constraints []*automata.Spec
	violated    map[string]bool
	errors      bool // some execution ends in a run-time error
}

// randomOf makes problem number seed of programs of a kind, or nil if its states
// are too many or its specification is ambiguous for this program.
func randomOf(t *testing.T, seed uint64, program func([]byte) string) *problem {
	src := program(randomBytes(seed, 200))
	p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatalf("seed %d: %v\n%s", seed, ds.All, src)
	}
	events := append(gen.Events(p), "nothing")
	specText := gen.Spec(randomBytes(seed+1<<32, 60), events)
	if seed%4 == 3 {
		specText += "\n" + gen.Constraint(randomBytes(seed+1<<33, 40), events)
	}
	return problemOf(t, fmt.Sprintf("seed %d", seed), p, src, specText)
}

func problemOf(t *testing.T, name string, p *cfg.Program, src, specText string) *problem {
	specs, ds := fsa.Parse("random.fsa", []byte(specText))
	if ds.HasErrors() {
		t.Fatalf("%s: %v\n%s", name, ds.All, specText)
	}
	const limit = 20_000
	pr := &problem{what: name + "\n" + src + "\n" + specText, p: p, specs: specs, violated: map[string]bool{}}
	for _, sp := range specs {
		if !sp.Property {
			pr.constraints = append(pr.constraints, sp)
		}
	}
	for _, sp := range specs {
		if sp.Property {
			bad, complete, _, err := oracle.Violates(p, pr.constraints, sp, limit)
			if err != nil || !complete && !bad {
				return nil
			}
			pr.violated[sp.Name] = bad
		}
	}
	r := oracle.Explore(p, limit)
	if !r.Complete {
		return nil
	}
	pr.errors = len(r.Errors) > 0
	return pr
}

// ambiguous reports whether an event matches two symbols of one specification.
func ambiguous(c *report.Check) bool {
	return slices.ContainsFunc(c.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == diag.FClash })
}

func (pr *problem) check(opt verify.Options) *report.Check {
	defer func() {
		if e := recover(); e != nil {
			panic(fmt.Sprintf("%v\n%+v\n%s", e, opt, pr.what))
		}
	}()
	opt.Fairness = verify.FairnessOff // the interpreter judges executions that stop
	return verify.Check(context.Background(), pr.p, pr.specs, opt)
}

func isBox(o cfg.Object) bool { return o.Box() }

// With every generated constraint the verdict is exactly the interpreter's;
// with fewer, "holds" is never said of a property that is violated.
func TestExactness(t *testing.T) { exactness(t, gen.Program) }

// The same for programs with actors, loopers and processes. Where an execution
// exceeds the bound of a mailbox, the interpreter does not decide, and neither
// is the program compared.
func TestMessagesExactness(t *testing.T) { exactness(t, gen.MessagePassing) }

// The same with lengths of buffers.
func TestLengthsExactness(t *testing.T) { exactness(t, gen.Lengths) }

// The same with arrays of channels, and channels as values.
func TestChannelsExactness(t *testing.T) { exactness(t, gen.Passed) }

// The same with messages of several fields.
func TestTuplesExactness(t *testing.T) { exactness(t, gen.Tuples) }

// The same with values that are passed on, most of which nothing tells apart.
func TestCopiedExactness(t *testing.T) { exactness(t, gen.Copied) }

// The same with receives that tell whether a channel is closed, and loops over one.
func TestSyncExactness(t *testing.T) { exactness(t, gen.Sync) }

// The same with wait groups, conditions and what is executed once.
func TestGroupsExactness(t *testing.T) { exactness(t, gen.Groups) }

// The same with choices and loops in one step.
func TestStepsExactness(t *testing.T) { exactness(t, gen.Steps) }

func exactness(t *testing.T, program func([]byte) string) {
	usual := trial.Usual(10, 30)
	n, kept, bad, cut := trial.Count(t, usual), 0, 0, 0
	began := time.Now()
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed, program)
		if pr == nil {
			continue
		}
		kept++
		for _, rule := range []verify.Rule{"normal", "safe", "none"} {
			c := pr.check(verify.Options{Refine: "all", POR: rule, Check: seed%8 == 0, Order: []verify.Order{"bfs", "dfs", "rpo"}[seed%3]})
			if ambiguous(c) {
				continue // the interpreter reached a verdict before it met the clash
			}
			for _, r := range c.Results {
				want := report.Holds
				if pr.violated[r.Property] {
					want = report.Violated
					bad++
				}
				if r.Verdict == report.Unknown && r.Limit == report.LimitSize && slices.ContainsFunc(pr.p.Objects, isBox) {
					cut++ // a queue with too many contents to number
					continue
				}
				if r.Verdict != want {
					t.Errorf("rule %s: %s is %s, the interpreter says %s (%s)\n%s", rule, r.Property, r.Verdict, want, r.Reason, pr.what)
					return
				}
			}
			if c.RuntimeErrors == nil && pr.errors || c.RuntimeErrors != nil && len(pr.constraints) == 0 &&
				(c.RuntimeErrors.Verdict == report.Violated) != pr.errors {
				t.Errorf("rule %s: run-time errors: %+v, the interpreter says %v\n%s", rule, c.RuntimeErrors, pr.errors, pr.what)
				return
			}
			c = pr.check(verify.Options{Refine: "none", POR: rule})
			for _, r := range c.Results {
				if pr.violated[r.Property] && r.Verdict == report.Holds {
					t.Errorf("rule %s, no constraints: %s holds, but it is violated\n%s", rule, r.Property, pr.what)
					return
				}
			}
		}
	}
	t.Logf("%d programs of %d compared, %d violated verdicts, %.0f s", kept, n, bad, time.Since(began).Seconds())
	if cut > kept/20 {
		t.Errorf("%d of %d programs exceed what is numbered", cut, kept)
	}
	if kept < n/2 || bad < kept/10 {
		t.Errorf("%d of %d programs compared, %d violations: too few to mean anything", kept, n, bad)
	}
}

// With steps that may have only a few cases, most programs have some that are
// not exact: then holds is never said of a property that is violated, and
// violated never of one that is not; possible is said where it cannot be told.
func TestStepsWithoutTables(t *testing.T) {
	usual := trial.Usual(10, 20)
	n := trial.Count(t, usual)
	count := map[report.Verdict]int{}
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<41, []func([]byte) string{gen.Program, gen.MessagePassing}[seed%2])
		if pr == nil {
			continue
		}
		for _, refine := range []verify.Refine{"all", "auto", "none"} {
			c := pr.check(verify.Options{Refine: refine, Tables: 1 + int(seed%4), Check: true})
			if ambiguous(c) {
				continue
			}
			for _, r := range c.Results {
				count[r.Verdict]++
				if r.Verdict == report.Holds && pr.violated[r.Property] || r.Verdict == report.Violated && !pr.violated[r.Property] {
					t.Fatalf("--refine %s: %s is %s, the interpreter says violated: %v\n%s", refine, r.Property, r.Verdict, pr.violated[r.Property], pr.what)
				}
			}
			if e := c.RuntimeErrors; refine != "none" && len(pr.constraints) == 0 && (e == nil && pr.errors || e != nil &&
				(e.Verdict == report.Holds && pr.errors || e.Verdict == report.Violated && !pr.errors)) {
				t.Fatalf("--refine %s: run-time errors: %+v, the interpreter says %v\n%s", refine, e, pr.errors, pr.what)
			}
		}
	}
	t.Logf("%v", count)
	if count[report.Possible] < n/20 || count[report.Holds] < n/20 || count[report.Violated] < n/20 {
		t.Errorf("%v: too few to mean anything", count)
	}
}

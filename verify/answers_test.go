package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/limit"
	"flavers/report"
	"flavers/verify"
)

// expensiveFirst has a property that takes hours, before easy ones: its tasks stand in
// a ring and share a lock with each neighbour.
func expensiveFirst(t *testing.T) (*cfg.Program, []*automata.Spec) {
	t.Helper()
	const n = 16
	src := "program p\n"
	for i := range n {
		src += fmt.Sprintf("lock l%d\n", i)
	}
	for i := range n {
		src += fmt.Sprintf("task t%d { loop { event a%d; lock l%d; lock l%d; event enter; event leave; unlock l%d; unlock l%d } }\n",
			i, i, min(i, (i+1)%n), max(i, (i+1)%n), i, (i+1)%n)
	}
	states, steps := "q0*", ""
	for i := range n / 2 {
		states += fmt.Sprintf(", q%d*", i+1)
		steps += fmt.Sprintf(" q%d -> q%d : enter\n q%d -> q%d : leave\n", i, i+1, i+1, i)
	}
	text := "property most { states " + states + "\n" + steps + " error otherwise }\n" + `
property easy0 { "a0" precedes "enter" }
property easy1 { absence of "a1" }
property easy2 { absence of "a2" }
`
	p, ds := lang.Load("p.tfg", []byte(src), lang.Options{})
	specs, problems := fsa.Parse("p.fsa", []byte(text))
	if ds.HasErrors() || problems.HasErrors() {
		t.Fatal(ds.All, problems.All)
	}
	return p, specs
}

// besides are the checks of it that are easy, but for the first one.
var besides = []string{"most", "easy0", "easy1", "easy2", report.Deadlock}

// wantOthers reports whether all results but that of the expensive property are known.
func wantOthers(t *testing.T, c *report.Check, limit report.Limit) {
	t.Helper()
	if len(c.Results) != 4 || c.Deadlock == nil {
		t.Fatalf("%+v", c)
	}
	for i, r := range append(slices.Clone(c.Results), *c.Deadlock) {
		if i == 0 && (r.Verdict != report.Unknown || r.Limit != limit) || i > 0 && r.Verdict != report.Holds && r.Verdict != report.Violated {
			t.Errorf("%s is %s (%s): %s", r.Property, r.Verdict, r.Limit, r.Reason)
		}
	}
}

// An expensive property does not cost the easy ones after it their answers, on one
// processor either; they come at once.
func TestExpensiveFirst(t *testing.T) {
	p, specs := expensiveFirst(t)
	var c *report.Check
	var came []string
	for _, most := range []time.Duration{800 * time.Millisecond, 8 * time.Second} { // the first is enough, but on a busy machine
		if c != nil && c.Deadlock != nil && c.Deadlock.Verdict != report.Unknown {
			break
		}
		came = nil
		began := time.Now()
		c = verify.Check(t.Context(), p, specs, verify.Options{Only: besides, Timeout: most, Jobs: 1,
			Answered: func(r *report.Result, known, all int) {
				if came = append(came, r.Property); known != len(came) || all != len(besides) {
					t.Errorf("%s: %d of %d known", r.Property, known, all)
				}
			}})
		if d := time.Since(began); d > 2*most+4*time.Second {
			t.Errorf("%v took %v", most, d)
		}
	}
	wantOthers(t, c, report.LimitTime)
	if len(came) != 5 || came[4] != besides[0] {
		t.Errorf("answers came in the order %v", came)
	}
}

// What is known when a check is interrupted is kept.
func TestInterruptKeepsAnswers(t *testing.T) {
	p, specs := expensiveFirst(t)
	ctx, interrupt := context.WithCancel(t.Context())
	c := verify.Check(ctx, p, specs, verify.Options{Only: besides, Jobs: 1, Answered: func(_ *report.Result, known, all int) {
		if known == all-1 {
			interrupt()
		}
	}})
	wantOthers(t, c, report.LimitInterrupt)
}

// A check ends when it has run as long as each may, and the result says so.
func TestTimeoutEach(t *testing.T) {
	p, specs := expensiveFirst(t)
	c := verify.Check(t.Context(), p, specs, verify.Options{Only: []string{"most", "easy1"}, TimeoutEach: 800 * time.Millisecond})
	r := c.Results[0]
	if r.Verdict != report.Unknown || r.Limit != report.LimitTime || !r.OwnTime || !strings.HasSuffix(r.Reason, "; a check may run for 800ms") || r.Seconds < 0.7 {
		t.Errorf("%+v", r)
	}
	if r := c.Results[1]; r.Verdict != report.Violated || r.OwnTime {
		t.Errorf("%+v", r)
	}
	var text strings.Builder
	if err := c.WriteText(&text, report.TextOptions{Width: 200}); err != nil || !strings.Contains(text.String(), "--timeout-per-property raises it") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

// Results do not depend on how many checks are made at a time, nor on how they are
// mixed: they are those of each check made alone.
func TestTurnsChangeNothing(t *testing.T) {
	for seed := range trial.Seeds(t, trial.Usual(12, 60)) {
		_, src := together(seed)
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, src)
		}
		events := append(gen.Events(p), "nothing")
		text := gen.Spec(randomBytes(seed+1<<32, 60), events)
		if len(events) > 1 { // of a program without events, "nothing" would play both roles
			text += fmt.Sprintf("\nproperty ends { %q responds to %q }\n", events[len(events)/2], events[0])
		}
		if seed%3 == 0 {
			text += gen.Constraint(randomBytes(seed+1<<33, 40), events)
		}
		if seed%2 == 0 {
			text += "\n" + familySpecs[seed/2%uint64(len(familySpecs))]
		}
		specs, ds := fsa.Parse("random.fsa", []byte(text))
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, text)
		}
		check := func(ctx context.Context, opt verify.Options) *report.Check {
			opt.EachInstance, opt.MaxTuples = true, 20_000
			c := verify.Check(ctx, p, specs, opt)
			c.ZeroTimes()
			return c
		}
		alone := check(t.Context(), verify.Options{Jobs: 1})
		mixed := check(limit.WithSlice(t.Context(), time.Microsecond), verify.Options{Jobs: 2})
		if a, b := bytesOf(t, alone), bytesOf(t, mixed); !bytes.Equal(a, b) {
			t.Fatalf("seed %d: one at a time\n%s\nmixed\n%s\n%s\n%s", seed, a, b, src, text)
		}
		if excluded(alone) {
			continue // of single checks it is not said where another one is violated
		}
		for i := range alone.Results {
			r := &alone.Results[i]
			if one := check(t.Context(), verify.Options{Jobs: 1, Only: []string{r.Property}}); !bytes.Equal(bytesOf(t, one.Results[0]), bytesOf(t, r)) {
				t.Fatalf("seed %d: %s alone\n%s\namong others\n%s\n%s\n%s", seed, r.Property, bytesOf(t, one.Results[0]), bytesOf(t, r), src, text)
			}
		}
	}
}

func excluded(c *report.Check) bool {
	return slices.ContainsFunc(c.Results, func(r report.Result) bool { return strings.Contains(r.Reason, "exclude") })
}

func bytesOf(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(fmt.Errorf("%w in %+v", err, v))
	}
	return text
}

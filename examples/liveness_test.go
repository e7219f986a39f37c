package examples_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/explore"
	"flavers/explore/families"
	"flavers/live"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/explored"
)

// fairAnswers are those of an example, with a constant as --set takes it.
type fairAnswers struct {
	name, set string
	answers   map[string]string
	declared  bool // the program declares something fair, which SPIN cannot be told
}

// fairVerdicts are the answers of a liveness example by property: without fairness, under weak
// and under strong fairness; + stands for holds, - for violated.
var fairVerdicts = []fairAnswers{
	{"peterson", "", map[string]string{"served": "-++", "turns": "-++", "exclusion": "+++", "asks_again": "---"}, false},
	{"bakery", "", map[string]string{"served": "-++", "exclusion": "+++", "one_first": "---"}, false},
	{"test_and_set", "", map[string]string{"served": "--+", "progress": "+++", "exclusion": "+++"}, false},
	{"readers_writers", "", map[string]string{"writer_served": "---", "reader_served": "--+", "ends": "+++", "no_read_while_writing": "+++"}, false},
	{"readers_writers", "POLITE=true", map[string]string{"writer_served": "+++", "reader_served": "--+", "ends": "+++",
		"no_read_while_writing": "+++"}, false},
	{"elevator", "", map[string]string{"served": "+++", "calls_again": "-++", "at_once": "---"}, false},
	{"elevator", "SWEEP=false", map[string]string{"served": "---", "calls_again": "-++", "at_once": "---"}, false},
	{"alternating_bit", "", map[string]string{"arrives": "--+", "goes_on": "--+", "in_order": "+++"}, false},
	{"leader", "", map[string]string{"one_leader": "+++", "heard": "+++", "zero_leads": "---"}, false},
	{"token_ring", "", map[string]string{"served": "-++", "comes_back": "-++", "exclusion": "+++", "used": "---"}, false},
	{"lossy_line", "", map[string]string{"heard": "-++", "acknowledged": "-++", "lost": "---"}, true},
	{"fair_lock", "", map[string]string{"served": "-++", "exclusion": "+++", "at_once": "---"}, true},
}

// fairnesses in the order of fairVerdicts.
var fairnesses = []live.Fairness{live.None, live.Weak, live.Strong}

// TestLiveness: the explorer of states and check answer what is known of each example under each
// kind of fairness, and loops are replayed. What the files expect is the answer under weak fairness.
func TestLiveness(t *testing.T) {
	covered := map[string]bool{}
	for _, k := range fairVerdicts {
		name := filepath.Join("liveness", k.name)
		covered[name] = true
		t.Run(k.name+k.set, func(t *testing.T) {
			set := map[string]string{}
			if constant, value, ok := strings.Cut(k.set, "="); ok {
				set[constant] = value
			}
			e := load(t, name, set)
			got, loops := map[string]string{}, 0
			for _, fair := range fairnesses {
				c, n := exploreStates(t, e, fair)
				loops += n
				checked := verify.Check(t.Context(), e.program, e.specs, verify.Options{Fairness: string(fair)})
				for i, r := range c.Results {
					if s := &checked.Results[i]; s.Property != r.Property || s.Verdict != r.Verdict || s.Of != "" {
						t.Errorf("%s fairness: check says %s %s of %q, explore %s %s", fair, s.Property, s.Verdict, s.Of, r.Property, r.Verdict)
					}
					got[r.Property] += map[report.Verdict]string{report.Holds: "+", report.Violated: "-"}[r.Verdict]
					if fair == live.Weak && k.set == "" && string(r.Verdict) != e.verdicts[r.Property] {
						t.Errorf("%s is %s, the files expect %s", r.Property, r.Verdict, e.verdicts[r.Property])
					}
				}
			}
			for property, want := range k.answers {
				if got[property] != want {
					t.Errorf("%s: %s, want %s", property, got[property], want)
				}
				delete(got, property)
			}
			if len(got) > 0 || loops == 0 && k.name != "leader" {
				t.Errorf("%d loops; not expected: %v", loops, got)
			}
		})
	}
	for _, name := range names(t) {
		if filepath.Dir(name) == "liveness" && !covered[name] {
			t.Errorf("no answers are known of %s", name)
		}
	}
}

// exploreStates visits all states of an example, and says what holds, and how many violations
// repeat their last steps.
func exploreStates(t *testing.T, e *example, fair live.Fairness) (*report.Check, int) {
	t.Helper()
	opt := explore.Options{Algorithm: "states", Fairness: string(fair)}
	r, err := families.Run(t.Context(), e.program, e.specs, opt)
	if err != nil {
		t.Fatal(err)
	}
	out := &report.Explore{Algorithm: r.Algorithm}
	explored.Program(t.Context(), out, e.program, e.specs, r)
	if err := explored.Infinite(t.Context(), out, e.program, e.specs, opt); err != nil {
		t.Fatal(err)
	}
	if err := explored.Check(t.Context(), e.program, e.specs, out.Findings); err != nil {
		t.Error(err)
	}
	loops := 0
	for _, f := range out.Findings {
		if f.Loop > 0 {
			loops++
		}
	}
	if slices.ContainsFunc(out.Findings, func(f report.ExploreFinding) bool { return f.Kind == "error" || f.Kind == "deadlock" }) {
		t.Error("a deadlock or a run-time error")
	}
	return out.AsCheck(explored.Properties(e.specs)), loops
}

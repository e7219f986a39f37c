package verify_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/diag"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
)

// checkText checks a program and specification given as text.
func checkText(t *testing.T, src, specText string, opt verify.Options) *report.Check {
	t.Helper()
	p, ds := lang.Load("p.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	specs, ds := fsa.Parse("p.fsa", []byte(specText))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return verify.Check(context.Background(), p, specs, opt)
}

// An event that a property forbids is no warning when it never happens; one
// that brings it about, one that no event of the program matches, and one that
// a constraint may forbid are.
func TestVacuous(t *testing.T) {
	const src = `program p
shared x 0..1
task a { event open; if x == 1 { event bad; event trigger }; event close }
`
	for _, k := range []struct {
		fsa  string
		want []string
	}{
		{`property p { absence of bad }`, nil},
		{`property p { absence of bad after open }`, nil},
		{`property p { absence of bad before close }`, []string{"bad"}}, // the same automaton as the absence of close after bad
		{`property p { states s*; events b = "bad", t = "trigger"; error otherwise }`, nil},
		{`property p { absence of close after bad }`, []string{"bad"}},
		{`property p { bad responds to trigger }`, []string{"bad", "trigger"}},
		{`property p { absence of nowhere }`, []string{"nowhere"}},
		{"property p { absence of bad }\nconstraint c { absence of bad after open }", []string{"bad"}},
		{"property p { absence of bad }\nconstraint c for { open } all open", nil},
	} {
		r := checkText(t, src, k.fsa, verify.Options{}).Results[0]
		slices.Sort(r.Vacuous)
		if r.Verdict != report.Holds || !slices.Equal(r.Vacuous, k.want) {
			t.Errorf("%s: %s, %v, want %v", k.fsa, r.Verdict, r.Vacuous, k.want)
		}
	}
}

// That a property holds as an event is unreachable is told, with the reason: no
// execution gets to where it stands, or no path under the constraints. What a
// property is there to exclude is told in the first case only.
func TestUnreachable(t *testing.T) {
	const src = `program p
chan c 0..1
shared x 0..1
task a { var v 0..1; event start; v = <-c; event bad }
task d { if x == 1 { event trigger; event never }; event last }
`
	const neverEnds = "no execution ends: what the property demands at the end is never judged"
	const place, path = " is unreachable: no execution gets to where it stands", " is unreachable: no path that the constraints leave gets to it"
	for specText, want := range map[string]string{
		"property p { absence of bad }":                     "bad" + place,
		"property p { absence of never }":                   "",
		"property p { never precedes trigger }":             "never" + path,
		"safety property p { bad responds to start }":       "bad" + place,
		"property p { absence of {bad, never} after last }": "bad" + place,
	} {
		r := checkText(t, src, specText, verify.Options{}).Results[0]
		if r.Verdict != report.Holds || strings.TrimSuffix(strings.TrimSuffix(r.Reason, neverEnds), "; ") != want {
			t.Errorf("%s: %q, want %q", specText, r.Reason, want)
		}
		if (want != "") != (len(r.Vacuous) > 0) {
			t.Errorf("%s: %q, vacuous %q", specText, r.Reason, r.Vacuous)
		}
	}
}

// A property that demands something at the end, in a program none of whose
// executions stops, if others are not asked about: the verdict is holds, with a note
// that says so. Where executions are blocked, they are judged there.
func TestNeverEnds(t *testing.T) {
	const blocked = "\nlooper l { var x 0..3\n on a { x = 1; post l.b; event a }\n on b when x == 2 { event b } }\ntask t { post l.a; event t }\n"
	const endless = "\nshared x 0..3\ntask s { loop { x = 1; event a } }\n"
	// in some execution
	const ends = "\nlock m\ntask s { lock m; event a; event b }\ntask t { choose { lock m; unlock m } or { event a } }\n"
	const never = "\nlock m\ntask s { lock m; event a; event b }\ntask t { await x == 1 }\nshared x 0..1\n"
	for _, k := range []struct {
		src, property string
		note          bool
		want          report.Verdict // without safety
	}{
		{blocked, "existence of b", false, report.Violated},
		{blocked, "existence of a", false, report.Holds},
		{blocked, "absence of b", false, report.Holds},
		{endless, "existence of a", true, report.Holds},
		{endless, "absence of nowhere", false, report.Holds},
		{ends, "existence of a", false, report.Holds},
		{ends, "existence of b", false, report.Holds},
		{never, "existence of b", false, report.Holds},
		{never, "existence of nowhere", false, report.Violated},
	} {
		for _, safety := range []string{"", "safety "} {
			for _, refine := range []verify.Refine{"auto", "all"} {
				c := checkText(t, "program p"+k.src, safety+"property q { "+k.property+" }", verify.Options{Refine: refine, Fairness: verify.FairnessOff})
				r := c.Results[0]
				noted := slices.ContainsFunc(c.Diagnostics, func(d diag.Diagnostic) bool {
					return d.Code == diag.VNeverEnds && d.Severity == diag.Note && strings.HasPrefix(d.Message, "q holds") && d.Pos.Filename == "p.fsa"
				})
				want := k.note && safety == ""
				verdict := k.want
				if safety != "" {
					verdict = report.Holds
				}
				if r.Verdict != verdict || noted != want || strings.Contains(r.Reason, "no execution ends") != want {
					t.Errorf("%s%s under %s: %s, noted: %t, because %q%s", safety, k.property, refine, r.Verdict, noted, r.Reason, k.src)
				}
			}
		}
	}
	// An end that a constraint of the user's does not accept is none, and a blocked
	// execution counts if it obeys them.
	const forever, blocks, also = "loop { event c; event d }", "event z; await x == 1", "event a; event b"
	for _, k := range []struct {
		name, ways, property, constraints, want string
	}{
		{"no end obeys", forever + " } or { " + also, "existence of b", "constraint c { existence of z }", "no execution that obeys the constraint c ends"},
		{"two constraints", forever + " } or { " + also, "existence of b", "constraint c { existence of z }\nconstraint e { existence of y }", "no execution that obeys the constraints ends"},
		{"none ends", forever, "d responds to c", "", "no execution ends"},
		{"blocked where it accepts", also + "; await x == 1", "b responds to a", "", ""},
		{"blocked, or for ever", forever + " } or { " + blocks, "d responds to c", "", ""},
		{"blocked, and obeys", blocks + " } or { " + also, "b responds to a", "constraint c { existence of z }", ""},
		{"blocked, and does not obey", forever + " } or { " + blocks, "d responds to c", "constraint c { existence of y }", "no execution that obeys the constraint c ends"},
	} {
		c := checkText(t, "program p\nshared x 0..1\ntask s { choose { "+k.ways+" } or { loop { skip } } }", "property q { "+k.property+" }\n"+k.constraints, verify.Options{Fairness: verify.FairnessOff})
		r := c.Results[0]
		noted := slices.ContainsFunc(c.Diagnostics, func(d diag.Diagnostic) bool {
			return d.Code == diag.VNeverEnds && strings.HasPrefix(d.Message, "q holds, but "+k.want+": ")
		})
		if r.Verdict != report.Holds || noted != (k.want != "") || !strings.HasPrefix(r.Reason, k.want) || k.want == "" && r.Reason != "" {
			t.Errorf("%s: %s, because %q; %v", k.name, r.Verdict, r.Reason, c.Diagnostics)
		}
	}
}

// --depth keeps long executions from confirming, and nothing else: what holds
// does, and a violation that needs fewer steps than were found first is one.
func TestDepth(t *testing.T) {
	for _, k := range []struct {
		file, property string
		least          int
	}{{"dining_manager", "take_turns", 2}, {"dekker", "nobody_backs_off", 5}, {"sleeping_barber", "nobody_turned_away", 10}} {
		p, specs := trial.Example(t, "examples/"+k.file+".tfg", nil)
		only := []string{k.property} // the other checks: of the first program
		if k.file == "dining_manager" {
			only = nil
		}
		without := verify.Check(context.Background(), p, specs, verify.Options{Only: only})
		if !slices.ContainsFunc(without.Results, func(r report.Result) bool { return r.Property == k.property && len(r.Trace) == k.least }) {
			t.Errorf("%s: no execution of %d steps violates it", k.property, k.least)
		}
		for _, depth := range []int{1, k.least - 1, k.least, k.least + 1} {
			c := verify.Check(context.Background(), p, specs, verify.Options{Depth: depth, Only: only})
			for i, r := range c.Results {
				want := without.Results[i].Verdict
				if r.Property == k.property && depth < k.least {
					want = report.Unknown
					if r.Limit != report.LimitDepth || len(r.Trace) == 0 || r.Schedule != "" || !strings.Contains(r.Reason, "shortest execution that violates it") {
						t.Errorf("%s, depth %d: limit %q, %d steps, because %s", k.property, depth, r.Limit, len(r.Trace), r.Reason)
					}
				}
				if r.Verdict != want || r.Verdict == report.Violated && len(r.Trace) > depth {
					t.Errorf("%s, depth %d: %s with %d steps, want %s", r.Property, depth, r.Verdict, len(r.Trace), want)
				}
			}
		}
	}
}

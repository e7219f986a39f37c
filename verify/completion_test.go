package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/explore"
	"flavers/explore/families"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/crosscheck"
)

// An execution counts if it can go on so that it obeys every constraint to its
// end: where it ends or is blocked every constraint accepts, a run-time error
// cuts it off, and one that goes on for ever has only to trap none.
func TestCompletion(t *testing.T) {
	const bad = "property p { absence of bad }\n"
	for _, c := range []struct {
		name, program, constraint string
		want                      report.Verdict
	}{
		{"ends without", "task t { choose { event bad; stop } or { event ack } }", "existence of ack", report.Holds},
		{"ends with", "task t { choose { event bad; event ack } or { event ack } }", "existence of ack", report.Violated},
		{"another does", "task t { choose { event bad; stop } or { event ack; event bad } }", "existence of ack", report.Violated},
		{"forbidden later", "task t { event bad; event no }", "absence of no", report.Holds},
		{"may be avoided", "task t { event bad; choose { event no } or { event yes } }", "absence of no", report.Violated},
		{"blocked without", "sem s = 0\ntask t { event bad; acquire s; event ack }", "existence of ack", report.Holds},
		{"blocked with", "sem s = 0\ntask t { event ack; event bad; acquire s }", "existence of ack", report.Violated},
		{"for ever", "task t { event bad; loop { event on } }", "existence of ack", report.Violated},
		{"for ever, forbidden", "task t { event bad; loop { event on } }", "absence of on", report.Holds},
		{"error", "task t { event bad; assert false; event ack }", "existence of ack", report.Violated},
		{"before", "task t { event ack; event bad }", "existence of ack", report.Violated},
		{"answered", "task t { event ask; event bad; choose { event ack } or { skip } }", "ack responds to ask", report.Violated},
		{"not answered", "task t { event ask; event bad }", "ack responds to ask", report.Holds},
		{"another task", "task t { event bad }\ntask u { choose { event ack } or { skip } }", "existence of ack", report.Violated},
		{"beyond the model", "actor a capacity[1] { on m { event ack } }\ntask t { event bad; post a.m; post a.m; post a.m; atomic { post a.m; post a.m } }",
			"existence of never", report.Possible},
	} {
		t.Run(c.name, func(t *testing.T) {
			pr := loadText(t, "program p\n"+c.program)
			specs, list := fsa.Parse("c.fsa", []byte(bad+"constraint k { "+c.constraint+" }"))
			if list.HasErrors() {
				t.Fatal(list.All)
			}
			pr.specs = specs
			for _, refine := range []verify.Refine{"", "none", "all"} {
				r := pr.check(verify.Options{Refine: refine}).Results[0]
				if r.Verdict != c.want || c.want == report.Possible && (r.Schedule == "" || !strings.Contains(r.Reason, "satisfies the constraint k")) {
					t.Errorf("refine %q: %s (%s), want %s", refine, r.Verdict, r.Reason, c.want)
				}
			}
			if c.want == report.Possible {
				return
			}
			violated, complete, _, err := oracle.Violates(pr.p, specs[1:], specs[0], 0)
			if err != nil || !complete || violated != (c.want == report.Violated) {
				t.Errorf("the interpreter says violated: %v, complete: %v, %v", violated, complete, err)
			}
			for _, e := range families.All() {
				if e.Applies != nil && e.Applies(pr.p, specs) != nil || !e.Complete {
					continue
				}
				for _, first := range []bool{false, true} {
					r, err := e.Run(context.Background(), pr.p, specs, explore.Options{Algorithm: e.Name, Depth: 20, StopAtFirst: first})
					if err != nil {
						continue
					}
					if r.Violates("p") != violated && (r.Complete || violated) && !(first && len(r.Findings) > 0) {
						t.Errorf("%s (stop at first: %v): violated %v, complete %v", e.Name, first, r.Violates("p"), r.Complete)
					}
				}
			}
			x := crosscheck.Run(context.Background(), pr.p, specs, crosscheck.Options{Depth: 30})
			if !x.Agree {
				t.Errorf("%+v", x.Disagreements)
			}
		})
	}
}

// Constraints that no execution obeys make anything hold, and that is told.
func TestConstraintsThatNoExecutionObeys(t *testing.T) {
	for _, c := range []struct {
		program, constraints, reason string
	}{
		{"task t { event bad; stop }\ntask u { await false; event ack }", "constraint k { existence of ack }", "the constraint k excludes every execution"},
		{"task t { event bad; event ack }", "constraint k { existence of ack }\nconstraint l { absence of ack }", "the constraints k, l together exclude every execution"},
		{"task t { event bad; loop { event ack } }", "constraint k { absence of ack }", "the constraint k excludes every execution"},
		{"task t { choose { event ack } or { event bad } }", "constraint k { existence of ack }", ""},
		{"task t { event ack; loop { skip } }\ntask u { await false; event bad }", "constraint k { existence of bad }", ""}, // it goes on for ever
	} {
		for _, property := range []string{"absence of bad", "existence of bad"} {
			pr := loadText(t, "program p\n"+c.program)
			specs, list := fsa.Parse("c.fsa", []byte("property p { "+property+" }\n"+c.constraints))
			if list.HasErrors() {
				t.Fatal(list.All)
			}
			pr.specs = specs
			out := pr.check(verify.Options{})
			for _, r := range append(out.Results, *out.Deadlock) {
				if excludes := strings.Contains(r.Reason, "exclude"); excludes != (c.reason != "") || excludes && (r.Reason != c.reason || r.Verdict != report.Holds || r.Of != "") {
					t.Errorf("%s under %s: %s is %s (%s), want %q", c.program, c.constraints, r.Property, r.Verdict, r.Reason, c.reason)
				}
			}
		}
	}
}

// Random programs under constraints that executions obey or break only at their
// end: the verdict is the interpreter's, and all engines agree.
func TestCompletionRandom(t *testing.T) {
	const usual = 30
	n, count, late := trial.Count(t, usual), map[report.Verdict]int{}, 0
	kept := 0
	for seed := range trial.Seeds(t, usual) {
		src := gen.Options{Size: 3}.Program(randomBytes(seed+7<<40, 120))
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		events := append(gen.Events(p), "nothing")
		specText := gen.Spec(randomBytes(seed+8<<40, 60), events) + "\n" + gen.Ending(randomBytes(seed+9<<40, 40), events)
		pr := problemOf(t, fmt.Sprint("seed ", seed), p, src, specText)
		if pr == nil {
			continue
		}
		kept++
		for _, refine := range []verify.Refine{"", "none", "all"} {
			c := pr.check(verify.Options{Refine: refine, Check: seed%8 == 0})
			if ambiguous(c) {
				continue
			}
			for _, r := range c.Results {
				count[r.Verdict]++
				if r.Verdict == report.Holds && r.Reason != "" {
					late++
				}
				if r.Verdict == report.Holds && pr.violated[r.Property] || r.Verdict == report.Violated && !pr.violated[r.Property] ||
					// servers that can move are not exact
					refine == "all" && r.Verdict == report.Possible && !strings.Contains(src, "server") {
					t.Fatalf("refine %q: %s is %s, the interpreter says violated: %v (%s)\n%s", refine, r.Property, r.Verdict, pr.violated[r.Property], r.Reason, pr.what)
				}
			}
		}
		if seed%4 == 0 {
			if x := crosscheck.Run(context.Background(), pr.p, pr.specs, crosscheck.Options{MaxExecutions: 2000, MaxStates: 20_000, Depth: 60}); !x.Agree {
				t.Fatalf("%+v\n%s", x.Disagreements, pr.what)
			}
		}
	}
	t.Logf("%d programs of %d compared, %v, %d of them because of what comes after the violation", kept, n, count, late)
	if kept < n/2 || late < n/20 || count[report.Violated] < n/15 {
		t.Errorf("too few programs are about constraints at the end")
	}
}

package verify_test

import (
	"slices"
	"strings"
	"testing"

	"flavers/diag"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// Under constraints, what holds of no fair execution, and what only executions violate that cannot go on fairly, says
// so. Steps are judged whether an execution is fair or not.
func TestUnfair(t *testing.T) {
	const ticks = "\ntask B { loop { event tick } }\n"
	const issue = "task A { event bad; event fin }" + ticks
	const absence, responds = "property p { absence of bad }", "property p { fin responds to bad }"
	const noFin = "\nconstraint c { absence of fin }"
	// Who waits for the flag is enabled again and again, never always.
	const strong = "shared f bool\ntask A { event bad; await f; event fin }\ntask B { loop { f = true; f = false } }\n"
	for name, k := range map[string]struct {
		program, specs, fairness string
		verdict                  report.Verdict
		unfair                   bool
	}{
		"a step, weak":                  {issue, absence + noFin, "weak", report.Violated, true},
		"a step, strong":                {issue, absence + noFin, "strong", report.Violated, true},
		"a step, without fairness":      {issue, absence + noFin, "none", report.Violated, false},
		"a step, not judged":            {issue, absence + noFin, "off", report.Violated, false},
		"a step, without constraints":   {issue, absence, "weak", report.Violated, false},
		"for ever, weak":                {issue, responds + noFin, "weak", report.Holds, true},
		"for ever, strong":              {issue, responds + noFin, "strong", report.Holds, true},
		"for ever, without fairness":    {issue, responds + noFin, "none", report.Violated, false},
		"for ever, without constraints": {issue, responds, "weak", report.Holds, false},
		"a formula":                     {issue, "property p ltl \"[](bad -> <>fin)\"" + noFin, "weak", report.Holds, true},
		"live states": {issue,
			"property p { states r*, o live; r -> o : bad; o -> r : fin }" + noFin, "weak", report.Holds, true},
		"an invariant": {"shared x 0..1\ntask A { x = 1; event fin }" + ticks,
			"invariant p { x == 0 }" + noFin, "weak", report.Violated, true},
		"enabled again and again, weak":   {strong, absence + noFin, "weak", report.Violated, false},
		"enabled again and again, strong": {strong, absence + noFin, "strong", report.Violated, true},
		"responds, strong":                {strong, responds + noFin, "strong", report.Holds, true},
		"responds, weak":                  {strong, responds + noFin, "weak", report.Violated, false},
		"declared fair": {"task A { event bad; loop { fair choose { skip } or { event fin } } }", absence + noFin, "weak",
			report.Violated, true},
		"another fair one obeys": {"task A { choose { event bad; event fin } or { skip } }" + ticks,
			responds + noFin, "weak", report.Holds, false},
		"the step's own does not": {"task A { choose { event bad; event fin } or { skip } }" + ticks,
			absence + noFin, "weak", report.Violated, true},
		"a deadlock obeys": {"sem s = 0\ntask A { choose { event bad; event fin } or { acquire s } }\n" +
			"task B { choose { loop { event tick } } or { acquire s } }",
			responds + noFin, "weak", report.Holds, false},
		"infinite ones excluded": {"task A { event bad; choose { loop { event tick } } or { event fin } }",
			responds + "\nconstraint c { absence of tick }", "weak", report.Holds, false},
		"an error ends it": {issue + "task C { assert false }", absence + noFin, "weak", report.Violated, false},
		"two constraints": {issue,
			responds + noFin + "\nconstraint d { absence of none_such }", "weak", report.Holds, true},
		"none obeys, fair or not": {issue,
			responds + noFin + "\nconstraint d { absence of tick }", "weak", report.Holds, false},
	} {
		p, specs, ds := trial.SpecsOf(trial.Program(t, "program p\n"+k.program), "p.fsa", []byte(k.specs))
		if ds.HasErrors() {
			t.Fatal(name, ds.All)
		}
		c := verify.Check(t.Context(), p, specs, verify.Options{Fairness: k.fairness})
		if len(c.Results) == 0 {
			t.Fatal(name, c.Diagnostics)
		}
		r := c.Results[0]
		noted := slices.ContainsFunc(c.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == diag.VUnfair })
		said := strings.Contains(r.Reason, "ly fair")
		if r.Verdict != k.verdict || r.Unfair != k.unfair || noted != k.unfair || said != k.unfair {
			t.Errorf("%s: %s, unfair %t, noted %t, because %q", name, r.Verdict, r.Unfair, noted, r.Reason)
		}
	}
}

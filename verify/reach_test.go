package verify_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/automata/monitor"
	"flavers/explore"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/explored"
	"flavers/verify/follow"
)

// A property that asks for an execution, on random programs: it is the denial of an
// absence, in both lanes and by the interpreter that is written apart, and what is
// shown is such an execution.
func TestReachDeniesAbsence(t *testing.T) {
	usual, reached, never := trial.Usual(8, 25), 0, 0
	for seed := range trial.Seeds(t, usual) {
		src := gen.Program(trial.Bytes(seed, 1, 300))
		p := trial.Program(t, src)
		sem, err := monitor.Analyse(p)
		if err != nil {
			continue
		}
		names := monitor.EventNames(sem)
		for k := range min(3, len(names)) {
			e := names[(k*7+int(seed))%len(names)]
			text := fmt.Sprintf("property r { reach %[1]q }\nproperty a { absence of %[1]q }\n", e)
			specs, ds := fsa.Parse("r.fsa", []byte(text))
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			violated, complete, _, err := oracle.Violates(p, nil, specs[1], 20000)
			if err != nil || !complete {
				continue
			}
			c := verify.Check(t.Context(), p, specs, verify.Options{Deadlock: "off"})
			r, a := &c.Results[0], &c.Results[1]
			want, other := report.Violated, report.Holds
			if violated {
				want, other = report.Holds, report.Violated
				reached++
			} else {
				never++
			}
			if r.Verdict != want || a.Verdict != other || !r.Reach || a.Reach || len(r.Trace) != len(a.Trace) {
				t.Fatalf("seed %d: reach %s: %s (%s), absence %s, the interpreter says %v of\n%s", seed, e, r.Verdict, r.Reason, a.Verdict, violated, src)
			}
			if violated {
				run, _ := follow.Run(p, specs, r.Schedule)
				if end := run.Final[0]; !end.Reached || end.Violated {
					t.Fatalf("seed %d: the schedule ends in %+v", seed, end)
				}
			}
			found, err := explore.Run(t.Context(), p, specs[:1], explore.Options{Algorithm: "states"})
			if err != nil {
				t.Fatal(err)
			}
			var x report.Explore
			explored.Program(t.Context(), &x, p, specs[:1], found)
			if len(x.Unreached) == 0 != violated || x.Violations != 0 || explored.Check(t.Context(), p, specs[:1], x.Findings) != nil {
				t.Fatalf("seed %d: explored: unreached %v, %d violations", seed, x.Unreached, x.Violations)
			}
			x.Findings = nil
			x.Deadlocks, x.Errors = 0, 0
			if x.Complete && (x.ExitCode() == report.ExitHolds) != violated {
				t.Fatalf("seed %d: exit status %d", seed, x.ExitCode())
			}
		}
	}
	if n := trial.Count(t, usual); reached < n/3 || never < n/12 {
		t.Errorf("%d events are reached, %d never happen", reached, never)
	}
}

// What people read of such a property.
func TestReachInWords(t *testing.T) {
	p := trial.Program(t, "shared x 0..1\ntask t { event a(0); if x == 1 { event a(1) } }")
	specs := trial.Specs(t, "property can { reach a(0) }\nproperty cannot { reach a(1) }\nproperty all[i in 0..1] { reach a(i) }")
	c := verify.Check(t.Context(), p, specs, verify.Options{})
	var b bytes.Buffer
	if err := c.WriteText(&b, report.TextOptions{Replay: "flavers replay r.tfg"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"4 checks, 2 never happen, 1 holds, 1 reached", "can is reached", "Reached by an execution of 1 step.", "1  a(0)  reached",
		"cannot never happens", "No execution of the program reaches it.", "all[1] never happens", "2: 1 never happens (i=1), 1 reached"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	for _, bad := range []string{"violat", "error state"} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("%q in\n%s", bad, b.String())
		}
	}
	if c.ExitCode() != report.ExitViolated {
		t.Errorf("exit status %d", c.ExitCode())
	}
}

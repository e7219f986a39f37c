package distance_test

import (
	"testing"

	"flavers/automata/fsa"
	"flavers/automata/monitor"
	"flavers/internal/trial"
	"flavers/limit"
	"flavers/verify/distance"
)

// The example of the package doc. verify, TestDistances compares random programs with
// their executions.
func TestExample(t *testing.T) {
	p := trial.Program(t, "program p\ntask a { event y; event x }\ntask b { event z }\n")
	poll := limit.New(t.Context())
	s, err := monitor.AnalyseUntil(poll, p, 0)
	if err != nil {
		t.Fatal(err)
	}
	specs, ds := fsa.Parse("p.fsa", []byte("property q { absence of x }\n"))
	bound, more := monitor.BindAll(nil, s, specs, true)
	if ds.HasErrors() || more.HasErrors() {
		t.Fatal(ds.All, more.All)
	}
	d, start := distance.New(poll, p, s, distance.Goal{Property: bound[0]}), s.M.Start()
	if k := d.From(start, bound[0].Spec.DFA.Start); k != 2 {
		t.Errorf("a violation is %d steps away, want 2", k)
	}
	if k := distance.New(poll, p, s, distance.Goal{}).From(start, 0); k != distance.Far {
		t.Errorf("a run-time error is %d steps away: there is none", k)
	}
	if k := distance.New(poll, p, s, distance.Goal{End: true}).From(start, 0); k != 3 {
		t.Errorf("the end is %d steps away, want 3", k)
	}
}

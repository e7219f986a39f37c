package verify_test

import (
	"testing"

	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// A trace shows what the program does, not that the analysis forgets a variable.
func TestTraceForgetsNothing(t *testing.T) {
	p := trial.Program(t, "task t { var x 0..2\n x = 2\n await x == 2\n event e\n event f }")
	specs := trial.Specs(t, "property never { absence of f }")
	r := verify.Check(t.Context(), p, specs, verify.Options{Deadlock: "off"}).Results[0]
	if r.Verdict != report.Violated || len(r.Trace) != 4 {
		t.Fatalf("%s in %d steps", r.Verdict, len(r.Trace))
	}
	for i, st := range r.Trace {
		if i > 0 && len(st.Vars) > 0 {
			t.Errorf("step %d sets %v", i+1, st.Vars)
		}
	}
}

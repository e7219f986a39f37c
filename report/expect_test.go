package report

import (
	"strings"
	"testing"
)

// TestCompare: each verdict against each expectation, and the exit status.
func TestCompare(t *testing.T) {
	family := Family("f", []Result{{Property: "f[0]", Verdict: Holds}, {Property: "f[1]", Verdict: Violated}}, []string{"i=0", "i=1"})
	for _, k := range []struct {
		came    []Result
		written []Expected
		whole   bool
		want    string
		status  int
	}{
		{[]Result{{Property: "p", Verdict: Holds}}, []Expected{{Name: "p", Expected: Holds, Pos: "-"}}, true, "p met", 0},
		{[]Result{{Property: "p", Verdict: Violated}}, []Expected{{Name: "p", Expected: Violated, Pos: "-"}}, true, "p met", 0},
		{[]Result{{Property: "p", Verdict: Violated}}, []Expected{{Name: "p", Expected: Holds, Pos: "-"}}, true, "p surprise", 1},
		{[]Result{{Property: "p", Verdict: Holds}}, []Expected{{Name: "p", Expected: Violated, Pos: "-"}}, true, "p surprise", 1},
		{[]Result{{Property: "p", Verdict: Possible}}, []Expected{{Name: "p", Expected: Violated, Pos: "-"}}, true, "p open", 3},
		{[]Result{{Property: "p", Verdict: Unknown}}, []Expected{{Name: "p", Expected: Unknown, Pos: "-"}}, true, "p met", 0},
		{[]Result{{Property: "p", Verdict: Holds}}, []Expected{{Name: "p", Expected: Unknown, Pos: "-"}}, true, "p surprise", 1},
		{[]Result{{Property: "p", Verdict: Violated}}, nil, true, "p surprise", 1},
		{[]Result{{Property: "p", Verdict: Unknown}}, nil, true, "p open", 3},
		{[]Result{{Property: "p", Verdict: Holds}}, nil, true, "", 0},
		{nil, []Expected{{Name: RuntimeErrors, Expected: Holds, Pos: "-"}}, true, "runtime-errors met", 0},
		{nil, []Expected{{Name: RuntimeErrors, Expected: Holds, Pos: "-"}}, false, "runtime-errors unchecked", 3},
		{nil, []Expected{{Name: Deadlock, Expected: Violated, Pos: "-"}}, true, "deadlock unchecked", 3},
		{[]Result{family}, []Expected{{Name: "f", Expected: Violated, Pos: "-"}}, true, "f met", 0},
		{[]Result{family}, []Expected{{Name: "f[1]", Expected: Violated, Pos: "-"}}, true, "f[1] met", 0},
		{[]Result{family}, []Expected{{Name: "f[0]", Expected: Holds, Pos: "-"}}, true, "f[0] met f[1] surprise", 1},
		{[]Result{family}, nil, true, "f surprise", 1},
	} {
		c := &Check{Results: k.came}
		c.Compare(k.written, k.whole)
		var got []string
		for _, e := range c.Expected {
			got = append(got, e.Name+" "+string(e.Outcome))
		}
		if strings.Join(got, " ") != k.want || c.ExitCode() != k.status {
			t.Errorf("%+v, %+v: %q, status %d", k.came, k.written, got, c.ExitCode())
		}
	}
}

// TestFamilyResult: the worst instance is shown, the first of several; one that
// holds rests on everything.
func TestFamilyResult(t *testing.T) {
	parts := []Result{{Property: "f[0]", Verdict: Holds, Constraints: []string{"a"}, Tuples: 1}, {Property: "f[1]", Verdict: Holds, Constraints: []string{"a", "b"}, Tuples: 2}}
	index := []string{"i=0", "i=1", "i=2", "i=3"}
	r := Family("f", parts, index[:2])
	if r.Verdict != Holds || strings.Join(r.Constraints, " ") != "a b" || r.Tuples != 3 || r.name() != "f" || r.instances() != "2: 2 hold" {
		t.Errorf("%+v", r)
	}
	parts = append(parts, Result{Property: "f[2]", Verdict: Unknown, Reason: "slow"}, Result{Property: "f[3]", Verdict: Unknown, Reason: "large"})
	r = Family("f", parts, index)
	if r.Verdict != Unknown || r.Property != "f" || r.Spec() != "f[2]" || r.name() != "f[2]" || r.Reason != "slow" || r.instances() != "4: 2 unknown (i=2; i=3), 2 hold" {
		t.Errorf("%+v", r)
	}
}

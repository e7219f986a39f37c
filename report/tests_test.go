package report

import (
	"bytes"
	"strings"
	"testing"

	"flavers/diag"
	"flavers/internal/golden"
)

func TestTestsMatchSchema(t *testing.T) {
	s := golden.Schema(t, "../docs/schema/test.schema.json")
	full := NewTests()
	c := &Check{Results: []Result{{Property: "p", Verdict: Violated}, {Property: "q", Verdict: Unknown}, {Property: "r", Verdict: Holds}}}
	c.Compare([]Expected{{Name: "p", Expected: Holds, Pos: "f:1:2"}, {Name: "deadlock", Expected: Holds, Pos: "f:2:2"}}, true)
	full.Add(NewTested("a.tfg", c, 1))
	full.Add(Tested{Program: "b.tfg", Result: TestNone})
	full.Diagnostics = []diag.Diagnostic{{Severity: diag.Warning, Code: "C104", Message: "twice", Hint: "rename"}}
	for _, r := range []*Tests{NewTests(), full} {
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Problems(t, b.Bytes()) {
			t.Error(p)
		}
	}
	var b bytes.Buffer
	if err := full.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if wrong := bytes.Replace(b.Bytes(), []byte(`"surprise"`), []byte(`"oops"`), 1); len(s.Problems(t, wrong)) == 0 {
		t.Error("the schema takes anything")
	}
}

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

// The name of a file makes no second line, and nothing that a terminal would obey.
func TestTestedHostileLine(t *testing.T) {
	out := NewTests()
	out.Add(Tested{Program: "\u202egft.tfg", Result: TestWrong})
	var b strings.Builder
	if err := out.WriteJSON(&b); err != nil || strings.Contains(b.String(), "\u202e") || !strings.Contains(b.String(), `\u202egft.tfg`) {
		t.Errorf("%v\n%s", err, b.String())
	}
	name := "x\ny.tfg:1:1: error T999: forged"
	one := Tested{Program: name, Result: TestSurprise, // positions repeat the name
		Expected: []Expected{{Name: Deadlock, Expected: Violated, Verdict: Holds, Outcome: Surprise, Pos: name + ":1:12"}}}
	if line := one.Line(false); strings.ContainsAny(line, "\n\x1b") || !strings.Contains(line, `(x\ny.tfg`) {
		t.Errorf("%q", line)
	}
}

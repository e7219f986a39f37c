package tests

import (
	"bytes"
	"strings"
	"testing"

	"flavers/diag"
	"flavers/internal/golden"
	"flavers/report"
)

func TestMatchesSchema(t *testing.T) {
	s := golden.Schema(t, "../../docs/schema/test.schema.json")
	full := New()
	c := &report.Check{Results: []report.Result{{Property: "p", Verdict: report.Violated}, {Property: "q", Verdict: report.Unknown}, {Property: "r", Verdict: report.Holds}}}
	c.Compare([]report.Expected{{Name: "p", Expected: report.Holds, Pos: "f:1:2"}, {Name: "deadlock", Expected: report.Holds, Pos: "f:2:2"}}, true)
	full.Add(Of("a.tfg", c, 1))
	full.Add(Program{Program: "b.tfg", Result: None})
	full.Diagnostics = []diag.Diagnostic{{Severity: diag.Warning, Code: "C104", Message: "twice", Hint: "rename"}}
	for _, r := range []*Report{New(), full} {
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

// The name of a file makes no second line, and nothing that a terminal would obey.
func TestHostileLine(t *testing.T) {
	out := New()
	out.Add(Program{Program: "\u202egft.tfg", Result: Wrong})
	var b strings.Builder
	if err := out.WriteJSON(&b); err != nil || strings.Contains(b.String(), "\u202e") || !strings.Contains(b.String(), `\u202egft.tfg`) {
		t.Errorf("%v\n%s", err, b.String())
	}
	name := "x\ny.tfg:1:1: error T999: forged"
	one := Program{Program: name, Result: Surprise, // positions repeat the name
		Expected: []report.Expected{{Name: report.Deadlock, Expected: report.Violated, Verdict: report.Holds, Outcome: report.Surprise, Pos: name + ":1:12"}}}
	if line := one.Line(false); strings.ContainsAny(line, "\n\x1b") || !strings.Contains(line, `(x\ny.tfg`) {
		t.Errorf("%q", line)
	}
}

package report_test

import (
	"bytes"
	"encoding/json"
	"go/token"
	"strings"
	"testing"

	"flavers/diag"
	. "flavers/report"
)

// Names that come from elsewhere make no line and no escape of their own in any
// form, and JSON and the place of an annotation keep them.
func TestHostileNames(t *testing.T) {
	const name = "p\n::error ::forged\r\x1b[31m\u202e\u200b\u009b%0A"
	pos := token.Position{Filename: name, Line: 1, Column: 2}
	c := &Check{Program: name, Results: []Result{{Property: name, Pos: pos.String(), Verdict: Violated, Reason: name, Schedule: name, Constraints: []string{name},
		Trace: []Step{{Task: name, Event: name, Pos: pos.String(), State: name, Vars: []VarValue{{Name: name, Value: name}}}}}},
		Diagnostics: []diag.Diagnostic{{Pos: pos, Severity: diag.Error, Code: "X001", Message: name, Hint: name}}}
	forms := map[string]func(*bytes.Buffer) error{
		"explore": func(b *bytes.Buffer) error {
			return (&Explore{Program: name, Notes: []string{name}, Findings: []ExploreFinding{{Kind: "error", Text: name, Schedule: name, Trace: c.Results[0].Trace}}}).WriteText(b, TextOptions{})
		},
		"replay": func(b *bytes.Buffer) error {
			return (&Run{Program: name, Stuck: name, Steps: []RunStep{{Step: c.Results[0].Trace[0]}}, Waiting: []Waiting{{Task: name, At: name}}}).WriteText(b, TextOptions{})
		},
		"crosscheck": func(b *bytes.Buffer) error {
			return (&Crosscheck{Program: name, Refused: []CrossRefused{{Engine: name, Reason: name}}}).WriteText(b, TextOptions{})
		},
	}
	for form, write := range checkForms {
		forms[form] = func(b *bytes.Buffer) error { return write(b, c, TextOptions{}) }
	}
	for form, write := range forms {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Errorf("%s: %v", form, err)
		}
		out := b.String()
		if i := strings.IndexAny(out, "\r\x1b\u202e\u200b\u009b"); i >= 0 {
			t.Errorf("%s: %q", form, out[max(0, i-40):min(len(out), i+40)])
		}
		if strings.Contains("\n"+out, "\n::error ::forged") || !strings.Contains(out, "forged") {
			t.Errorf("%s: a line is forged, or the name is lost:\n%s", form, out)
		}
		if form == "json" {
			var back struct{ Program string }
			if err := json.Unmarshal([]byte(out), &back); err != nil || back.Program != name {
				t.Errorf("%q, %v", back, err)
			}
		}
		if form == "github" && !strings.Contains(out, `file=p%0A%3A%3Aerror %3A%3Aforged%0D\x1b[31m\u202e\u200b\u009b%250A,line=1,col=2,`) {
			t.Errorf("the place of the annotation: %s", out)
		}
	}
}

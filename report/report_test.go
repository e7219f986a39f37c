package report

import (
	"testing"

	"flavers/diag"
)

func TestExitCode(t *testing.T) {
	warning := []diag.Diagnostic{{Severity: diag.Warning}}
	wrong := []diag.Diagnostic{{Severity: diag.Warning}, {Severity: diag.Error}}
	for _, c := range []struct {
		name     string
		verdicts []Verdict
		runtime  Verdict // "" for none
		diags    []diag.Diagnostic
		want     int
	}{
		{"nothing", nil, "", nil, 0},
		{"holds", []Verdict{Holds, Holds}, Holds, nil, 0},
		{"warnings do not count", []Verdict{Holds}, "", warning, 0},
		{"possible", []Verdict{Holds, Possible}, "", nil, 3},
		{"unknown", []Verdict{Unknown, Holds}, "", nil, 3},
		{"violated is worse than open", []Verdict{Unknown, Violated, Possible}, "", nil, 1},
		{"violated first", []Verdict{Violated, Unknown}, "", nil, 1},
		{"wrong input is worst", []Verdict{Violated}, Unknown, wrong, 2},
		{"run-time errors count", []Verdict{Holds}, Violated, nil, 1},
		{"run-time errors open", []Verdict{Holds}, Unknown, nil, 3},
		{"a verdict nobody knows is not holds", []Verdict{Holds, ""}, "", nil, 3},
	} {
		check := &Check{Diagnostics: c.diags}
		for _, v := range c.verdicts {
			check.Results = append(check.Results, Result{Verdict: v})
		}
		if c.runtime != "" {
			check.RuntimeErrors = &Result{Verdict: c.runtime}
		}
		if got := check.ExitCode(); got != c.want {
			t.Errorf("%s: exit code %d, want %d", c.name, got, c.want)
		}
	}
}

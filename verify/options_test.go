package verify_test

import (
	"io"
	"strings"
	"testing"

	"flavers/lang"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/dump"
)

// A choice that does not exist is an error, not a panic, and not the default.
func TestWrongChoices(t *testing.T) {
	p, ds := lang.Load("x.tfg", []byte("program x\ntask a { event e }"), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	for want, opt := range map[string]verify.Options{
		`no elimination rule is called "Normal"`: {POR: "Normal"},
		`no refinement is called "some"`:         {Refine: "some"},
		`no order of search is called "BFS"`:     {Order: "BFS"},
	} {
		c := verify.Check(t.Context(), p, nil, opt)
		if len(c.Diagnostics) != 1 || c.Diagnostics[0].Message != want || c.ExitCode() != report.ExitInput {
			t.Errorf("%v, exit status %d, want %s", c.Diagnostics, c.ExitCode(), want)
		}
		if err := dump.Write(t.Context(), io.Discard, "mip", p, nil, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("dump: %v, want %s", err, want)
		}
		if _, list := verify.Stats(t.Context(), p, nil, nil, false, opt); len(list) != 1 || !strings.Contains(list[0].Message, want) {
			t.Errorf("stats: %v, want %s", list, want)
		}
	}
}

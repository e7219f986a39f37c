package batch

import (
	"testing"

	"flavers/report"
)

func TestTotals(t *testing.T) {
	of := &report.Totals{Objects: 64, Answered: 52, Groups: 23, Seconds: 12.34,
		Kinds: []report.OfKind{{Kind: "channel", Objects: 41}, {Kind: "lock", Objects: 22}, {Kind: "wait group", Objects: 1}},
		Open: []report.OfReason{{Reason: "out of time", Objects: 9, Files: []string{"a.go", "b.go", "c.go", "d.go"}},
			{Reason: "used by no root", Objects: 3, Files: []string{"x.go"}}}}
	want := "41 channels, 22 locks, 1 wait group: 52 of 64 answered, in 23 groups; " +
		"open: 9 out of time (a.go, b.go, c.go and 1 more), 3 used by no root (x.go); 12.3 s\n"
	if got := Totals(of); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	if got := Totals(&report.Totals{}); got != "" {
		t.Error(got)
	}
}

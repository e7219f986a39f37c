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
	of.Open = append(of.Open, report.OfReason{Reason: "not modelled (U09)", Objects: 1, Files: []string{"x.go"}},
		report.OfReason{Reason: "out of patience", Objects: 1, Files: []string{"x.go"}})
	want := "41 channels, 22 locks, 1 wait group: 52 of 64 answered, in 23 groups; 12.3 s\n" +
		"    9 not answered, as the time was over (a.go, b.go, c.go and 1 more)\n" +
		"    3 not answered, as no checked function operates there (x.go)\n" +
		"    1 not answered, as the model does not have all of it: flavers explain U09 (x.go)\n" +
		"    1 not answered, as the reason is: out of patience (x.go)\n"
	if got := Totals(of); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	if got := Totals(&report.Totals{}); got != "" {
		t.Error(got)
	}
}

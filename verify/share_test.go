package verify_test

import (
	"context"
	"slices"
	"testing"

	"flavers/automata/fsa"
	"flavers/diag"
	"flavers/lang"
	"flavers/verify"
)

// Rows that time does not reach are named, and those that are there are whole.
func TestStatsShares(t *testing.T) {
	p, _ := lang.Load("all.tfg", []byte("task a { event e; event f }\ntask b { event h; event i }\n"), lang.Options{})
	specs, _ := fsa.Parse("all.fsa", []byte("property p { absence of e globally }\nproperty q for { e, h } all .*"))
	sets := []verify.ConstraintSet{"all", "none"}
	ctx, cancel := context.WithCancel(context.Background())
	opt := verify.Options{Log: after(2, cancel)} // a line for the program and each solution
	rows, found := verify.Stats(ctx, p, specs, sets, false, opt)
	if missing := slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.VNotMeasured }); len(rows) == 4 || !missing {
		t.Errorf("%d rows, %v", len(rows), found)
	}
	if rows, found = verify.Stats(ctx, p, specs, sets, false, verify.Options{}); len(rows) > 0 || len(found) != 1 || found[0].Code != diag.VNotMeasured {
		t.Errorf("%d rows, %v", len(rows), found)
	}
	if rows, found = verify.Stats(context.Background(), p, specs, sets, false, verify.Options{}); len(rows) != 4 || slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.VNotMeasured }) {
		t.Errorf("%d rows, %v", len(rows), found)
	}
}

// logs calls then at the n-th line that is written.
type logs struct {
	n    int
	then func()
}

func after(n int, then func()) *logs { return &logs{n, then} }

func (l *logs) Write(b []byte) (int, error) {
	if l.n--; l.n == 0 {
		l.then()
	}
	return len(b), nil
}

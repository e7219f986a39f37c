package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"flavers/report"
)

// Where time has run out, the page of a long execution has its first steps, and
// says so: to write all of them takes longer than the time that is allowed after it.
func TestPageInTime(t *testing.T) {
	const steps = 20_000
	r := report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Verdict: report.Violated}
	for i := range steps {
		r.Trace = append(r.Trace, report.Step{Task: "a", Event: fmt.Sprintf("step%d.", i+1), Pos: "p.tfg:1:1"})
	}
	c := &report.Check{Program: "p.tfg", Deadlock: &r}
	a := newApp(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}, realEngine())
	ended, end := context.WithCancel(context.Background())
	end()
	for ctx, whole := range map[context.Context]bool{context.Background(): true, ended: false} {
		var b bytes.Buffer
		if err := a.page(ctx, &b, newInputs(a), nil, nil, &checkFlags{}, c); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if !strings.Contains(text, "step1000.") || strings.Contains(text, "step20000.") != whole || strings.Contains(text, "Only the first 1000 of 20000 steps") == whole {
			t.Errorf("whole page: %v, of %d bytes", whole, len(text))
		}
	}
	if len(r.Trace) != steps {
		t.Error("the result is changed")
	}
}

package random_test

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/crosscheck"
	"flavers/verify/crosscheck/random"
)

// quick are limits with which a program takes a few milliseconds.
func quick() crosscheck.Options {
	return crosscheck.Options{Timeout: 20 * time.Second, MaxTuples: 5000, MaxExecutions: 60, MaxStates: 2000, Depth: 40, Walks: 1}
}

// Engines agree, blocks add up, and a seed is always the same program.
func TestBlock(t *testing.T) {
	whole := random.Block(t.Context(), 1, 16, random.Options{Cross: quick()})
	if len(whole.Findings) > 0 {
		t.Fatalf("%+v", whole.Findings)
	}
	if whole.Programs != 16 || whole.Unfit > 4 || whole.Answers[report.Holds] < 16 || whole.Answers[report.Violated] < 4 || whole.Audited < 16 {
		t.Errorf("%+v", whole)
	}
	sum := &random.Report{From: 1}
	for _, from := range []uint64{9, 1} {
		sum.Add(random.Block(t.Context(), from, 8, random.Options{Cross: quick()}))
	}
	if !reflect.DeepEqual(sum, whole) {
		t.Errorf("%+v, as one block %+v", sum, whole)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if r := random.Block(ended, 1, 16, random.Options{}); r.Programs != 0 || len(r.Findings) != 0 {
		t.Errorf("interrupted: %+v", r)
	}
}

// An engine that lies is found; the program is made small, and still shows it.
func TestFindsLies(t *testing.T) {
	opt := random.Options{Cross: quick(), Shrink: 5 * time.Second}
	opt.Cross.Static = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, o verify.Options) *report.Check {
		c := verify.Check(ctx, p, specs, o)
		if c.Deadlock != nil && c.Deadlock.Verdict == report.Violated {
			c.Deadlock.Verdict = report.Holds
		}
		return c
	}
	r := random.Block(t.Context(), 0, 12, opt)
	if len(r.Findings) == 0 {
		t.Fatalf("no program has a deadlock: %+v", r)
	}
	smaller := 0
	for _, f := range r.Findings {
		if !strings.Contains(f.What, `static says that "no deadlock" holds`) || f.Schedule == "" || !strings.Contains(f.Program, "task ") {
			t.Errorf("%+v", f)
		}
		if strings.Count(f.Program+f.Spec, "\n") < f.Lines/2 {
			smaller++
		}
	}
	if smaller == 0 {
		t.Errorf("none was made smaller: %+v", r.Findings)
	}
	opt.Cross.Static = func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check {
		panic("it fell over")
	}
	if r := random.Block(t.Context(), 0, 1, opt); len(r.Findings) != 1 || !strings.Contains(r.Findings[0].What, "it fell over") {
		t.Errorf("a panic: %+v", r)
	}
}

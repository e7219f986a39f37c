package crosscheck_test

import (
	"context"
	"testing"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/report"
	"flavers/verify/crosscheck"
)

// The time of a cross-check is that of everything: an engine that would never end
// takes its share, those after it theirs, and what came to no answer says so.
func TestCrosscheckShares(t *testing.T) {
	p, specs := program(t, crossSource, crossSpec)
	endless := explore.Explorer{Name: "endless", Complete: true, Run: func(ctx context.Context, _ *cfg.Program, _ []*automata.Spec, _ explore.Options) (*explore.Result, error) {
		<-ctx.Done()
		return &explore.Result{Limit: "time"}, nil
	}}
	const limit = time.Second
	began := time.Now()
	x := crosscheck.Run(context.Background(), p, specs, crosscheck.Options{Timeout: limit, Explorers: []explore.Explorer{endless, honest(t), endless}})
	if took := time.Since(began); took < limit/2 || took > limit+limit/10+200*time.Millisecond {
		t.Errorf("it took %v with %v", took, limit)
	}
	for _, r := range x.Rows {
		if r.Engine == "endless" && (r.Limit != "time" || r.Verdict != report.Unknown) || r.Engine == "optimal" && !r.Complete {
			t.Errorf("%+v", r)
		}
	}
	if x.Runs == 0 || x.AuditLimit != "" || x.NotAudited != "" {
		t.Errorf("%d executions were audited, %q %q", x.Runs, x.NotAudited, x.AuditLimit)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x = crosscheck.Run(ctx, p, specs, crosscheck.Options{Explorers: []explore.Explorer{endless, honest(t)}})
	if n := len(x.Rows); n != 12 || x.Rows[11].Limit != "interrupt" || x.NotAudited != "interrupted" {
		t.Errorf("%d rows, %+v, %q", n, x.Rows, x.NotAudited)
	}
}

package verify

import (
	"context"
	"testing"
	"time"

	"flavers/limit"
	"flavers/report"
)

// What ended a context is said as what it was: memory is no interrupt.
func TestLimitOfContext(t *testing.T) {
	late, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	<-late.Done()
	ended := func(cause error) context.Context {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		return ctx
	}
	for want, ctx := range map[report.Limit]context.Context{
		report.LimitTime: late, report.LimitMemory: ended(limit.ErrMemory), report.LimitInterrupt: ended(context.Canceled)} {
		if got := limitOfContext(ctx); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if r := cutOff(ctx, "p", "solving"); r.Limit != want || r.Verdict != report.Unknown {
			t.Errorf("%+v, want %s", r, want)
		}
	}
}

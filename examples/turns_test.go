package examples_test

import (
	"bytes"
	"testing"
	"time"

	"flavers/internal/trial"
	"flavers/limit"
	"flavers/verify"
)

// TestTurns: a report has the same bytes, but for times, whether checks are made one
// after the other or mixed in short slices of time. Usual tests take every eighth
// example.
func TestTurns(t *testing.T) {
	n := 0
	forAll(t, func(t *testing.T, e *example) {
		if n++; e.bare() || n%20 != 0 && !trial.More() {
			return
		}
		var want [2]bytes.Buffer
		for k, ctx := range []struct {
			jobs  int
			slice time.Duration
		}{{1, time.Hour}, {2, 10 * time.Microsecond}} {
			c := verify.Check(limit.WithSlice(t.Context(), ctx.slice), e.program, e.specs, verify.Options{Jobs: ctx.jobs})
			c.ZeroTimes()
			if err := c.WriteJSON(&want[k]); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(want[0].Bytes(), want[1].Bytes()) {
			t.Errorf("one by one\n%s\nmixed\n%s", want[0].Bytes(), want[1].Bytes())
		}
	})
}

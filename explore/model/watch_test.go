package model

import (
	"context"
	"testing"
	"time"

	"flavers/limit"
)

// An exploration that has to stop reports no progress: nobody may be waiting for it.
func TestLateProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	told := 0
	w := NewWatch(ctx, func(Progress) { told++ })
	w.began = time.Now().Add(-time.Hour)
	if why := w.Look(func() Progress { return Progress{} }); why != "" || told != 1 {
		t.Errorf("%q, told %d times", why, told)
	}
	cancel()
	w.told = 0
	if why := w.Look(func() Progress { return Progress{} }); why != limit.Interrupt || told != 1 {
		t.Errorf("%q, told %d times", why, told)
	}
}

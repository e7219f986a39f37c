package limit

import (
	"context"
	"testing"
	"time"
)

// Shares are equal parts of the time that is left, and the last one is all of it.
func TestShare(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	end, _ := ctx.Deadline()
	for parts, want := range map[int]time.Duration{0: time.Hour, 1: time.Hour, 2: 30 * time.Minute, 4: 15 * time.Minute, 60: time.Minute} {
		share, free := Share(ctx, parts)
		at, ok := share.Deadline()
		if got := time.Hour - end.Sub(at); !ok || got < want-time.Second || got > want+time.Minute/2 {
			t.Errorf("one of %d parts of an hour has %v, want %v", parts, got, want)
		}
		free()
		if share.Err() == nil || ctx.Err() != nil {
			t.Errorf("%d parts: released, the share ends with %v and the whole with %v", parts, share.Err(), ctx.Err())
		}
	}
	share, free := Share(context.Background(), 3)
	defer free()
	if _, limited := share.Deadline(); limited {
		t.Error("a part of endless time has an end")
	}
	cancel()
	late, free := Share(ctx, 3)
	defer free()
	if late.Err() == nil {
		t.Error("a part of what has ended has not")
	}
}

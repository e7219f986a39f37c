package limit

import (
	"context"
	"testing"
	"time"
)

func TestWithin(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if v, ok := Within(t.Context(), func() int { return 3 }); v != 3 || !ok {
		t.Error(v, ok)
	}
	began := time.Now()
	_, ok := Within(ctx, func() int {
		for poll := New(ctx); ; {
			poll.Look()
		}
	})
	if ok || Reason(ctx) != Time {
		t.Errorf("%t, %q", ok, Reason(ctx))
	}
	stop := make(chan bool)
	if _, ok := Within(ctx, func() bool { return <-stop }); ok {
		t.Error("it waited for what never ends")
	}
	close(stop)
	if d := time.Since(began); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
	// What is known by the end of the grace is kept.
	if v, ok := Within(ctx, func() int { time.Sleep(time.Millisecond); return 4 }); v != 4 || !ok {
		t.Error(v, ok)
	}
}

func TestCrash(t *testing.T) {
	defer func() {
		if c, is := recover().(*Crash); !is || c.Value != "bug" || len(c.Stack) == 0 {
			t.Errorf("%v", c)
		}
	}()
	Within(t.Context(), func() int { panic("bug") })
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if Reason(ctx) != "" {
		t.Error("it has not ended")
	}
	cancel()
	if Reason(ctx) != Interrupt {
		t.Errorf("%q", Reason(ctx))
	}
	if Try(func() { New(ctx).LookNow() }) {
		t.Error("Look returned")
	}
	var none *Poll
	none.Look()
}

// TestWatch: memory that is in use ends the context, garbage does not.
func TestWatch(t *testing.T) {
	ctx, end := Watch(t.Context(), 64<<20)
	defer end()
	var last []byte
	for range 100 {
		last = make([]byte, 4<<20)
		last[len(last)-1] = 1
		time.Sleep(2 * time.Millisecond)
	}
	if ctx.Err() != nil {
		t.Errorf("ended for garbage: %v", context.Cause(ctx))
	}
	var all [][]byte
	for len(all) < 1000 && ctx.Err() == nil {
		block := make([]byte, 1<<20)
		for i := 0; i < len(block); i += 512 {
			block[i] = 1
		}
		all = append(all, block)
		time.Sleep(time.Millisecond)
	}
	if Reason(ctx) != Memory || len(all) > 200 {
		t.Errorf("%q after %d MiB", Reason(ctx), len(all))
	}
	_ = last
}

package limit

import (
	"context"
	"runtime"
	"runtime/debug"
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

// TestReserve: a piece that would not be within the limit is not made, and what
// is garbage by then does not count.
func TestReserve(t *testing.T) {
	runtime.GC() // what other tests left
	ctx, end := Watch(t.Context(), 64<<20)
	defer end()
	poll := New(ctx)
	var last []byte
	if !Try(func() {
		for range 20 { // each is garbage before the next one
			last = nil
			poll.Reserve(24 << 20)
			last = make([]byte, 24<<20)
			for i := 0; i < len(last); i += 512 {
				last[i] = 1
			}
		}
	}) {
		t.Fatal("garbage counted")
	}
	if Try(func() { poll.Reserve(40 << 20) }) || Reason(ctx) != Memory {
		t.Errorf("pieces of %d MiB and 40 MiB are within 64 MiB: %q", len(last)>>20, Reason(ctx))
	}
	var none *Poll
	none.Reserve(1 << 60)
}

// TestLateWatch: a poll looks where the watch does not come to it.
func TestLateWatch(t *testing.T) {
	runtime.GC() // what other tests left
	ctx, end := Watch(t.Context(), 64<<20)
	defer end()
	w, poll := ctx.Value(watchKey{}).(*watch), New(ctx)
	w.next.Store(0)
	poll.LookNow()
	if w.next.Load() == 0 {
		t.Error("nobody looked")
	}
}

// Another way to an answer gets its turn after an amount of work, also where a stage catches
// what leaves the stages within it; and the same Poll serves again after Resume.
func TestAfter(t *testing.T) {
	poll, asked := New(t.Context()), 0
	poll.After(1000, func() bool {
		asked++
		if asked == 1 {
			poll.After(500, func() bool { asked++; return true })
		}
		return false
	})
	made, inner := 0, true
	if Try(func() {
		for range 1200 {
			made++
			poll.Look()
		}
		inner = Try(func() {
			for {
				made++
				poll.Look()
			}
		})
		for { // a stage that goes on where one within it was left
			poll.Look()
		}
	}) {
		t.Error("the stage was not left")
	}
	if asked != 2 || inner || made < 1500 || made > 1500+2*often {
		t.Errorf("asked %d times, %d pieces of work, inner %t", asked, made, inner)
	}
	if poll.Resume(); !Try(func() {
		for range 10_000 {
			poll.Look()
		}
	}) {
		t.Error("the poll is of no more use")
	}
}

// Watches that overlap leave Go's limit as it was before the first, whichever ends first.
func TestWatchesOverlap(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		var ends [2]func()
		for i, bytes := range []int64{8 << 30, 4 << 30} {
			var ctx context.Context
			ctx, ends[i] = Watch(t.Context(), bytes)
			if ctx.Err() != nil {
				t.Fatal(ctx.Err())
			}
		}
		if got := debug.SetMemoryLimit(-1); got > 4<<30 {
			t.Errorf("Go's limit is %d, above that of the second watch", got)
		}
		ends[order[0]]()
		if got := debug.SetMemoryLimit(-1); got > 8<<30 {
			t.Errorf("after one of them has ended: Go's limit is %d", got)
		}
		ends[order[1]]()
		if got := debug.SetMemoryLimit(-1); got != before {
			t.Errorf("after both have ended: Go's limit is %d, and was %d", got, before)
		}
	}
}

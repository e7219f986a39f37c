package limit

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// spin works for some time, as a stage does: it looks at its context.
func spin(ctx context.Context, d time.Duration) bool {
	poll := New(ctx)
	var ran time.Duration
	for last := time.Now(); ran < d; {
		poll.Look()
		if now := time.Now(); now.Sub(last) < 5*time.Millisecond { // not while it waited
			ran += now.Sub(last)
			last = now
		} else {
			last = now
		}
	}
	return true
}

// A long piece that comes first does not hold back short ones, on one processor.
func TestTurns(t *testing.T) {
	for _, processors := range []int{1, 2} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		turns := NewTurns(ctx, processors, 0)
		long := Go(turns, func(ctx context.Context) bool { return spin(ctx, time.Hour) })
		var short []*Work[bool]
		for range 5 {
			short = append(short, Go(turns, func(ctx context.Context) bool { return spin(ctx, 20*time.Millisecond) }))
		}
		for i, w := range short {
			if v, ok := w.Wait(ctx); !v || !ok || w.Ran() > 10*time.Second {
				t.Fatalf("%d processors: short piece %d: %t, %t after %v", processors, i, v, ok, w.Ran())
			}
		}
		cancel()
		if _, ok := long.Wait(t.Context()); ok || Reason(long.Context()) != Interrupt {
			t.Errorf("the long piece: %t, %q", ok, Reason(long.Context()))
		}
		turns.Close()
	}
}

// Long pieces have equal parts of a processor, and go on where they paused.
func TestTurnsAreFair(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	turns := NewTurns(ctx, 1, 0)
	defer turns.Close()
	var begun atomic.Int32
	var work []*Work[bool]
	for range 3 {
		work = append(work, Go(turns, func(ctx context.Context) bool { begun.Add(1); return spin(ctx, time.Hour) }))
	}
	for i, w := range work {
		<-w.Done()
		if w.Ran() < 100*time.Millisecond || w.Ran() > 1100*time.Millisecond {
			t.Errorf("piece %d ran for %v of 1.5 s that three share", i, w.Ran())
		}
	}
	if begun.Load() != 3 {
		t.Errorf("%d begun", begun.Load())
	}
}

// A piece waits for another one without a processor, for nobody else's time, and
// its own time does not pass.
func TestWorkWaits(t *testing.T) {
	turns := NewTurns(t.Context(), 1, time.Second)
	defer turns.Close()
	second := make(chan *Work[int], 1)
	first := Go(turns, func(ctx context.Context) int {
		w := <-second
		n, _ := w.Wait(ctx)
		late, stop := context.WithTimeout(ctx, time.Millisecond)
		defer stop()
		if _, ok := w.Wait(late); !ok {
			n = -1
		}
		return n + 1
	})
	second <- Go(turns, func(ctx context.Context) int { spin(ctx, 150*time.Millisecond); return 4 })
	if n, ok := first.Wait(t.Context()); n != 5 || !ok {
		t.Error(n, ok)
	}
	never := Go(turns, func(ctx context.Context) bool { return spin(ctx, time.Hour) })
	if _, ok := never.Wait(t.Context()); ok || Reason(never.Context()) != Time || Words(never.Context()) != "its own time ran out" {
		t.Errorf("%t %q %q", ok, Reason(never.Context()), Words(never.Context()))
	}
	late, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	if _, ok := Go(turns, func(ctx context.Context) bool { return spin(ctx, 200*time.Millisecond) }).Wait(late); ok {
		t.Error("it waited for longer than its context")
	}
}

func TestWorkCrash(t *testing.T) {
	turns := NewTurns(t.Context(), 1, 0)
	defer turns.Close()
	w := Go(turns, func(context.Context) int { panic("bug") })
	defer func() {
		if c, is := recover().(*Crash); !is || c.Value != "bug" {
			t.Errorf("%v", c)
		}
		if v, _ := Go(turns, func(context.Context) int { return 7 }).Wait(t.Context()); v != 7 {
			t.Error("the processor of the crashed piece is lost")
		}
	}()
	w.Wait(t.Context())
}

// hoard needs so much memory for some time.
func hoard(ctx context.Context, bytes int) bool {
	poll := New(ctx)
	var all [][]byte
	for len(all)<<20 < bytes {
		block := make([]byte, 1<<20)
		for i := 0; i < len(block); i += 512 {
			block[i] = 1
		}
		all = append(all, block)
		spin(ctx, 4*time.Millisecond)
		poll.LookNow()
	}
	runtime.KeepAlive(all)
	return true
}

// Pieces that need more together than there is are put off, and all end well; one
// that needs too much alone ends, and no other one.
func TestTurnsShortOfMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more memory than the limits allow")
	}
	runtime.GC() // what other tests left
	ctx, end := Watch(t.Context(), 160<<20)
	defer end()
	turns := NewTurns(ctx, 2, 0)
	defer turns.Close()
	var work []*Work[bool]
	for _, mebibytes := range []int{80, 400, 80, 80} {
		work = append(work, Go(turns, func(ctx context.Context) bool { return hoard(ctx, mebibytes<<20) }))
	}
	off := 0
	for i, w := range work {
		v, ok := w.Wait(t.Context())
		if w.PutOff() {
			off++
		}
		if i == 1 && (ok || Reason(w.Context()) != Memory) || i != 1 && !v {
			t.Errorf("piece %d: %t, %t, %q", i, v, ok, Reason(w.Context()))
		}
	}
	if off == 0 || ctx.Err() != nil {
		t.Errorf("%d put off; all have ended: %v", off, context.Cause(ctx))
	}
}

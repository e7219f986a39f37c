package limit

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// Least is the smallest limit that Watch can hold: Go and the program itself
// need about half of it before any work begins.
const Least = 32 << 20

// How often Watch looks: seldom while less than half of the limit is in use. The
// fastest work writes about a gigabyte in a second: 20 megabytes in the time of
// seldom, two in that of often.
const (
	seldom = 20 * time.Millisecond
	busy   = 2 * time.Millisecond
)

// Watch is a context that also ends, with the cause ErrMemory, when the process
// needs more than about 7/8 of so many bytes, all that it has counted; 0: no
// limit. The rest is for what is written until the work has ended, so that the
// resident set stays within 20 % above the limit. Garbage does not count: near
// the limit, Go collects it and returns it. A limit below Least is taken, but
// cannot be held. Call end when the context is not needed any more.
func Watch(ctx context.Context, bytes int64) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if bytes <= 0 {
		return ctx, func() { cancel(nil) }
	}
	var (
		most    = bytes - bytes/8  // of what is in use
		soft    = bytes - bytes/16 // of what the process has, garbage included
		goLimit = soft
		before  = debug.SetMemoryLimit(soft)
		done    = make(chan struct{})
	)
	go func() {
		defer close(done)
		timer := time.NewTimer(0)
		defer timer.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-timer.C:
			}
			m := measure()
			// Go's limit is for what Go has: what else is resident is taken off.
			if g := max(soft-m.other, 1); g < goLimit-bytes/64 || g > goLimit+bytes/64 {
				goLimit = g
				debug.SetMemoryLimit(g)
			}
			if min(m.live+m.other, m.used) > most || m.used > bytes {
				cancel(ErrMemory)
				return
			}
			if m.used > bytes/2 {
				timer.Reset(busy)
			} else {
				timer.Reset(seldom)
			}
		}
	}()
	return ctx, func() {
		cancel(nil)
		<-done
		debug.SetMemoryLimit(before)
	}
}

// usage is what the process has of memory, in bytes.
type usage struct {
	used  int64 // resident, or what Go has, less what the collector holds free
	live  int64 // objects that the last collection found in use, touched yet or not
	other int64 // resident, and not Go's: the program itself, mapped tables (dataflow)
}

func measure() usage {
	sample := [...]metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/free:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample[:])
	var n [len(sample)]int64
	for i := range sample {
		n[i] = int64(sample[i].Value.Uint64())
	}
	has := n[0] - n[1]
	u := usage{used: has - n[2], live: n[3]}
	if r := resident(); r > 0 {
		u.used, u.other = r-n[2], max(r-has, 0)
	}
	return u
}

// resident is the resident set of the process, in bytes; 0 if it is not known.
func resident() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	f := strings.Fields(string(text))
	if len(f) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(f[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

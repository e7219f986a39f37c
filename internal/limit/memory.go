package limit

import (
	"context"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// every is how often Watch looks: the fastest work writes about a gigabyte in a
// second, ten megabytes in that time.
const every = 10 * time.Millisecond

// Watch is a context that also ends, with the cause ErrMemory, when the process
// needs more than so many bytes more than now; 0: no limit. Garbage does not
// count: before it ends the context, it collects. Call end when it is not needed
// any more.
func Watch(ctx context.Context, bytes int64) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if bytes <= 0 {
		return ctx, func() { cancel(nil) }
	}
	most := Used() + bytes
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			used := Used()
			if used <= most {
				continue
			}
			if used <= most+bytes/16 { // perhaps it is garbage, and there is room to find out
				runtime.GC()
				used = Used()
			}
			if used > most {
				cancel(ErrMemory)
				return
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}

// Used is how many bytes the process has in use: what the operating system says,
// less what the garbage collector holds free; or what Go says, where the system
// says nothing.
func Used() int64 {
	sample := [...]metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(sample[:])
	total, released, free := int64(sample[0].Value.Uint64()), int64(sample[1].Value.Uint64()), int64(sample[2].Value.Uint64())
	if n := resident(); n > 0 {
		return n - free
	}
	return total - released - free
}

// resident is the resident set of the process, in bytes; 0 if it is not known.
// Mapped tables (dataflow) are in it, which Go does not count.
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

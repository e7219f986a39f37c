package limit

// This file ends work when the process needs too much memory. Watch starts a goroutine that measures the process every
// few milliseconds. Of a limit of 800 MiB, for example, in use and without garbage:
//
//	up to 500 MiB (5/8)    all work goes on
//	up to 700 MiB (7/8)    one of several pieces of work is put off: it ends, and begins anew later (short.go)
//	above 700 MiB          pieces of work end for good, one after the other; all work if that does not help
//	above 900 MiB (9/8)    all work ends at once
//
// Go's own limit for collecting garbage is set just below the limit (15/16), so that garbage does not count.

import (
	"context"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Least is the smallest limit that Watch can keep. Go and the program itself need about half of it before any work
// begins.
const Least = 40 << 20

// Watch measures the process at these intervals: seldom while less than half of the limit is in use, and busy after
// that. The fastest work writes about a gigabyte in a second, which is 20 megabytes in the time seldom, and two in the
// time busy.
const (
	seldom = 20 * time.Millisecond
	busy   = 2 * time.Millisecond
)

// Watch returns a context that also ends, with the cause ErrMemory, when the process needs more than about 7/8 of so
// many bytes, after the collection of garbage. The rest of the limit is for what is written until the work has ended,
// so that the resident set stays within 20 % above the limit. If bytes is 0, there is no limit. A limit below Least is
// taken, but cannot be kept. Pieces of work in Turns of the context end one by one (short.go) before the context does.
//
// The caller calls end when the context is not needed any more. Several contexts may be watched at a time. Each watch
// measures the whole process, so all of them may end together.
//
// Work with a Poll of the context looks by itself, too, if the watch is late, as it may be on a busy machine. Before it
// makes something large, it asks with Poll.Reserve.
func Watch(ctx context.Context, bytes int64) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if bytes <= 0 {
		return ctx, func() { cancel(nil) }
	}
	w := &watch{bytes: bytes, ample: bytes / 8 * 5, most: bytes - bytes/8, soft: bytes - bytes/16, cancel: cancel}
	w.collectAt(w.soft)
	done := make(chan struct{})
	go func() {
		defer close(done)
		timer := time.NewTimer(0)
		defer timer.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-timer.C:
				timer.Reset(w.look())
			}
		}
	}()
	return context.WithValue(ctx, watchKey{}, w), func() {
		cancel(nil)
		<-done
		w.mu.Lock() // a look that has begun before must not change Go's limit after this
		defer w.mu.Unlock()
		w.closed = true
		collector.forget(w)
	}
}

// watch is the state of Watch for one context.
type watch struct {
	bytes  int64 // the limit
	ample  int64 // while no more than this is in use, all pieces of work go on (short.go)
	most   int64 // when more than this is in use, work ends
	soft   int64 // Go's own limit: of what the process has, with garbage
	cancel context.CancelCauseFunc
	next   atomic.Int64 // when the next look is due, in nanoseconds since epoch

	mu      sync.Mutex
	goLimit int64    // what collectAt has set last
	closed  bool     // end was called: looks do nothing any more
	over    bool     // all work was ended
	turns   []*Turns // Turns of the context: they can end single pieces of work
	vain    int      // pieces that were ended for good since too much came in use
}

// mostVain is how many pieces of work are ended one after the other because too much memory is in use. If that is still
// so after them, they were not the reason, and to end one more would not help. Then all work ends.
const mostVain = 8

// watchOf returns the watch of a context, or nil if it has none.
func watchOf(ctx context.Context) *watch {
	w, _ := ctx.Value(watchKey{}).(*watch)
	return w
}

// add tells the watch of Turns whose pieces it may end. The watch may be nil.
func (w *watch) add(t *Turns) {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.turns = append(w.turns, t)
	}
}

// remove undoes add.
func (w *watch) remove(t *Turns) {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.turns = slices.DeleteFunc(w.turns, func(x *Turns) bool { return x == t })
	}
}

// relieve ends a piece of work, as Turns.relieve does, in the first of the Turns that can. ended reports that it ended
// one, ending that a piece which was ended before is still running, so that relieve did nothing.
func (w *watch) relieve(force bool) (ended, ending bool) {
	for _, t := range w.turns {
		if ended, ending = t.relieve(force); ended || ending {
			break
		}
	}
	return ended, ending
}

// watchKey is the key of a *watch in a context.
type watchKey struct{}

var epoch = time.Now()

// look measures the process, and ends pieces of work or all work if too much is in use. It returns the time until the
// next look.
func (w *watch) look() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.over {
		return seldom
	}
	m := measure()
	// Go's limit counts only what Go has, so the rest of the resident set is subtracted. Small changes are not worth a
	// call.
	if g := max(w.soft-m.other, 1); g < w.goLimit-w.bytes/64 || g > w.goLimit+w.bytes/64 {
		w.collectAt(g)
	}
	if len(w.turns) > 0 && w.tooMuch(m) { // a piece of work that has ended may have left garbage
		runtime.GC()
		m = measure()
	}
	switch {
	case m.used > w.bytes+w.bytes/8: // a piece that is to end may take a while, and there is no time left
		w.end(m.other)
	case w.tooMuch(m):
		if ended, ending := w.relieve(true); ended {
			w.vain++
		} else if !ending { // there is no piece to end
			w.vain = mostVain + 1
		}
		if w.vain > mostVain {
			w.end(m.other)
		}
	default:
		w.vain = 0
		if m.need() > w.ample {
			w.relieve(false)
		}
	}
	wait := seldom
	if m.used > w.bytes/2 {
		wait = busy
	}
	w.next.Store(int64(time.Since(epoch) + wait))
	return wait
}

// end ends all work. After it Go's limit is 20 % above the limit, so that Go does not spend the time until the end on
// collecting what is in use.
func (w *watch) end(other int64) {
	w.cancel(ErrMemory)
	w.over = true
	w.collectAt(max(w.bytes+w.bytes/5-other, 1))
}

// collectAt sets the limit from which on Go collects garbage more often, as far as this watch is concerned.
func (w *watch) collectAt(bytes int64) {
	w.goLimit = bytes
	collector.set(w, bytes)
}

// collector holds the limits that the watches of the process ask Go for. Go has one limit, so it gets the lowest, and
// the limit of before when no watch is left.
var collector limits

type limits struct {
	mu     sync.Mutex
	before int64            // Go's limit before the first watch
	asked  map[*watch]int64 // what each watch asks for
}

func (l *limits) set(w *watch, bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.asked) == 0 {
		l.before, l.asked = debug.SetMemoryLimit(-1), make(map[*watch]int64)
	}
	l.asked[w] = bytes
	debug.SetMemoryLimit(l.least())
}

func (l *limits) forget(w *watch) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.asked, w)
	debug.SetMemoryLimit(l.least())
}

// least returns the lowest limit that a watch asks for, or the limit of before if there is no watch.
func (l *limits) least() int64 {
	if len(l.asked) == 0 {
		return l.before
	}
	return slices.Min(slices.Collect(maps.Values(l.asked)))
}

// tooMuch reports whether more is in use than the limit allows.
func (w *watch) tooMuch(m usage) bool { return m.need() > w.most || m.used > w.bytes }

// late is a look by the work itself, if the watch should have looked a while ago.
func (w *watch) late() {
	if w != nil && int64(time.Since(epoch)) > w.next.Load()+int64(busy) {
		w.look()
	}
}

// large is the size in bytes from which on work has to call Reserve.
const large = 1 << 20

// Reserve must be called before so many bytes are allocated at once. It does not return if the context has ended, or if
// the allocation would exceed the limit of its Watch even after a collection of garbage. A piece of work in Turns is
// then ended alone or put off. Sizes below large are not looked at.
func (p *Poll) Reserve(bytes int64) {
	if p == nil || bytes < large {
		return
	}
	if w := p.watch; w != nil {
		if m := measure(); m.used > w.most-bytes {
			runtime.GC() // so that live is what is in use now, not at the last collection
			if m = measure(); m.live+m.other > w.most-bytes {
				if own, _ := p.ctx.Value(turnKey{}).(*turn); own != nil {
					own.spare()
				} else {
					w.cancel(ErrMemory)
				}
			}
		}
	}
	p.LookNow()
}

// usage is the memory that the process has, in bytes.
type usage struct {
	used  int64 // the resident set (or, if that is not known, what Go has) without what Go holds free
	live  int64 // objects that the last collection found in use, even if they were never touched
	other int64 // the part of the resident set that is not Go's: the program itself, mapped tables (package dataflow)
}

// need returns what would be left without garbage, as far as the last collection tells.
func (u usage) need() int64 { return min(u.live+u.other, u.used) }

// measure asks Go and the system how much memory the process has.
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

// resident returns the size of the resident set of the process in bytes, or 0 if it is not known.
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

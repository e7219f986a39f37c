package limit

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

// Least is the smallest limit that Watch can hold: Go and the program itself
// need about half of it before any work begins.
const Least = 40 << 20

// How often Watch looks: seldom while less than half of the limit is in use. The
// fastest work writes about a gigabyte in a second: 20 megabytes in the time of
// seldom, two in that of often.
const (
	seldom = 20 * time.Millisecond
	busy   = 2 * time.Millisecond
)

// Watch is a context that also ends, with the cause ErrMemory, when the process
// needs more than about 7/8 of so many bytes, all that it has counted; 0: no
// limit. Work in Turns ends piece by piece. The rest is for what is written until the work has ended, so that the
// resident set stays within 20 % above the limit. Garbage does not count: near
// the limit, Go collects it and returns it. A limit below Least is taken, but
// cannot be held. Call end when the context is not needed any more. Several contexts
// may be watched at a time. Each sees the whole process, so that all may end together.
//
// Work with a Poll of the context looks too where the watch is late, as it is on
// a busy machine, and asks for large pieces before it makes them: Poll.Reserve.
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
		w.mu.Lock() // no look that began before changes the limit after
		defer w.mu.Unlock()
		w.closed = true
		collector.forget(w)
	}
}

// watch is what Watch knows.
type watch struct {
	bytes  int64
	ample  int64 // of what is in use: below, all pieces of work go on (short.go)
	most   int64 // of what is in use
	soft   int64 // of what the process has, garbage included
	cancel context.CancelCauseFunc
	next   atomic.Int64 // when a look is due, in nanoseconds since epoch

	mu      sync.Mutex
	goLimit int64
	closed  bool     // the limit is not this watch's any more
	over    bool     // all work has been ended
	turns   []*Turns // that may end a piece of work in place of all
	vain    int      // pieces that have been ended since too much was in use
}

// mostVain is how many pieces of work are ended one after the other for want of memory. If too much is still in use
// then, it is not theirs, and to end the next one would not help: all work ends.
const mostVain = 8

// watchOf is the watch of a context, or nil.
func watchOf(ctx context.Context) *watch {
	w, _ := ctx.Value(watchKey{}).(*watch)
	return w
}

func (w *watch) add(t *Turns) {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.turns = append(w.turns, t)
	}
}

func (w *watch) remove(t *Turns) {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.turns = slices.DeleteFunc(w.turns, func(x *Turns) bool { return x == t })
	}
}

// relieve ends a piece of work (Turns.relieve). ended: it did; ending: one that was to end before has not yet.
func (w *watch) relieve(stop bool) (ended, ending bool) {
	for _, t := range w.turns {
		if ended, ending = t.relieve(stop); ended || ending {
			break
		}
	}
	return ended, ending
}

// watchKey is the key of a *watch in a context.
type watchKey struct{}

var epoch = time.Now()

// look ends the context if too much is in use, and says when to look again.
func (w *watch) look() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.over {
		return seldom
	}
	m := measure()
	// Go's limit is for what Go has: what else is resident is taken off.
	if g := max(w.soft-m.other, 1); g < w.goLimit-w.bytes/64 || g > w.goLimit+w.bytes/64 {
		w.collectAt(g)
	}
	if len(w.turns) > 0 && w.tooMuch(m) { // what a piece of work has left may be garbage
		runtime.GC()
		m = measure()
	}
	switch {
	case m.used > w.bytes+w.bytes/8: // a piece that ends may go on for a while
		w.end(m.other)
	case w.tooMuch(m):
		if ended, ending := w.relieve(true); ended {
			w.vain++
		} else if !ending {
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

// end ends all work. What is written afterwards has 20 % more than the limit, so that Go does not spend its time on
// collecting what is in use.
func (w *watch) end(other int64) {
	w.cancel(ErrMemory)
	w.over = true
	w.collectAt(max(w.bytes+w.bytes/5-other, 1))
}

// collectAt sets the limit that Go is to collect garbage at, as far as this watch is concerned.
func (w *watch) collectAt(bytes int64) {
	w.goLimit = bytes
	collector.set(w, bytes)
}

// collector is Go's own limit: the least that a watch of the process asks for, and what it was before if none does.
var collector limits

type limits struct {
	mu     sync.Mutex
	before int64
	asked  map[*watch]int64
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

// least is the limit that all watches agree with.
func (l *limits) least() int64 {
	if len(l.asked) == 0 {
		return l.before
	}
	return slices.Min(slices.Collect(maps.Values(l.asked)))
}

// tooMuch reports whether too much is in use.
func (w *watch) tooMuch(m usage) bool { return m.need() > w.most || m.used > w.bytes }

// late is a look by the work itself, if one was due a while ago.
func (w *watch) late() {
	if w != nil && int64(time.Since(epoch)) > w.next.Load()+int64(busy) {
		w.look()
	}
}

// large is the size from which on a piece of memory is to be asked for.
const large = 1 << 20

// Reserve is to be called before so many bytes are made at once. It does not
// return if the context has ended or the piece would not be within the limit of
// its Watch, garbage collected. Small pieces are not looked at.
func (p *Poll) Reserve(bytes int64) {
	if p == nil || bytes < large {
		return
	}
	if w := p.watch; w != nil {
		if m := measure(); m.used > w.most-bytes {
			runtime.GC() // what is in use now, not at the last collection
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

// usage is what the process has of memory, in bytes.
type usage struct {
	used  int64 // resident, or what Go has, less what the collector holds free
	live  int64 // objects that the last collection found in use, touched yet or not
	other int64 // resident, and not Go's: the program itself, mapped tables (dataflow)
}

// need is what would be left without garbage, as far as the last collection tells.
func (u usage) need() int64 { return min(u.live+u.other, u.used) }

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

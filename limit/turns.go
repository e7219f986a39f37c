package limit

// This file lets many pieces of work take turns on few processors. With one processor, and the pieces A, which needs 1
// s, and B, which needs 0.05 s, A runs for 0.1 s; then B runs and has its answer; then A goes on for 0.2 s and 0.4 s,
// and so on. work.go has what callers use (Go, Wait), short.go what happens when memory is short.

import (
	"container/heap"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Turns shares processors between pieces of work. Nobody knows how long each of them takes, so they take turns, and a
// long one does not hold back a short one:
//
//	turns := limit.NewTurns(ctx, 2, 0)
//	defer turns.Close()
//	a := limit.Go(turns, func(ctx context.Context) T { ... })
//	b := limit.Go(turns, func(ctx context.Context) T { ... })
//	value, ok := a.Wait(ctx)
//
// At most so many pieces run at a time as there are processors, here 2. A piece runs for a slice of time. Then it
// pauses where it looks at its context next (Err, Poll.Look), if another piece waits that has had no more slices. Each
// slice of a piece is twice as long as the one before. Nothing is computed twice, and a piece that needs the time t is
// done when each other piece has run for about 2t at most. (A multilevel feedback queue: F. J. Corbató, M.
// Merwin-Daggett and R. C. Daley, "An experimental time-sharing system", 1962.)
//
// A piece must look at the context that it is given. Err of a context that is derived from it does not pause. A piece
// that pauses while it holds a lock keeps the lock. So what several pieces need should be a piece of its own, for which
// they wait (Work.Wait), and not a value behind a lock.
type Turns struct {
	ctx   context.Context
	each  time.Duration // the longest time that one piece may run; 0: no limit
	slice time.Duration // the length of the first slice of a piece
	stop  func() bool   // keeps giveUp from being called when ctx ends

	mu      sync.Mutex
	free    int                // processors that no piece has
	begun   map[*turn]struct{} // pieces that have had a turn, and have not ended
	running []*turn            // the pieces of begun that have a processor
	waiting queue              // pieces that wait for a processor, with stale entries
	queued  int                // calls of enqueue so far
	ending  int                // pieces that are to end because memory is short; while there are any, no piece starts
	putOff  []*turn            // pieces that were ended because memory is short, and are to begin anew, alone
	over    bool               // ctx has ended, so pieces do not wait for their first turn any more
}

// firstSlice is how long a piece runs before others that wait have their turn.
const firstSlice = 100 * time.Millisecond

// NewTurns returns Turns on so many processors, whose pieces end when ctx does. Each piece may run for the time each;
// the time that it waits does not count. If each is 0, there is no limit.
func NewTurns(ctx context.Context, processors int, each time.Duration) *Turns {
	t := &Turns{ctx: ctx, each: each, slice: firstSlice, free: max(processors, 1), begun: make(map[*turn]struct{})}
	if d, ok := ctx.Value(sliceKey{}).(time.Duration); ok {
		t.slice = d
	}
	watchOf(ctx).add(t)
	t.stop = context.AfterFunc(ctx, t.giveUp)
	return t
}

// WithSlice makes Turns of the context begin with slices of length d. It is for tests: short slices mix pieces
// thoroughly.
func WithSlice(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, sliceKey{}, d)
}

// sliceKey is the key of a time.Duration in a context.
type sliceKey struct{}

// Close releases what t holds. It must be called when no piece will begin any more.
func (t *Turns) Close() {
	watchOf(t.ctx).remove(t)
	t.stop()
}

// turn is a piece of work, and the context that the piece is given. Very many pieces may wait for their first turn, so
// a piece gets a goroutine and a context only with its first turn.
type turn struct {
	context.Context // nil until begin
	cancel          context.CancelCauseFunc
	turns           *Turns
	work            func()      // does the work in the goroutine that calls it; nil after begin
	pause           atomic.Bool // the piece is to pause where it looks next

	// Guarded by turns.mu.
	state turnState
	since time.Time     // while it runs: the time up to which used is counted
	used  time.Duration // how long it has run
	left  time.Duration // what is left of its slice
	level int           // how many slices it has had
	order int           // Turns.queued at its last enqueue; entries of the queue and timers with another order are stale
	gate  chan struct{} // while it waits: closed when it runs again
	timer *time.Timer   // while it runs: ends the slice
	alarm *time.Timer   // ends its share of the time, for a piece that was put off; may be nil

	// When memory is short (short.go), end sets ends. Then leave ends the piece for good. Or, if resume is set, it
	// replaces the piece by a new turn with again set, which waits in Turns.putOff until no other piece runs or waits for
	// a processor.
	ends   bool          // its context was cancelled with ErrMemory
	resume bool          // leave is to replace it
	again  bool          // it is a replacement; it is never replaced a second time
	before time.Duration // of a replacement: how long the piece that it replaces had run
}

// A piece is in one of these states, guarded by Turns.mu. pause is written with the lock held, and read without.
//
//	waits  pause is set, gate is open, there is no timer      (made by hold)
//	runs   gate is nil; if pause is set, the piece pauses at its next Err      (made by run)
//	away   pause is not set: other goroutines of the piece go on without a processor
//	gone   pause is not set
type turnState uint8

const (
	waits turnState = iota // it waits for a processor
	runs                   // it has a processor
	away                   // it waits for another piece
	gone                   // it has ended
)

// turnKey is the key of a *turn in a context.
type turnKey struct{}

// Value makes the turn known to contexts that are derived from it, under turnKey.
func (w *turn) Value(key any) any {
	if key == (turnKey{}) {
		return w
	}
	return w.Context.Value(key)
}

// Err returns the error of the context. Before that it pauses if the piece is to pause.
func (w *turn) Err() error {
	if w.pause.Load() {
		w.wait()
	}
	return w.Context.Err()
}

// wait gives the processor back and waits for the next turn, or until the context ends. Several goroutines of a piece
// may be in it at the same time.
func (w *turn) wait() {
	t := w.turns
	t.mu.Lock()
	if w.state == runs && w.pause.Load() {
		t.release(w)
		t.enqueue(w)
		t.dispatch()
	}
	gate := w.gate
	t.mu.Unlock()
	if gate != nil {
		select {
		case <-gate:
		case <-w.Context.Done():
		}
	}
}

// enter adds a new piece, which calls work in its first turn.
func (t *Turns) enter(w *turn, work func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w.turns, w.left, w.work = t, t.slice, work
	t.arrive(w)
	if t.over && w.work != nil {
		go w.begin()()
	}
}

// arrive lets a piece wait for a turn. arrive, and all methods below that do not lock t.mu, must be called with t.mu
// held.
func (t *Turns) arrive(w *turn) {
	t.enqueue(w)
	t.dispatch()
}

// begin gives a piece its context, and returns the function that does its work. It returns nil for a piece that was put
// off, whose goroutine exists already (leave).
func (w *turn) begin() (work func()) {
	work, w.work = w.work, nil
	w.Context, w.cancel = context.WithCancelCause(w.turns.ctx)
	w.turns.begun[w] = struct{}{}
	return work
}

// giveUp is called when ctx has ended. It starts the pieces that wait for their first turn, one after the other and
// without a processor. Each of them sees at once that its context has ended (Work.do).
func (t *Turns) giveUp() {
	t.mu.Lock()
	t.over = true
	var works []func()
	for _, q := range t.waiting {
		if q.work != nil {
			works = append(works, q.begin())
		}
	}
	t.mu.Unlock()
	for _, work := range works {
		work()
	}
}

// depart and comeBack enclose a time in which a piece does not need its processor.
func (t *Turns) depart(w *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.state == runs {
		t.release(w)
		w.state = away
		w.pause.Store(false)
		t.dispatch()
	}
}

func (t *Turns) comeBack(w *turn) {
	t.mu.Lock()
	if w.state == away {
		t.enqueue(w)
		t.dispatch()
	}
	t.mu.Unlock()
	w.Err() // waits
}

// enqueue lets a piece wait for a processor. When it runs again, it has the rest of its slice.
func (t *Turns) enqueue(w *turn) {
	t.queued++
	w.state, w.order = waits, t.queued
	heap.Push(&t.waiting, queued{turn: w, level: w.level, order: w.order})
	w.hold()
}

// hold makes a piece pause where it looks next.
func (w *turn) hold() {
	if w.gate == nil {
		w.gate = make(chan struct{})
	}
	w.pause.Store(true)
}

// goOn undoes hold.
func (w *turn) goOn() {
	w.pause.Store(false)
	if w.gate != nil {
		close(w.gate)
		w.gate = nil
	}
}

// release takes the processor from a piece that runs.
func (t *Turns) release(w *turn) {
	t.count(w)
	w.timer.Stop()
	t.free++
	t.running = slices.DeleteFunc(t.running, func(x *turn) bool { return x == w })
}

// count adds to the time of a piece that runs what has passed since the last count. At the end of its slice the piece
// gets a new one.
func (t *Turns) count(w *turn) {
	now := time.Now()
	d := now.Sub(w.since)
	w.since, w.used, w.left = now, w.used+d, w.left-d
	if w.left <= 0 {
		w.level++
		w.left = t.slice << min(w.level, 20) // at most 29 hours: a longer one would overflow in the end
	}
}

// dispatch runs the next pieces while there are free processors. If a piece is left waiting, each running piece that
// has had more slices pauses at its next look; a piece that has had as many pauses only at the end of its slice
// (expire). If no piece runs or waits, a piece that was put off begins, which calls dispatch once more. While a piece
// is to end because memory is short, no other piece is started.
func (t *Turns) dispatch() {
	if t.ending > 0 {
		return
	}
	w := t.next()
	for ; w != nil && t.free > 0; w = t.next() {
		t.run(w)
	}
	if w != nil {
		for _, x := range t.running {
			if x.level > w.level {
				x.pause.Store(true)
			}
		}
	}
	t.beginAnew()
}

// next returns the piece whose turn is next, or nil. It drops stale entries from the front of the queue.
func (t *Turns) next() *turn {
	for len(t.waiting) > 0 && t.waiting[0].stale() {
		heap.Pop(&t.waiting)
	}
	if len(t.waiting) == 0 {
		return nil
	}
	return t.waiting[0].turn
}

// queue has the pieces that wait, as a heap: the piece that is next is first.
type queue []queued

// queued is an entry of the queue: a piece, with its level and order when it came to wait. An entry stays in the queue
// when its piece does not wait any more, until it is first.
type queued struct {
	*turn
	level, order int
}

// stale reports whether the entry is of a turn that the piece has had, or will never have.
func (q queued) stale() bool { return q.turn.state != waits || q.turn.order != q.order }

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].level < q[j].level || q[i].level == q[j].level && q[i].order < q[j].order
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(queued)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	(*q)[last] = queued{}
	*q = (*q)[:last]
	return x
}

// run gives a piece a free processor, and starts its goroutine in its first turn.
func (t *Turns) run(w *turn) {
	t.free--
	t.running = append(t.running, w)
	w.state, w.since = runs, time.Now()
	w.goOn()
	if w.work != nil {
		go w.begin()()
	}
	t.arm(w, w.order)
}

// arm sets the timer for the end of the slice of a piece that runs. order is that of its turn.
func (t *Turns) arm(w *turn, order int) {
	d := w.left
	if t.each > 0 {
		d = min(d, t.each-w.used)
	}
	w.timer = time.AfterFunc(d, func() { t.expire(w, order) })
}

// expire is called at the end of a slice. The piece is to pause if another one waits that has had no more slices.
// Otherwise it goes on with a new slice.
func (t *Turns) expire(w *turn, order int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.state != runs || w.order != order {
		return
	}
	t.count(w)
	if t.each > 0 && w.used >= t.each {
		w.cancel(ErrOwnTime)
		return
	}
	if n := t.next(); n != nil && n.level <= w.level {
		w.pause.Store(true)
	}
	t.arm(w, order)
}

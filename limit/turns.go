package limit

import (
	"container/heap"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Turns shares processors between pieces of work of which nobody knows how long
// each takes, so that a long one does not hold back a short one:
//
//	turns := limit.NewTurns(ctx, 2, 0)
//	defer turns.Close()
//	a := limit.Go(turns, func(ctx context.Context) T { ... })
//	b := limit.Go(turns, func(ctx context.Context) T { ... })
//	value, ok := a.Wait(ctx)
//
// At most so many pieces run at a time. A piece runs for a slice of time; then it
// waits where it looks at its context next (Err, Poll.Look), if another one waits
// that has had no more slices. Each slice is twice as long as the one before. So
// nothing is computed twice, and a piece that needs the time t has it when every
// other one has run for about 2t at most. (A multilevel feedback queue: F. J.
// Corbató, M. Merwin-Daggett and R. C. Daley, "An experimental time-sharing
// system", 1962.)
//
// What a piece looks at must be its own context, not one derived from it: Err of a
// derived one does not wait. A piece that holds a lock while it looks keeps it while
// it waits; what several pieces need is to be a piece of its own (Work.Wait).
//
// What happens where memory is short is in short.go.
type Turns struct {
	ctx   context.Context
	each  time.Duration // most that one piece may run; 0: no limit
	slice time.Duration // the first one of a piece
	stop  func() bool   // keeps giveUp from being called

	mu      sync.Mutex
	free    int                // processors that no piece has
	begun   map[*turn]struct{} // pieces that have had a turn, and have not ended
	running []*turn            // of these, the ones that have a processor
	waiting queue
	queued  int     // how often a piece has come to wait
	ending  int     // pieces that end for want of memory: until then nothing else goes on
	putOff  []*turn // to begin anew, alone
	over    bool    // ctx has ended: a piece does not wait for its first turn
}

// firstSlice is how long a piece runs before others that wait have their turn.
const firstSlice = 100 * time.Millisecond

// NewTurns returns Turns on so many processors, whose pieces end with ctx. A piece may
// run for each in all, and the time that it waits does not count; 0: no limit.
func NewTurns(ctx context.Context, processors int, each time.Duration) *Turns {
	t := &Turns{ctx: ctx, each: each, slice: firstSlice, free: max(processors, 1), begun: make(map[*turn]struct{})}
	if d, ok := ctx.Value(sliceKey{}).(time.Duration); ok {
		t.slice = d
	}
	watchOf(ctx).add(t)
	t.stop = context.AfterFunc(ctx, t.giveUp)
	return t
}

// WithSlice lets Turns of the context begin with slices of so much time, for tests:
// short slices mix pieces thoroughly.
func WithSlice(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, sliceKey{}, d)
}

// sliceKey is the key of a time.Duration in a context.
type sliceKey struct{}

// Close is to be called when no piece begins any more.
func (t *Turns) Close() {
	watchOf(t.ctx).remove(t)
	t.stop()
}

// turn is one piece of work, and its context. There may be very many that wait for
// their first turn, so a goroutine and a context come only then.
type turn struct {
	context.Context // nil until begin
	cancel          context.CancelCauseFunc
	turns           *Turns
	work            func()      // does the piece, in the goroutine that calls it; nil once it has begun
	pause           atomic.Bool // it is to wait where it looks next

	// Guarded by turns.mu.
	state turnState
	since time.Time     // running: until when its time is counted
	used  time.Duration // running time
	left  time.Duration // of its slice
	level int           // slices that it has had
	order int           // number of its last enqueue: its place within a level; entries and timers of others are stale
	gate  chan struct{} // waiting: closed when it runs
	timer *time.Timer   // running: the end of the slice
	alarm *time.Timer   // may be nil: the end of its share of the time

	// Of memory (short.go). end sets ends; leave then ends the piece for good or, if resume is set, replaces it by a new
	// turn with again set, which waits in Turns.putOff until no other piece runs or waits for a processor.
	ends   bool          // its context was cancelled with ErrMemory
	resume bool          // leave is to replace it
	again  bool          // it is a replacement; it is never replaced a second time
	before time.Duration // again: how long the piece that it replaces had run
}

// A piece is in one of these states, guarded by Turns.mu. pause is set under it, and read without.
//
//	waits  pause is set, gate is open, there is no timer      (hold)
//	runs   pause asks it to yield; gate is nil                (run, until its next Err)
//	away   pause is unset: other goroutines of the piece go on without a processor
//	gone   pause is unset
type turnState uint8

const (
	waits turnState = iota // for a processor
	runs
	away // it waits for another piece
	gone // it has ended
)

// turnKey is the key of a *turn in a context.
type turnKey struct{}

// Value makes the turn known to contexts that are derived from it.
func (w *turn) Value(key any) any {
	if key == (turnKey{}) {
		return w
	}
	return w.Context.Value(key)
}

// Err is that of the context. It waits while the piece is to wait.
func (w *turn) Err() error {
	if w.pause.Load() {
		w.wait()
	}
	return w.Context.Err()
}

// wait gives the processor back and waits for the next turn, or until the context
// ends. Several goroutines of a piece may be here.
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

// enter takes in a new piece, which work does when it has its first turn.
func (t *Turns) enter(w *turn, work func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w.turns, w.left, w.work = t, t.slice, work
	t.arrive(w)
	if t.over && w.work != nil {
		go w.begin()()
	}
}

// arrive lets a piece wait for a turn. It and all methods below that do not lock t.mu need it held.
func (t *Turns) arrive(w *turn) {
	t.enqueue(w)
	t.dispatch()
}

// begin gives a piece its context, and returns the function that does its work; nil if it was put off (leave).
func (w *turn) begin() (work func()) {
	work, w.work = w.work, nil
	w.Context, w.cancel = context.WithCancelCause(w.turns.ctx)
	w.turns.begun[w] = struct{}{}
	return work
}

// giveUp is called when ctx has ended. It starts the pieces that wait for their first turn, one after the other and
// without a processor: each sees at once that its context has ended (Work.do).
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

// depart and comeBack enclose what a piece does not need a processor for.
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

// enqueue lets a piece wait, for the rest of its slice if there is one.
func (t *Turns) enqueue(w *turn) {
	t.queued++
	w.state, w.order = waits, t.queued
	heap.Push(&t.waiting, queued{turn: w, level: w.level, order: w.order})
	w.hold()
}

// hold makes a piece wait where it looks next.
func (w *turn) hold() {
	if w.gate == nil {
		w.gate = make(chan struct{})
	}
	w.pause.Store(true)
}

// goOn ends hold.
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

// count counts the time of a piece that runs.
func (t *Turns) count(w *turn) {
	now := time.Now()
	d := now.Sub(w.since)
	w.since, w.used, w.left = now, w.used+d, w.left-d
	if w.left <= 0 {
		w.level++
		w.left = t.slice << min(w.level, 20) // 29 hours; longer slices would overflow in the end
	}
}

// dispatch runs the next pieces while processors are free. If one is left waiting, every running piece of a higher
// level yields at its next look; one of the same level yields only at the end of its slice (expire). If nothing runs
// or waits, a piece that was put off begins, which calls dispatch once more. While a piece ends for want of memory
// nothing is started.
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

// next is the piece whose turn is next, or nil.
func (t *Turns) next() *turn {
	for len(t.waiting) > 0 && t.waiting[0].stale() {
		heap.Pop(&t.waiting)
	}
	if len(t.waiting) == 0 {
		return nil
	}
	return t.waiting[0].turn
}

// queue holds the pieces that wait, as package heap has it: the next one is first.
type queue []queued

// queued is a piece as it was when it came to wait. It stays in the queue when the piece waits no more, until it is
// first there.
type queued struct {
	*turn
	level, order int
}

// stale reports whether the piece has had this turn, or has ended without it.
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

// arm sets the timer for the end of the slice of a piece that runs; order is that
// of its turn.
func (t *Turns) arm(w *turn, order int) {
	d := w.left
	if t.each > 0 {
		d = min(d, t.each-w.used)
	}
	w.timer = time.AfterFunc(d, func() { t.expire(w, order) })
}

// expire ends a slice: the piece pauses if another one waits that has had no more
// of them than it has now.
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

package limit

import (
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

	mu     sync.Mutex
	free   int     // processors that no piece has
	alive  []*turn // begun or to begin, in the order in which they came
	queued int     // how often a piece has come to wait
	ending int     // pieces that end for want of memory: until then nothing else goes on
	putOff []*turn // to begin anew, alone
}

// firstSlice is how long a piece runs before others that wait have their turn.
const firstSlice = 100 * time.Millisecond

// NewTurns is for work that ends with ctx, on so many processors, each piece of
// which may run for some time (0: no limit), what it waits not counted.
func NewTurns(ctx context.Context, processors int, each time.Duration) *Turns {
	t := &Turns{ctx: ctx, each: each, slice: firstSlice, free: max(processors, 1)}
	if d, ok := ctx.Value(sliceKey{}).(time.Duration); ok {
		t.slice = d
	}
	watchOf(ctx).add(t)
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
func (t *Turns) Close() { watchOf(t.ctx).remove(t) }

// turn is one piece of work, and its context.
type turn struct {
	context.Context
	cancel context.CancelCauseFunc
	turns  *Turns
	pause  atomic.Bool // it is to wait where it looks next

	// Guarded by turns.mu.
	state  turnState
	since  time.Time     // running: until when its time is counted
	used   time.Duration // running time
	left   time.Duration // of its slice
	level  int           // slices that it has had
	order  int           // waiting: the pieces of a level run in this order
	gate   chan struct{} // waiting: closed when it runs
	timer  *time.Timer   // running: the end of the slice
	alarm  *time.Timer   // may be nil: the end of its share of the time
	ends   bool          // for want of memory
	resume bool          // it ends to be put off
	again  bool          // it was put off, and has begun anew
	before time.Duration // again: how long it ran then
}

type turnState uint8

const (
	waits turnState = iota // for a processor
	runs
	away // it waits for another piece
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

// enter is a new piece, which waits for its first turn.
func (t *Turns) enter() *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.newTurn()
	t.arrive(w)
	return w
}

func (t *Turns) newTurn() *turn {
	w := &turn{turns: t, left: t.slice}
	w.Context, w.cancel = context.WithCancelCause(t.ctx)
	return w
}

// arrive takes a piece in. From here on, t.mu is held by who calls.
func (t *Turns) arrive(w *turn) {
	t.alive = append(t.alive, w)
	t.enqueue(w)
	t.dispatch()
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
}

// count counts the time of a piece that runs.
func (t *Turns) count(w *turn) {
	now := time.Now()
	d := now.Sub(w.since)
	w.since, w.used, w.left = now, w.used+d, w.left-d
	if w.left <= 0 {
		w.level++
		w.left = t.slice << min(w.level, 20)
	}
}

// dispatch gives free processors to those that wait. If there are too few, a piece
// that has had more slices than one that waits is to pause.
func (t *Turns) dispatch() {
	if t.ending > 0 {
		return
	}
	w := t.next()
	for ; w != nil && t.free > 0; w = t.next() {
		t.run(w)
	}
	if w != nil {
		for _, x := range t.alive {
			if x.state == runs && x.level > w.level {
				x.pause.Store(true)
			}
		}
	}
	t.beginAnew()
}

// next is the piece whose turn is next, or nil.
func (t *Turns) next() *turn {
	var best *turn
	for _, w := range t.alive {
		if w.state == waits && (best == nil || w.level < best.level || w.level == best.level && w.order < best.order) {
			best = w
		}
	}
	return best
}

func (t *Turns) run(w *turn) {
	t.free--
	w.state, w.since = runs, time.Now()
	w.goOn()
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
	if w.state != runs || w.order != order || !slices.Contains(t.alive, w) {
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

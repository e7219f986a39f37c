package limit

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"time"
)

// This file says what Turns does when memory is short. A piece of work that waits keeps what it has made, so several
// long pieces may together need more memory than each needs alone. When 5/8 of the limit are in use, the piece that has
// run longest is put off: it ends, and begins anew, alone, when all others have ended. A piece that needs too much when
// it is alone is ended for good.

// relieve ends one piece to free memory. Of the pieces that can be put off, it puts off the one that has run longest.
// If there is none and force is set, it ends the piece that has run longest for good. ended reports that it ended one.
// ending reports that a piece which was ended before is still running; then relieve does nothing.
func (t *Turns) relieve(force bool) (ended, ending bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ending > 0 {
		return false, true
	}
	ran := t.byTime()
	if x := deferrable(ran); x != nil {
		t.end(x, true)
		return true, false
	}
	if !force || len(ran) == 0 {
		return false, false
	}
	t.end(ran[0], false)
	return true, false
}

// byTime returns the pieces that have run and have not ended. The piece that has run longest is first.
func (t *Turns) byTime() []*turn {
	for _, w := range t.running {
		t.count(w)
	}
	var ran []*turn
	for w := range t.begun {
		if w.used > 0 {
			ran = append(ran, w)
		}
	}
	slices.SortFunc(ran, func(x, y *turn) int { return cmp.Compare(y.used, x.used) })
	return ran
}

// deferrable returns the piece to put off, of those that byTime returned. It returns nil if there is only one piece, or
// if each was put off before.
func deferrable(ran []*turn) *turn {
	if len(ran) < 2 {
		return nil
	}
	if i := slices.IndexFunc(ran, func(w *turn) bool { return !w.again }); i >= 0 {
		return ran[i]
	}
	return nil
}

// end cancels the context of a piece, and makes all others pause until the piece has ended. If resume is set, the piece
// is put off.
func (t *Turns) end(w *turn, resume bool) {
	w.ends, w.resume = true, resume
	t.ending++
	w.cancel(ErrMemory)
	for _, x := range t.running {
		if x != w {
			x.pause.Store(true)
		}
	}
}

// resumes reports whether a piece is to be put off.
func (t *Turns) resumes(w *turn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return w.resume
}

// leave is called when a piece has ended. If the piece was put off, leave returns its next turn; otherwise it returns
// nil.
func (t *Turns) leave(w *turn) (again *turn) {
	t.mu.Lock()
	ends := w.ends
	t.mu.Unlock()
	if ends {
		runtime.GC() // only then is the memory of the piece free
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.state == runs {
		t.release(w)
	}
	w.state = gone
	delete(t.begun, w)
	w.goOn() // so that Err, which tells callers why the piece has ended, does not pause any more
	if w.alarm != nil {
		w.alarm.Stop()
	}
	if w.ends {
		t.ending--
	}
	if w.resume && t.ctx.Err() == nil {
		again = &turn{turns: t, left: t.slice, again: true, before: w.used}
		again.begin() // without work of its own: Work.do goes on with it in the goroutine of the piece that ended
		again.hold()
		t.putOff = append(t.putOff, again)
	}
	t.dispatch()
	return again
}

// beginAnew lets a piece that was put off wait for a turn, if no other piece runs or waits. It takes the piece that had
// run least. If ctx has a deadline, the pieces that were put off share the time that is left equally.
func (t *Turns) beginAnew() {
	if len(t.putOff) == 0 || len(t.running) > 0 || t.next() != nil {
		return
	}
	w := slices.MinFunc(t.putOff, func(x, y *turn) int { return cmp.Compare(x.before, y.before) })
	if end, limited := t.ctx.Deadline(); limited && len(t.putOff) > 1 {
		w.alarm = time.AfterFunc(time.Until(end)/time.Duration(len(t.putOff)), func() { w.cancel(context.DeadlineExceeded) })
	}
	t.putOff = slices.DeleteFunc(t.putOff, func(x *turn) bool { return x == w })
	t.arrive(w)
}

// spare is called for a piece that asks for more memory than there is. The piece is put off, or ends for good if it is
// alone or was put off before.
func (w *turn) spare() {
	t := w.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.ends {
		return
	}
	t.end(w, !w.again && deferrable(t.byTime()) != nil)
}

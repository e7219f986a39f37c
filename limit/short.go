package limit

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"time"
)

// What Turns does where memory is short. Pieces that wait keep what they have made,
// so that several long ones may need more together than each needs alone. From 5/8
// of the limit on, the one that has run longest is put off: it ends, and begins anew,
// alone, when all others have ended. One that is alone and needs too much is ended,
// and only that one.

// relieve ends one piece to free memory: the one that has run longest of those that can be put off or, if force is set,
// the one that has run longest of all, for good. ended reports that it did, ending that an earlier piece has not ended
// yet: then it does nothing.
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

// byTime lists the pieces that have run and have not ended, the one that has run longest first.
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

// deferrable is the piece to put off, of those that byTime lists; nil: there is only one, or all have been put off
// before.
func deferrable(ran []*turn) *turn {
	if len(ran) < 2 {
		return nil
	}
	if i := slices.IndexFunc(ran, func(w *turn) bool { return !w.again }); i >= 0 {
		return ran[i]
	}
	return nil
}

// end ends a piece, and lets all others wait until it has ended.
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

// leave ends a piece; not nil: it was put off, and this is its next turn.
func (t *Turns) leave(w *turn) (again *turn) {
	t.mu.Lock()
	ends := w.ends
	t.mu.Unlock()
	if ends {
		runtime.GC() // what it had is free only then
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.state == runs {
		t.release(w)
	}
	w.state = gone
	delete(t.begun, w)
	w.goOn() // who asks what it has ended for does not wait
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

// beginAnew takes in a piece that was put off if no other one can go on, the one
// that had run least first; of the time that is left it has an equal share.
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

// spare is for a piece that asks for more memory than there is: it is put off, or
// ends if that is of no use.
func (w *turn) spare() {
	t := w.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.ends {
		return
	}
	t.end(w, !w.again && deferrable(t.byTime()) != nil)
}

package execute

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file has the timers and tickers of package time, and functions that end a goroutine or the program.

// timer is a timer, a ticker, or the deadline of a context. It may fire at any time while it is set: how long the
// operations of a program take is not known.
type timer struct {
	set bool     // it has not fired, and was not stopped
	c   *channel // to which it sends; nil: it calls do
	do  func()

	// A ticker would fire for ever. It fires ticks times at any time, and after that only while nobody else can
	// move.
	again int  // how often a ticker may still fire at any time; 0: it is no ticker
	tired bool // a ticker that has fired ticks times
	more  int  // how often it has fired since then

	// Times in nanoseconds since the execution began; clock.go reads them.
	at    int64 // when it is to fire next
	every int64 // the interval of a ticker
	known bool  // at is known
}

// ticks is how often a ticker fires in an execution at any time, and once more while nobody else can move. Beyond that,
// it would have to fire for ever, and the execution ends without an answer.
const ticks = 3

// fire lets a timer fire: a ticker sends, or drops the message if the last one was not received.
func (m *machine) fire(t *timer) {
	t.after(m)
	t.at += t.every
	if t.again--; t.again <= 0 {
		t.tired = t.tired || t.again == 0
		t.set = false
	}
	switch {
	case t.do != nil:
		t.do()
	case len(t.c.buffer) < t.c.capacity: // a receiver that waits takes it out itself, when it has its turn
		t.c.buffer = append(t.c.buffer, m.clock())
	}
}

// set starts a timer again, if on is true, or stops it, and reports whether it was set. As of Go 1.23, a message that
// nobody has received is then taken out of the channel, and the timer counts as set. often is how often a ticker may
// fire, and d the duration, which may be unknown.
func (fr *frame) set(v value, on bool, often int, d value) value {
	t := fr.timerOf(v)
	t.start(fr.g.m, d)
	was := t.set
	if t.c != nil && !fr.g.m.ps.OldTimers() {
		was = was || len(t.c.buffer) > 0
		t.c.buffer = nil
	}
	t.set, t.tired, t.again = on, false, often
	return was
}

// timeModels returns the models of this file.
func timeModels() map[string]model {
	return map[string]model{
		"time.Sleep": func(fr *frame, i ssa.CallInstruction, a []value) value {
			fired := false
			t := &timer{set: true, do: func() { fired = true }}
			t.start(fr.g.m, a[0])
			fr.g.m.timers = append(fr.g.m.timers, t)
			fr.g.await(&wait{ready: func() bool { return fired }, what: "sleep", where: i.Pos(), taken: -1})
			return nil
		},
		"time.After": func(fr *frame, i ssa.CallInstruction, a []value) value { return fr.newTimer(i, 0, a[0]).c },
		"time.Tick": func(fr *frame, i ssa.CallInstruction, a []value) value {
			if n, known := integer(a[0]); known && n <= 0 {
				return (*channel)(nil)
			}
			return fr.newTimer(i, ticks, a[0]).c
		},
		"time.NewTimer": func(fr *frame, i ssa.CallInstruction, a []value) value {
			return fr.timerStruct(i, fr.newTimer(i, 0, a[0]))
		},
		"time.NewTicker": func(fr *frame, i ssa.CallInstruction, a []value) value {
			if n, known := integer(a[0]); known && n <= 0 {
				panic(&thrown{v: iface{types.Typ[types.String], "non-positive interval for NewTicker"}})
			}
			return fr.timerStruct(i, fr.newTimer(i, ticks, a[0]))
		},
		"time.AfterFunc":    (*frame).afterFunc,
		"time.Timer.Stop":   func(fr *frame, i ssa.CallInstruction, a []value) value { return fr.set(a[0], false, 0, nil) },
		"time.Timer.Reset":  func(fr *frame, i ssa.CallInstruction, a []value) value { return fr.set(a[0], true, 0, a[1]) },
		"time.Ticker.Stop":  func(fr *frame, i ssa.CallInstruction, a []value) value { return fr.set(a[0], false, 0, nil) },
		"time.Ticker.Reset": func(fr *frame, i ssa.CallInstruction, a []value) value { return fr.set(a[0], true, ticks, a[1]) },
		"runtime.Gosched":   func(fr *frame, i ssa.CallInstruction, a []value) value { fr.g.pause(); return nil },
		"runtime.Goexit":    func(fr *frame, i ssa.CallInstruction, a []value) value { panic(goexit{}) },
		"os.Exit":           func(fr *frame, i ssa.CallInstruction, a []value) value { panic(crash{}) },
	}
}

// newTimer starts a timer with a channel of its own. often is how often it may fire if it is a ticker, or 0. d is its
// duration, which may be unknown.
func (fr *frame) newTimer(i ssa.CallInstruction, often int, d value) *timer {
	m := fr.g.m
	elem := i.Parent().Prog.ImportedPackage("time").Type("Time").Type()
	t := &timer{set: true, again: often, c: &channel{capacity: 1, made: i.Pos(), elem: elem}}
	t.start(m, d)
	m.timers = append(m.timers, t)
	return t
}

// timerStruct returns a pointer to a new time.Timer or time.Ticker with the channel of a timer.
func (fr *frame) timerStruct(i ssa.CallInstruction, t *timer) value {
	elem := i.Common().Signature().Results().At(0).Type().(*types.Pointer).Elem()
	cell := new(value)
	*cell = zero(elem)
	s := elem.Underlying().(*types.Struct)
	for k := range s.NumFields() {
		if s.Field(k).Name() == "C" && t.c != nil {
			(*cell).(structure)[k] = t.c
		}
	}
	fr.g.m.clocks[cell] = t
	return pointer{cell, &object{made: i.Pos()}}
}

// timerOf returns the timer of a *time.Timer or *time.Ticker.
func (fr *frame) timerOf(v value) *timer {
	cell, _ := cellOf(v)
	fr.g.pause()
	t := fr.g.m.clocks[cell]
	if t == nil {
		panic(unknown("a timer"))
	}
	return t
}

// afterFunc models time.AfterFunc: the timer starts a goroutine.
func (fr *frame) afterFunc(i ssa.CallInstruction, a []value) value {
	f, ok := a[1].(*closure)
	if !ok || f == nil || f.fn == nil {
		panic(unknown("a function"))
	}
	m := fr.g.m
	t := &timer{set: true, do: fr.starter(i, f)}
	t.start(m, a[0])
	m.timers = append(m.timers, t)
	return fr.timerStruct(i, t)
}

// starter returns a function that starts a goroutine, which executes f. i is the call that got f as an operand.
func (fr *frame) starter(i ssa.CallInstruction, f *closure) func() {
	m, method := fr.g.m, fr.g.method
	by := &frame{g: fr.g, fn: fr.fn, env: fr.env}
	return func() {
		m.begin(f.fn, "", method, by, func(g *goroutine) {
			(&frame{g: g, fn: by.fn, env: by.env}).apply(i, f, nil, nil)
		})
	}
}

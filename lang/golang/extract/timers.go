package extract

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// This file translates timers and tickers. A timer that nobody stops or starts again is a task that sends one message
// at any time; a ticker sends again and again. The task is a server: no goroutine has to wait for the message.
//
// A timer that is stopped or started again has two variables. armed: it will fire. busy: it is firing, or somebody is
// stopping it, and these two exclude each other:
//
//	armed = true                                          // NewTimer
//	atomic { await !busy; busy = true; active = armed; armed = false } // t.Stop()
//	select { case <-timer: active = true; else: }
//	busy = false
//	server task timer_fires {
//	    loop {
//	        atomic { await armed && !busy && empty(timer); busy = true; armed = false }
//	        timer <- 0
//	        busy = false
//	    }
//	}
//
// As of Go 1.23, Stop and Reset take a message that nobody has received yet from the channel, which counts as a timer
// that is still armed. In a module of an older version of Go, it stays there.

// timer is a channel to which a timer, a ticker or the operating system sends.
type timer struct {
	name string // of the channel
	o    *heap.Object
	size int64 // of its buffer
}

// clock has the names of the variables of a timer that is stopped or started again, as above. busy is "" if the timer
// calls a function, or keeps its messages as before Go 1.23.
type clock struct{ armed, busy string }

// caller is a timer that calls a function (time.AfterFunc) and may be stopped.
type caller struct {
	armed string       // its variable
	lines []write.Line // the statements that start the function in a goroutine
	often int          // how often it may be called
	pos   token.Pos
}

// clock returns the variables of a timer, or of the channel of one, and declares them in the first call. It returns
// nil if the timer needs none: nobody stops it or starts it again, nobody receives from it, or it calls a function
// and is one of many that are one object.
func (x *extractor) clock(o *heap.Object) *clock {
	needed := o.Kind == heap.Timer && x.uses(o).received()
	if o.Calls {
		needed = !o.Many
	}
	if !o.Set || !needed {
		return nil
	}
	c := x.clocks[o]
	if c == nil {
		name := "timer"
		if !o.Calls {
			name = x.object(heap.Loc{Obj: o}, "chan")
		}
		c = &clock{armed: x.declare("shared", name+"_armed", [2]any{o, "armed"})}
		if !o.Calls && !x.ps.OldTimers() {
			c.busy = x.declare("shared", name+"_busy", [2]any{o, "busy"})
		}
		x.clocks[o] = c
	}
	return c
}

// newTimer returns what time.NewTimer or time.NewTicker does: it arms the timer, if that has variables.
func (x *extractor) newTimer(in *heap.Instance, site ssa.CallInstruction, copy int) []write.Line {
	o := x.w.TimerOf(in, site, copy)
	if o == nil {
		return nil
	}
	c := x.clock(o)
	if c == nil {
		return nil
	}
	return write.One(c.armed+" = true", site.Pos())
}

// timersOf returns the objects of the timer at place l, which has a time.Timer: the timer itself if it calls a
// function, else the channels that its field C may be.
func (x *extractor) timersOf(l heap.Loc) []*heap.Object {
	if l.Obj.Calls {
		return []*heap.Object{l.Obj}
	}
	var out []*heap.Object
	for _, c := range x.w.Content(heap.Loc{Obj: l.Obj, Path: l.Path + ".C"}) {
		out = append(out, c.Obj)
	}
	return out
}

// wasSet returns the variable for the result of a call of Stop or Reset, which says whether the timer was armed. ok
// is false if some timer that the call may be about has no variables, or if it is another call.
func (x *extractor) wasSet(in *heap.Instance, call *ssa.Call) (name string, ok bool) {
	some := false
	for copy := range x.w.Copies(in, call) {
		for _, t := range x.w.Targets(in, call, copy) {
			if t.Model != "(*time.Timer).Stop" && t.Model != "(*time.Timer).Reset" {
				return "", false
			}
			open := func(l heap.Loc) bool {
				timers := x.timersOf(l)
				return len(timers) != 1 || x.clock(timers[0]) == nil
			}
			if heap.Some(x.w.Locs(t.Args[0]), open) {
				return "", false
			}
			some = true
		}
	}
	if !some {
		return "", false
	}
	return x.variable(in, call, "active", "bool"), true
}

// setTimer returns what Stop does, or Reset (arm), to the timer that operand holder is.
func (x *extractor) setTimer(in *heap.Instance, site ssa.CallInstruction, holder heap.Arg, arm bool) []write.Line {
	pos, was := site.Pos(), ""
	if call, ok := site.(*ssa.Call); ok && call.Referrers() != nil && len(*call.Referrers()) > 0 {
		was, _ = x.wasSet(in, call)
	}
	some := false
	locs := x.w.Unboxed(holder)
	for _, l := range locs {
		for _, o := range x.timersOf(l) {
			some = some || x.clock(o) != nil
		}
	}
	if !some {
		return nil
	}
	return x.onPlaces(holder, locs, pos, func(l heap.Loc) []write.Line {
		var ways [][]write.Line
		for _, o := range x.timersOf(l) {
			if c := x.clock(o); c != nil {
				ways = append(ways, x.set(o, c, arm, was, pos))
			}
		}
		return write.Alternatives(ways, pos)
	})
}

// set returns the statements that stop a timer, or start it again (arm). was is the variable for the result:
// whether the timer was armed, or "" if nothing uses it.
func (x *extractor) set(o *heap.Object, c *clock, arm bool, was string, pos token.Pos) []write.Line {
	var body, taken []write.Line
	if c.busy != "" {
		body = write.Lines(pos, "await !"+c.busy, c.busy+" = true")
	}
	if was != "" {
		body = append(body, write.At(was+" = "+c.armed, pos))
		taken = write.One(was+" = true", pos)
	}
	out := write.Block(pos, "atomic", append(body, write.At(fmt.Sprintf("%s = %t", c.armed, arm), pos)))
	if c.busy == "" {
		return out
	}
	drain := append(write.One("case <-"+x.object(heap.Loc{Obj: o}, "chan")+":", pos), taken...)
	out = append(out, write.Block(pos, "select", append(drain, write.At("else:", pos)))...)
	return append(out, write.At(c.busy+" = false", pos))
}

// maxCalls bounds how often a timer that is started again in a loop calls its function: each call is a goroutine.
const maxCalls = 4

// afterFunc returns what time.AfterFunc does. If nobody stops the timer, that is to start the goroutine, which may
// run at any time; else to arm the timer, whose task starts the goroutine (clocksOf).
func (x *extractor) afterFunc(in *heap.Instance, site ssa.CallInstruction) []write.Line {
	o := x.w.CallsOf(in, site, 0)
	if o == nil || !o.Set {
		return x.startAll(in, site, nil)
	}
	head := x.w.Turning(site.Block())
	if x.w.Members(in) > 1 || o.Many || head == nil && x.w.Again(in, site.Block()) {
		x.w.Note(timers, site.Pos(), "a timer made in a loop: its function is called also when it is stopped, and once")
		return x.startAll(in, site, nil)
	}
	if head == nil {
		return x.arms(in, site, 0)
	}
	if n, exact := x.w.Turns(in, head); !exact {
		x.w.Note(someGoroutines, site.Pos(), fmt.Sprintf("goroutines of a loop: at most %d", n))
		x.cut(in, head)
	}
	x.counted[varKey{in, head}] = true
	return x.turns(in, head, site.Pos(), func(t int) []write.Line { return x.arms(in, site, t) })
}

// arms returns the statement that arms the timer which time.AfterFunc makes in turn copy of a loop.
func (x *extractor) arms(in *heap.Instance, site ssa.CallInstruction, copy int) []write.Line {
	o := x.w.CallsOf(in, site, copy)
	if o == nil {
		return nil
	}
	c := x.clocks[o]
	if c == nil {
		often, again := x.restarts(o)
		if often++; again || often > maxCalls {
			x.w.Note(someGoroutines, site.Pos(), fmt.Sprintf("the function of a timer that is started again: at most %d times", maxCalls))
			x.cut(in, nil)
			often = maxCalls
		}
		c = x.clock(o)
		if lines := x.start(in, site, copy, often, nil); len(lines) > 0 {
			x.calls = append(x.calls, caller{c.armed, lines, often, site.Pos()})
		}
	}
	return write.One(c.armed+" = true", site.Pos())
}

// restarts returns the number of calls that start a timer again, and whether one of them may be executed repeatedly.
func (x *extractor) restarts(o *heap.Object) (n int, again bool) {
	for _, in := range x.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				site, ok := i.(ssa.CallInstruction)
				if !ok {
					continue
				}
				for copy := range x.w.Copies(in, site) {
					for _, t := range x.w.Targets(in, site, copy) {
						if t.Model != "(*time.Timer).Reset" || !slices.Contains(x.w.Locs(t.Args[0]), heap.Loc{Obj: o}) {
							continue
						}
						n += x.w.Members(in)
						again = again || x.w.Again(in, b)
					}
				}
			}
		}
	}
	return n, again
}

// clocksOf returns the tasks that send the messages of timers, and that call their functions.
func (x *extractor) clocksOf() []write.Line {
	var out []write.Line
	for i := 0; i < len(x.timers); i++ { // clock may declare a channel, and so add a timer
		t := x.timers[i]
		pos := t.o.Pos
		send := write.At(t.name+" <- 0", pos)
		var body []write.Line
		switch c := x.clock(t.o); {
		case c != nil:
			body = write.Block(pos, "loop", x.fires(t, c))
		case t.o.Repeats || t.o.Many:
			if t.size > 0 {
				body = write.One("await empty("+t.name+")", pos)
			}
			body = write.Block(pos, "loop", slices.Concat(body, x.signalled(t.o), []write.Line{send}))
		default:
			body = append(x.signalled(t.o), send)
		}
		out = append(out, write.Block(pos, "server task "+x.taken.Unique(t.name+"_fires", "task"), body)...)
	}
	for _, c := range x.calls {
		name := x.taken.Unique(strings.TrimSuffix(c.armed, "_armed")+"_calls", "task")
		count := x.taken.Unique("calls", "calls")
		body := write.Block(c.pos, "atomic", write.Lines(c.pos, "await "+c.armed, c.armed+" = false"))
		start := append(write.One(fmt.Sprintf("%s = %s + 1", count, count), c.pos), c.lines...)
		body = append(body, write.Block(c.pos, fmt.Sprintf("if %s < %d", count, c.often), start)...)
		body = append(write.One(fmt.Sprintf("var %s 0..%d", count, c.often), c.pos), write.Block(c.pos, "loop", body)...)
		out = append(out, write.Block(c.pos, "server task "+name, body)...)
	}
	return out
}

// fires returns the body of the loop in the task of a timer that is stopped or started again.
func (x *extractor) fires(t timer, c *clock) []write.Line {
	pos := t.o.Pos
	if c.busy == "" { // before Go 1.23: if the buffer is full, the message is lost
		cond := c.armed
		if t.o.Repeats {
			cond += " && empty(" + t.name + ")"
		}
		lines := write.One("await "+cond, pos)
		if !t.o.Repeats {
			lines = append(lines, write.At(c.armed+" = false", pos))
		}
		return append(write.Block(pos, "atomic", lines), write.Block(pos, "select", write.Lines(pos, "case "+t.name+" <- 0:", "else:"))...)
	}
	lines := write.Lines(pos, "await "+c.armed+" && !"+c.busy+" && empty("+t.name+")", c.busy+" = true")
	if !t.o.Repeats {
		lines = append(lines, write.At(c.armed+" = false", pos))
	}
	return append(write.Block(pos, "atomic", lines), write.At(t.name+" <- 0", pos), write.At(c.busy+" = false", pos))
}

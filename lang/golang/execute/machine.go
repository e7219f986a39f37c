package execute

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"math/rand"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/roots"
)

// This file schedules the goroutines of an execution.
//
// Each goroutine of the root is a goroutine of the interpreter, but only one of them runs at a time. It runs until its
// next operation that synchronizes, and there it hands the turn back (await), with a condition under which it can go on
// (wait). The machine then draws one of the goroutines that can go on, or lets a timer fire (turn). When nobody can go
// on, those that are left are blocked (blocked).

// machine is one execution of a root.
type machine struct {
	ctx  context.Context
	ps   *roots.Packages
	root roots.Root
	rng  *rand.Rand
	salt int64 // of the hash functions of this execution

	// The limit.
	steps int // instructions so far
	most  int // at most so many

	// Turns.
	all     []*goroutine   // in the order in which they began
	counts  map[string]int // how many goroutines of a name have begun
	back    chan struct{}  // the goroutine that has the turn hands it back
	callers []*frame       // calls of functions of callers, also those that have returned
	ended   bool           // a goroutine that gets a turn now ends at once (over)

	// The end.
	out *Execution
	why any    // the panic that ended the execution: mistake, crash, unknownError or bug; nil: nobody can move
	in  *frame // where a goroutine met an unknownError; for a list of what is worth a model

	// What the program has.
	globals map[*ssa.Global]*value
	locks   map[*value]*holding // of locks that are held, by the cells of the locks
	conds   map[*value][]*wait  // who waits for a condition, the longest first, by the cell of the sync.Cond
	writers map[*value]*writing // who wants to lock a sync.RWMutex for writing
	pools   map[*value][]value  // what is in a sync.Pool
	groups  map[*value]*group   // of errgroup.Group, by their cells
	clocks  map[*value]*timer   // of time.Timer and time.Ticker, by their cells
	timers  []*timer
	now     int64 // nanoseconds since the execution began
	vague   bool  // now is not known any more

	drawn map[value]bool // texts and numbers that callers have passed, where they must differ (distinct)

	// What is not known (unknowns.go).
	sources int             // how many sources there are
	asked   map[int]string  // by source: the condition that was asked of it
	decided map[string]bool // by condition and sources: the answer

	// What the program has done. Each weakens what may be said at the end.
	hooked bool // it has assigned to a variable of the library something that the library may call
	quiet  bool // what is logged may be discarded
	served bool // a server waits for requests, and may call the package then
	lent   bool // a goroutine has unlocked a lock that another one has locked
}

// holding says who holds a lock, and where the lock was made.
type holding struct {
	by   []*goroutine
	made token.Pos
}

// goroutine is a goroutine of the program.
type goroutine struct {
	m      *machine
	name   string
	begins *ssa.Function // the function that it executes
	resume chan struct{} // it gets the turn
	done   bool
	wait   *wait  // what it waits for; nil: it has the turn, or has not begun
	at     *frame // of the function that is being executed

	caller bool   // callers have started it: its function was written by package clients
	method string // if callers have called a method: the one that it is in
	first  string // if callers have started it: the first method that it has called
	rests  bool   // it may wait for ever without being blocked, as it serves the world outside
}

// wait is an operation at which a goroutine waits.
type wait struct {
	ready func() bool // reports whether it can go on
	what  string      // the operation: "lock h.mu"
	where token.Pos
	on    []Awaited // what others would have to do
	lock  *value    // the cell of the lock that it wants; nil: it is no operation on a lock
	cond  bool      // it waits for a condition (sync.Cond), ...
	woken bool      // ... and somebody has woken it

	// Of an operation on channels.
	cases []arm // one, or those of a select
	taken int   // the index of the case that a partner has completed; -1: none has
	got   value // what was received in it, ...
	ok    bool  // ... and whether it was sent, and not the zero value of a closed channel
}

func newMachine(ctx context.Context, ps *roots.Packages, root roots.Root, rng *rand.Rand, most int) *machine {
	return &machine{ctx: ctx, ps: ps, root: root, rng: rng, most: most, back: make(chan struct{}), out: &Execution{},
		globals: map[*ssa.Global]*value{}, locks: map[*value]*holding{}, conds: map[*value][]*wait{},
		pools: map[*value][]value{}, clocks: map[*value]*timer{}, groups: map[*value]*group{}, asked: map[int]string{},
		decided: map[string]bool{}, counts: map[string]int{}, salt: rng.Int63()}
}

// The types from here on are panics of the interpreter that end an execution.

// mistake is a run-time error of synchronization that nobody recovers.
type mistake struct{ what string }

// crash is any other end of the program: a panic that nobody recovers, os.Exit.
type crash struct{}

// unknownError says that something is not known, so that nothing can be said about the execution.
type unknownError struct{ why string }

func unknown(why string) unknownError { return unknownError{why} }

// bug is a panic of the interpreter by mistake. In tests it is a failure; else it counts as unknown.
type bug struct {
	panicked any
	stack    string
}

// over ends the goroutines that are left when the execution has ended.
type over struct{}

// run executes the root to its end. It returns false if it came to something that is not known, or to a limit.
func (m *machine) run() (*Execution, bool) {
	m.begin(m.root.Fn, "", "", nil, func(g *goroutine) {
		if init := m.root.Fn.Pkg.Func("init"); init != nil {
			g.call(nil, init, nil, nil)
		}
		args := make([]value, len(m.root.Fn.Params))
		for i, p := range m.root.Fn.Params {
			args[i] = m.any(p.Type(), 0)
		}
		g.call(nil, m.root.Fn, args, nil)
		if m.root.Main {
			panic(crash{}) // the others end with it
		}
	})
	m.guard(func() {
		for m.why == nil && m.turn() {
		}
		if m.why == nil {
			m.blocked()
		}
	})
	_, failed := m.why.(mistake)
	_, crashed := m.why.(crash)
	// End the goroutines that are left. Deferred calls may start more of them meanwhile.
	m.ended = true
	for i := 0; i < len(m.all); i++ {
		if g := m.all[i]; !g.done {
			g.resume <- struct{}{}
			<-m.back
		}
	}
	if failed {
		m.out.Mistake = m.why.(mistake).what
	}
	return m.out, m.why == nil || failed || crashed
}

// guard calls f, which asks whether goroutines can go on, outside of all goroutines. The answer may be unknown, which
// is a panic.
func (m *machine) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			m.stop(r)
		}
	}()
	f()
}

// stop ends the execution because of a panic r, unless it has ended before.
func (m *machine) stop(r any) {
	switch r.(type) {
	case crash, unknownError:
	default:
		r = bug{r, string(debug.Stack())}
	}
	if m.why == nil {
		m.why = r
	}
}

// begin starts a goroutine that executes do when it gets its first turn. It is called name, or, if that is "", as fn.
// by is the frame that starts it; nil: it is the first.
func (m *machine) begin(fn *ssa.Function, name, method string, by *frame, do func(*goroutine)) *goroutine {
	name = cmp.Or(name, strings.ReplaceAll(fn.Name(), "$", "_func"))
	if by != nil {
		n := m.counts[name]
		m.counts[name]++
		name = fmt.Sprintf("%s[%d]", name, n)
	}
	g := &goroutine{m: m, name: name, resume: make(chan struct{}), method: method,
		caller: m.root.Client != nil && m.ps.Written(fn), rests: m.ps.Rests(fn), begins: fn}
	m.all = append(m.all, g)
	go func() {
		<-g.resume
		defer func() {
			switch r := recover().(type) {
			case nil, over, goexit:
			case *thrown:
				if m.why == nil {
					m.why = crash{}
					if r.mistake != "" {
						m.why = mistake{r.mistake}
						m.out.Caller = g.caller
						m.out.Steps = m.out.Steps[:r.at] // what deferred functions did is no part of it
					}
				}
			case mistake:
				if m.why == nil {
					m.why, m.out.Caller = r, g.caller
				}
			default:
				if m.why == nil {
					m.in = g.at
				}
				m.stop(r)
			}
			g.done = true
			m.back <- struct{}{}
		}()
		if m.ended {
			panic(over{})
		}
		do(g)
	}()
	return g
}

// turn gives a turn to a goroutine that can move, or lets a timer fire. It reports whether there was one. Timers fire
// when nobody can move, and now and then before: how fast goroutines are is not known.
func (m *machine) turn() bool {
	var able []*goroutine
	for _, g := range m.all {
		if !g.done && (g.wait == nil || g.wait.ready()) {
			able = append(able, g)
		}
	}
	pending := slices.DeleteFunc(slices.Clone(m.timers), func(t *timer) bool { return !t.set })
	if len(pending) > 0 && (len(able) == 0 || m.rng.Intn(6) == 0) {
		m.fire(pending[m.rng.Intn(len(pending))])
		return true
	}
	if len(able) == 0 {
		for _, t := range m.timers {
			if t.more < ticks && m.listened(t) {
				t.more++
				m.fire(t)
				return true
			}
		}
		return false
	}
	g := able[m.rng.Intn(len(able))]
	m.give(g)
	return true
}

// listened reports whether a goroutine waits for a ticker that has fired as often as an execution lets it by itself,
// and would go on.
func (m *machine) listened(t *timer) bool {
	return t.tired && slices.ContainsFunc(m.all, func(g *goroutine) bool {
		return !g.done && g.wait != nil && slices.ContainsFunc(g.wait.cases, func(a arm) bool { return a.c == t.c })
	})
}

// give lets a goroutine run until it hands the turn back.
func (m *machine) give(g *goroutine) {
	g.wait = nil
	g.resume <- struct{}{}
	<-m.back
}

// pause lets others move before the goroutine goes on.
func (g *goroutine) pause() { g.await(&wait{ready: func() bool { return true }}) }

// await hands the turn back, and returns when the goroutine has it again: then w.ready is true.
func (g *goroutine) await(w *wait) {
	g.wait = w
	g.m.back <- struct{}{}
	<-g.resume
	if g.m.ended {
		panic(over{})
	}
}

// step adds an operation that synchronizes to the execution.
func (g *goroutine) step(what string, where token.Pos) {
	method := ""
	if g.caller {
		method = cmp.Or(g.first, g.method) // of what the first call returned, a later one may be
	}
	g.m.out.Steps = append(g.m.out.Steps, Step{g.name, what, where, method})
}

// blocked adds to the execution who is blocked, when nobody can move. If a ticker or a server goes on, it may let
// others go on. Then only goroutines count that wait for locks in a way that nobody can end (locked); without any,
// the execution ends without an answer.
func (m *machine) blocked() {
	var only map[*goroutine]bool
	if m.served || slices.ContainsFunc(m.timers, func(t *timer) bool { return t.set || m.listened(t) }) {
		if only = m.locked(); len(only) == 0 {
			m.why = unknown("a ticker or a server goes on")
			return
		}
	}
	out := &m.out.Blocked
	for _, g := range m.all {
		if g.done || g.rests || only != nil && !only[g] {
			continue
		}
		w := g.wait
		b := Blocked{Goroutine: g.name, At: w.what, Where: w.where, Lock: w.lock != nil, Waits: w.on,
			Method: g.method, Caller: g.caller, Begins: g.begins, Alone: g.caller && m.alone(g)}
		if h := m.locks[w.lock]; h != nil {
			for _, by := range h.by {
				b.For = append(b.For, by.name)
			}
		}
		for _, h := range m.locks {
			if slices.Contains(h.by, g) {
				b.Holds = append(b.Holds, h.made)
			}
		}
		slices.Sort(b.Holds)
		*out = append(*out, b)
	}
	// Try what would happen if those were woken that wait for a condition. Steps after this are no part of the
	// execution.
	steps := m.out.Steps
	for i := range *out {
		g := m.all[m.index((*out)[i].Goroutine)]
		if g.wait.cond && m.missed(g) {
			(*out)[i].Missed = true
			break
		}
	}
	m.out.Steps = steps
}

// locked returns the largest set of goroutines in which each waits for a lock that is held by one of the set, or by a
// goroutine that has ended. Others do not let them go on, provided that each lock is unlocked by the goroutine that has
// locked it. If that is not known, locked returns nil.
func (m *machine) locked() map[*goroutine]bool {
	if m.lent || !m.ps.UnlocksOwn() {
		return nil
	}
	out := map[*goroutine]bool{}
	for _, g := range m.all {
		if !g.done && !g.rests && g.wait != nil && m.locks[g.wait.lock] != nil {
			out[g] = true
		}
	}
	for some := true; some; { // until none has to be left out
		some = false
		for g := range out {
			stays := func(h *goroutine) bool { return out[h] || h.done }
			if !slices.ContainsFunc(m.locks[g.wait.lock].by, stays) {
				delete(out, g)
				some = true
			}
		}
	}
	return out
}

// index returns the index of the goroutine of a name among those that have not ended.
func (m *machine) index(name string) int {
	return slices.IndexFunc(m.all, func(g *goroutine) bool { return g.name == name && !g.done })
}

// missed reports whether a goroutine that waits for a condition would go on if it were woken now, so that a call of
// Signal is missing. It does not go on if it soon waits at the same place again. missed tries it, which changes the
// machine: the execution has ended before.
func (m *machine) missed(g *goroutine) bool {
	was := g.wait
	if was.woken = true; !was.ready() { // the lock is not free
		return false
	}
	for range 50 {
		m.give(g)
		if m.why != nil {
			m.why = nil
			return false
		}
		if g.done || g.wait == nil || !g.wait.ready() {
			break
		}
	}
	return g.done || g.wait == nil || !g.wait.cond || g.wait.where != was.where
}

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

// machine executes a root once. Each goroutine of the root is a goroutine of Go. Only one of them runs at a time. It
// runs until its next operation that synchronizes, and then the machine chooses the next one.
type machine struct {
	ctx   context.Context
	ps    *roots.Packages
	root  roots.Root
	rng   *rand.Rand
	steps int // instructions so far
	most  int

	all     []*goroutine
	back    chan struct{} // a goroutine gives the turn back
	ended   bool          // goroutines that get a turn end
	why     any           // what ended the execution before its end
	in      *frame        // where that was, if a goroutine came to it; for those who look for the next thing to model
	out     *Execution
	globals map[*ssa.Global]*value
	locks   map[*value]*holding // of locks that are held, by the cells that they are in
	timers  []*timer
	conds   map[*value][]*wait // who waits for conditions, the first first
	writers map[*value]*writing
	pools   map[*value][]value
	clocks  map[*value]*timer
	groups  map[*value][]value
	hooked  bool // the package has assigned to a variable of the library what may be called
	sources int
	asked   map[int]string // what was decided of a source
	decided map[string]bool
	counts  map[string]int // goroutines of a name
	salt    int64          // of hash functions
	now     int64          // nanoseconds since it began
	vague   bool           // now is not known
	quiet   bool           // what is logged may be discarded
	served  bool           // a server waits for requests, and may call the package then
	lent    bool           // a goroutine has unlocked what another one has locked
}

// holding is who holds a lock.
type holding struct {
	by   []*goroutine
	made token.Pos
}

type goroutine struct {
	m      *machine
	name   string
	resume chan struct{}
	done   bool
	wait   *wait // nil: it can move
	method string
	first  string // the method that a goroutine of callers was started for
	caller bool   // callers began it
	begins *ssa.Function
	rests  bool // it may wait for ever
	at     *frame
}

// wait is what a goroutine waits for.
type wait struct {
	ready func() bool // what it waits for can come next
	what  string
	where token.Pos
	lock  *value
	on    []Awaited
	cases []arm // of channels
	// Of a partner in a rendezvous: the arm that was taken, and what was received.
	taken int
	got   value
	ok    bool
	cond  bool
	woken bool
}

func newMachine(ctx context.Context, ps *roots.Packages, root roots.Root, rng *rand.Rand, most int) *machine {
	return &machine{ctx: ctx, ps: ps, root: root, rng: rng, most: most, back: make(chan struct{}), out: &Execution{},
		globals: map[*ssa.Global]*value{}, locks: map[*value]*holding{}, conds: map[*value][]*wait{},
		pools: map[*value][]value{}, clocks: map[*value]*timer{}, groups: map[*value][]value{}, asked: map[int]string{},
		decided: map[string]bool{}, counts: map[string]int{}, salt: rng.Int63()}
}

// mistake is a run-time error of synchronization that nobody recovers.
type mistake struct{ what string }

// crash is any other end of the program: a panic that nobody recovers, os.Exit.
type crash struct{}

// bug is a panic that the interpreter did not mean. What comes next is not known; tests fail.
type bug struct {
	panicked any
	stack    string
}

// over ends a goroutine when the execution has ended.
type over struct{}

// run executes the root to its end. False: it came to something that is not known, or to a limit.
func (m *machine) run() (*Execution, bool) {
	m.begin(m.root.Fn, "", nil, func(g *goroutine) {
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

// guard calls a function of the machine itself, which asks values whether goroutines can move: they may be unknown.
func (m *machine) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			m.stop(r)
		}
	}()
	f()
}

// stop notes what panicked and so ends the execution.
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

// begin starts a goroutine.
func (m *machine) begin(fn *ssa.Function, method string, by *frame, do func(*goroutine)) *goroutine {
	name := strings.ReplaceAll(fn.Name(), "$", "_func")
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

// turn gives a turn to a goroutine that can move, or lets a timer fire. False: there is none.
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

// listened reports whether a goroutine waits for a ticker that goes on.
func (m *machine) listened(t *timer) bool {
	return t.tired && slices.ContainsFunc(m.all, func(g *goroutine) bool {
		return !g.done && g.wait != nil && slices.ContainsFunc(g.wait.cases, func(a arm) bool { return a.c == t.c })
	})
}

func (m *machine) give(g *goroutine) {
	g.wait = nil
	g.resume <- struct{}{}
	<-m.back
}

// pause lets others move first.
func (g *goroutine) pause() { g.await(&wait{ready: func() bool { return true }}) }

// await lets others move until what a goroutine waits for can come next.
func (g *goroutine) await(w *wait) {
	g.wait = w
	g.m.back <- struct{}{}
	<-g.resume
	if g.m.ended {
		panic(over{})
	}
}

// step notes an operation that synchronizes.
func (g *goroutine) step(what string, where token.Pos) {
	method := ""
	if g.caller {
		method = cmp.Or(g.first, g.method) // of what the first call returned, a later one may be
	}
	g.m.out.Steps = append(g.m.out.Steps, Step{g.name, what, where, method})
}

// blocked notes who is blocked when nobody can move. It ends the execution without an answer if a timer goes on for
// ever, which may let others go on.
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
			Method: g.method, Caller: g.caller, Begins: g.begins}
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
	steps := m.out.Steps
	for i := range *out {
		g := m.all[m.index((*out)[i].Goroutine)]
		if g.wait.cond && m.missed(g) { // what follows is no part of the execution
			(*out)[i].Missed = true
			break
		}
	}
	m.out.Steps = steps
}

// locked are goroutines that wait for locks which goroutines of them have, or such as have ended: others that go on do
// not let them go on, as each lock is unlocked by who has locked it. nil: that is not so, or not known.
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
	for some := true; some; {
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

func (m *machine) index(name string) int {
	return slices.IndexFunc(m.all, func(g *goroutine) bool { return g.name == name && !g.done })
}

// missed reports whether a goroutine that waits for a condition would go on if it were woken: not so if it waits for
// the same again. The execution has ended before, so that nothing is lost by trying.
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

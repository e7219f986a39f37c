package execute

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file has models of package sync. The state of a lock is a value in the cell of the lock, so that a copy of a
// locked lock is locked, too, as in Go. Who waits for a lock is known to the machine (machine.locks, machine.writers).
//
// Each operation hands the turn to others before it has its effect, so that executions reach all orders of operations.

// mutex is the state of a sync.Mutex or a sync.RWMutex.
type mutex struct {
	locked  bool // for writing
	readers int  // how many have it for reading
}

// waitGroup is the state of a sync.WaitGroup: its counter.
type waitGroup struct{ n int64 }

// once is the state of a sync.Once: its function has ended, or is being executed.
type once struct{ done, runs bool }

type syncMap struct{ m *mapping }

type atomicValue struct{ v value } // nil: the zero value

// zeroOfLibrary returns the zero value of a type of the library that has models, as the state that they keep in it. It
// returns nil for any other type.
func zeroOfLibrary(t types.Type) value {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	switch n.Obj().Pkg().Path() {
	case "sync":
		switch n.Obj().Name() {
		case "Mutex", "RWMutex":
			return mutex{}
		case "WaitGroup":
			return waitGroup{}
		case "Once":
			return once{}
		case "Map":
			return syncMap{}
		}
	case "sync/atomic":
		return atomicValue{}
	case "time":
		if n.Obj().Name() == "Time" {
			return moment{}
		}
	case "reflect":
		if n.Obj().Name() == "Value" {
			return iface{}
		}
	}
	return nil
}

// model executes a function of the library, and returns its result. The receiver of a method is its first operand.
type model func(fr *frame, i ssa.CallInstruction, args []value) value

// models has all models by the names of their functions (std.Key).
var models = map[string]model{}

// syncModels returns the models of this file.
func syncModels() map[string]model {
	return map[string]model{
		"sync.Mutex.Lock":      func(fr *frame, i ssa.CallInstruction, a []value) value { fr.lock(i, a[0]); return nil },
		"sync.RWMutex.Lock":    func(fr *frame, i ssa.CallInstruction, a []value) value { fr.lockAll(i, a[0]); return nil },
		"sync.Mutex.Unlock":    func(fr *frame, i ssa.CallInstruction, a []value) value { fr.unlock(i, a[0]); return nil },
		"sync.RWMutex.Unlock":  func(fr *frame, i ssa.CallInstruction, a []value) value { fr.unlock(i, a[0]); return nil },
		"sync.RWMutex.RLock":   func(fr *frame, i ssa.CallInstruction, a []value) value { fr.rlock(i, a[0]); return nil },
		"sync.RWMutex.RUnlock": func(fr *frame, i ssa.CallInstruction, a []value) value { fr.runlock(i, a[0]); return nil },
		"sync.Mutex.TryLock":   (*frame).tryLock,
		"sync.RWMutex.TryLock": (*frame).tryLock,
		"sync.WaitGroup.Add": func(fr *frame, i ssa.CallInstruction, a []value) value {
			n, ok := integer(a[1])
			if !ok {
				panic(unknown("what is added to a wait group"))
			}
			fr.add(i, a[0], n)
			return nil
		},
		"sync.WaitGroup.Done": func(fr *frame, i ssa.CallInstruction, a []value) value { fr.add(i, a[0], -1); return nil },
		"sync.WaitGroup.Wait": (*frame).waitAll,
		"sync.WaitGroup.Go":   (*frame).goAll,
		"sync.Once.Do":        (*frame).do,
		"sync.OnceFunc":       (*frame).onceFunc,
		"sync.OnceValue":      (*frame).onceFunc,
		"sync.OnceValues":     (*frame).onceFunc,
		"sync.NewCond":        (*frame).newCond,
		"sync.Cond.Wait":      (*frame).waitFor,
		"sync.Cond.Signal":    func(fr *frame, i ssa.CallInstruction, a []value) value { return fr.signal(i, a[0], 1) },
		"sync.Cond.Broadcast": func(fr *frame, i ssa.CallInstruction, a []value) value { return fr.signal(i, a[0], 1000) },
		"sync.Pool.Get":       (*frame).poolGet,
		"sync.Pool.Put":       (*frame).poolPut,
	}
}

func init() {
	for _, more := range []map[string]model{syncModels(), mapModels(), atomicModels(), timeModels(), clockModels(),
		contextModels(), otherModels()} {
		for name, m := range more {
			models[name] = m
		}
	}
}

// cellOf returns the cell that a pointer points to, and where the object was made that the cell is in. It panics as Go
// does if the pointer is nil.
func cellOf(v value) (*value, token.Pos) {
	p, ok := v.(pointer)
	if !ok {
		panic(unknown("something of package sync"))
	}
	if p.cell == nil {
		panic(nilPointer())
	}
	return p.cell, p.of.made
}

// mutexOf returns the cell and the state of a lock, and where its object was made.
func mutexOf(v value) (*value, mutex, token.Pos) {
	c, made := cellOf(v)
	m, ok := (*c).(mutex)
	if !ok {
		panic(unknown("a lock"))
	}
	return c, m, made
}

// name returns the receiver of a call as the source has it.
func name(i ssa.CallInstruction) string {
	if c := i.Common(); c.IsInvoke() {
		return describe(c.Value)
	} else if len(c.Args) > 0 {
		return describe(c.Args[0])
	}
	return "it"
}

// lockedBy reports whether the lock in a cell is locked for writing.
func lockedBy(cell *value) bool { return stateOf[mutex](cell).locked }

// stateOf returns the state in a cell. It ends the execution if an unknown value was assigned to the cell.
func stateOf[T any](cell *value) T {
	s, ok := (*cell).(T)
	if !ok {
		panic(unknown("something of package sync"))
	}
	return s
}

// hold records that the goroutine holds a lock.
func (fr *frame) hold(cell *value, made token.Pos) {
	h := fr.g.m.locks[cell]
	if h == nil {
		h = &holding{made: made}
		fr.g.m.locks[cell] = h
	}
	h.by = append(h.by, fr.g)
}

// lock models Mutex.Lock.
func (fr *frame) lock(i ssa.CallInstruction, v value) {
	cell, _, made := mutexOf(v)
	what := "lock " + name(i)
	fr.g.await(&wait{ready: func() bool { return !lockedBy(cell) }, what: what, where: i.Pos(), lock: cell, taken: -1})
	fr.g.step(what, i.Pos())
	*cell = mutex{locked: true}
	fr.hold(cell, made)
}

// writing is the state of a sync.RWMutex that goroutines lock for writing, beside who holds it.
type writing struct {
	taken   bool    // a writer has it, or will have it next, so that new readers wait
	readers []*wait // the readers that wait
}

func (m *machine) writingOf(cell *value) *writing {
	if m.writers == nil {
		m.writers = map[*value]*writing{}
	}
	if m.writers[cell] == nil {
		m.writers[cell] = &writing{}
	}
	return m.writers[cell]
}

// lockAll models RWMutex.Lock. It waits in two steps: to be the next writer, from when on new readers wait, and then
// for the readers that have the lock.
func (fr *frame) lockAll(i ssa.CallInstruction, v value) {
	cell, _, made := mutexOf(v)
	w := fr.g.m.writingOf(cell)
	what := "lock " + name(i)
	fr.g.await(&wait{ready: func() bool { return !w.taken && !lockedBy(cell) }, what: what, where: i.Pos(), lock: cell,
		taken: -1})
	w.taken = true
	if stateOf[mutex](cell).readers > 0 {
		unread := func() bool { return stateOf[mutex](cell).readers == 0 }
		fr.g.await(&wait{ready: unread, what: what, where: i.Pos(), lock: cell, taken: -1})
	}
	fr.g.step(what, i.Pos())
	*cell = mutex{locked: true}
	fr.hold(cell, made)
}

// unlock models Unlock. It gives the lock to all readers that wait for a RWMutex.
func (fr *frame) unlock(i ssa.CallInstruction, v value) {
	cell, mu, _ := mutexOf(v)
	fr.g.step("unlock "+name(i), i.Pos())
	if !mu.locked {
		panic(mistake{"unlock of unlocked mutex"}) // a fatal error, which cannot be recovered
	}
	if h := fr.g.m.locks[cell]; h != nil && !slices.Contains(h.by, fr.g) {
		fr.g.m.lent = true
	}
	delete(fr.g.m.locks, cell)
	w := fr.g.m.writingOf(cell)
	for _, r := range w.readers {
		r.woken = true
	}
	*cell = mutex{readers: len(w.readers)}
	w.taken, w.readers = false, nil
	fr.g.pause()
}

// rlock models RWMutex.RLock. A reader that waits is counted by the writer that unlocks.
func (fr *frame) rlock(i ssa.CallInstruction, v value) {
	cell, _, made := mutexOf(v)
	fr.g.pause()
	what := "rlock " + name(i)
	w := fr.g.m.writingOf(cell)
	if mu := stateOf[mutex](cell); mu.locked || w.taken {
		r := &wait{what: what, where: i.Pos(), lock: cell, taken: -1}
		r.ready = func() bool { return r.woken }
		w.readers = append(w.readers, r)
		fr.g.await(r)
	} else {
		mu.readers++
		*cell = mu
	}
	fr.g.step(what, i.Pos())
	fr.hold(cell, made)
}

// runlock models RWMutex.RUnlock.
func (fr *frame) runlock(i ssa.CallInstruction, v value) {
	cell, mu, _ := mutexOf(v)
	fr.g.step("runlock "+name(i), i.Pos())
	if mu.readers == 0 {
		panic(mistake{"unlock of unlocked mutex"})
	}
	mu.readers--
	*cell = mu
	if h := fr.g.m.locks[cell]; h != nil {
		k := slices.Index(h.by, fr.g)
		if k < 0 {
			fr.g.m.lent, k = true, 0
		}
		if h.by = slices.Delete(h.by, k, min(k+1, len(h.by))); len(h.by) == 0 {
			delete(fr.g.m.locks, cell)
		}
	}
	fr.g.pause()
}

// tryLock models TryLock.
func (fr *frame) tryLock(i ssa.CallInstruction, a []value) value {
	cell, _, made := mutexOf(a[0])
	fr.g.pause()
	w := fr.g.m.writingOf(cell)
	if mu := stateOf[mutex](cell); mu.locked || mu.readers > 0 || w.taken {
		return false
	}
	*cell = mutex{locked: true}
	w.taken = strings.Contains(i.Common().StaticCallee().String(), "RWMutex")
	fr.hold(cell, made)
	fr.g.step("lock "+name(i), i.Pos())
	fr.g.pause() // others may try, too, while it is held
	return true
}

// add models WaitGroup.Add, and Done by n = -1.
func (fr *frame) add(i ssa.CallInstruction, v value, n int64) {
	cell, _ := cellOf(v)
	fr.g.pause()
	wg, ok := (*cell).(waitGroup)
	if !ok {
		panic(unknown("a wait group"))
	}
	word := "add "
	if n < 0 {
		word = "done "
	}
	fr.g.step(word+name(i), i.Pos())
	if wg.n+n < 0 {
		fr.g.fails(negativeCounter)
	}
	*cell = waitGroup{wg.n + n}
}

// waitAll models WaitGroup.Wait.
func (fr *frame) waitAll(i ssa.CallInstruction, a []value) value {
	cell, made := cellOf(a[0])
	what := "wait " + name(i)
	fr.g.await(&wait{ready: func() bool { return stateOf[waitGroup](cell).n == 0 }, what: what, where: i.Pos(), taken: -1,
		on: []Awaited{{"done", made}}})
	fr.g.step(what, i.Pos())
	return nil
}

// goAll models WaitGroup.Go.
func (fr *frame) goAll(i ssa.CallInstruction, a []value) value {
	f, ok := a[1].(*closure)
	if !ok || f == nil || f.fn == nil {
		panic(unknown("a function"))
	}
	fr.add(i, a[0], 1)
	fr.start(i, f.fn, "", func(g *goroutine) {
		top := &frame{g: g, fn: fr.fn, env: fr.env}
		defer func() { // Goexit does what is deferred
			if r := recover(); r != nil {
				if _, is := r.(goexit); is {
					top.add(i, a[0], -1)
				}
				panic(r)
			}
		}()
		top.apply(i, f, nil, nil)
		top.add(i, a[0], -1)
	})
	return nil
}

// do models Once.Do: all other calls wait until the function has ended. A call from the function itself waits for ever,
// so the cell counts as a lock that the goroutine holds.
func (fr *frame) do(i ssa.CallInstruction, a []value) value {
	cell, made := cellOf(a[0])
	what := "once " + name(i)
	idle := func() bool { return !stateOf[once](cell).runs }
	fr.g.await(&wait{ready: idle, what: what, where: i.Pos(), lock: cell, taken: -1})
	if stateOf[once](cell).done {
		return nil
	}
	fr.g.step(what, i.Pos())
	*cell = once{runs: true}
	fr.hold(cell, made)
	defer func() {
		if !fr.g.m.ended && !stateOf[once](cell).runs { // it was overwritten
			panic(mistake{"unlock of unlocked mutex"})
		}
		*cell = once{done: true}
		delete(fr.g.m.locks, cell)
	}()
	f, _ := a[1].(*closure)
	return fr.apply(i, f, nil, nil)
}

// onceFunc models sync.OnceFunc, OnceValue and OnceValues: a function that calls another one in its first call, and
// returns its results in each.
func (fr *frame) onceFunc(i ssa.CallInstruction, a []value) value {
	f, _ := a[0].(*closure)
	cell := new(value)
	*cell = once{}
	var result value
	call := &closure{native: func(*goroutine, []value) value { return nil }}
	call.native = func(g *goroutine, _ []value) value {
		at := &frame{g: g, fn: fr.fn, caller: g.at, env: fr.env}
		run := &closure{native: func(*goroutine, []value) value {
			defer func() {
				if r := recover(); r != nil {
					if _, is := r.(*thrown); is { // each call panics then
						panic(unknown("a panic of a function that is called once"))
					}
					panic(r)
				}
			}()
			result = at.apply(i, f, nil, nil)
			return nil
		}}
		at.do(i, []value{pointer{cell, &object{made: i.Pos()}}, run})
		return result
	}
	return call
}

// newCond models sync.NewCond.
func (fr *frame) newCond(i ssa.CallInstruction, a []value) value {
	t := i.Common().Signature().Results().At(0).Type().(*types.Pointer).Elem()
	c := new(value)
	*c = zero(t)
	assign(&(*c).(structure)[lockOf(t)], a[0])
	return pointer{c, &object{made: i.Pos()}}
}

// lockOf returns the index of field L of sync.Cond.
func lockOf(t types.Type) int {
	s := t.Underlying().(*types.Struct)
	for k := range s.NumFields() {
		if s.Field(k).Name() == "L" {
			return k
		}
	}
	panic(unknown("a condition"))
}

// waitFor models Cond.Wait.
func (fr *frame) waitFor(i ssa.CallInstruction, a []value) value {
	cell, made := cellOf(a[0])
	t := i.Common().Signature().Recv().Type().(*types.Pointer).Elem()
	lock, ok := stateOf[structure](cell)[lockOf(t)].(iface)
	if !ok || lock.typ == nil {
		panic(nilPointer())
	}
	m := fr.g.m
	fr.g.pause() // a goroutine that does not hold the lock may signal before this one waits
	w := &wait{what: "wait " + name(i), where: i.Pos(), cond: true, taken: -1, on: []Awaited{{"signal", made}}}
	w.ready = func() bool { return w.woken }
	m.conds[cell] = append(m.conds[cell], w)
	fr.method(i, lock, "Unlock")
	fr.g.await(w)
	fr.g.step(w.what, i.Pos())
	fr.method(i, lock, "Lock")
	return nil
}

// method calls a method of an interface value that has no operands.
func (fr *frame) method(i ssa.CallInstruction, of iface, name string) value {
	if of.typ == nil {
		panic(nilPointer())
	}
	if m, ok := of.v.(method); ok {
		return m.call(fr.g, name, nil, i.Pos())
	}
	var pkg *types.Package
	if fr.fn.Pkg != nil {
		pkg = fr.fn.Pkg.Pkg
	}
	fn := fr.g.m.ps.Prog.LookupMethod(of.typ, pkg, name)
	if fn == nil {
		panic(unknown("a method"))
	}
	return fr.apply(i, &closure{fn: fn}, []value{copied(of.v)}, nil)
}

// signal models Cond.Signal (most is 1) and Broadcast: it wakes at most so many of those that wait for a condition, the
// one that has waited longest first, as the runtime does.
func (fr *frame) signal(i ssa.CallInstruction, v value, most int) value {
	cell, _ := cellOf(v)
	m := fr.g.m
	fr.g.pause()
	fr.g.step("signal "+name(i), i.Pos())
	for ; most > 0 && len(m.conds[cell]) > 0; most-- {
		m.conds[cell][0].woken = true
		m.conds[cell] = m.conds[cell][1:]
	}
	return nil
}

// poolGet models Pool.Get: it takes what was put into the pool last, or calls New. A pool may lose what is in it at any
// time.
func (fr *frame) poolGet(i ssa.CallInstruction, a []value) value {
	cell, _ := cellOf(a[0])
	m := fr.g.m
	if items := m.pools[cell]; len(items) > 0 && m.rng.Intn(3) > 0 {
		m.pools[cell] = items[:len(items)-1]
		return items[len(items)-1]
	}
	t := i.Common().Signature().Recv().Type().(*types.Pointer).Elem().Underlying().(*types.Struct)
	s := stateOf[structure](cell)
	for k := range t.NumFields() {
		if f, ok := s[k].(*closure); ok && t.Field(k).Name() == "New" && f != nil {
			return fr.apply(i, f, nil, nil)
		}
	}
	return iface{}
}

// poolPut models Pool.Put.
func (fr *frame) poolPut(_ ssa.CallInstruction, a []value) value {
	cell, _ := cellOf(a[0])
	fr.g.m.pools[cell] = append(fr.g.m.pools[cell], a[1])
	return nil
}

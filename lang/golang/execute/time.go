package execute

import (
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/std"
)

// timer is a timer, a ticker, or the deadline of a context. It may fire at any time while it is set: no execution
// depends on how long something takes.
type timer struct {
	set   bool
	again int  // how often a ticker may still fire
	tired bool // a ticker that has fired often: it would go on for ever
	more  int  // how often it has fired since then, when nobody else could move
	c     *channel
	do    func() // in place of a channel

	at    int64 // when it may fire; of a ticker, when it may fire next
	every int64
	known bool // at is
}

// ticks is how often a ticker fires in an execution, which is not decided if it should fire more often.
const ticks = 3

// fire lets a timer fire.
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
	case len(t.c.buffer) < t.c.capacity: // as the runtime does it: nobody waits to send, so a receiver takes it itself
		t.c.buffer = append(t.c.buffer, m.clock())
	}
}

// set stops a timer, or starts it again, and reports whether it was set. As of Go 1.23, it takes a message from the
// channel that nobody has received, and the timer counts as set then.
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

// newTimer is a timer with a channel; of a ticker, how often it fires.
func (fr *frame) newTimer(i ssa.CallInstruction, often int, d value) *timer {
	m := fr.g.m
	elem := i.Parent().Prog.ImportedPackage("time").Type("Time").Type()
	t := &timer{set: true, again: often, c: &channel{capacity: 1, made: i.Pos(), elem: elem}}
	t.start(m, d)
	m.timers = append(m.timers, t)
	return t
}

// timerStruct is a pointer to a struct time.Timer or time.Ticker.
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

func (fr *frame) timerOf(v value) *timer {
	cell, _ := cellOf(v)
	fr.g.pause()
	t := fr.g.m.clocks[cell]
	if t == nil {
		panic(unknown("a timer"))
	}
	return t
}

// afterFunc is a timer that starts a goroutine.
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

// starter starts a goroutine that executes a function which a call of the library gets.
func (fr *frame) starter(i ssa.CallInstruction, f *closure) func() {
	m, method := fr.g.m, fr.g.method
	by := &frame{g: fr.g, fn: fr.fn, env: fr.env}
	return func() {
		m.begin(f.fn, method, by, func(g *goroutine) {
			(&frame{g: g, fn: by.fn, env: by.env}).apply(i, f, nil, nil)
		})
	}
}

// failure is an error of the library.
type failure struct {
	text  string
	wraps []value
	vague bool // text is not what Error returns
	// open: it may wrap more than wraps has.
	open bool
}

func (f *failure) call(g *goroutine, name string, args []value, _ token.Pos) value {
	switch name {
	case "Error":
		if f.vague {
			return &opaque{}
		}
		return f.text
	}
	panic(unknown("a method of an error"))
}

// errorType is the type of errors of the library.
var errorType types.Type = types.NewPointer(types.NewNamed(types.NewTypeName(token.NoPos, nil, "failure", nil),
	types.NewStruct(nil, nil), nil))

// otherModels are those of other packages.
func otherModels() map[string]model {
	return map[string]model{
		"errors.New": func(fr *frame, i ssa.CallInstruction, a []value) value {
			text, known := a[0].(string)
			return iface{errorType, &failure{text: text, vague: !known}}
		},
		"fmt.Errorf": func(fr *frame, i ssa.CallInstruction, a []value) value {
			fr.prints(i, "fmt.Errorf", a)
			return iface{errorType, wrapping(a[0], a[1])}
		},
		"errors.Join": func(fr *frame, i ssa.CallInstruction, a []value) value {
			s, ok := a[0].(slice)
			if !ok {
				panic(unknown("errors"))
			}
			f := &failure{vague: true}
			for _, e := range s.cells {
				b, ok := e.(iface)
				if !ok || b.typ != nil && fr.g.m.mayCall(b, 0) {
					panic(unknown("an error"))
				}
				if b.typ != nil {
					f.wraps = append(f.wraps, b)
				}
			}
			if len(f.wraps) == 0 {
				return iface{}
			}
			return iface{errorType, f}
		},
		"errors.Is": func(fr *frame, i ssa.CallInstruction, a []value) value { return isError(a[0], a[1]) },
		"log.Fatal": exits, "log.Fatalf": exits, "log.Fatalln": exits,
		"sort.Slice": sorts, "sort.SliceStable": sorts,
		"golang.org/x/sync/errgroup.Group.Go":   (*frame).groupGo,
		"golang.org/x/sync/errgroup.Group.Wait": (*frame).groupWait,
		"reflect.ValueOf": func(fr *frame, i ssa.CallInstruction, a []value) value {
			if from(a[0]) != nil {
				panic(unknown("a value of reflect"))
			}
			return a[0]
		},
		"reflect.TypeOf":     func(fr *frame, i ssa.CallInstruction, a []value) value { return typeOf(a[0]) },
		"reflect.Value.Type": func(fr *frame, i ssa.CallInstruction, a []value) value { return typeOf(a[0]) },
		"reflect.Value.Kind": func(fr *frame, i ssa.CallInstruction, a []value) value {
			t, ok := typeOf(a[0]).(iface).v.(method)
			if !ok { // reflect.Invalid
				panic(unknown("a type"))
			}
			return t.call(fr.g, "Kind", nil, i.Pos())
		},
		"reflect.Value.Call":    (*frame).reflectCall,
		"testing.common.Helper": nothing, "testing.common.FailNow": leaves, "testing.common.Fatal": leaves,
		"testing.common.Fatalf": leaves, "testing.T.Run": (*frame).subtest,
		"log.SetOutput": func(fr *frame, i ssa.CallInstruction, a []value) value {
			if fr.g.m.mayCall(a[0], 0) {
				panic(unknown("what is logged"))
			}
			fr.g.m.quiet = true
			return nil
		},
		"sort.Sort": sortsBy, "sort.Stable": sortsBy,
		"encoding/json.Marshal": (*frame).marshals, "encoding/json.MarshalIndent": (*frame).marshals,
	}
}

func nothing(*frame, ssa.CallInstruction, []value) value { return nil }

func leaves(fr *frame, i ssa.CallInstruction, a []value) value {
	fr.prints(i, std.Key(heap.FullName(i.Common().StaticCallee())), a)
	panic(goexit{})
}

func exits(fr *frame, i ssa.CallInstruction, a []value) value {
	fr.prints(i, std.Key(heap.FullName(i.Common().StaticCallee())), a)
	panic(crash{})
}

// subtest is T.Run: the test waits until the subtest has ended. One that calls Parallel ends the execution.
func (fr *frame) subtest(i ssa.CallInstruction, a []value) value {
	f, ok := a[2].(*closure)
	if !ok || f == nil || f.fn == nil {
		panic(unknown("a function"))
	}
	done := false
	fr.start(i, f.fn, func(g *goroutine) {
		defer func() { done = true }()
		(&frame{g: g, fn: fr.fn, env: fr.env}).apply(i, f, []value{a[0]}, nil)
	})
	fr.g.await(&wait{ready: func() bool { return done }, what: "run " + f.fn.Name(), where: i.Pos(), taken: -1})
	return fr.any(i.Common().Signature().Results())
}

// isError is errors.Is.
func isError(err, target value) value {
	e, ok1 := err.(iface)
	t, ok2 := target.(iface)
	switch {
	case !ok1 || !ok2:
		return from(err, target)
	case e.typ == nil || t.typ == nil:
		return e.typ == nil && t.typ == nil
	case equal(e, t):
		return true
	}
	f, ok := e.v.(*failure)
	if !ok {
		panic(unknown("whether an error is another one"))
	}
	for _, w := range f.wraps {
		switch is := isError(w, t).(type) {
		case bool:
			if is {
				return true
			}
		default:
			panic(unknown("whether an error is another one"))
		}
	}
	if f.open {
		panic(unknown("whether an error is another one"))
	}
	return false
}

// verb is a directive of a format; those with an explicit index or a width among the operands are not understood.
var verb = regexp.MustCompile(`%[-+# 0]*[0-9.]*([a-zA-Z%])`)

// wrapping is the error of fmt.Errorf, which wraps the operands of %w.
func wrapping(format, operands value) *failure {
	f := &failure{vague: true}
	text, ok1 := format.(string)
	s, ok2 := operands.(slice)
	if !ok1 || !ok2 || strings.ContainsAny(text, "*[") {
		f.open = true
		return f
	}
	k := 0
	for _, m := range verb.FindAllStringSubmatch(text, -1) {
		if m[1] == "%" {
			continue
		}
		if m[1] == "w" && k < len(s.cells) {
			f.wraps = append(f.wraps, s.cells[k])
		}
		k++
	}
	return f
}

// mostSorted is how long a list may be that package sort sorts by insertion, each item as far as it has to go: which
// items are compared is known then.
const mostSorted = 12

// sortsBy sorts what has Len, Less and Swap.
func sortsBy(fr *frame, i ssa.CallInstruction, a []value) value {
	list, ok := a[0].(iface)
	if !ok || list.typ == nil {
		panic(unknown("a list"))
	}
	call := func(name string, args ...value) value {
		fn := fr.g.m.ps.Prog.LookupMethod(list.typ, nil, name)
		if _, library := list.v.(method); library || fn == nil {
			panic(unknown("a list"))
		}
		return fr.apply(i, &closure{fn: fn}, append([]value{copied(list.v)}, args...), nil)
	}
	length, known := integer(call("Len"))
	if !known || length > mostSorted {
		panic(unknown("how long a list is"))
	}
	for n := int64(1); n < length; n++ {
		for k := n; k > 0; k-- {
			less, known := call("Less", k, k-1).(bool)
			if !known {
				panic(unknown("an order"))
			}
			if !less {
				break
			}
			call("Swap", k, k-1)
		}
	}
	return nil
}

// sorts sorts a slice by a function.
func sorts(fr *frame, i ssa.CallInstruction, a []value) value {
	list, ok := a[0].(iface)
	if !ok || list.typ == nil {
		panic(unknown("a list"))
	}
	s, ok := list.v.(slice)
	less, ok2 := a[1].(*closure)
	if !ok || !ok2 {
		panic(unknown("a list"))
	}
	if len(s.cells) > mostSorted {
		panic(unknown("how long a list is"))
	}
	for n := 1; n < len(s.cells); n++ {
		for k := n; k > 0; k-- {
			yes, known := fr.apply(i, less, []value{int64(k), int64(k - 1)}, nil).(bool)
			if !known {
				panic(unknown("an order"))
			}
			if !yes {
				break
			}
			a, b := copied(s.cells[k]), copied(s.cells[k-1])
			assign(&s.cells[k], b)
			assign(&s.cells[k-1], a)
		}
	}
	return nil
}

// reflectCall calls a function by reflection.
func (fr *frame) reflectCall(i ssa.CallInstruction, a []value) value {
	of, ok := a[0].(iface)
	args, ok2 := a[1].(slice)
	if !ok || !ok2 || of.typ == nil {
		panic(unknown("a function"))
	}
	f, ok := of.v.(*closure)
	sig, ok2 := of.typ.Underlying().(*types.Signature)
	if !ok || !ok2 || sig.Variadic() || sig.Params().Len() != len(args.cells) {
		panic(unknown("a function"))
	}
	operands := make([]value, len(args.cells))
	for k, c := range args.cells {
		arg, ok := c.(iface)
		if !ok {
			panic(unknown("an operand"))
		}
		if types.IsInterface(sig.Params().At(k).Type()) {
			operands[k] = arg
		} else if operands[k] = arg.v; arg.typ == nil || !types.AssignableTo(arg.typ, sig.Params().At(k).Type()) {
			panic(unknown("an operand"))
		}
	}
	r := fr.apply(i, f, operands, nil)
	out := slice{[]value{}, &object{made: i.Pos()}}
	switch results := sig.Results(); results.Len() {
	case 0:
	case 1:
		out.cells = append(out.cells, boxed(r, results.At(0).Type()))
	default:
		for k, v := range r.(tuple) {
			out.cells = append(out.cells, boxed(v, results.At(k).Type()))
		}
	}
	return out
}

func boxed(v value, t types.Type) value {
	if types.IsInterface(t) {
		return v
	}
	return iface{t, v}
}

// groupGo and groupWait are those of an errgroup whose goroutines are not limited, and that has no context.
func (fr *frame) groupGo(i ssa.CallInstruction, a []value) value {
	cell, _ := cellOf(a[0])
	f, ok := a[1].(*closure)
	if !ok || f == nil || f.fn == nil {
		panic(unknown("a function"))
	}
	m := fr.g.m
	m.groups[cell] = append(m.groups[cell], nil)
	n := len(m.groups[cell]) - 1
	fr.start(i, f.fn, func(g *goroutine) {
		defer func() {
			if r := recover(); r != nil {
				if _, is := r.(goexit); is {
					m.groups[cell][n] = iface{}
				}
				panic(r)
			}
		}()
		r := (&frame{g: g, fn: fr.fn, env: fr.env}).apply(i, f, nil, nil)
		if r == nil {
			r = iface{}
		}
		m.groups[cell][n] = r
	})
	return nil
}

func (fr *frame) groupWait(i ssa.CallInstruction, a []value) value {
	cell, _ := cellOf(a[0])
	m := fr.g.m
	what := "wait " + name(i)
	done := func() bool {
		for _, r := range m.groups[cell] {
			if r == nil {
				return false
			}
		}
		return true
	}
	fr.g.await(&wait{ready: done, what: what, where: i.Pos(), taken: -1})
	fr.g.step(what, i.Pos())
	for _, r := range m.groups[cell] {
		if e, ok := r.(iface); !ok || e.typ != nil {
			return r
		}
	}
	return iface{}
}

// reflected is a type of package reflect.
type reflected struct{ typ types.Type }

// reflectedType is the type of its values.
var reflectedType types.Type = types.NewPointer(types.NewNamed(types.NewTypeName(token.NoPos, nil, "rtype", nil),
	types.NewStruct(nil, nil), nil))

func typeOf(v value) value {
	b, ok := v.(iface)
	if !ok {
		panic(unknown("a type"))
	}
	if b.typ == nil {
		return iface{}
	}
	return iface{reflectedType, reflected{b.typ}}
}

func (r reflected) call(_ *goroutine, name string, _ []value, _ token.Pos) value {
	if name == "Kind" {
		switch u := r.typ.Underlying().(type) {
		case *types.Basic:
			kinds := map[types.BasicKind]reflect.Kind{types.Bool: reflect.Bool, types.Int: reflect.Int,
				types.String: reflect.String, types.Float64: reflect.Float64}
			if k := kinds[u.Kind()]; k != reflect.Invalid {
				return uint64(k)
			}
		case *types.Signature:
			return uint64(reflect.Func)
		case *types.Pointer:
			return uint64(reflect.Pointer)
		case *types.Struct:
			return uint64(reflect.Struct)
		case *types.Slice:
			return uint64(reflect.Slice)
		case *types.Map:
			return uint64(reflect.Map)
		case *types.Chan:
			return uint64(reflect.Chan)
		}
	}
	panic(unknown("a type"))
}

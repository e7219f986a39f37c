package execute

import (
	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/std"
)

// This file has models of packages of which few functions matter: errors, log, sort, testing, reflect and errgroup.

// otherModels returns the models of this file and of errors.go and reflect.go.
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

// nothing models a function without an effect.
func nothing(*frame, ssa.CallInstruction, []value) value { return nil }

// leaves models a function that prints and ends its goroutine, as Fatal of a test.
func leaves(fr *frame, i ssa.CallInstruction, a []value) value {
	fr.prints(i, std.Key(heap.FullName(i.Common().StaticCallee())), a)
	panic(goexit{})
}

// exits models a function that prints and ends the program, as log.Fatal.
func exits(fr *frame, i ssa.CallInstruction, a []value) value {
	fr.prints(i, std.Key(heap.FullName(i.Common().StaticCallee())), a)
	panic(crash{})
}

// subtest models T.Run: the test waits until the subtest has ended. Parallel has no model, so a subtest that calls it
// ends the execution without an answer.
func (fr *frame) subtest(i ssa.CallInstruction, a []value) value {
	f, ok := a[2].(*closure)
	if !ok || f == nil || f.fn == nil {
		panic(unknown("a function"))
	}
	done := false
	fr.start(i, f.fn, "", func(g *goroutine) {
		defer func() { done = true }()
		(&frame{g: g, fn: fr.fn, env: fr.env}).apply(i, f, []value{a[0]}, nil)
	})
	fr.g.await(&wait{ready: func() bool { return done }, what: "run " + f.fn.Name(), where: i.Pos(), taken: -1})
	return fr.unknownResults(i.Common().Signature().Results())
}

// mostSorted is the number of items up to which package sort sorts by insertion, so that it is known which items it
// compares: the list may call functions of the program for that.
const mostSorted = 12

// sortsBy models sort.Sort, which calls methods Len, Less and Swap.
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

// sorts models sort.Slice, which calls a function to compare items.
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

// group is the state of an errgroup.Group.
type group struct {
	running int     // how many of its goroutines have not ended
	errs    []value // their results that are, or may be, errors; in the order in which they ended
}

// groupOf returns the state of the errgroup.Group that a pointer points to.
func (m *machine) groupOf(v value) *group {
	cell, _ := cellOf(v)
	if m.groups[cell] == nil {
		m.groups[cell] = &group{}
	}
	return m.groups[cell]
}

// groupGo models Go of an errgroup.Group. A Group with a limit or a context comes from a function without a model, and
// is unknown.
func (fr *frame) groupGo(i ssa.CallInstruction, a []value) value {
	f, ok := a[1].(*closure)
	if !ok || f == nil || f.fn == nil {
		panic(unknown("a function"))
	}
	of := fr.g.m.groupOf(a[0])
	of.running++
	fr.start(i, f.fn, "", func(g *goroutine) {
		defer func() {
			if r := recover(); r != nil {
				if _, is := r.(goexit); is {
					of.running--
				}
				panic(r)
			}
		}()
		r := (&frame{g: g, fn: fr.fn, env: fr.env}).apply(i, f, nil, nil)
		if e, known := r.(iface); r != nil && (!known || e.typ != nil) {
			of.errs = append(of.errs, r)
		}
		of.running--
	})
	return nil
}

// groupWait models Wait of an errgroup.Group: it returns the error of the goroutine that ended first with an error.
func (fr *frame) groupWait(i ssa.CallInstruction, a []value) value {
	of := fr.g.m.groupOf(a[0])
	what := "wait " + name(i)
	fr.g.await(&wait{ready: func() bool { return of.running == 0 }, what: what, where: i.Pos(), taken: -1})
	fr.g.step(what, i.Pos())
	if len(of.errs) == 0 {
		return iface{}
	}
	if _, known := of.errs[0].(iface); !known && len(of.errs) > 1 {
		panic(unknown("which goroutine has failed first"))
	}
	return of.errs[0]
}

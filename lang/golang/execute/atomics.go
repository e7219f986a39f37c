package execute

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file has models of sync.Map and of package sync/atomic. Each operation first hands the turn to other
// goroutines, and then has its effect in one step (frame.shared, frame.atomic).

// mapModels returns the models of sync.Map.
func mapModels() map[string]model {
	return map[string]model{
		"sync.Map.Load": func(fr *frame, i ssa.CallInstruction, a []value) value {
			v, ok := fr.shared(a[0]).get(a[1])
			return found(v, ok)
		},
		"sync.Map.Store": func(fr *frame, i ssa.CallInstruction, a []value) value {
			fr.shared(a[0]).put(a[1], a[2])
			return nil
		},
		"sync.Map.LoadOrStore": func(fr *frame, i ssa.CallInstruction, a []value) value {
			m := fr.shared(a[0])
			if v, ok := m.get(a[1]); ok {
				return tuple{v, true}
			}
			m.put(a[1], a[2])
			return tuple{a[2], false}
		},
		"sync.Map.LoadAndDelete": func(fr *frame, i ssa.CallInstruction, a []value) value {
			m := fr.shared(a[0])
			v, ok := m.get(a[1])
			m.remove(a[1])
			return found(v, ok)
		},
		"sync.Map.Delete": func(fr *frame, i ssa.CallInstruction, a []value) value {
			fr.shared(a[0]).remove(a[1])
			return nil
		},
		"sync.Map.Range": func(fr *frame, i ssa.CallInstruction, a []value) value {
			m := fr.shared(a[0])
			f, _ := a[1].(*closure)
			for _, k := range fr.g.m.rng.Perm(len(m.keys)) {
				if m.live[k] && fr.apply(i, f, []value{m.keys[k], m.vals[k]}, nil) == false {
					break
				}
			}
			return nil
		},
	}
}

// found returns the results of a Load: the value, and whether there was one.
func found(v value, ok bool) value {
	if !ok {
		return tuple{iface{}, false}
	}
	return tuple{v, true}
}

// shared returns the map in a sync.Map, which is made in the first operation.
func (fr *frame) shared(v value) *mapping {
	cell, _ := cellOf(v)
	fr.g.pause()
	s, ok := (*cell).(syncMap)
	if !ok {
		panic(unknown("a map"))
	}
	if s.m == nil {
		s.m = newMapping()
		*cell = s
	}
	return s.m
}

// atomicModels returns the models of package sync/atomic: of functions on variables, and of methods of its types.
func atomicModels() map[string]model {
	out := map[string]model{}
	operations := map[string]model{"Load": (*frame).atomicLoad, "Store": (*frame).atomicStore, "Add": (*frame).atomicAdd,
		"Swap": (*frame).atomicSwap, "CompareAndSwap": (*frame).atomicCompare}
	for word, do := range operations {
		out["sync/atomic."+word+"Pointer"] = do
		for _, t := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr"} {
			out["sync/atomic."+word+t] = do
			out["sync/atomic."+t+"."+word] = do
		}
		for _, t := range []string{"Bool", "Pointer", "Value"} {
			out["sync/atomic."+t+"."+word] = do
		}
	}
	return out
}

// atomic returns the value of the atomic variable to which v points, and a function that assigns to it. The variable
// is a basic value, for functions of sync/atomic, or a struct of sync/atomic, whose state is an atomicValue.
func (fr *frame) atomic(i ssa.CallInstruction, v value) (now value, put func(value)) {
	cell, _ := cellOf(v)
	fr.g.pause()
	a, boxed := (*cell).(atomicValue)
	if !boxed {
		return *cell, func(v value) { *cell = v }
	}
	if a.v == nil {
		recv := i.Common().Args[0].Type().Underlying().(*types.Pointer).Elem()
		a.v = zeroAtomic(recv)
	}
	return a.v, func(v value) { *cell = atomicValue{v} }
}

// zeroAtomic returns the zero value in a variable of a type of sync/atomic.
func zeroAtomic(t types.Type) value {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		panic(unknown("an atomic variable"))
	}
	switch n.Obj().Name() {
	case "Bool":
		return false
	case "Int32", "Int64":
		return int64(0)
	case "Pointer":
		return pointer{}
	case "Value":
		return iface{}
	}
	return uint64(0)
}

// atomicLoad models Load.
func (fr *frame) atomicLoad(i ssa.CallInstruction, a []value) value {
	v, _ := fr.atomic(i, a[0])
	return v
}

// atomicStore models Store.
func (fr *frame) atomicStore(i ssa.CallInstruction, a []value) value {
	_, put := fr.atomic(i, a[0])
	put(a[1])
	return nil
}

// atomicAdd models Add, which returns the new value.
func (fr *frame) atomicAdd(i ssa.CallInstruction, a []value) value {
	v, put := fr.atomic(i, a[0])
	t := i.Common().Signature().Results().At(0).Type()
	switch n := v.(type) {
	case int64:
		if by, ok := a[1].(int64); ok {
			put(wrap(n+by, t))
			return wrap(n+by, t)
		}
	case uint64:
		if by, ok := a[1].(uint64); ok {
			put(wrap(n+by, t))
			return wrap(n+by, t)
		}
	}
	panic(unknown("an atomic variable"))
}

// atomicSwap models Swap, which returns the old value.
func (fr *frame) atomicSwap(i ssa.CallInstruction, a []value) value {
	v, put := fr.atomic(i, a[0])
	put(a[1])
	return v
}

// atomicCompare models CompareAndSwap. It ends the execution if it is not known whether the values are equal.
func (fr *frame) atomicCompare(i ssa.CallInstruction, a []value) value {
	v, put := fr.atomic(i, a[0])
	if from(v, a[1]) != nil {
		panic(unknown("an atomic variable"))
	}
	if !equal(v, a[1]) {
		return false
	}
	put(a[2])
	return true
}

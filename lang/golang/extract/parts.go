package extract

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// Sources of conditions that pass through structs and channels.

// part adds the sources of a field of a struct that a variable holds. False: something else may assign to it.
func (s *sources) part(in *heap.Instance, a *ssa.Alloc, field int) bool {
	k := varKey{in, partKey{a, field}}
	if s.seen[k] {
		return true
	}
	s.seen[k] = true
	for _, i := range *a.Referrers() {
		switch i := i.(type) {
		case *ssa.Store:
			if i.Addr != a || !s.partOf(in, i.Val, field) {
				return false
			}
		case *ssa.FieldAddr:
			if i.Field == field && !s.onlyAssigned(in, i) {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

type partKey struct {
	of    ssa.Value
	field int
}

// onlyAssigned adds the sources of what is assigned to a place, if it is only loaded and assigned to.
func (s *sources) onlyAssigned(in *heap.Instance, addr *ssa.FieldAddr) bool {
	for _, i := range *addr.Referrers() {
		switch i := i.(type) {
		case *ssa.Store:
			if i.Addr != addr || !s.add(in, i.Val) {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// partOf adds the sources of a field of a struct.
func (s *sources) partOf(in *heap.Instance, v ssa.Value, field int) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Parameter:
		arg, ok := heap.Argument(in, v)
		return ok && s.partOf(in.Parent, arg, field)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && s.part(in, a, field)
	case *ssa.Call:
		return heap.AnyValue(v.Call.StaticCallee()) && s.call(in, v)
	}
	return false
}

// selected adds the sources of what a case of a select receives, by number among those that receive.
func (s *sources) selected(in *heap.Instance, of *ssa.Select, number int) bool {
	for _, state := range of.States {
		if state.Dir != types.RecvOnly {
			continue
		}
		if number == 0 {
			return s.sent(in, state.Chan)
		}
		number--
	}
	return false
}

// sent adds the sources of what is sent to a channel. False: it is not known who sends.
func (s *sources) sent(in *heap.Instance, ch ssa.Value) bool {
	objects := s.x.w.Objects(in, ch)
	if len(objects) != 1 || objects[0].Obj.Kind != heap.Chan {
		return false
	}
	found := false
	add := func(in *heap.Instance, to, v ssa.Value) bool {
		if !slices.Contains(s.x.w.Objects(in, to), objects[0]) {
			return true
		}
		found = true
		return s.add(in, v)
	}
	for _, in := range s.x.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Send:
					if !add(in, i.Chan, i.X) {
						return false
					}
				case *ssa.Select:
					for _, state := range i.States {
						if state.Dir == types.SendOnly && !add(in, state.Chan, state.Send) {
							return false
						}
					}
				}
			}
		}
	}
	return found
}

// Untested reports whether no step of an execution asks for the value that a variable has got, or for one that was
// assigned from it. Then the execution is the same for any value.
func (p *Program) Untested(name string, events []string) bool {
	of := map[string]bool{local(name): true}
	for changed := true; changed; {
		changed = false
		for line := range strings.Lines(string(p.Text)) {
			line, _, _ = strings.Cut(line, "//")
			to, value, ok := strings.Cut(strings.TrimSpace(line), " = ")
			if !ok || of[to] || strings.Contains(to, " ") {
				continue
			}
			if slices.ContainsFunc(write.Words(value), func(w string) bool { return of[w] }) {
				of[to], changed = true, true
			}
		}
	}
	return !slices.ContainsFunc(events, func(e string) bool {
		if to, value, assigns := strings.Cut(e, "="); assigns && !strings.HasPrefix(value, "=") &&
			!strings.ContainsAny(to, "<>! ") {
			e = value // what is assigned to is not asked for
		}
		return slices.ContainsFunc(write.Words(e), func(w string) bool { return of[w] })
	})
}

// local is the name of a variable without its task.
func local(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

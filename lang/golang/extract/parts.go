package extract

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// This file finds the sources of conditions (ifs.go) that pass through structs and channels:
//
//	o := options{limit: n} // o.limit depends on n
//	jobs <- o              // what is received from jobs depends on o

// part adds the sources of a field of the struct in a local variable. It returns false if they are not all known, as
// something else has the address.
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

// partKey is the key, in sources.seen, of a field of a local variable.
type partKey struct {
	of    ssa.Value
	field int
}

// onlyAssigned adds the sources of what is assigned to an address. It returns false if the address is used for
// anything but loads and assignments.
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

// partOf adds the sources of a field of struct v. It returns false if they are not known.
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

// selected adds the sources of what a select receives in its case with a number, counted among the cases that
// receive.
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

// sent adds the sources of all that is sent to a channel. It returns false if they are not known, or nobody sends.
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

// Untested reports whether no step of an execution tests the value of a variable, or of one that was assigned from
// it. Then the execution is the same for any value of the variable.
func (p *Program) Untested(name string, events []string) bool {
	derived := map[string]bool{local(name): true} // variables whose value depends on that of the variable
	for changed := true; changed; {
		changed = false
		for line := range strings.Lines(string(p.Text)) {
			line, _, _ = strings.Cut(line, "//")
			to, value, ok := strings.Cut(strings.TrimSpace(line), " = ")
			if !ok || derived[to] || strings.Contains(to, " ") {
				continue
			}
			if slices.ContainsFunc(write.Words(value), func(w string) bool { return derived[w] }) {
				derived[to], changed = true, true
			}
		}
	}
	return !slices.ContainsFunc(events, func(e string) bool {
		if to, value, assigns := strings.Cut(e, "="); assigns && !strings.HasPrefix(value, "=") &&
			!strings.ContainsAny(to, "<>! ") {
			e = value // an assignment does not test the variable to which it assigns
		}
		return slices.ContainsFunc(write.Words(e), func(w string) bool { return derived[w] })
	})
}

// local returns the name of a variable without its task: "x" for "main.x".
func local(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

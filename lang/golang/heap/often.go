package heap

import "golang.org/x/tools/go/ssa"

// This file counts the goroutines of the program that execute an instance. A go statement in an instance that two
// goroutines execute starts two goroutines.

// Members returns how many goroutines of the program execute an instance at most.
func (w *World) Members(in *Instance) int {
	for !in.Spawned {
		if in.Parent == nil {
			return 1
		}
		in = in.Parent
	}
	site, n := in.Site.(ssa.CallInstruction), 1
	if head := w.Turning(site.Block()); head != nil {
		n, _ = w.Repeats(in.Parent, head, head)
	} else if w.Copies(in.Parent, site) == 1 {
		n, _ = w.Repeats(in.Parent, site.Block(), nil)
	}
	return n * w.Members(in.Parent)
}

// ManyTimes reports whether several goroutines execute an instance, or unanalysed code calls it any number of times.
// in may be nil.
func (w *World) ManyTimes(in *Instance) bool {
	if in == nil {
		return false
	}
	if w.Members(in) > 1 {
		return true
	}
	for ; in.Parent != nil; in = in.Parent {
		for _, t := range w.Targets(in.Parent, in.Site, in.Copy) {
			if t.Inst == in && t.Maybe {
				return true
			}
		}
	}
	return false
}

// Opened replaces interface values by what they may hold.
func (w *World) Opened(locs []Loc) []Loc {
	var out []Loc
	for _, l := range locs {
		if l.Obj.Kind == Box {
			out = append(out, w.Inner(l)...)
		} else {
			out = append(out, l)
		}
	}
	return out
}

// Owner returns the first instance of the goroutine that executes an instance.
func (in *Instance) Owner() *Instance {
	for in.Parent != nil && !in.Spawned {
		in = in.Parent
	}
	return in
}

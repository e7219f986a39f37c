package heap

import (
	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// This file records the calls that may wait for something outside of the program: a connection, input, a signal.
// Package std lists the functions of the library that do, and how long (std.Waiting).

// noteOutsideWait records how long a call of an unanalysed function may wait for something outside. fn is nil if only
// the method of the interface is known.
func (w *World) noteOutsideWait(in *Instance, site ssa.CallInstruction, fn *ssa.Function) {
	name := ""
	switch {
	case fn != nil:
		name = FullName(fn)
	case site.Common().IsInvoke():
		name = site.Common().Method.FullName()
	}
	if waits := std.Outside(name); waits > w.outsideWaits[siteKey{in: in, site: site}] {
		w.outsideWaits[siteKey{in: in, site: site}] = waits
	}
}

// Outside returns how long a call in an instance may wait for something outside. It looks into shared instances that
// the call executes, as these have no bodies in the program.
func (w *World) Outside(in *Instance, site ssa.Instruction) std.Waiting {
	out := w.outsideWaits[siteKey{in: in, site: site}]
	for copy := range w.Copies(in, site) {
		for _, t := range w.Targets(in, site, copy) {
			if t.Inst != nil && t.Inst.Shared && !t.Spawn {
				out = max(out, w.outsideWithin(t.Inst, map[*Instance]bool{}))
			}
		}
	}
	return out
}

// outsideWithin returns how long a shared instance, with all that it calls, may wait for something outside. seen has
// the instances that were looked at.
func (w *World) outsideWithin(in *Instance, seen map[*Instance]bool) std.Waiting {
	out := std.Returns
	if seen[in] {
		return out
	}
	seen[in] = true
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if _, apart := i.(*ssa.Go); !ok || apart {
				continue
			}
			out = max(out, w.outsideWaits[siteKey{in: in, site: call}])
			for copy := range w.Copies(in, call) {
				for _, t := range w.Targets(in, call, copy) {
					if t.Inst != nil && !t.Spawn {
						out = max(out, w.outsideWithin(t.Inst, seen))
					}
				}
			}
		}
	}
	return out
}

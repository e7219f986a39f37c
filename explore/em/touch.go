package em

import (
	"slices"

	"flavers/cfg"
	"flavers/explore/em/trace"
	"flavers/sem"
)

// This file finds what the steps of a program touch.

// touched is what an action may do to a variable. written: in every case, and
// without regard to its value.
type touched struct {
	comp           sem.CompID
	read, write    bool
	written, local bool // local: of a looper
}

// touches sums up the cases of an action.
func (k *skeleton) touches(cases []sem.Case) []touched {
	seen := map[sem.CompID]*touched{}
	written := map[sem.CompID]int{}
	var order []sem.CompID
	for _, c := range cases {
		for _, mv := range c.Moves {
			v := &k.m.Comps[mv.Comp]
			if v.Kind != sem.Variable || v.Task != cfg.None && k.box[v.Task] == cfg.None {
				continue
			}
			t := seen[mv.Comp]
			if t == nil {
				t = &touched{comp: mv.Comp, local: v.Task != cfg.None}
				seen[mv.Comp] = t
				order = append(order, mv.Comp)
			}
			identity, constant := true, true
			for _, p := range mv.Pairs {
				identity = identity && p.From == p.To
				constant = constant && p.To == mv.Pairs[0].To
			}
			t.write = t.write || !identity
			if constant && len(mv.Pairs) == int(v.Size) {
				written[mv.Comp]++
			} else {
				t.read = true
			}
		}
	}
	slices.Sort(order)
	var out []touched
	for _, c := range order {
		t := seen[c]
		t.written = written[c] == len(cases) && t.write
		out = append(out, *t)
	}
	return out
}

// accesses fills in what the operations touch. A looper's variable that every
// handler writes before it reads it carries nothing from one to another.
func (k *skeleton) accesses(acts []cfg.ActionID) {
	private := make([]bool, len(k.m.Comps))
	for i := range private {
		private[i] = true
	}
	type first struct {
		owner int32
		comp  sem.CompID
	}
	seen := map[first]bool{}
	for i, a := range acts {
		if a < 0 {
			continue
		}
		for _, t := range k.touch[a] {
			f := first{k.s.ops[i].owner, t.comp}
			private[t.comp] = private[t.comp] && t.local && (seen[f] || t.written && !t.read)
			seen[f] = true
		}
	}
	for i, a := range acts {
		if a < 0 {
			continue
		}
		o := &k.s.ops[i]
		for _, t := range k.touch[a] {
			if !private[t.comp] {
				o.acc = append(o.acc, access{int32(t.comp), t.write})
			}
		}
		if o.kind == trace.Write {
			switch len(o.acc) {
			case 0:
				o.kind = trace.Nop
			case 1:
				o.arg = o.acc[0].loc
				if !o.acc[0].write {
					o.kind = trace.Read
				}
			}
		}
	}
}

package em

import (
	"slices"

	"flavers/cfg"
	"flavers/explore/em/trace"
	"flavers/sem"
)

// This file finds what the steps of a program touch.

// touched is what an action may do to a place: a variable, or a property. written: in every case, and
// without regard to its value.
type touched struct {
	comp           sem.CompID
	read, write    bool
	written, local bool // local: of a looper
}

// touches sums up the cases of an action.
func (k *subject) touches(cases []sem.Case) []touched {
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
	for i := range k.specs {
		if k.moved(&k.specs[i], cases) {
			out = append(out, touched{comp: sem.CompID(len(k.m.Comps) + i), read: true, write: true})
		}
	}
	return out
}

// vary tells whether what an action touches depends on values, as the element
// of an array, or what is done under a condition.
func (k *subject) vary(a cfg.Action, cases []sem.Case) bool {
	conditional := false
	cfg.StmtsOf(k.p.Nodes[a.A].Op, func(s cfg.Stmt) {
		switch s.(type) {
		case *cfg.Branch, *cfg.Choose:
			conditional = true
		}
	})
	var first []sem.CompID
	for i, c := range cases {
		var list []sem.CompID
		for _, mv := range c.Moves {
			if v := &k.m.Comps[mv.Comp]; v.Kind == sem.Variable && v.Task == cfg.None {
				list = append(list, mv.Comp)
			}
		}
		if i == 0 {
			first = list
		} else if !slices.Equal(first, list) {
			return true
		}
	}
	return conditional
}

// taking is what a looper touches that takes a message: it writes the parameters.
// A table of that step would have a case for everything that can be in the queue.
func (k *subject) taking(n *cfg.Node, op cfg.Handle) []touched {
	var out []touched
	for _, v := range op.Params {
		if c := k.m.Var(v); c >= 0 {
			out = append(out, touched{comp: c, write: true, written: true, local: true})
		}
	}
	slices.SortFunc(out, func(a, b touched) int { return int(a.comp - b.comp) })
	kind := &k.p.Objects[op.Box].Messages[op.Msg]
	var all = []sem.Message{{Kind: op.Msg, Sender: cfg.None}}
	for _, t := range kind.Params {
		var more []sem.Message
		for _, m := range all {
			for x := t.Lo; x < t.Lo+int32(t.Size()); x++ {
				more = append(more, sem.Message{Kind: op.Msg, Sender: cfg.None, Args: append(slices.Clip(m.Args), x)})
			}
		}
		all = more
	}
	for i := range k.specs {
		for _, m := range all {
			names := []string{k.p.Objects[op.Box].Name + "." + kind.Name, k.m.MessageString(op.Box, m)}
			if sym := k.specs[i].symbol(k.p, sem.Occurrence{Names: names, Tasks: []cfg.TaskID{n.Task}}); sym >= 0 && k.specs[i].moves(sym) {
				out = append(out, touched{comp: sem.CompID(len(k.m.Comps) + i), read: true, write: true})
				break
			}
		}
	}
	return out
}

// moved tells whether a property may be moved by an action. May err towards:
// true.
func (k *subject) moved(w *watcher, cases []sem.Case) bool {
	for _, c := range cases {
		for _, o := range c.Occ {
			if sym := w.symbol(k.p, o); sym >= 0 && w.moves(sym) {
				return true
			}
		}
	}
	return false
}

// accesses fills in what the operations touch. A looper's variable that every
// handler writes before it reads it carries nothing from one to another.
func (k *skeleton) accesses(acts []cfg.ActionID) {
	private := make([]bool, k.places())
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

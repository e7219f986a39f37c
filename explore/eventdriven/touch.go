package eventdriven

import (
	"slices"

	"flavers/cfg"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/model"
	"flavers/sem"
)

// This file finds which places the steps of a program touch: shared variables,
// variables of loopers, and properties. Mostly the cases of the tables of package
// sem tell; for the step that takes a message, the text does.

// touched is what an action may do to a place.
type touched struct {
	comp    sem.CompID // the place, as a component, or a property after the components
	read    bool       // it may look at the value
	write   bool       // it may change the value
	written bool       // it sets the value in every case, to something that does not depend on the old value
	local   bool       // the place is a variable of a looper
}

// touches sums up the cases of an action. Variables of tasks that are no loopers
// count for nothing, as no other task can touch them.
func (k *subject) touches(cases []sem.Case) []touched {
	seen := map[sem.CompID]*touched{}
	written := map[sem.CompID]int{}
	var order []sem.CompID
	for _, c := range cases {
		for _, mv := range c.Moves {
			v := &k.Machine.Comps[mv.Comp]
			if v.Kind != sem.Variable || v.Task != cfg.None && k.box[v.Task] == cfg.None {
				continue
			}
			t := seen[mv.Comp]
			if t == nil {
				t = &touched{comp: mv.Comp, local: v.Task != cfg.None}
				seen[mv.Comp] = t
				order = append(order, mv.Comp)
			}
			identity, constant := true, true // the value stays; or the new one is always the same
			for _, p := range mv.Pairs {
				identity = identity && p.From == p.To
				constant = constant && p.To == mv.Pairs[0].To
			}
			t.write = t.write || !identity
			if constant && len(mv.Pairs) == int(v.Size) { // for every old value
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
	for i := range k.Monitors {
		if k.moved(&k.Monitors[i], cases) {
			out = append(out, touched{comp: sem.CompID(len(k.Machine.Comps) + i), read: true, write: true})
		}
	}
	return out
}

// vary reports whether what an action touches may depend on values: its cases touch
// different variables, as elements of an array, or it has a condition or a choice.
func (k *subject) vary(a cfg.Action, cases []sem.Case) bool {
	conditional := false
	cfg.StmtsOf(k.Program.Nodes[a.A].Op, func(s cfg.Stmt) {
		switch s.(type) {
		case *cfg.Branch, *cfg.Choose:
			conditional = true
		}
	})
	var first []sem.CompID
	for i, c := range cases {
		var list []sem.CompID
		for _, mv := range c.Moves {
			if v := &k.Machine.Comps[mv.Comp]; v.Kind == sem.Variable && v.Task == cfg.None {
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

// taking returns what the step touches by which a looper takes a message: it writes
// the parameters, and may move properties. A table of that step would be too large:
// it has a case for each content of the queue.
func (k *subject) taking(n *cfg.Node, op cfg.Handle) []touched {
	var out []touched
	for _, v := range op.Params {
		if c := k.Machine.Var(v); c >= 0 {
			out = append(out, touched{comp: c, write: true, written: true, local: true})
		}
	}
	slices.SortFunc(out, func(a, b touched) int { return int(a.comp - b.comp) })
	// All messages of the kind, with all arguments.
	kind := &k.Program.Objects[op.Box].Messages[op.Msg]
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
	for i := range k.Monitors {
		for _, m := range all {
			handled := sem.Occurrence{Kind: sem.HandleEvent, Tasks: []cfg.TaskID{n.Task}, Object: op.Box,
				Message: m}.Named(k.Program)
			if sym := k.symbol(&k.Monitors[i], handled); sym >= 0 && k.Monitors[i].Moves(sym) {
				out = append(out, touched{comp: sem.CompID(len(k.Machine.Comps) + i), read: true, write: true})
				break
			}
		}
	}
	return out
}

// moved reports whether an action may move a property. May err towards: true.
func (k *subject) moved(w *model.Monitor, cases []sem.Case) bool {
	for _, c := range cases {
		for _, o := range c.Occ {
			if sym := k.symbol(w, o); sym >= 0 && w.Moves(sym) {
				return true
			}
		}
	}
	return false
}

// accesses fills in what the operations of the trace access, whose actions are acts.
// A variable of a looper that every handler writes before it reads it is left out: it
// carries nothing from one handler to another.
func (k *skeleton) accesses(acts []cfg.ActionID) {
	private := make([]bool, k.places()) // by place: it is such a variable
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
		owner := int32(k.tr.Ops[i].Thread)
		if task := k.tr.Ops[i].Task; task != trace.None {
			owner = int32(len(k.Program.Tasks)) + int32(task)
		}
		for _, t := range k.touch[a] {
			f := first{owner, t.comp}
			private[t.comp] = private[t.comp] && t.local && (seen[f] || t.written && !t.read)
			seen[f] = true
		}
	}
	for i, a := range acts {
		var list []em.Access
		if a >= 0 {
			for _, t := range k.touch[a] {
				if !private[t.comp] {
					list = append(list, em.Access{Location: int32(t.comp), Write: t.write})
				}
			}
			k.s.Touch(i, list)
		}
		k.acc = append(k.acc, list)
	}
}

package lpor

import (
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/bitset"
	"flavers/cfg"
)

// This file finds the symbols of each specification that a transition may make
// its automaton read (touch.symbols). The see functions below form the names of
// the events that an operation or statement may have, as package sem forms them
// when it executes the step, and look up their symbols: a send of x to channel c,
// with x in 0..2, may have the events c<-0, c<-1 and c<-2. Values that are not
// known are taken to be any of their type.
//
// Symbols that leave an automaton where it is, in every state, do not count,
// unless infinite executions are judged by them.
//
// May err towards: more symbols.

// maxNames bounds the names of one event that are tried. An event with more names is taken to have every symbol.
const maxNames = 1 << 12

// noSymbols returns an empty set of symbols for each specification.
func (g *program) noSymbols() []bitset.Set {
	var out []bitset.Set
	for i := range g.Monitors {
		out = append(out, bitset.New(max(g.Monitors[i].Spec.DFA.Symbols, 1)))
	}
	return out
}

// see notes the symbols of the event with the given name, of the given tasks.
func (w *toucher) see(tasks []cfg.TaskID, name string) {
	if len(w.Monitors) == 0 {
		return
	}
	var names []string
	for _, t := range tasks {
		names = append(names, w.Program.Tasks[t].Name)
	}
	for i := range w.Monitors {
		// An event with several names has the lowest of their symbols. All names come here one by one, so that one
		// is noted with the others.
		if sym := w.Monitors[i].Symbol([]string{name}, names); sym >= 0 && w.counts(i, sym) {
			w.t.symbols[i].Add(sym)
		}
	}
}

// counts reports whether symbol sym of specification i is to be noted: it moves the automaton in some state, or
// infinite executions are judged by it.
func (g *program) counts(i, sym int) bool {
	m := &g.Monitors[i]
	return m.Moves(sym) || g.endless && i == len(g.Monitors)-1 && judged(m.Spec, sym)
}

// judged reports whether infinite executions are judged by the symbol itself, not only by what it does to the
// automaton: it is part of an obligation, or the specification has a never part.
func judged(sp *automata.Spec, sym int) bool {
	return sp.Never != nil || slices.ContainsFunc(sp.Obligations, func(o automata.Obligation) bool { return o.Met[sym] })
}

// seeAny notes every symbol that counts.
func (w *toucher) seeAny() {
	for i := range w.Monitors {
		for sym := range w.Monitors[i].Spec.DFA.Symbols {
			if w.counts(i, sym) {
				w.t.symbols[i].Add(sym)
			}
		}
	}
}

// values lists the possible values of an expression of type t, as written in
// names; for a nil expression, all values of t. If there are too many, it returns
// more than maxNames empty texts, for which the callers note every symbol.
func (w *toucher) values(e cfg.Expr, t cfg.Type) []string {
	if e != nil {
		if x, ok := w.value(e); ok {
			if !t.Has(x) {
				return nil // an error
			}
			return []string{t.Format(int32(x))}
		}
	}
	if t.Size() > maxNames {
		return make([]string, maxNames+1)
	}
	var out []string
	for x := t.Lo; x <= t.Hi; x++ {
		out = append(out, t.Format(x))
	}
	return out
}

// seeEach notes the event prefix + value for each value of a list.
func (w *toucher) seeEach(tasks []cfg.TaskID, prefix string, list []string) {
	if len(list) > maxNames {
		w.seeAny()
		return
	}
	for _, x := range list {
		w.see(tasks, prefix+x)
	}
}

// seeCall notes the event name(arguments) for each choice of arguments, where
// args has the possible values of each argument.
func (w *toucher) seeCall(tasks []cfg.TaskID, name string, args [][]string) {
	if len(w.Monitors) == 0 {
		return
	}
	total := 1
	for _, a := range args {
		if total *= len(a); total > maxNames {
			w.seeAny()
			return
		}
	}
	chosen := make([]string, len(args))
	var each func(i int)
	each = func(i int) {
		if i == len(args) {
			w.see(tasks, name+"("+strings.Join(chosen, ",")+")")
			return
		}
		for _, a := range args[i] {
			chosen[i] = a
			each(i + 1)
		}
	}
	each(0)
}

// seeAlone notes the events of an operation that one task executes alone. Events
// of statements, and of handlers, are noted where walk.go and touch.go meet them.
func (w *toucher) seeAlone(n *cfg.Node) {
	if len(w.Monitors) == 0 {
		return
	}
	one := []cfg.TaskID{n.Task}
	object := func(verb string, o cfg.ObjectID) { w.see(one, verb+w.Program.Objects[o].Name) }
	switch op := n.Op.(type) {
	case cfg.Send:
		w.seeSent(one, op)
	case cfg.Recv:
		w.seeReceived(one, n, op)
	case cfg.Close:
		object("close ", op.Chan)
	case cfg.Lock:
		object("lock ", op.Lock)
	case cfg.Unlock:
		object("unlock ", op.Lock)
	case cfg.RLock:
		object("rlock ", op.Lock)
	case cfg.RUnlock:
		object("runlock ", op.Lock)
	case cfg.Wait:
		object("wait ", op.Lock)
	case cfg.Rewake:
		object("wake ", op.Lock)
	case cfg.Notify:
		object("notify ", op.Lock)
		object("notifyall ", op.Lock)
	case cfg.Acquire:
		object("acquire ", op.Sem)
	case cfg.Release:
		object("release ", op.Sem)
	case cfg.GroupAdd:
		if op.By == -1 {
			object("done ", op.Group)
			break
		}
		object("add ", op.Group)
		w.see(one, fmt.Sprintf("add %s(%d)", w.Program.Objects[op.Group].Name, op.By))
	case cfg.GroupWait:
		object("wait ", op.Group)
	case cfg.Once:
		object("once ", op.Once)
	case cfg.OnceEnd:
		w.see(one, "once "+w.Program.Objects[op.Once].Name+".end")
	case cfg.OncePass:
		w.see(one, "once "+w.Program.Objects[op.Once].Name+".skip")
	case cfg.CondWait:
		object("wait ", op.Cond)
	case cfg.CondWake:
		object("wake ", op.Cond)
	case cfg.Signal:
		object("signal ", op.Cond)
		object("broadcast ", op.Cond)
	case cfg.Join:
		for _, u := range w.Program.Families[op.Family].Tasks {
			w.see(one, "join "+w.Program.Tasks[u].Name)
		}
	}
}

// seeSent notes the events of a send.
func (w *toucher) seeSent(tasks []cfg.TaskID, op cfg.Send) {
	o := &w.Program.Objects[op.Chan]
	w.seeEach(tasks, o.Name+"<-", w.values(op.Value, o.Elem))
}

// seeReceived notes the event of a receive, whose name has no value.
func (w *toucher) seeReceived(tasks []cfg.TaskID, n *cfg.Node, op cfg.Recv) {
	w.see(tasks, "<-"+w.Program.Objects[op.Chan].Name)
}

// seeJoint notes the events of an operation that two tasks execute together.
func (w *toucher) seeJoint(n, m *cfg.Node) {
	if len(w.Monitors) == 0 {
		return
	}
	both := []cfg.TaskID{n.Task, m.Task}
	switch op := n.Op.(type) {
	case cfg.Call:
		name := w.Program.Objects[op.Entry].Name
		w.see(both, name)
		if params := m.Op.(cfg.Accept).Params; len(params) > 0 {
			var args [][]string
			for _, v := range params {
				args = append(args, w.values(nil, w.Program.Vars[v].Type))
			}
			w.seeCall(both, name, args)
		}
	case cfg.CallEnd:
		w.see(both, w.Program.Objects[op.Entry].Name+".end")
	case cfg.Send:
		w.seeSent(both, op)
		w.see(both, "<-"+w.Program.Objects[op.Chan].Name)
	}
}

// seeTest notes the event variable==value for each variable that a condition may read.
func (w *toucher) seeTest(n *cfg.Node, e cfg.Expr) {
	if len(w.Monitors) == 0 {
		return
	}
	see := func(v cfg.VarID) {
		w.seeEach([]cfg.TaskID{n.Task}, w.Program.Vars[v].Name+"==", w.values(cfg.Read{Var: v}, w.Program.Vars[v].Type))
	}
	cfg.Inspect(e, func(e cfg.Expr) bool {
		switch e := e.(type) {
		case cfg.Read:
			see(e.Var)
		case *cfg.Elem:
			for _, v := range w.stored(&cfg.Target{Var: e.Base, Dims: e.Dims, Index: e.Index}) {
				see(v)
			}
		}
		return true
	})
}

// seeAssign notes the event variable=value for each variable that an assignment
// may write. The value is x if it is known, else any.
func (w *toucher) seeAssign(n *cfg.Node, t *cfg.Target, x int64, known bool) {
	if len(w.Monitors) == 0 {
		return
	}
	for _, v := range w.stored(t) {
		d := &w.Program.Vars[v]
		list := w.values(nil, d.Type)
		if known && d.Type.Has(x) {
			list = []string{d.Type.Format(int32(x))}
		}
		w.seeEach([]cfg.TaskID{n.Task}, d.Name+"=", list)
	}
}

// seeEvent notes the events of an event statement.
func (w *toucher) seeEvent(n *cfg.Node, st *cfg.Event) {
	one := []cfg.TaskID{n.Task}
	if len(st.Args) == 0 {
		w.see(one, st.Name)
		return
	}
	var args [][]string
	for i, e := range st.Args {
		args = append(args, w.values(e, st.ArgTypes[i]))
	}
	w.seeCall(one, st.Name, args)
}

// seePosted notes the events of a post to box o.
func (w *toucher) seePosted(n *cfg.Node, o cfg.ObjectID, st *cfg.Post) {
	if len(w.Monitors) == 0 {
		return
	}
	one, k := []cfg.TaskID{n.Task}, &w.Program.Objects[o].Messages[st.Msg]
	name := "post " + w.Program.Objects[o].Name + "." + k.Name
	w.see(one, name)
	if len(st.Args) > 0 {
		var args [][]string
		for i, e := range st.Args {
			args = append(args, w.values(e, k.Params[i]))
		}
		w.seeCall(one, name, args)
	}
}

// seeHandled notes the events of handling a message: for a split handler, of the
// messages that t takes; else of any message of the kind.
func (w *toucher) seeHandled(n *cfg.Node, op cfg.Handle, t *transition) {
	if len(w.Monitors) == 0 {
		return
	}
	one, k := []cfg.TaskID{n.Task}, &w.Program.Objects[op.Box].Messages[op.Msg]
	name := w.Program.Objects[op.Box].Name + "." + k.Name
	w.see(one, name)
	if len(k.Params) == 0 {
		return
	}
	if t.takes != nil {
		for _, c := range t.takes {
			var args [][]string
			for i, x := range w.message(c).Args {
				args = append(args, []string{k.Params[i].Format(x)})
			}
			w.seeCall(one, name, args)
		}
		return
	}
	var args [][]string
	for _, p := range k.Params {
		args = append(args, w.values(nil, p))
	}
	w.seeCall(one, name, args)
}

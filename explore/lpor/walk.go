package lpor

import (
	"maps"

	"flavers/cfg"
	"flavers/sem"
)

// This file walks over the statements and expressions of a transition, and notes
// what they read, write and post (touch.go). On the way it propagates constants:
// the parameters of a split handler are known, and so is what follows from them.
// For a handler of vote(1),
//
//	on vote(v 0..1) { k = v; if k == 0 { x = 1 } }
//
// writes k, and does not write x. Foresee adds the values that variables have in
// the present state (toucher.given).
//
// May err towards: not known.

// env has the variables that were bound or assigned in the step so far, with
// their values as far as they are known. toucher.lookup finds the values of
// variables that are not in it.
type env map[cfg.VarID]cell

// cell is the value of a variable; it is not known in the zero cell.
type cell struct {
	value int64
	known bool
}

func (e env) set(v cfg.VarID, x int64) { e[v] = cell{x, true} }
func (e env) forget(v cfg.VarID)       { e[v] = cell{} }

// meet returns the environment after two branches: a value is known if it is known, and the same, after both.
func (w *toucher) meet(a, b env) env {
	out := env{}
	for _, from := range []env{a, b} {
		for v := range from {
			x, ok := w.lookup(a, v)
			y, too := w.lookup(b, v)
			out[v] = cell{x, ok && too && x == y}
		}
	}
	return out
}

// lookup returns the value of a variable, and whether it is known: from e; or, if
// e does not have it, its initial value if it lives only within a step; or the
// value that it is given.
func (w *toucher) lookup(e env, v cfg.VarID) (int64, bool) {
	if c, ok := e[v]; ok {
		return c.value, c.known
	}
	if d := &w.Program.Vars[v]; d.Scratch {
		return int64(d.Init), true
	}
	if w.given != nil && !w.blind {
		if c := w.given[w.Machine.Var(v)]; c.known {
			return c.value, true
		}
	}
	return 0, false
}

// stmts notes what a list of statements touches.
func (w *toucher) stmts(n *cfg.Node, list []cfg.Stmt) {
	for _, st := range list {
		switch st := st.(type) {
		case *cfg.Assign:
			w.assign(n, st)
		case *cfg.Event:
			for _, e := range st.Args {
				w.evaluate(e, nil)
				w.read(e)
			}
			w.seeEvent(n, st)
		case *cfg.Branch:
			w.branch(n, st)
		case *cfg.Post:
			w.post(n, st)
		case *cfg.Create:
			w.t.fails = true
			w.spawn(n, st.Spawn)
		case *cfg.Choose:
			before := w.env
			var after env
			for _, alt := range st.Alts {
				w.env = maps.Clone(before)
				w.stmts(n, alt)
				if after == nil {
					after = w.env
				} else {
					after = w.meet(after, w.env)
				}
			}
			if w.env = after; after == nil {
				w.env = before
			}
		case *cfg.Require:
			if x, ok := w.value(st.Cond); !ok || x == 0 {
				w.t.fails = true
			}
			w.read(st.Cond)
			w.seeTest(n, st.Cond)
		case *cfg.Stop:
		default:
			panic("lpor: unknown statement")
		}
	}
}

// branch notes what a branch touches: one side if its condition is known, else both.
func (w *toucher) branch(n *cfg.Node, st *cfg.Branch) {
	w.seeTest(n, st.Cond)
	if x, ok := w.value(st.Cond); ok {
		w.read(st.Cond) // notes the variables whose given values decide
		if x != 0 {
			w.stmts(n, st.Then)
		} else {
			w.stmts(n, st.Else)
		}
		return
	}
	w.evaluate(st.Cond, nil)
	w.read(st.Cond)
	before := w.env
	w.env = maps.Clone(before)
	w.stmts(n, st.Then)
	then := w.env
	w.env = maps.Clone(before)
	w.stmts(n, st.Else)
	w.env = w.meet(then, w.env)
}

// assign notes what an assignment touches. An assignment of the value that the variable is given writes nothing.
func (w *toucher) assign(n *cfg.Node, st *cfg.Assign) {
	x, ok := int64(0), false
	w.checkIndex(&st.Target)
	if st.Value != nil {
		w.evaluate(st.Value, &w.Program.Vars[st.Target.Var].Type)
		w.read(st.Value)
		x, ok = w.value(st.Value)
	}
	v, one := w.element(st.Target.Var, st.Target.Dims, st.Target.Index)
	old, oldKnown := w.lookup(w.env, v)
	unchanged := one && ok && oldKnown && x == old
	if w.given != nil && unchanged {
		for _, i := range st.Target.Index {
			w.read(i)
		}
		w.look(v) // this holds only while nobody else writes v
	} else {
		w.target(&st.Target)
	}
	if !st.Silent {
		w.seeAssign(n, &st.Target, x, ok)
	}
	if one && ok {
		w.env.set(v, x)
	} else {
		w.unknown(&st.Target)
	}
}

// unknown forgets the values of all variables that a store may overwrite. The target may be nil.
func (w *toucher) unknown(t *cfg.Target) {
	if t == nil {
		return
	}
	for _, v := range w.stored(t) {
		w.env.forget(v)
	}
}

// stored lists the variables that a store may write: one, or all elements of an array if an index is not known.
func (w *toucher) stored(t *cfg.Target) []cfg.VarID {
	if v, ok := w.element(t.Var, t.Dims, t.Index); ok {
		return []cfg.VarID{v}
	}
	return cfg.Elements(t.Var, t.Dims)
}

// may reports whether a post at node n may put message msg into a box. sender says that messages of this kind have
// their senders with them.
func (w *toucher) may(n *cfg.Node, st *cfg.Post, sender bool, msg sem.Message) bool {
	if sender && msg.Sender != n.Task {
		return false
	}
	for i, e := range st.Args {
		if x, ok := w.value(e); ok && x != int64(msg.Args[i]) {
			return false
		}
	}
	return true
}

// post notes what a post touches. If its receiver may not have been started yet,
// it reads whether that is so. Whether the receiver has ended does not matter:
// then its messages are lost, those in its box and those that come.
func (w *toucher) post(n *cfg.Node, st *cfg.Post) {
	w.checkPost(st)
	w.read(st.Index)
	for _, e := range st.Args {
		w.read(e)
	}
	for _, o := range w.receivers(st) {
		obj := &w.Program.Objects[o]
		if !w.Program.Tasks[obj.Owner].Static() {
			w.t.reads.Add(int(w.Machine.Pos(obj.Owner)))
		}
		w.seePosted(n, o, st)
		if obj.Kind == cfg.QueueObject {
			w.t.writes.Add(w.tail(o))
			w.t.makes.Add(w.items(o))
			continue
		}
		for _, c := range w.Machine.Counters(o, st.Msg) {
			if !w.may(n, st, obj.Messages[st.Msg].Sender, w.message(c)) {
				continue
			}
			w.t.adds.Add(int(c))
			w.t.makes.Add(int(c))
		}
	}
}

// receivers lists the boxes that a post may put its message into.
func (w *toucher) receivers(st *cfg.Post) []cfg.ObjectID {
	if st.Index != nil {
		if x, ok := w.value(st.Index); ok {
			if x -= int64(st.Lo); x < 0 || x >= int64(len(st.Boxes)) {
				return nil // an error
			}
			return st.Boxes[x : x+1]
		}
	}
	return st.Boxes
}

// enabling notes what an expression reads that decides whether the transition is enabled.
func (w *toucher) enabling(e cfg.Expr) {
	w.guard = true
	w.read(e)
	w.guard = false
}

// read notes what an expression reads; nothing if its value is known without the given values. e may be nil.
func (w *toucher) read(e cfg.Expr) {
	if e == nil {
		return
	}
	w.blind = true // a given value counts as read
	_, ok := w.value(e)
	w.blind = false
	if ok {
		return
	}
	switch e := e.(type) {
	case cfg.Const:
	case cfg.Read:
		w.look(e.Var)
	case cfg.Length: // sends and receives of the channel change it
		w.t.reads.Add(w.tail(e.Chan))
		w.t.reads.Add(w.head(e.Chan))
		if w.guard {
			w.t.need.Add(w.items(e.Chan)) // sends, receives and closing all make this token
			w.lengths = append(w.lengths, e.Chan)
		}
	case *cfg.Elem:
		for _, i := range e.Index {
			w.read(i)
		}
		if v, ok := w.element(e.Base, e.Dims, e.Index); ok {
			w.look(v)
			return
		}
		for _, v := range cfg.Elements(e.Base, e.Dims) {
			w.look(v)
		}
	case *cfg.Unary:
		w.read(e.X)
	case *cfg.Binary:
		w.read(e.X)
		w.read(e.Y)
	case *cfg.If:
		w.read(e.C)
		w.read(e.Then)
		w.read(e.Else)
	default:
		panic("lpor: unknown expression")
	}
}

// look notes that a variable is read.
func (w *toucher) look(v cfg.VarID) {
	c := w.Machine.Var(v)
	if c < 0 {
		return // lives within the step
	}
	w.t.reads.Add(int(c))
	if w.guard {
		w.t.need.Add(int(c))
	}
}

// target notes what a store may write, and what its indices read. The target may be nil.
func (w *toucher) target(t *cfg.Target) {
	if t == nil {
		return
	}
	for _, i := range t.Index {
		w.read(i)
	}
	for _, v := range w.stored(t) {
		w.store(v)
	}
}

// store notes that a variable is written, unless it lives only within the step.
func (w *toucher) store(v cfg.VarID) {
	if c := w.Machine.Var(v); c >= 0 {
		w.write(c)
	}
}

// element returns the element of an array at the given indices, if these are known
// and within bounds. Without indices it returns base, if base is no array.
func (w *toucher) element(base cfg.VarID, dims []int32, index []cfg.Expr) (cfg.VarID, bool) {
	if len(index) == 0 {
		return base, len(dims) == 0
	}
	at := int64(0)
	for i, e := range index {
		x, ok := w.value(e)
		if !ok || x < 0 || x >= int64(dims[i]) {
			return 0, false
		}
		at = at*int64(dims[i]) + x
	}
	return base + cfg.VarID(at), true
}

// value returns the value of an expression, and whether it is known and its
// evaluation meets no error. A nil expression is a missing guard, which holds.
func (w *toucher) value(e cfg.Expr) (int64, bool) {
	switch e := e.(type) {
	case nil: // no guard
		return 1, true
	case cfg.Const:
		return int64(e.Value), true
	case cfg.Read:
		return w.lookup(w.env, e.Var)
	case *cfg.Elem:
		if v, ok := w.element(e.Base, e.Dims, e.Index); ok {
			return w.lookup(w.env, v)
		}
	case *cfg.Unary:
		x, ok := w.value(e.X)
		if e.Op == cfg.Not {
			return 1 - x, ok
		}
		return -x, ok
	case *cfg.If:
		switch c, ok := w.value(e.C); {
		case !ok:
		case c != 0:
			return w.value(e.Then)
		default:
			return w.value(e.Else)
		}
	case *cfg.Binary:
		x, ok := w.value(e.X)
		if !ok || e.Op == cfg.And && x == 0 || e.Op == cfg.Or && x != 0 {
			return x, ok
		}
		if y, ok := w.value(e.Y); ok {
			return e.Op.Apply(x, y)
		}
	}
	return 0, false
}

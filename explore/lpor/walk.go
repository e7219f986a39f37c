package lpor

import (
	"maps"

	"flavers/cfg"
	"flavers/sem"
)

// This file walks over the statements and expressions of a transition, and
// computes on the way what is known without a state: the parameters of a split
// handler, and what follows from them in variables that live within the step.
//
// May err towards: not known.

// env has the variables whose values are known, or known to be unknown; of
// others, those that live within the step have their initial value.
type env map[cfg.VarID]cell

type cell struct {
	value int64
	known bool
}

func (e env) set(v cfg.VarID, x int64) { e[v] = cell{x, true} }
func (e env) forget(v cfg.VarID)       { e[v] = cell{} }

// meet keeps what two ways to get somewhere agree on.
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

func (w *toucher) branch(n *cfg.Node, st *cfg.Branch) {
	w.seeTest(n, st.Cond)
	if x, ok := w.value(st.Cond); ok {
		w.read(st.Cond) // where its value is that of this state
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

func (w *toucher) assign(n *cfg.Node, st *cfg.Assign) {
	x, ok := int64(0), false
	w.checkIndex(&st.Target)
	if st.Value != nil {
		w.evaluate(st.Value, &w.Program.Vars[st.Target.Var].Type)
		w.read(st.Value)
		x, ok = w.value(st.Value)
	}
	v, one := w.element(st.Target.Var, st.Target.Dims, st.Target.Index)
	if old, same := w.lookup(w.env, v); w.given != nil && one && ok && same && x == old {
		for _, i := range st.Target.Index {
			w.read(i)
		}
		w.look(v) // nothing changes as long as nobody else changes it
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

// unknown forgets what a store overwrites.
func (w *toucher) unknown(t *cfg.Target) {
	if t == nil {
		return
	}
	for _, v := range w.stored(t) {
		w.env.forget(v)
	}
}

// stored lists the variables that a store may mean.
func (w *toucher) stored(t *cfg.Target) []cfg.VarID {
	if v, ok := w.element(t.Var, t.Dims, t.Index); ok {
		return []cfg.VarID{v}
	}
	return cfg.Elements(t.Var, t.Dims)
}

// may reports whether a post of a node may put this message; sender: it tells senders
// apart.
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

// post puts a message into a box. If its receiver may not be started, it matters
// whether it is. Whether it has ended does not: messages are lost then, those
// that are there and those that come.
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

// receivers lists the boxes that a post may mean.
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

// enabling reads an expression that decides whether the transition is enabled.
func (w *toucher) enabling(e cfg.Expr) {
	w.guard = true
	w.read(e)
	w.guard = false
}

// read notes what an expression reads; nothing if its value is known.
func (w *toucher) read(e cfg.Expr) {
	if e == nil {
		return
	}
	w.blind = true
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
			w.t.need.Add(w.items(e.Chan)) // which sends, receives and close make
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

// target notes what a store may write, and what its indices read.
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

func (w *toucher) store(v cfg.VarID) {
	if c := w.Machine.Var(v); c >= 0 {
		w.write(c)
	}
}

// element is the element of an array that is meant, if its indices are known
// and within bounds; without dimensions, the variable itself.
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

// value is an expression's value, if it is known without a state and its
// evaluation is no error.
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

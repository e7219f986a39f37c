package races

// This file finds the variables that a step may read or write, whatever the values are: all those in its text. For the
// step
//
//	a[i] = n + b[2]
//
// it returns writes of all elements of a, because i may have any value, and reads of i, n and the element b[2]. A
// variable that may be missing here could hide a race, so operations and statements that are not known panic.

import "flavers/cfg"

// touched has the variables that an action may access.
type touched struct {
	p      *cfg.Program
	order  []cfg.VarID        // each variable once, in the order in which they stand in the text
	writes map[cfg.VarID]bool // by variable that may be accessed: it may be written, and not only read
}

// accesses returns the accesses of both sides of an action.
//
// May err towards: more accesses.
func accesses(p *cfg.Program, a *cfg.Action) *touched {
	t := &touched{p: p, writes: map[cfg.VarID]bool{}}
	for _, n := range sides(a) {
		t.node(&p.Nodes[n])
	}
	return t
}

// node adds the accesses of a node, by its operation and by the statements in it.
func (t *touched) node(n *cfg.Node) {
	t.reads(n.Guard)
	switch op := n.Op.(type) {
	case cfg.Call:
		t.reads(op.Args...)
	case cfg.Accept:
		t.params(op.Params)
	case cfg.Send:
		t.reads(op.Value)
	case cfg.Recv:
		for _, f := range op.Fields {
			t.reads(f.Match)
		}
		for _, target := range op.Targets() {
			t.target(target)
		}
	case cfg.Spawn:
		t.spawn(&op)
	case cfg.Join:
		t.reads(op.Ref)
	case cfg.Handle:
		t.reads(op.Guard)
		for _, v := range op.Params {
			for i := range max(op.Quorum, 1) {
				t.add(v+cfg.VarID(i), true)
			}
		}
	// These have no expressions besides the guard, and store in no variable.
	case cfg.Silent, cfg.Test, cfg.Block, cfg.Fail, cfg.CallEnd, cfg.AcceptEnd, cfg.Close, cfg.Lock, cfg.Announce,
		cfg.Unlock, cfg.RLock, cfg.RUnlock, cfg.Acquire, cfg.Release, cfg.Wait, cfg.Rewake, cfg.Notify,
		cfg.GroupAdd, cfg.GroupWait, cfg.Once, cfg.OnceEnd, cfg.OncePass, cfg.CondWait, cfg.CondWake, cfg.Signal,
		cfg.Else, cfg.Terminate:
	default:
		panic("races: an unknown operation at " + n.Pos.String())
	}
	cfg.StmtsOf(n.Op, t.statement)
}

// statement adds the accesses of one statement. cfg.StmtsOf calls it for the statements inside of that one, too.
func (t *touched) statement(s cfg.Stmt) {
	switch s := s.(type) {
	case *cfg.Assign:
		t.target(&s.Target)
		t.reads(s.Value)
	case *cfg.Event:
		t.reads(s.Args...)
	case *cfg.Branch:
		t.reads(s.Cond)
	case *cfg.Post:
		t.reads(s.Index)
		t.reads(s.Args...)
	case *cfg.Create:
		t.spawn(&s.Spawn)
	case *cfg.Loop:
		t.reads(s.Cond)
	case *cfg.Require:
		t.reads(s.Cond)
	case *cfg.Choose, *cfg.Jump, *cfg.Stop:
	default:
		panic("races: an unknown statement")
	}
}

// spawn adds the accesses of a spawn: to its arguments, and to the variable that gets the new task. The parameters of
// the new task are no accesses, because nobody else can use them before the task starts.
func (t *touched) spawn(op *cfg.Spawn) {
	t.reads(op.Args...)
	if op.Target != nil {
		t.target(op.Target)
	}
}

// params adds writes of the parameters of an accept.
func (t *touched) params(list []cfg.VarID) {
	for _, v := range list {
		t.add(v, true)
	}
}

// target adds writes of the variables that an assignment may store in, and reads of its index.
func (t *touched) target(to *cfg.Target) {
	t.reads(to.Index...)
	for _, v := range elements(to.Var, to.Dims, to.Index) {
		t.add(v, true)
	}
}

// reads adds the variables that expressions read. Some may be nil.
func (t *touched) reads(list ...cfg.Expr) {
	for _, e := range list {
		cfg.Inspect(e, func(e cfg.Expr) bool {
			switch e := e.(type) {
			case cfg.Read:
				t.add(e.Var, false)
			case *cfg.Elem:
				for _, v := range elements(e.Base, e.Dims, e.Index) {
					t.add(v, false)
				}
			}
			return true
		})
	}
}

// add adds an access to a variable.
func (t *touched) add(v cfg.VarID, write bool) {
	written, known := t.writes[v]
	if !known {
		t.order = append(t.order, v)
	}
	t.writes[v] = written || write
}

// elements returns the variables that base[index] may be: one if the index is constant, else all elements of the array.
// It returns none if a constant index is outside of the array, which is a run-time error.
func elements(base cfg.VarID, dims []int32, index []cfg.Expr) []cfg.VarID {
	offset := int64(0)
	for i, e := range index {
		k, constant := e.(cfg.Const)
		switch {
		case !constant:
			return cfg.Elements(base, dims)
		case k.Value < 0 || k.Value >= dims[i]:
			return nil
		}
		offset = offset*int64(dims[i]) + int64(k.Value)
	}
	return []cfg.VarID{base + cfg.VarID(offset)}
}

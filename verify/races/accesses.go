package races

// What a step may access, whatever the values are: all that stands in its text.

import "flavers/cfg"

// touched is what an action may access.
type touched struct {
	p      *cfg.Program
	order  []cfg.VarID // each once
	writes map[cfg.VarID]bool
}

// accesses are those of both sides of an action. May err towards: more.
func accesses(p *cfg.Program, a *cfg.Action) *touched {
	t := &touched{p: p, writes: map[cfg.VarID]bool{}}
	for _, n := range sides(a) {
		t.node(&p.Nodes[n])
	}
	return t
}

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
	case cfg.Silent, cfg.Test, cfg.Block, cfg.Fail, cfg.CallEnd, cfg.AcceptEnd, cfg.Close, cfg.Lock, cfg.Announce,
		cfg.Unlock, cfg.RLock, cfg.RUnlock, cfg.Acquire, cfg.Release, cfg.Wait, cfg.Rewake, cfg.Notify,
		cfg.GroupAdd, cfg.GroupWait, cfg.Once, cfg.OnceEnd, cfg.OncePass, cfg.CondWait, cfg.CondWake, cfg.Signal,
		cfg.Else, cfg.Terminate:
	default:
		panic("races: an unknown operation at " + n.Pos.String())
	}
	cfg.StmtsOf(n.Op, t.statement)
}

// statement enters one statement of a step; those inside it come by themselves.
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

// spawn enters the arguments; the parameters belong to the task that starts.
func (t *touched) spawn(op *cfg.Spawn) {
	t.reads(op.Args...)
	if op.Target != nil {
		t.target(op.Target)
	}
}

func (t *touched) params(list []cfg.VarID) {
	for _, v := range list {
		t.add(v, true)
	}
}

// target enters what may be stored in: of an array, all that the index may mean.
func (t *touched) target(to *cfg.Target) {
	t.reads(to.Index...)
	for _, v := range elements(to.Var, to.Dims, to.Index) {
		t.add(v, true)
	}
}

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

func (t *touched) add(v cfg.VarID, write bool) {
	before, is := t.writes[v]
	if !is {
		t.order = append(t.order, v)
	}
	t.writes[v] = before || write
}

// elements are the variables that base[index] may be: one if the index is constant. One outside of
// the array is none.
func elements(base cfg.VarID, dims []int32, index []cfg.Expr) []cfg.VarID {
	at := int64(0)
	for i, e := range index {
		k, constant := e.(cfg.Const)
		switch {
		case !constant:
			return cfg.Elements(base, dims)
		case k.Value < 0 || k.Value >= dims[i]:
			return nil
		}
		at = at*int64(dims[i]) + int64(k.Value)
	}
	return []cfg.VarID{base + cfg.VarID(at)}
}

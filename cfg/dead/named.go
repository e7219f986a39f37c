package dead

import "flavers/cfg"

// This file lists the variables that steps and expressions name.

// readIn calls f for the variables that an expression may read; e may be nil.
func readIn(e cfg.Expr, f func(cfg.VarID)) {
	cfg.Inspect(e, func(e cfg.Expr) bool {
		switch e := e.(type) {
		case cfg.Read:
			f(e.Var)
		case *cfg.Elem:
			for _, v := range cfg.Elements(e.Base, e.Dims) {
				f(v)
			}
		}
		return true
	})
}

// named calls f for the variables that a step may read or write, some more than once.
// The parameters of a task that it starts are not its own.
func named(n *cfg.Node, f func(cfg.VarID)) {
	readIn(n.Guard, f)
	switch op := n.Op.(type) {
	case cfg.Handle:
		readIn(op.Guard, f)
		for _, v := range op.Params {
			for k := range max(op.Quorum, 1) {
				f(v + cfg.VarID(k))
			}
		}
	case cfg.Accept:
		for _, v := range op.Params {
			f(v)
		}
	case cfg.Call:
		for _, e := range op.Args {
			readIn(e, f)
		}
	case cfg.Send:
		readIn(op.Value, f)
	case cfg.Recv:
		for _, t := range op.Targets() {
			namedTarget(t, f)
		}
		for _, field := range op.Fields {
			readIn(field.Match, f)
		}
	case cfg.Spawn:
		namedIn(&cfg.Create{Spawn: op}, f)
	case cfg.Join:
		readIn(op.Ref, f)
	}
	cfg.StmtsOf(n.Op, func(s cfg.Stmt) { namedIn(s, f) })
}

// namedIn is named for one statement, without those inside it.
func namedIn(s cfg.Stmt, f func(cfg.VarID)) {
	switch s := s.(type) {
	case *cfg.Assign:
		readIn(s.Value, f)
		namedTarget(&s.Target, f)
	case *cfg.Event:
		for _, e := range s.Args {
			readIn(e, f)
		}
	case *cfg.Branch:
		readIn(s.Cond, f)
	case *cfg.Post:
		readIn(s.Index, f)
		for _, e := range s.Args {
			readIn(e, f)
		}
	case *cfg.Create:
		for _, e := range s.Spawn.Args {
			readIn(e, f)
		}
		if s.Spawn.Target != nil {
			namedTarget(s.Spawn.Target, f)
		}
	case *cfg.Loop:
		readIn(s.Cond, f)
	case *cfg.Require:
		readIn(s.Cond, f)
	}
}

func namedTarget(t *cfg.Target, f func(cfg.VarID)) {
	for _, v := range cfg.Elements(t.Var, t.Dims) {
		f(v)
	}
	for _, e := range t.Index {
		readIn(e, f)
	}
}

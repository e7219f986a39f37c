package trans

import "flavers/cfg"

// This file goes through the expressions and statements of nodes.

// flow is what a node does with values: it stores Value somewhere, or uses it.
type flow struct {
	value cfg.Expr // nil: any value, or a new reference
	into  []cfg.VarID
	post  *cfg.Post // value is argument arg of it, or with arg -1 its index
	arg   int
	spawn *cfg.Spawn // value is argument arg of it
	event bool       // value is only shown
}

// flows calls f for everything a node does with values. What takes a message
// has no flow: its parameters are in Handle.Params. Index expressions of stores
// are flows of their own.
func flows(n *cfg.Node, f func(flow)) {
	if n.Guard != nil {
		f(flow{value: n.Guard})
	}
	switch op := n.Op.(type) {
	case cfg.Block:
		flowsOf(op.Stmts, f)
	case cfg.Spawn:
		spawnFlows(&op, f)
	case cfg.Handle:
		if op.Guard != nil {
			f(flow{value: op.Guard})
		}
		flowsOf(op.Body, f)
	}
}

func flowsOf(list []cfg.Stmt, f func(flow)) {
	cfg.Stmts(list, func(s cfg.Stmt) {
		switch s := s.(type) {
		case *cfg.Assign:
			storeFlows(&s.Target, f)
			f(flow{value: s.Value, into: cfg.Elements(s.Target.Var, s.Target.Dims)})
		case *cfg.Event:
			for _, e := range s.Args {
				f(flow{value: e, event: true})
			}
		case *cfg.Branch:
			f(flow{value: s.Cond})
		case *cfg.Require:
			f(flow{value: s.Cond})
		case *cfg.Post:
			if s.Index != nil {
				f(flow{value: s.Index, post: s, arg: -1})
			}
			for i, e := range s.Args {
				f(flow{value: e, post: s, arg: i})
			}
		case *cfg.Create:
			spawnFlows(&s.Spawn, f)
		}
	})
}

func spawnFlows(s *cfg.Spawn, f func(flow)) {
	for i, e := range s.Args {
		f(flow{value: e, spawn: s, arg: i})
	}
	if s.Target != nil {
		storeFlows(s.Target, f)
		f(flow{into: cfg.Elements(s.Target.Var, s.Target.Dims)})
	}
}

func storeFlows(t *cfg.Target, f func(flow)) {
	for _, e := range t.Index {
		f(flow{value: e})
	}
}

// varsOf lists the variables that a part of an expression reads by itself.
func varsOf(e cfg.Expr) []cfg.VarID {
	switch e := e.(type) {
	case cfg.Read:
		return []cfg.VarID{e.Var}
	case *cfg.Elem:
		return cfg.Elements(e.Base, e.Dims)
	}
	return nil
}

// posts calls f for every post of a node.
func posts(n *cfg.Node, f func(*cfg.Post)) {
	cfg.StmtsOf(n.Op, func(s cfg.Stmt) {
		if p, ok := s.(*cfg.Post); ok {
			f(p)
		}
	})
}

package trans

import "flavers/cfg"

// This file lists what the nodes of a program do with values, for check.go and
// names.go: the assignment a[i] = x is the flow of x into the elements of a, and
// the use of i.

// flow is a value with what a node does with it. At most one of into, post, spawn
// and event is set; if none is, the value decides something, as a guard does.
type flow struct {
	value cfg.Expr    // nil: any value of the type, or a new reference
	into  []cfg.VarID // it is stored in one of these variables
	post  *cfg.Post   // it is sent: as argument arg of this post, or with arg -1 as its index
	arg   int
	spawn *cfg.Spawn // it is argument arg of this spawn
	event bool       // it is an argument of an event, which only properties see
}

// flows calls f for each flow of a node. The values of a message that a handler
// takes have no flow; the parameters are in Handle.Params.
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

// flowsOf calls f for each flow of a list of statements.
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

// spawnFlows calls f for each flow of a spawn.
func spawnFlows(s *cfg.Spawn, f func(flow)) {
	for i, e := range s.Args {
		f(flow{value: e, spawn: s, arg: i})
	}
	if s.Target != nil {
		storeFlows(s.Target, f)
		f(flow{into: cfg.Elements(s.Target.Var, s.Target.Dims)})
	}
}

// storeFlows calls f for each index of a store.
func storeFlows(t *cfg.Target, f func(flow)) {
	for _, e := range t.Index {
		f(flow{value: e})
	}
}

// varsOf lists the variables that the root of an expression reads; those of its
// operands and indices are not among them.
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

package gen

// This file lists event patterns of a program, over which specifications are made.

import (
	"slices"
	"strings"

	"flavers/cfg"
)

// Events lists event patterns of a program, sorted: the names of the events that its nodes
// may have, for variables with up to four values. An execution need not have all of them.
func Events(p *cfg.Program) []string {
	set := map[string]bool{}
	values := func(prefix string, t cfg.Type) {
		for v := t.Lo; v <= t.Hi && v < t.Lo+4; v++ {
			set[prefix+t.Format(v)] = true
		}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		task := p.Tasks[n.Task].Name
		object := func(verb string, o cfg.ObjectID) { set[verb+p.Objects[o].Name] = true }
		message := func(verb string, o cfg.ObjectID, k int32) {
			name := verb + p.Objects[o].Name + "." + p.Objects[o].Messages[k].Name
			set[name] = true
			if params := p.Objects[o].Messages[k].Params; len(params) > 0 {
				set[name+"("+params[0].Format(params[0].Lo)+strings.Repeat(",*", len(params)-1)+")"] = true
			}
		}
		tests := func(e cfg.Expr) {
			scalars(e, func(v cfg.VarID) { values(p.Vars[v].Name+"==", p.Vars[v].Type) })
		}
		if cfg.Tests(n.Op) {
			tests(n.Guard)
		}
		cfg.StmtsOf(n.Op, func(s cfg.Stmt) {
			switch s := s.(type) {
			case *cfg.Branch:
				tests(s.Cond)
			case *cfg.Require:
				tests(s.Cond)
			case *cfg.Assign:
				if !s.Silent && s.Target.Index == nil {
					values(p.Vars[s.Target.Var].Name+"=", p.Vars[s.Target.Var].Type)
				}
			case *cfg.Event:
				name := s.Name
				if len(s.Args) > 0 {
					name += "(*)"
					if c, ok := s.Args[0].(cfg.Const); ok && len(s.Args) == 1 {
						name = s.Name + "(" + s.ArgTypes[0].Format(c.Value) + ")"
					}
				}
				set[name] = true
				set[task+":"+name] = true
			case *cfg.Post:
				for _, o := range s.Boxes {
					message("post ", o, s.Msg)
				}
			}
		})
		switch op := n.Op.(type) {
		case cfg.Handle:
			message("", op.Box, op.Msg)
		case cfg.Call:
			object("", op.Entry)
			object(task+":", op.Entry)
		case cfg.Accept:
			object("", op.Entry)
			if len(op.Params) > 0 {
				t := p.Vars[op.Params[0]].Type
				rest := ")"
				if len(op.Params) > 1 {
					rest = ",*)"
				}
				set[p.Objects[op.Entry].Name+"("+t.Format(t.Lo)+rest] = true
			}
		case cfg.AcceptEnd:
			set[p.Objects[op.Entry].Name+".end"] = true
		case cfg.Send:
			values(p.Objects[op.Chan].Name+"<-", p.Objects[op.Chan].Elem)
		case cfg.Recv:
			object("<-", op.Chan)
		case cfg.Close:
			object("close ", op.Chan)
		case cfg.Lock:
			object("lock ", op.Lock)
			object(task+":lock ", op.Lock)
		case cfg.Unlock:
			object("unlock ", op.Lock)
		case cfg.RLock:
			object("rlock ", op.Lock)
		case cfg.RUnlock:
			object("runlock ", op.Lock)
		case cfg.Acquire:
			object("acquire ", op.Sem)
		case cfg.Release:
			object("release ", op.Sem)
		case cfg.Wait:
			object("wait ", op.Lock)
		case cfg.Rewake:
			object("wake ", op.Lock)
		case cfg.Notify:
			if op.All {
				object("notifyall ", op.Lock)
			} else {
				object("notify ", op.Lock)
			}
		case cfg.Spawn:
			for _, t := range p.Families[op.Family].Tasks {
				set["spawn "+p.Tasks[t].Name] = true
			}
		case cfg.Join:
			for _, t := range p.Families[op.Family].Tasks {
				set["join "+p.Tasks[t].Name] = true
			}
		}
	}
	var out []string
	for name := range set {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// scalars calls f on the scalar variables of an expression.
func scalars(e cfg.Expr, f func(cfg.VarID)) {
	switch e := e.(type) {
	case cfg.Read:
		f(e.Var)
	case *cfg.Unary:
		scalars(e.X, f)
	case *cfg.Binary:
		scalars(e.X, f)
		scalars(e.Y, f)
	case *cfg.If:
		scalars(e.C, f)
		scalars(e.Then, f)
		scalars(e.Else, f)
	case *cfg.Elem:
		for _, x := range e.Index {
			scalars(x, f)
		}
	}
}

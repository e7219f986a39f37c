package task

import (
	"slices"

	"flavers/diag"
	"flavers/lang/symbols"
)

// Lint returns warnings of what may be a mistake although it has a meaning: what is
// never reached, declared for nothing, or waited for in vain. It is empty for a text
// with errors. named are the names that specifications use of the program: events,
// constants, variables; nil if none are known, and then no event is warned of. Only the
// text counts: what is in a branch that a
// constant switches off is used.
func Lint(file string, src []byte, named []string) diag.List {
	r, t := read(nil, file, src)
	if t == nil {
		return diag.List{}
	}
	n := newNames(&symbols.Index{}, r.src, t)
	resolveNaming(r, t, nil, n)
	if r.list.HasErrors() {
		return diag.List{}
	}
	r.list = diag.List{}
	l := &linter{reporter: r, tree: t, used: map[span]bool{}, ops: map[*symbol]map[string]bool{}, named: map[string]bool{}}
	for _, name := range named {
		l.named[name] = true
	}
	for _, u := range n.pending {
		if u.at != u.decl {
			l.used[u.decl] = true
		}
	}
	bodies := l.bodies()
	for _, body := range bodies {
		walk(body, func(s stmt) { l.operation(s) }, l.reach)
	}
	l.unused(bodies)
	l.objects()
	l.uncalled()
	if named != nil {
		l.events(bodies)
	}
	r.list.Sort()
	return r.list
}

type linter struct {
	*reporter
	tree  *tree
	used  map[span]bool               // by declaration: something else names it
	ops   map[*symbol]map[string]bool // what is done with an object; "<-" receives, "send" sends
	named map[string]bool             // what specifications name
}

// bodies returns all lists of statements that are in no other.
func (l *linter) bodies() (all [][]stmt) {
	procs := slices.Clone(l.tree.procs)
	for _, t := range l.tree.tasks {
		procs = append(procs, t.procs...)
		all = append(all, t.body, t.init)
		for _, h := range t.handlers {
			all = append(all, h.body)
		}
	}
	for _, p := range procs {
		all = append(all, p.body)
	}
	return all
}

// walk visits the statements of a list and of the lists in them, and all these lists.
func walk(list []stmt, visit func(stmt), lists func([]stmt)) {
	lists(list)
	for _, s := range list {
		visit(s)
		for _, inner := range parts(s) {
			walk(inner, visit, lists)
		}
		if s, ok := s.(*selectStmt); ok {
			for _, a := range s.alts {
				if a.comm != nil {
					visit(a.comm)
					for _, inner := range parts(a.comm) {
						walk(inner, visit, lists)
					}
				}
				walk(a.rest, visit, lists)
			}
		}
	}
}

// parts returns the lists directly in a statement, but those of a select.
func parts(s stmt) [][]stmt {
	switch s := s.(type) {
	case *acceptStmt:
		return [][]stmt{s.body}
	case *atomicStmt:
		return [][]stmt{s.body}
	case *onceStmt:
		return [][]stmt{s.body}
	case *ifStmt:
		return [][]stmt{s.then, s.els}
	case *whileStmt:
		return [][]stmt{s.body}
	case *forStmt:
		return [][]stmt{s.body}
	case *drainStmt:
		return [][]stmt{s.body}
	case *chooseStmt:
		return s.alts
	case *blockStmt:
		return [][]stmt{s.body}
	}
	return nil
}

// operation notes what a statement does with an object.
func (l *linter) operation(s stmt) {
	note := func(x *nameExpr, op string) {
		if x == nil || x.sym == nil {
			return
		}
		if l.ops[x.sym] == nil {
			l.ops[x.sym] = map[string]bool{}
		}
		l.ops[x.sym][op] = true
	}
	switch s := s.(type) {
	case *objStmt:
		note(s.obj, s.op)
	case *addStmt:
		note(s.obj, "add")
	case *onceStmt:
		note(s.obj, "once")
	case *sendStmt:
		note(s.ch, "send")
	case *recvStmt:
		note(s.ch, "<-")
	case *drainStmt:
		note(s.ch, "<-")
	}
}

// reach warns of the first statement of a list that no execution gets to.
func (l *linter) reach(list []stmt) {
	for i, s := range list {
		if !leaves(s) {
			continue
		}
		for _, next := range list[i+1:] {
			if _, isVar := next.(*varStmt); isVar {
				continue // known in the whole task
			}
			if _, isConst := next.(*constStmt); isConst {
				continue
			}
			l.warnf(next.where(), "T401", "no execution gets here: what stands before never goes on").
				WithHint("it is the statement of line %d", l.src.position(s.where().at).Line)
			return
		}
		return
	}
}

// leaves reports whether no execution goes on behind a statement.
func leaves(s stmt) bool {
	any := func(list []stmt) bool { return slices.ContainsFunc(list, leaves) }
	switch s := s.(type) {
	case *jumpStmt:
		return true
	case *whileStmt:
		return s.cond == nil && !breaks(s.body, s.label.name, true)
	case *blockStmt:
		return any(s.body)
	case *acceptStmt:
		return any(s.body)
	case *ifStmt:
		return any(s.then) && any(s.els)
	case *chooseStmt:
		return len(s.alts) > 0 && !slices.ContainsFunc(s.alts, func(list []stmt) bool { return !any(list) })
	case *selectStmt:
		return len(s.alts) > 0 && !slices.ContainsFunc(s.alts, func(a *alternative) bool {
			return a.kind != altTerminate && !any(a.rest) && !(a.comm != nil && leaves(a.comm))
		})
	}
	return false
}

// breaks reports whether a list has a break out of the loop around it, which has this
// label or none. mine: a break without a label means this loop.
func breaks(list []stmt, label string, mine bool) bool {
	for _, s := range list {
		inner := mine
		switch s := s.(type) {
		case *jumpStmt:
			if s.what == "break" && (s.label.name == "" && mine || s.label.name != "" && s.label.name == label) {
				return true
			}
		case *whileStmt, *forStmt, *drainStmt:
			inner = false
		case *selectStmt:
			for _, a := range s.alts {
				if breaks(a.rest, label, mine) || a.comm != nil && breaks([]stmt{a.comm}, label, mine) {
					return true
				}
			}
		}
		for _, part := range parts(s) {
			if breaks(part, label, inner) {
				return true
			}
		}
	}
	return false
}

// unused warns of what is declared and never named.
func (l *linter) unused(bodies [][]stmt) {
	look := func(id ident, what string) {
		if id.name == "" || l.used[id.span] || l.named[id.name] {
			return
		}
		l.warnf(id.span, "T402", "%s %s is never used", what, clip(id.name)).WithHint("delete it")
	}
	for _, c := range l.tree.consts {
		look(c.ident, "constant")
	}
	for _, e := range l.tree.enums {
		values := slices.ContainsFunc(e.values, func(v ident) bool { return l.used[v.span] })
		if !values {
			look(e.ident, "enum")
		}
	}
	for _, d := range l.tree.shared {
		for _, id := range d.names {
			look(id, "variable")
		}
	}
	for _, o := range l.tree.objects {
		what := map[string]string{"lock": "lock", "rwlock": "lock", "sem": "semaphore", "chan": "channel"}[o.what]
		look(o.ident, what)
	}
	for _, p := range l.tree.procs {
		look(p.ident, "procedure")
	}
	for _, t := range l.tree.tasks {
		if t.dynamic && !l.used[t.ident.span] {
			l.warnf(t.ident.span, "T402", "no task %s is ever started", clip(t.name)).WithHint("start one: spawn %s", clip(t.name))
		}
		for _, p := range t.procs {
			look(p.ident, "procedure")
		}
	}
	for _, body := range bodies {
		walk(body, func(s stmt) {
			switch s := s.(type) {
			case *varStmt:
				for _, id := range s.names {
					look(id, "variable")
				}
			case *constStmt:
				for _, c := range s.decls {
					look(c.ident, "constant")
				}
			}
		}, func([]stmt) {})
	}
}

// objects warns of locks that nobody releases and channels that lack one side.
func (l *linter) objects() {
	for _, o := range l.tree.objects {
		ops, name := l.ops[o.sym], clip(o.name)
		switch o.what {
		case "lock", "rwlock":
			for _, op := range []struct{ take, release string }{{"lock", "unlock"}, {"rlock", "runlock"}} {
				if ops[op.take] && !ops[op.release] {
					l.warnf(o.ident.span, "T403", "lock %s is taken by %s and never released", name, op.take).
						WithHint("release it: %s %s", op.release, name)
				}
			}
		case "chan":
			switch {
			case o.sym != nil && o.sym.passed: // any holder may send or receive
			case ops["send"] && !ops["<-"]:
				l.warnf(o.ident.span, "T404", "nobody receives from channel %s", name).WithHint("receive: x = <-%s", name)
			case ops["<-"] && !ops["send"] && !ops["close"]:
				l.warnf(o.ident.span, "T404", "nobody sends on channel %s: a receive waits for ever", name).WithHint("send: %s <- x", name)
			}
		}
	}
}

// uncalled warns of entries that nobody calls, and messages that nobody posts.
func (l *linter) uncalled() {
	for _, t := range l.tree.tasks {
		for _, e := range t.entries {
			if !e.called {
				l.warnf(e.ident.span, "T405", "nobody calls entry %s.%s", clip(t.name), clip(e.name)).
					WithHint("call it: call %s.%s, or delete it", clip(t.name), clip(e.name))
			}
		}
		for _, m := range t.messages {
			if len(m.posts) == 0 {
				l.warnf(m.ident.span, "T405", "nobody posts message %s.%s", clip(t.name), clip(m.name)).
					WithHint("post it: post %s.%s, or delete its handlers", clip(t.name), clip(m.name))
			}
		}
	}
}

// events warns of events that no specification names.
func (l *linter) events(bodies [][]stmt) {
	first := map[string]span{}
	for _, body := range bodies {
		walk(body, func(s stmt) {
			if e, ok := s.(*eventStmt); ok && !l.named[e.name.name] {
				if at, seen := first[e.name.name]; !seen || e.name.at < at.at {
					first[e.name.name] = e.name.span
				}
			}
		}, func([]stmt) {})
	}
	for name, at := range first { // sorted by the caller
		l.warnf(at, "T406", "no specification names event %s", clip(name)).WithHint("name it in a property, or leave it out")
	}
}

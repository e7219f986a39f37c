package trans

import (
	"fmt"
	"slices"

	"flavers/cfg"
)

// This file decides whether the instances of a dynamic family are
// interchangeable: their numbers are used as names only, to say which instance is
// meant. Then two orders of spawns lead to the same states up to the numbers, and
// can count as one.
//
// A name is a number that comes from self of an instance, or from a spawn. Names
// flow through variables, messages and arguments of spawns. A place that a name
// gets to may hold only names, and numbers that no instance has, such as -1 or
// none. Names may be compared for equality, and messages be posted to them, but
// nothing else may be done with them. In the program, self is a constant like any
// other; it is recognised as one in which the code of the instances differs
// (code.go).
//
// The analysis has two steps. spread marks all places that names get to, until
// there are no new ones. verify then looks at each use of a value and refuses those
// that are not allowed.
//
// May err towards: not interchangeable.

// naming is the analysis of one family.
type naming struct {
	p     *cfg.Program
	f     *cfg.Family
	boxes []cfg.ObjectID    // by instance: its mailbox
	self  map[int][]bool    // by flow of an instance, in order: which of its constants are the number of the instance
	vars  []bool            // by variable: it may hold a name
	args  map[argument]bool // the parameters of messages that may hold a name
	why   string            // the first reason why the instances are not interchangeable; "": none so far
}

// argument is a parameter of a message.
type argument struct {
	box cfg.ObjectID
	msg int32
	arg int
}

// interchangeable returns the reason why the instances of f are not
// interchangeable, or "" if they are.
func (c *checker) interchangeable(f *cfg.Family) string {
	a := &naming{p: c.p, f: f, self: map[int][]bool{}, vars: make([]bool, len(c.p.Vars)), args: map[argument]bool{}}
	for _, t := range f.Tasks {
		a.boxes = append(a.boxes, c.boxOf[t])
	}
	if !a.sameCode() {
		return "the code of its instances differs by more than a name"
	}
	// References to instances are names by their type.
	for v := range c.p.Vars {
		if ty := c.p.Vars[v].Type; ty.Kind == cfg.RefType && ty.Family == f.ID {
			a.vars[v] = true
		}
	}
	for i := range c.p.Objects {
		for m, k := range c.p.Objects[i].Messages {
			for j, ty := range k.Params {
				if ty.Kind == cfg.RefType && ty.Family == f.ID {
					a.args[argument{cfg.ObjectID(i), int32(m), j}] = true
				}
			}
		}
	}
	for a.spread() {
	}
	a.verify()
	return a.why
}

// each calls f for each flow of the program. self says which constants of the
// flow's value, in order, are the number of the task; nil: none. The functions
// below that walk over an expression take self, and return what is left of it for
// the constants that follow the expression.
func (a *naming) each(f func(n *cfg.Node, x flow, self []bool)) {
	at := make([]int, len(a.p.Tasks))
	for i := range a.p.Nodes {
		n := &a.p.Nodes[i]
		member := a.p.Tasks[n.Task].Family == a.f.ID
		flows(n, func(x flow) {
			var self []bool
			if member {
				self = a.self[at[n.Task]]
			}
			at[n.Task]++
			f(n, x, self)
		})
	}
}

// named reports whether an expression has a name anywhere in it.
func (a *naming) named(e cfg.Expr, self []bool) bool {
	found := slices.Contains(self, true)
	cfg.Inspect(e, func(e cfg.Expr) bool {
		for _, v := range varsOf(e) {
			found = found || a.vars[v]
		}
		return !found
	})
	return found
}

// carries reports whether the value of an expression may be a name. The result of
// an operator is none, as verify refuses to compute with names.
func (a *naming) carries(e cfg.Expr, self []bool) (is bool, rest []bool) {
	switch e := e.(type) {
	case cfg.Const:
		if len(self) > 0 {
			return self[0], self[1:]
		}
		return false, nil
	case cfg.Read:
		return a.vars[e.Var], self
	case *cfg.If:
		_, self = a.carries(e.C, self)
		x, self := a.carries(e.Then, self)
		y, self := a.carries(e.Else, self)
		return x || y, self
	case nil:
		return false, self
	}
	for _, v := range varsOf(e) {
		is = is || a.vars[v]
	}
	if n := len(constants(e)); len(self) > 0 {
		self = self[n:]
	}
	return is, self
}

// spread marks places that names get to by one flow, and reports whether there are
// new ones.
func (a *naming) spread() bool {
	changed := false
	mark := func(v cfg.VarID) {
		changed = changed || !a.vars[v]
		a.vars[v] = true
	}
	a.each(func(n *cfg.Node, x flow, self []bool) {
		if is, _ := a.carries(x.value, self); !is {
			return
		}
		for _, v := range x.into {
			mark(v)
		}
		if x.post != nil && x.arg >= 0 {
			for _, b := range x.post.Boxes {
				k := argument{b, x.post.Msg, x.arg}
				changed = changed || !a.args[k]
				a.args[k] = true
			}
		}
		if x.spawn != nil {
			for _, params := range a.p.Families[x.spawn.Family].Params {
				mark(params[x.arg])
			}
		}
	})
	for i := range a.p.Nodes {
		if op, ok := a.p.Nodes[i].Op.(cfg.Handle); ok {
			for j, v := range op.Params {
				k := argument{op.Box, op.Msg, j}
				if a.args[k] && !a.vars[v] {
					mark(v)
				}
			}
		}
	}
	return changed
}

// refuse notes a reason, if there is none yet.
func (a *naming) refuse(format string, args ...any) {
	if a.why == "" {
		a.why = fmt.Sprintf(format, args...)
	}
}

// nobody reports whether no instance has the number v.
func (a *naming) nobody(v int32) bool { return v < 0 || int(v) >= len(a.f.Tasks) }

// name reports whether the value of an expression is always a name, or a number
// that no instance has.
func (a *naming) name(e cfg.Expr, self []bool) (ok bool, rest []bool) {
	switch e := e.(type) {
	case cfg.Const:
		if len(self) > 0 {
			return self[0] || a.nobody(e.Value), self[1:]
		}
		return a.nobody(e.Value), nil
	case cfg.Read:
		return a.vars[e.Var], self
	case *cfg.Elem:
		ok = a.vars[e.Base]
		for _, x := range e.Index {
			var fine bool
			fine, self = a.plain(x, self)
			ok = ok && fine
		}
		return ok, self
	case *cfg.If:
		c, self := a.plain(e.C, self)
		x, self := a.name(e.Then, self)
		y, self := a.name(e.Else, self)
		return c && x && y, self
	}
	_, self = a.plain(e, self)
	return false, self
}

// plain reports whether the value of an expression is never a name, and the
// expression uses names in comparisons for equality only.
func (a *naming) plain(e cfg.Expr, self []bool) (ok bool, rest []bool) {
	switch e := e.(type) {
	case cfg.Const:
		if len(self) > 0 {
			return !self[0], self[1:]
		}
		return true, nil
	case cfg.Read:
		return !a.vars[e.Var], self
	case *cfg.Elem:
		ok = !a.vars[e.Base]
		for _, x := range e.Index {
			var fine bool
			fine, self = a.plain(x, self)
			ok = ok && fine
		}
		return ok, self
	case *cfg.Unary:
		return a.plain(e.X, self)
	case *cfg.Binary:
		if e.Op == cfg.Eq || e.Op == cfg.Ne {
			x, rest := a.name(e.X, self)
			y, rest := a.name(e.Y, rest)
			if x && y {
				return true, rest
			}
		}
		x, rest := a.plain(e.X, self)
		y, rest := a.plain(e.Y, rest)
		return x && y, rest
	case *cfg.If:
		c, self := a.plain(e.C, self)
		x, self := a.plain(e.Then, self)
		y, self := a.plain(e.Else, self)
		return c && x && y, self
	}
	return true, self
}

// verify refuses flows by which names and other numbers could mix.
func (a *naming) verify() {
	a.each(func(n *cfg.Node, x flow, self []bool) {
		into := len(x.into) > 0 && a.vars[x.into[0]] // the value gets to a place for names
		switch {
		case x.value == nil:
			if into && a.p.Vars[x.into[0]].Type.Kind != cfg.RefType {
				a.refuse("%s may be any number", a.p.Vars[x.into[0]].Name)
			}
			return
		case x.event:
			return // only seen by properties
		case x.post != nil && x.arg < 0 && a.named(x.value, self):
			if ok, _ := a.name(x.value, self); !ok || x.post.Lo != 0 || !slices.Equal(x.post.Boxes, a.boxes) {
				a.refuse("a post computes with its numbers")
			}
			return
		case x.post != nil && x.arg < 0 && slices.Equal(x.post.Boxes, a.boxes):
			a.refuse("one of its instances is posted to by a computed number")
			return
		case x.post != nil && x.arg >= 0:
			for _, b := range x.post.Boxes {
				into = into || a.args[argument{b, x.post.Msg, x.arg}]
			}
		case x.spawn != nil:
			for _, params := range a.p.Families[x.spawn.Family].Params {
				into = into || a.vars[params[x.arg]]
			}
		}
		use := a.plain
		if into {
			use = a.name
		}
		if ok, _ := use(x.value, self); !ok {
			a.refuse("%s computes with its numbers", a.p.Tasks[n.Task].Name)
		}
	})
	for i := range a.p.Nodes {
		n := &a.p.Nodes[i]
		posts(n, func(p *cfg.Post) {
			if p.Index == nil && a.toInstance(n, p) {
				a.refuse("one of its instances is posted to by its number")
			}
		})
	}
	a.places()
}

// toInstance reports whether a post without an index goes to an instance other
// than the task itself.
func (a *naming) toInstance(n *cfg.Node, p *cfg.Post) bool {
	to := a.p.Objects[p.Boxes[0]].Owner
	return a.p.Tasks[to].Family == a.f.ID && to != n.Task
}

// places refuses places for names whose type does not hold all names, and those
// that have the number of an instance before a name is stored there.
func (a *naming) places() {
	last := int32(len(a.f.Tasks)) - 1
	holds := func(t cfg.Type) bool { return t.Lo <= 0 && t.Hi >= last }
	given := map[cfg.VarID]bool{} // parameters, which are stored before they are read
	for _, f := range a.p.Families {
		for _, params := range f.Params {
			for _, v := range params {
				given[v] = true
			}
		}
	}
	for i := range a.p.Nodes {
		if op, ok := a.p.Nodes[i].Op.(cfg.Handle); ok {
			for _, v := range op.Params {
				given[v] = true
			}
		}
	}
	for v, named := range a.vars {
		vr := &a.p.Vars[v]
		switch {
		case !named:
		case !holds(vr.Type):
			a.refuse("%s does not hold all of its numbers", vr.Name)
		case !given[cfg.VarID(v)] && !a.nobody(vr.Init):
			a.refuse("%s is a number of it before one is stored", vr.Name)
		}
	}
	for i := range a.p.Objects {
		o := &a.p.Objects[i]
		for m, k := range o.Messages {
			for j, t := range k.Params {
				if a.args[argument{o.ID, int32(m), j}] && !holds(t) {
					a.refuse("a parameter of %s.%s does not hold all of its numbers", o.Name, k.Name)
				}
			}
		}
		for _, q := range o.Initial {
			for j, v := range q.Args {
				if a.args[argument{o.ID, q.Msg, j}] && !a.nobody(v) {
					a.refuse("a message of the start of the program has one of its numbers")
				}
			}
		}
	}
}

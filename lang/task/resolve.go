package task

import (
	"slices"
)

// This file binds names to declarations and checks kinds of types and the
// structure of statements. Numbers are the business of lowering, because they
// may differ between the instances of a family.

type resolver struct {
	*reporter
	tree  *tree
	set   map[string]string
	top   *scope // of the program
	scope *scope // innermost
	task  *taskDecl
	proc  *procDecl
	loops []ident   // labels of the enclosing loops, "" for none
	depth int       // of constants under resolution
	step  string    // what is one step, around the statement: "a handler of an actor"
	later []waiting // handlers whose parameters have the types of what is posted
	named *names    // what each name means, for the index; nil: nobody asks
}

// resolve fills in the symbols of the tree. set overrides constants; it
// returns the overriding values as expressions by constant.
func resolve(r *reporter, t *tree, set map[string]string) *resolver {
	return resolveNaming(r, t, set, nil)
}

// resolveNaming is resolve; named takes what each name means.
func resolveNaming(r *reporter, t *tree, set map[string]string, named *names) *resolver {
	v := &resolver{reporter: r, tree: t, set: set, named: named}
	universe := newScope(nil)
	universe.names["none"] = &symbol{ident: ident{name: "none"}, kind: symNone, typ: noneType}
	v.top = newScope(universe)
	v.scope = v.top
	v.declareProgram()
	v.overrides()
	for _, c := range t.consts {
		v.constType(c.sym)
	}
	for _, o := range t.objects {
		v.object(o)
	}
	for _, d := range t.shared {
		v.variables(d, true)
	}
	for _, p := range t.procs {
		v.params(p.params)
	}
	for _, d := range t.tasks {
		v.taskHead(d)
	}
	for _, p := range t.procs {
		v.procBody(p, v.top)
	}
	for _, s := range t.posts {
		v.post(s)
	}
	for _, d := range t.tasks {
		v.taskBody(d)
	}
	v.inferring()
	v.recursion()
	v.unaccepted()
	return v
}

func (r *resolver) declareProgram() {
	t := r.tree
	for _, c := range t.consts {
		c.sym = r.declare(r.top, &symbol{ident: c.ident, kind: symConst, con: c})
	}
	for _, e := range t.enums {
		e.sym = r.declare(r.top, &symbol{ident: e.ident, kind: symEnum, enum: e})
		ty := &typ{kind: tEnum, enum: e}
		for i, id := range e.values {
			r.declare(r.top, &symbol{ident: id, kind: symEnumVal, typ: ty, enum: e, ord: int32(i)})
		}
	}
	for _, d := range t.shared {
		r.declareVars(d, r.top)
	}
	kinds := map[string]symKind{"lock": symLock, "rwlock": symLock, "sem": symSem, "chan": symChan, "waitgroup": symGroup,
		"once": symOnce, "cond": symCond}
	for _, o := range t.objects {
		o.sym = r.declare(r.top, &symbol{ident: o.ident, kind: kinds[o.what], obj: o, rw: o.what == "rwlock", decl: o.typ})
	}
	for _, p := range t.procs {
		r.declare(r.top, &symbol{ident: p.ident, kind: symProc, proc: p})
	}
	for _, d := range t.tasks {
		d.sym = r.declare(r.top, &symbol{ident: d.ident, kind: symTask, task: d})
	}
}

// declareVars puts the symbols of d into s.
func (r *resolver) declareVars(d *varDecl, s *scope) {
	d.makeSyms()
	for _, sym := range d.syms {
		r.declare(s, sym)
	}
}

// makeSyms makes the symbols of the declared variables, once.
func (d *varDecl) makeSyms() {
	if d.syms == nil {
		for _, id := range d.names {
			d.syms = append(d.syms, &symbol{ident: id, kind: symVar, typ: badType, decl: d.typ})
		}
	}
}

// variables resolves the type and initial value of declared variables.
func (r *resolver) variables(d *varDecl, shared bool) {
	t := r.typeOf(d.typ)
	for _, sym := range d.syms {
		sym.typ = t
	}
	if d.init != nil {
		r.initial(d.init, t, shared)
	}
}

func (r *resolver) initial(x *initExpr, t *typ, shared bool) {
	switch {
	case x.any && shared:
		r.errorf(x.span, "T206",
			"a shared variable starts with a constant").WithHint("assign any in a task, before anything else")
	case x.any:
	case x.isList:
		if t.kind == tBad {
			return
		}
		if t.kind != tArray {
			r.errorf(x.span, "T204", "a list of values for a variable of type %s", t)
			return
		}
		for _, y := range x.list {
			r.initial(y, t.elem, shared)
		}
	default:
		for t.kind == tArray {
			t = t.elem // one value for all elements
		}
		r.want(x.value, t, "the initial value")
	}
}

func (r *resolver) object(o *objDecl) {
	if o.size != nil {
		r.want(o.size, intType, "the size")
	}
	if o.buf != nil {
		r.want(o.buf, intType, "the buffer")
	}
	switch o.what {
	case "sem":
		if o.value != nil {
			r.want(o.value, intType, "the initial value")
		}
	case "cond":
		r.conditionLock(o)
	case "chan":
		o.sym.typ = intType
		if o.typ != nil {
			o.sym.typ = r.elementType(o.typ)
			if o.sym.typ.kind == tArray {
				r.errorf(o.typ.span, "T204",
					"a channel carries single values, not arrays").WithHint("chan c[k][n] T are k channels with a buffer of n each")
				o.sym.typ = badType
			}
		}
	}
}

// typeOf resolves a written type.
func (r *resolver) typeOf(x *typeExpr) *typ {
	switch x.kind {
	case typeBool:
		return boolType
	case typeRange:
		r.want(x.lo, intType, "the lower bound")
		r.want(x.hi, intType, "the upper bound")
		return intType
	case typeName:
		sym := r.lookup(x.name, "type", symEnum)
		if sym == nil {
			return lostType
		}
		x.sym = sym
		return &typ{kind: tEnum, enum: sym.enum}
	case typeChan:
		elem := intType
		if x.elem != nil {
			elem = r.elementType(x.elem)
		}
		if elem.kind == tArray {
			r.errorf(x.elem.span, "T204", "a channel carries single values, not arrays")
			return badType
		}
		return &typ{kind: tChan, elem: elem}
	case typeRef:
		sym := r.lookup(x.name, "task", symTask)
		if sym == nil {
			return badType
		}
		if !sym.task.dynamic {
			r.errorf(x.name.span, "T310", "task %s is not dynamic: there is nothing to refer to", sym.name).
				WithHint("references are to tasks started by spawn, declared with dynamic[K]")
			return badType
		}
		x.sym = sym
		return &typ{kind: tRef, task: sym.task}
	case typeArray:
		r.want(x.size, intType, "the length")
		if e := r.typeOf(x.elem); e.kind != tBad {
			return &typ{kind: tArray, elem: e}
		}
	}
	return badType
}

// constType returns the type of a constant, resolved on demand because the order
// of declarations is free.
func (r *resolver) constType(sym *symbol) *typ {
	switch sym.state {
	case 1:
		r.errorf(sym.span, "T209", "the value of constant %s depends on itself", clip(sym.name))
		sym.state, sym.typ = 2, badType
	case 0:
		sym.state = 1
		if r.depth++; r.depth > maxDepth {
			r.errorf(sym.span, "T103", "more than %d constants depend on each other in a row", maxDepth)
			r.depth--
			sym.state, sym.typ = 2, badType
			return badType
		}
		saved := r.scope
		if sym.con.sym == sym && r.top.names[sym.name] == sym {
			r.scope = r.top
		} else if sym.home != nil {
			r.scope = sym.home
		}
		t := r.expr(sym.con.value)
		r.scope = saved
		r.depth--
		if sym.state == 1 {
			sym.state, sym.typ = 2, t
		}
		if t.kind == tArray || t.kind == tRef || t.kind == tChan || t.kind == tNone {
			r.errorf(sym.con.value.where(), "T204", "a constant is a number, a bool or an enum value")
			sym.typ = badType
		}
	}
	return sym.typ
}

func (r *resolver) params(list []*param) {
	seen := newScope(nil)
	for _, q := range list {
		t := r.typeOf(q.typ)
		if t.kind == tArray {
			r.errorf(q.typ.span, "T204", "parameters are single values, not arrays")
			t = badType
		}
		q.sym = &symbol{ident: q.ident, kind: symVar, typ: t, decl: q.typ}
		r.declare(seen, q.sym)
	}
}

// taskHead resolves what other tasks can see of a task.
func (r *resolver) taskHead(d *taskDecl) {
	r.scope = newScope(r.top)
	defer func() { r.scope = r.top }()
	if d.lo != nil {
		r.want(d.lo, intType, "the lower bound")
		r.want(d.hi, intType, "the upper bound")
		d.idxSym = r.declare(r.scope, &symbol{ident: d.index, kind: symIndex, typ: intType, lo: d.lo, hi: d.hi})
	}
	if d.dynamic {
		r.want(d.limit, intType, "the number of instances")
		if d.lo != nil {
			r.errorf(d.index.span, "T310", "a dynamic task has no index of its own").WithHint("use self")
		}
	} else if d.hasPars && len(d.params) == 0 {
		r.errorf(d.span, "T310", "%s %s is not dynamic and takes no parameters", d.what,
			clip(d.name)).WithHint("leave out ()")
	} else if d.hasPars {
		r.errorf(d.span, "T310", "%s %s has parameters but is not dynamic: nothing gives it arguments", d.what, clip(d.name)).
			WithHint("write %s %s(..) dynamic[K] { } and start it with spawn", d.what, clip(d.name))
	}
	r.params(d.params)
	r.taskConsts(d)
	r.messages(d)
	names := newScope(nil)
	for _, e := range d.entries {
		r.declare(names, &symbol{ident: e.ident})
		r.named.entry(e)
		if e.size != nil {
			r.want(e.size, intType, "the size of the entry family")
		}
		r.params(e.params)
	}
}

// consts returns the constants at the top level of a task.
func (d *taskDecl) consts() []*constDecl {
	var list []*constDecl
	for _, s := range d.body {
		if k, ok := s.(*constStmt); ok {
			list = append(list, k.decls...)
		}
	}
	return list
}

// taskConsts makes the constants of a task known to the types of its entries
// and messages, unless the program has something of that name.
func (r *resolver) taskConsts(d *taskDecl) {
	for _, c := range d.consts() {
		if c.sym == nil {
			c.sym = &symbol{ident: c.ident, kind: symConst, con: c, home: r.scope}
		}
		if c.name != "" && r.scope.find(c.name) == nil {
			r.scope.names[c.name] = c.sym
		}
	}
}

func (r *resolver) taskBody(d *taskDecl) {
	r.task = d
	r.scope = newScope(r.top)
	defer func() { r.task, r.scope = nil, r.top }()
	if d.idxSym != nil && d.idxSym.name != "" {
		r.scope.names[d.idxSym.name] = d.idxSym
	}
	for _, q := range d.params {
		r.scope.names[q.name] = q.sym
	}
	for _, p := range d.procs {
		r.declare(r.scope, &symbol{ident: p.ident, kind: symProc, proc: p})
	}
	outer := r.scope
	// Procedures of the task see all of its variables and constants.
	all := newScope(outer)
	for _, s := range d.body {
		if v, ok := s.(*varStmt); ok {
			v.makeSyms()
			for _, sym := range v.syms {
				all.names[sym.name] = sym
			}
		}
	}
	r.scope = newScope(outer) // types see the constants only
	for _, c := range d.consts() {
		all.names[c.name] = c.sym
		r.scope.names[c.name] = c.sym
		c.sym.home = all
	}
	for _, p := range d.procs {
		r.params(p.params)
	}
	r.scope = newScope(outer)
	r.statements(d.body)
	inside := r.scope
	for _, c := range d.consts() {
		c.sym.home = nil
	}
	if d.mail() {
		r.mailBody(d, inside)
	}
	for _, p := range d.procs {
		r.procBody(p, all)
	}
}

func (r *resolver) procBody(p *procDecl, outer *scope) {
	r.scope = newScope(outer)
	r.proc = p
	loops := r.loops
	r.loops = nil
	for _, q := range p.params {
		r.scope.names[q.name] = q.sym
	}
	r.scope = newScope(r.scope)
	r.statements(p.body)
	r.scope, r.proc, r.loops = r.top, nil, loops
}

// recursion reports procedures that call themselves: each cycle once, at the
// call that closes it.
func (r *resolver) recursion() {
	var visit func(p *procDecl)
	visit = func(p *procDecl) {
		p.state = 1
		for _, u := range p.calls {
			switch u.proc.state {
			case 0:
				visit(u.proc)
			case 1:
				r.errorf(u.at, "T304", "procedure %s calls itself",
					clip(u.proc.name)).WithHint("procedures are inlined; recursion is not possible")
			}
		}
		p.state = 2
	}
	all := slices.Clone(r.tree.procs)
	for _, t := range r.tree.tasks {
		all = append(all, t.procs...)
	}
	for _, p := range all {
		if p.state == 0 {
			visit(p)
		}
	}
}

// unaccepted warns of entries that are called and never accepted.
func (r *resolver) unaccepted() {
	for _, t := range r.tree.tasks {
		for _, e := range t.entries {
			if e.called && !e.plain && !e.extended {
				r.warnf(e.span, "T312", "entry %s.%s is called but never accepted: a caller waits for ever", clip(t.name),
					clip(e.name))
			}
		}
	}
}

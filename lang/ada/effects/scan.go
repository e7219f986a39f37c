package effects

// This file looks at one body: what it calls, reads and writes, and whether anything in it concerns tasks. It goes
// through the syntax tree with the names that the body declares itself. Whatever it does not know makes the body one
// that is not inert (fail), so a construct that is forgotten here costs precision and no soundness.

import (
	"slices"
	"strings"

	"flavers/lang/ada/syntax"
)

// scanner looks at a body.
type scanner struct {
	*Table
	b      *body
	locals []map[string]bool // by block around, the innermost last: names in lower case; true if it is a subprogram
}

// scan fills in what a body does by itself. What the bodies do that it calls is added later (settle).
func (t *Table) scan(b *body) {
	s := &scanner{Table: t, b: b}
	b.inert = !t.callable
	d := b.decl
	s.open()
	if d.Kind == syntax.Subprogram {
		s.params(d)
		s.decls(d.Decls)
	}
	s.stmts(d.Body)
	s.handlers(d.Handlers)
}

// fail notes that the body is not inert.
func (s *scanner) fail() { s.b.inert = false }

// open begins a block with declarations of its own, and close ends it.
func (s *scanner) open()  { s.locals = append(s.locals, map[string]bool{}) }
func (s *scanner) close() { s.locals = s.locals[:len(s.locals)-1] }

// local declares a name in the present block.
func (s *scanner) local(name string, subprogram bool) {
	s.locals[len(s.locals)-1][syntax.Fold(name)] = subprogram
}

// known reports whether the body declares a name (ok), and whether it names a subprogram.
func (s *scanner) known(name string) (subprogram, ok bool) {
	for _, in := range slices.Backward(s.locals) {
		if subprogram, ok = in[name]; ok {
			return subprogram, true
		}
	}
	return false, false
}

// params declares the parameters of a subprogram. A parameter that the subprogram may write to is an object of others,
// so a body with one is not inert.
func (s *scanner) params(d *syntax.Decl) {
	for _, p := range d.Params {
		if p.Mode != "" && p.Mode != "in" || p.Type == nil || p.Type.Kind == syntax.AccessType {
			s.fail()
		}
		s.expr(p.Default)
		for _, id := range p.Names {
			s.local(id.Name, false)
		}
	}
}

func (s *scanner) decls(list []*syntax.Decl) {
	for _, d := range list {
		s.b.size++
		switch d.Kind {
		case syntax.Object, syntax.NumberDecl:
			s.subtype(d.Type)
			s.typeDef(d.Def)
			s.expr(d.Init)
			for _, id := range d.Names {
				s.local(id.Name, false)
			}
		case syntax.TypeDecl, syntax.Subtype:
			s.subtype(d.Type)
			s.typeDef(d.Def)
			s.local(d.Name, false)
		case syntax.Subprogram:
			s.local(d.Name, true)
			if !d.Completed {
				continue
			}
			s.open()
			s.params(d)
			s.decls(d.Decls)
			s.stmts(d.Body)
			s.handlers(d.Handlers)
			s.close()
		case syntax.Use:
		case syntax.Pragma:
			s.pragma(d.Name)
		default:
			s.fail()
		}
	}
}

func (s *scanner) pragma(name string) {
	if name = syntax.Fold(name); name == "assert" || name == "annotate" || strings.HasPrefix(name, "assert") {
		s.fail()
	}
}

// subtype looks at a subtype indication.
func (s *scanner) subtype(e *syntax.Expr) {
	if e != nil && e.Kind == syntax.AccessType {
		s.fail()
		return
	}
	s.expr(e)
}

func (s *scanner) typeDef(d *syntax.TypeDef) {
	if d == nil {
		return
	}
	switch d.Kind {
	case "enum", "range", "mod", "digits", "delta", "array":
		for _, lit := range d.Literals {
			s.local(lit.Name, false)
		}
		for _, x := range append(slices.Clone(d.Index), d.X, d.Y, d.Element) {
			s.subtype(x)
		}
		s.typeDef(d.Elements)
	default:
		s.fail()
	}
}

func (s *scanner) handlers(list []*syntax.Handler) {
	for _, h := range list {
		s.open()
		if h.Name != "" {
			s.local(h.Name, false)
		}
		s.stmts(h.Body)
		s.close()
	}
}

func (s *scanner) stmts(list []*syntax.Stmt) {
	for _, x := range list {
		s.b.size++
		s.stmt(x)
	}
}

func (s *scanner) stmt(x *syntax.Stmt) {
	switch x.Kind {
	case syntax.NullStmt:
	case syntax.Assign:
		s.target(x.X)
		s.expr(x.Y)
		s.b.Raises = true
	case syntax.Call:
		s.call(x.X)
	case syntax.IfStmt, syntax.CaseStmt:
		s.expr(x.X)
		for _, a := range x.Arms {
			s.expr(a.Cond)
			for _, c := range a.Choices {
				s.expr(c)
			}
			s.stmts(a.Body)
		}
		s.stmts(x.Else)
	case syntax.LoopStmt:
		s.open()
		s.expr(x.X)
		if x.Loop != nil {
			s.expr(x.Loop.Range)
			s.expr(x.Loop.Filter)
			s.local(x.Loop.Name, false)
		} else {
			s.b.Loops = true
		}
		s.stmts(x.Body)
		s.close()
	case syntax.Block:
		s.open()
		s.decls(x.Decls)
		s.stmts(x.Body)
		s.handlers(x.Handlers)
		s.close()
	case syntax.Exit:
		s.expr(x.X)
	case syntax.Return:
		s.expr(x.X)
		s.open()
		if x.Decl != nil {
			s.decls([]*syntax.Decl{x.Decl})
		}
		s.stmts(x.Body)
		s.handlers(x.Handlers)
		s.close()
	case syntax.PragmaStmt:
		s.pragma(x.Label)
	default:
		s.fail()
	}
}

// target looks at the name of an object that is assigned to.
func (s *scanner) target(e *syntax.Expr) {
	parts := 0
	for e != nil && (e.Kind == syntax.Apply || e.Kind == syntax.Paren || e.Kind == syntax.Selected) {
		if e.Kind == syntax.Selected && e.X.Kind == syntax.Name && s.isPackage(e.X.Text) {
			break
		}
		for _, a := range e.Args {
			s.expr(a.Value)
		}
		if e.Kind != syntax.Paren {
			parts++
		}
		if e.Kind == syntax.Selected || parts > 1 { // perhaps by an access value, to an object of others
			parts += 2
		}
		e = e.X
	}
	if e == nil || parts > 1 && s.accesses {
		s.fail()
		return
	}
	name := syntax.Fold(e.Text)
	_, mine := s.known(name)
	switch {
	case e.Kind == syntax.Name && mine:
	case s.variables[name] && !s.tasking[name] && len(s.named[name]) == 0:
		s.b.writes[name] = true
	default:
		s.fail()
	}
}

// isPackage reports whether a name can only be one of a package.
func (s *scanner) isPackage(name string) bool {
	name = syntax.Fold(name)
	_, mine := s.known(name)
	return !mine && !s.variables[name] && len(s.named[name]) == 0 && !s.tasking[name]
}

// call looks at a call of a procedure.
func (s *scanner) call(e *syntax.Expr) {
	f := e
	if e.Kind == syntax.Apply {
		f = e.X
	}
	name := syntax.Fold(f.Text)
	_, mine := s.known(name)
	ok, leaves := s.harmless(name)
	ours := f.Kind == syntax.Name && mine || len(s.named[name]) > 0 && !s.ofLibrary(f)
	switch {
	case f.Kind != syntax.Name && f.Kind != syntax.Selected:
		s.fail()
	case !ours && !ok:
		s.fail()
	}
	s.expr(f)
	for _, a := range e.Args {
		s.expr(a.Value)
		if !ours && !leaves { // what a library reads into it
			s.written(a.Value)
		}
	}
	s.b.Raises = true
}

// written looks at an argument that may be one of mode out.
func (s *scanner) written(e *syntax.Expr) {
	selected := false
	for e.Kind == syntax.Apply || e.Kind == syntax.Paren || e.Kind == syntax.Selected {
		selected = selected || e.Kind == syntax.Selected
		e = e.X
	}
	name := syntax.Fold(e.Text)
	_, mine := s.known(name)
	switch {
	case selected && s.accesses && (mine || s.variables[name]):
		s.fail()
	case e.Kind == syntax.Name && !mine && s.variables[name]:
		s.b.writes[name] = true
	}
}

// expr looks at an expression.
func (s *scanner) expr(e *syntax.Expr) {
	if e == nil {
		return
	}
	s.b.size++
	switch e.Kind {
	case syntax.Name:
		s.name(e.Text, false)
	case syntax.Selected:
		if s.ofLibrary(e) {
			return
		}
		s.expr(e.X)
		if e.Text == "all" {
			s.b.Raises = true
			return
		}
		s.name(e.Text, true)
	case syntax.Attribute:
		switch syntax.Fold(e.Text) {
		case "count", "callable", "terminated", "caller", "identity", "access", "unchecked_access", "address",
			"unrestricted_access", "storage_size":
			s.fail()
		}
		s.b.Raises = true
		s.parts(e)
	case syntax.Unary, syntax.Binary:
		s.name(`"`+e.Text+`"`, false)
		s.b.Raises = true
		s.parts(e)
	case syntax.Apply, syntax.Qualified, syntax.Range, syntax.In, syntax.If, syntax.Case, syntax.Aggregate,
		syntax.Constraint:
		s.b.Raises = true
		s.parts(e)
	case syntax.Quantified:
		s.open()
		s.expr(e.Loop.Range)
		s.expr(e.Loop.Filter)
		s.local(e.Loop.Name, false)
		s.expr(e.X)
		s.close()
	case syntax.Paren:
		s.parts(e)
	case syntax.Number, syntax.String, syntax.Char, syntax.Null, syntax.Box, syntax.Others, syntax.At:
	default:
		s.fail()
	}
}

// parts looks at the operands and arguments of an expression. Choices of aggregates may be names of components.
func (s *scanner) parts(e *syntax.Expr) {
	s.expr(e.X)
	s.expr(e.Y)
	for _, a := range e.Args {
		if a.Loop != nil {
			s.fail()
		}
		for _, c := range a.Choices {
			if e.Kind == syntax.Case || c.Kind != syntax.Name {
				s.expr(c)
			}
		}
		s.expr(a.Value)
	}
}

// name looks at a name that is read, or called. selected: it is one of a part of something.
func (s *scanner) name(text string, selected bool) {
	n := syntax.Fold(text)
	if subprogram, mine := s.known(n); mine && !selected {
		if subprogram { // it may be one that calls itself
			s.b.Loops = true
		}
		return
	}
	if s.tasking[n] || s.unknown[n] {
		s.fail()
		return
	}
	if len(s.named[n]) > 0 {
		s.b.calls[n]++
	}
	if s.variables[n] && !selected || s.variables[n] && len(s.named[n]) == 0 {
		s.b.reads[n] = true
	}
}

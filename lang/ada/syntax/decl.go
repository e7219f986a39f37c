package syntax

import "strings"

// This file parses declarations: units, objects, generics.

// decls parses declarations up to begin, end or private.
func (p *parser) decls() []*Decl {
	defer p.enter()()
	var out []*Decl
	for !p.atAny("begin", "end", "private") && p.tok().kind != eof {
		at := p.i
		p.try(func() {
			d := p.decl(false)
			if d == nil {
				p.fail("a declaration expected, not %s", p.describe())
			}
			out = append(out, d)
		})
		if p.i == at {
			p.i++
		}
	}
	return out
}

func (p *parser) decl(unit bool) *Decl {
	defer p.enter()()
	at := p.tok().at
	d := &Decl{Pos: p.src.position(at)}
	p.got("not", "overriding")
	p.got("overriding")
	switch {
	case p.at("pragma"):
		return p.pragma()
	case p.at("use"):
		return p.use()
	case p.at("type"):
		return p.typeDecl(d)
	case p.got("subtype"):
		d.Kind, d.Name = Subtype, p.ident().Name
		p.want("is")
		d.Type = p.subtype()
		d.Aspects = p.aspects()
		p.want(";")
	case p.atAny("procedure", "function"):
		return p.subprogram(d)
	case p.got("package"):
		return p.packageDecl(d)
	case p.got("task"):
		return p.taskDecl(d)
	case p.got("protected"):
		return p.protectedDecl(d)
	case p.got("generic"):
		return p.generic(d)
	case p.got("entry"):
		p.entry(d)
	case p.got("for"):
		p.clause(d)
	case p.got("null", ";"):
		d.Kind, d.Word = Pragma, "null"
	case !unit && p.tok().kind == word && !reserved[p.tok().low]:
		p.object(d)
	default:
		return nil
	}
	return d
}

// object parses objects, numbers, exceptions and their renamings.
func (p *parser) object(d *Decl) {
	d.Names = p.idents()
	d.Name = d.Names[0].Name
	if p.got("renames") { // without a type, Ada 2022
		d.Kind, d.Word, d.Init = Renaming, "object", p.name()
		p.aspects()
		p.want(";")
		return
	}
	p.want(":")
	switch {
	case p.got("exception"):
		d.Kind = Exception
		if p.got("renames") {
			d.Kind, d.Word, d.Init = Renaming, "exception", p.name()
		}
	case p.got("constant", ":="):
		d.Kind, d.Init = NumberDecl, p.expr()
	default:
		d.Kind = Object
		for p.atAny("aliased", "constant") {
			d.Constant = p.next().low == "constant" || d.Constant
		}
		if p.at("array") {
			d.Def = p.array()
		} else {
			d.Type = p.subtype()
		}
		if p.got("renames") {
			d.Kind, d.Word, d.Init = Renaming, "object", p.name()
		} else if p.got(":=") {
			d.Init = p.expr()
		}
	}
	d.Aspects = p.aspects()
	p.want(";")
}

func (p *parser) pragma() *Decl {
	at := p.tok().at
	p.want("pragma")
	d := &Decl{Kind: Pragma, Pos: p.src.position(at), Word: "pragma"}
	if p.got("interface") {
		d.Name = "Interface"
	} else {
		d.Name = p.ident().Name
	}
	if p.at("(") {
		d.Args = p.args()
	}
	p.want(";")
	return d
}

func (p *parser) use() *Decl {
	d := &Decl{Kind: Use, Pos: p.src.position(p.tok().at)}
	p.want("use")
	p.got("all")
	if p.got("type") {
		d.Word = "type"
	}
	d.Exprs = append(d.Exprs, p.name())
	for p.got(",") {
		d.Exprs = append(d.Exprs, p.name())
	}
	p.want(";")
	return d
}

// aspects parses "with Name => value, ..".
func (p *parser) aspects() []Arg {
	if !p.at("with") || p.peek(1).kind != word || reserved[p.peek(1).low] {
		return nil
	}
	p.next()
	var out []Arg
	for {
		at := p.tok().at
		name := p.name()
		a := Arg{Choices: []*Expr{name}}
		if p.got("=>") {
			a.Value = p.argument()
		} else {
			a.Value = p.node(Bad, at)
		}
		out = append(out, a)
		if !p.got(",") {
			return out
		}
	}
}

// ending parses "end", the name and a semicolon.
func (p *parser) ending(name string) {
	p.want("end")
	p.closing(name)
	p.want(";")
}

func (p *parser) closing(name string) {
	t := p.tok()
	if t.kind != word && t.kind != text || reserved[t.low] {
		return
	}
	got := p.designator()
	if name != "" && !strings.EqualFold(got, name) && !strings.EqualFold(strings.ReplaceAll(got, " ", ""), name) {
		p.list.Errorf(p.src.position(t.at), Label, "%q ends here, but %q was begun", got, name).WithLen(t.end - t.at)
	}
}

func (p *parser) subprogram(d *Decl) *Decl {
	d.Kind, d.Word = Subprogram, p.next().low
	d.Name = p.designator()
	if p.got("is", "new") {
		return p.instance(d)
	}
	d.Params, d.Result = p.profile()
	if p.got("renames") {
		d.Kind, d.Init = Renaming, p.name()
		d.Aspects = p.aspects()
		p.want(";")
		return d
	}
	d.Aspects = p.aspects()
	if !p.got("is") {
		p.want(";")
		return d
	}
	switch {
	case p.got("abstract"):
		d.Abstract = true
		d.Aspects = append(d.Aspects, p.aspects()...)
		p.want(";")
	case p.got("null"):
		d.Completed = true
		d.Aspects = append(d.Aspects, p.aspects()...)
		p.want(";")
	case p.got("separate"):
		d.Kind = Stub
		p.aspects()
		p.want(";")
	case p.got("<>"), (p.tok().kind == word || p.tok().kind == text) &&
		p.peek(1).low == ";" && !reserved[p.tok().low]: // a default
		if !p.at(";") {
			p.name()
		}
		p.aspects()
		p.want(";")
	case p.at("(") || p.at("["): // an expression function
		at := p.tok().at
		x := p.parens()
		d.Completed = true
		d.Body = []*Stmt{{Kind: Return, Pos: p.src.position(at), X: x}}
		d.Aspects = append(d.Aspects, p.aspects()...)
		p.want(";")
	default:
		if p.tok().kind == word && !reserved[p.tok().low] && (p.peek(1).low == "." || p.peek(1).low == "'" ||
			p.peek(1).low == "with") {
			p.name() // a formal default
			p.aspects()
			p.want(";")
			return d
		}
		p.body(d)
	}
	return d
}

// body parses declarations, statements and handlers up to the end.
func (p *parser) body(d *Decl) {
	d.Completed = true
	d.Decls = p.decls()
	p.want("begin")
	d.Body, d.Handlers = p.handled()
	d.End = p.src.position(p.tok().at)
	p.ending(d.Name)
}

// handled parses statements with handlers.
func (p *parser) handled() ([]*Stmt, []*Handler) {
	body := p.statements()
	if !p.got("exception") {
		return body, nil
	}
	var out []*Handler
	for p.at("pragma") {
		p.pragma()
	}
	for p.at("when") {
		h := &Handler{Pos: p.src.position(p.next().at)}
		if p.peek(1).low == ":" {
			h.Name = p.ident().Name
			p.next()
		}
		h.Choices = append(h.Choices, p.choice())
		for p.got("|") {
			h.Choices = append(h.Choices, p.choice())
		}
		p.want("=>")
		h.Body = p.statements()
		out = append(out, h)
	}
	return body, out
}

func (p *parser) instance(d *Decl) *Decl {
	d.Kind = Instance
	x := p.name()
	d.Init = x
	if x.Kind == Apply {
		d.Init, d.Args = x.X, x.Args
	}
	d.Aspects = p.aspects()
	p.want(";")
	return d
}

func (p *parser) packageDecl(d *Decl) *Decl {
	body := p.got("body")
	d.Word = "package"
	d.Name = p.designator()
	d.Aspects = p.aspects()
	switch {
	case p.got("renames"):
		d.Kind, d.Init = Renaming, p.name()
		p.aspects()
		p.want(";")
		return d
	}
	p.want("is")
	switch {
	case p.got("new"):
		return p.instance(d)
	case p.got("separate"):
		d.Kind = Stub
		p.aspects()
		p.want(";")
		return d
	case body:
		d.Kind, d.Completed = PackageBody, true
		d.Decls = p.decls()
		if p.got("begin") {
			d.Body, d.Handlers = p.handled()
		}
	default:
		d.Kind = PackageSpec
		d.Decls = p.decls()
		if p.got("private") {
			d.Private = p.decls()
		}
	}
	d.End = p.src.position(p.tok().at)
	p.ending(d.Name)
	return d
}

func (p *parser) taskDecl(d *Decl) *Decl {
	d.Word = "task"
	if p.got("body") {
		d.Kind, d.Name = TaskBody, p.designator()
		d.Aspects = p.aspects()
		p.want("is")
		if p.got("separate") {
			d.Kind = Stub
			p.want(";")
			return d
		}
		p.body(d)
		return d
	}
	d.Kind = TaskSpec
	p.protectedHead(d)
	return d
}

// protectedHead parses the declaration of a task or a protected object, or of a type of them.
func (p *parser) protectedHead(d *Decl) {
	d.IsType = p.got("type")
	d.Name = p.ident().Name
	if p.at("(") {
		d.Discriminants = p.params()
	}
	d.Aspects = p.aspects()
	if !p.got("is") {
		p.want(";")
		return
	}
	if p.got("new") { // interfaces
		for {
			d.Exprs = append(d.Exprs, p.name())
			if !p.got("and") {
				break
			}
		}
		p.want("with")
	}
	d.Decls = p.decls()
	if p.got("private") {
		d.Private = p.decls()
	}
	p.ending(d.Name)
}

func (p *parser) protectedDecl(d *Decl) *Decl {
	d.Word = "protected"
	if p.got("body") {
		d.Kind, d.Name, d.Completed = ProtectedBody, p.designator(), true
		d.Aspects = p.aspects()
		p.want("is")
		if p.got("separate") {
			d.Kind = Stub
			p.want(";")
			return d
		}
		d.Decls = p.decls()
		p.ending(d.Name)
		return d
	}
	d.Kind = ProtectedSpec
	p.protectedHead(d)
	return d
}

// entry parses a declaration of an entry, or the body of one in a protected body.
func (p *parser) entry(d *Decl) {
	d.Kind, d.Name = Entry, p.ident().Name
	if p.at("(") {
		// A family, parameters, or both.
		if p.peek(1).low == "for" {
			p.next()
			p.next()
			d.Index = p.loop()
			p.want(")")
		} else if !p.isParams() {
			p.next()
			d.Family = p.choice()
			p.want(")")
		}
		if p.at("(") {
			d.Params = p.params()
		}
	}
	d.Aspects = p.aspects()
	if p.got("when") {
		d.Barrier = p.expr()
		p.want("is")
		if p.got("separate") {
			p.want(";")
			return
		}
		p.body(d)
		return
	}
	p.want(";")
}

// isParams reports whether the parentheses that begin here hold parameters: "(A, B :".
func (p *parser) isParams() bool {
	n := 1
	for p.peek(n).kind == word && !reserved[p.peek(n).low] {
		switch p.peek(n + 1).low {
		case ":":
			return true
		case ",":
			n += 2
		default:
			return false
		}
	}
	return false
}

func (p *parser) generic(d *Decl) *Decl {
	d.Kind = Generic
	for !p.atAny("package", "procedure", "function") {
		if p.tok().kind == eof {
			p.fail("a generic unit expected, not %s", p.describe())
		}
		d.Formals = append(d.Formals, p.formal())
	}
	d.Unit = p.decl(true)
	d.Name = d.Unit.Name
	return d
}

func (p *parser) formal() *Decl {
	d := &Decl{Pos: p.src.position(p.tok().at)}
	switch {
	case p.atAny("pragma"):
		return p.pragma()
	case p.at("use"):
		return p.use()
	case p.at("type"):
		return p.typeDecl(d)
	case p.got("with"):
		if p.got("package") {
			d.Kind, d.Name = FormalPackage, p.ident().Name
			p.want("is")
			p.want("new")
			return p.formalPackage(d)
		}
		if !p.atAny("procedure", "function") {
			p.fail("a formal subprogram or package expected, not %s", p.describe())
		}
		return p.subprogram(d)
	default:
		d.Names = p.idents()
		d.Name = d.Names[0].Name
		d.Kind = Object
		p.want(":")
		if p.got("in") {
			d.Word = "in"
		}
		if p.got("out") {
			d.Word = "out"
		}
		d.Type = p.subtype()
		if p.got(":=") {
			d.Init = p.expr()
		}
		p.aspects()
		p.want(";")
	}
	return d
}

func (p *parser) formalPackage(d *Decl) *Decl {
	x := p.name()
	if x.Kind == Apply {
		d.Args, x = x.Args, x.X
	}
	d.Init = x
	p.aspects()
	p.want(";")
	return d
}

// clause parses a representation clause.
func (p *parser) clause(d *Decl) {
	d.Kind = Clause
	x := p.name()
	d.Init = x
	p.want("use")
	if p.got("record") {
		if p.got("at") {
			p.got("mod")
			p.expr()
			p.want(";")
		}
		for !p.at("end") && p.tok().kind != eof {
			if p.at("pragma") {
				p.pragma()
				continue
			}
			p.name()
			p.want("at")
			p.simple()
			p.want("range")
			p.choice()
			p.want(";")
		}
		p.want("end")
		p.want("record")
		if p.tok().kind == word {
			p.next()
		}
		p.want(";")
		return
	}
	if p.got("at") {
		p.expr()
	} else {
		p.expr()
	}
	p.want(";")
}

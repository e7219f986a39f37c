package syntax

// This file parses type declarations.

func (p *parser) typeDecl(d *Decl) *Decl {
	p.want("type")
	d.Kind, d.Name = TypeDecl, p.ident().Name
	if p.at("(") {
		d.Discriminants = p.params()
	}
	d.Aspects = p.aspects()
	if p.got(";") {
		d.Def = &TypeDef{Kind: "incomplete", Pos: d.Pos}
		return d
	}
	p.want("is")
	d.Def = p.typeDef()
	d.Aspects = append(d.Aspects, p.aspects()...)
	if p.got("or", "use") { // a default of a formal type, Ada 2022
		p.subtype()
	}
	p.want(";")
	return d
}

func (p *parser) typeDef() *TypeDef {
	defer p.enter()()
	d := &TypeDef{Pos: p.src.position(p.tok().at)}
	for p.atAny("abstract", "tagged", "limited", "task", "protected", "synchronized") {
		p.next()
	}
	switch {
	case p.got(";"):
		p.i--
		d.Kind = "incomplete" // "is tagged;"
	case p.at("("):
		d.Kind = "enum"
		if p.peek(1).low == "<>" {
			p.next()
			p.next()
			p.want(")")
			return d
		}
		p.next()
		for {
			t := p.tok()
			if t.kind == char {
				p.next()
				d.Literals = append(d.Literals, Ident{t.text, p.src.position(t.at)})
			} else {
				d.Literals = append(d.Literals, p.ident())
			}
			if !p.got(",") {
				break
			}
		}
		p.want(")")
	case p.got("range"):
		d.Kind = "range"
		if !p.got("<>") {
			r := p.choice()
			d.X = r
		}
	case p.got("mod"):
		d.Kind = "mod"
		if !p.got("<>") {
			d.X = p.expr()
		}
	case p.at("digits"), p.at("delta"):
		d.Kind, d.Ranged, d.Delta = "digits", p.at("delta"), p.at("delta")
		p.next()
		if !p.got("<>") {
			d.X = p.simple()
		}
		if p.got("digits") && !p.got("<>") {
			p.simple()
		}
		if p.got("range") {
			d.Ranged, d.Y = true, p.choice()
		}
	case p.at("array"):
		return p.array()
	case p.atAny("record", "null"):
		d.Kind = "record"
		p.record(d)
	case p.at("access"), p.at("not"):
		d.Kind = "access"
		p.got("not", "null")
		d.X = p.accessType()
		if d.X.Text != "" {
			d.Kind = "procedure"
		}
	case p.got("private"):
		d.Kind = "private"
	case p.got("interface"):
		d.Kind = "interface"
		for p.got("and") {
			p.name()
		}
	case p.got("new"):
		d.Kind = "derived"
		d.X = p.subtype()
		for p.got("and") {
			p.name()
		}
		if p.at("with") && (p.peek(1).low == "private" || p.peek(1).low == "record" || p.peek(1).low == "null") {
			p.next()
			if p.got("private") {
				d.Variants = true
				return d
			}
			d.Variants = true
			p.record(d)
		}
	default:
		p.fail("a type definition expected, not %s", p.describe())
	}
	return d
}

func (p *parser) array() *TypeDef {
	d := &TypeDef{Kind: "array", Pos: p.src.position(p.tok().at)}
	p.want("array")
	p.want("(")
	for {
		d.Index = append(d.Index, p.choice())
		if !p.got(",") {
			break
		}
	}
	p.want(")")
	p.want("of")
	p.got("aliased")
	d.Element = p.subtype()
	return d
}

func (p *parser) record(d *TypeDef) {
	if p.got("null", "record") {
		return
	}
	p.want("record")
	p.components(d)
	p.want("end")
	p.want("record")
	if t := p.tok(); t.kind == word && !reserved[t.low] { // the name of the type, Ada 2022
		p.next()
	}
}

// components parses a list of components, with variants.
func (p *parser) components(d *TypeDef) {
	defer p.enter()()
	for !p.atAny("end", "when") && p.tok().kind != eof {
		switch {
		case p.got("null", ";"):
		case p.at("pragma"):
			p.pragma()
		case p.got("for"):
			p.clause(&Decl{})
		case p.got("case"):
			d.Variants = true
			of := LastName(p.name())
			p.want("is")
			var covered []*Expr // by the choices before others
			for p.got("when") {
				choices := []*Expr{p.choice()}
				for p.got("|") {
					choices = append(choices, p.choice())
				}
				p.want("=>")
				first := len(d.Parts)
				p.components(d)
				v := Variant{Discriminant: of, Choices: choices}
				if choices[0].Kind == Others {
					v.Choices, v.Except = covered, true
				}
				for i := first; i < len(d.Parts); i++ {
					d.Parts[i].When = append([]Variant{v}, d.Parts[i].When...)
				}
				covered = append(covered, choices...)
			}
			p.want("end")
			p.want("case")
			p.want(";")
		default:
			out := Param{Names: p.idents()}
			p.want(":")
			p.got("aliased")
			if p.at("array") {
				out.Def = p.array()
			} else {
				out.Type = p.subtype()
			}
			if p.got(":=") {
				out.Default = p.expr()
			}
			p.aspects()
			p.want(";")
			d.Parts = append(d.Parts, out)
		}
	}
}

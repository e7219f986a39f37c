package syntax

import (
	"slices"
	"strings"

	"flavers/diag"
)

// This file parses statements.

// statements parses up to what ends a sequence of statements.
func (p *parser) statements() []*Stmt {
	defer p.enter()()
	var out []*Stmt
	for {
		out = append(out, p.events()...)
		if p.tok().kind == eof || p.atAny("end", "else", "elsif", "when", "exception") ||
			p.at("or") || p.at("then") && p.peek(1).low == "abort" {
			return out
		}
		at := p.i
		p.try(func() {
			if s := p.statement(); s != nil {
				out = append(out, s...)
			}
		})
		if p.i == at {
			p.i++
		}
	}
}

// events makes statements of the directives before the next token.
func (p *parser) events() []*Stmt {
	t := &p.toks[p.i]
	var out []*Stmt
	for _, c := range t.events {
		s := &Stmt{Kind: EventStmt, Pos: p.src.position(c.at - 3), Len: 3}
		sub := &parser{src: p.src, list: p.list, last: -1}
		// The text is scanned where it stands, so that positions are right.
		start := c.at + strings.Index(c.text, "event") + len("event")
		end := c.at + len(c.text)
		sub.src = &source{file: p.src.file, src: p.src.src[:end], lines: p.src.lines, poll: p.src.poll}
		sub.toks = scanFrom(sub.src, start, p.list)
		ok := sub.try(func() {
			if t := &sub.toks[0]; t.kind == word { // any word names an event
				t.low = "event " + t.low
			}
			x := sub.name()
			s.Pos, s.Len = x.Pos, x.Len
			for x.Kind == Apply && s.Args == nil {
				s.Args, x = x.Args, x.X
			}
			s.X = x
			if sub.tok().kind != eof {
				sub.fail("one event expected: --! event name(args), not %s", sub.describe())
			}
		})
		if ok && s.X != nil {
			out = append(out, s)
		}
	}
	t.events = nil
	return out
}

func (p *parser) statement() []*Stmt {
	defer p.enter()()
	t := p.tok()
	s := &Stmt{Pos: p.src.position(t.at), Len: t.end - t.at}
	one := func(k StmtKind) []*Stmt { s.Kind = k; return []*Stmt{s} }
	switch {
	case p.got("<<"):
		s.Label = p.ident().Name
		p.want(">>")
		return one(LabelStmt)
	case p.got("null"):
		p.want(";")
		return one(NullStmt)
	case p.at("pragma"):
		d := p.pragma()
		s.Label, s.Args = d.Name, d.Args
		return one(PragmaStmt)
	case p.got("if"):
		for {
			arm := Arm{Pos: p.src.position(p.tok().at), Cond: p.expr()}
			p.want("then")
			arm.Body = p.statements()
			s.Arms = append(s.Arms, arm)
			if !p.got("elsif") {
				break
			}
		}
		if p.got("else") {
			s.HasElse = true
			s.Else = p.statements()
		}
		p.want("end")
		p.want("if")
		p.want(";")
		return one(IfStmt)
	case p.got("case"):
		s.X = p.expr()
		p.want("is")
		for p.at("pragma") {
			p.pragma()
		}
		for p.at("when") {
			arm := Arm{Pos: p.src.position(p.next().at), Choices: []*Expr{p.choice()}}
			for p.got("|") {
				arm.Choices = append(arm.Choices, p.choice())
			}
			p.want("=>")
			arm.Body = p.statements()
			s.Arms = append(s.Arms, arm)
		}
		p.want("end")
		p.want("case")
		p.want(";")
		return one(CaseStmt)
	case p.atAny("loop", "while", "for", "declare", "begin"):
		return p.compound(s)
	case t.kind == word && !reserved[t.low] && p.peek(1).low == ":" && p.peek(1).kind == symbol:
		s.Label = p.ident().Name
		p.want(":")
		return p.compound(s)
	case p.got("exit"):
		if p.tok().kind == word && !reserved[p.tok().low] {
			s.Label = p.ident().Name
		}
		if p.got("when") {
			s.X = p.expr()
		}
		p.want(";")
		return one(Exit)
	case p.got("goto"):
		s.Label = p.ident().Name
		p.want(";")
		return one(Goto)
	case p.got("return"):
		if p.tok().kind == word && p.peek(1).low == ":" && p.peek(1).kind == symbol {
			return p.extended(s)
		}
		if !p.at(";") {
			if s.X = p.bare(); s.X == nil {
				s.X = p.expr()
			}
		}
		p.want(";")
		return one(Return)
	case p.got("raise"):
		if !p.at(";") {
			s.X = p.name()
			if p.got("with") {
				s.Y = p.expr()
			}
		}
		p.want(";")
		return one(RaiseStmt)
	case p.got("delay"):
		if p.got("until") {
			s.Word = "until"
		}
		s.X = p.expr()
		p.want(";")
		return one(DelayStmt)
	case p.got("accept"):
		p.accept(s)
		return []*Stmt{s}
	case p.got("select"):
		p.selection(s)
		return []*Stmt{s}
	case p.got("requeue"):
		s.X = p.name()
		if p.got("with") {
			p.want("abort")
			s.Word = "abort"
		}
		p.want(";")
		return one(Requeue)
	case p.got("abort"):
		s.Args = append(s.Args, Arg{Value: p.name()})
		for p.got(",") {
			s.Args = append(s.Args, Arg{Value: p.name()})
		}
		p.want(";")
		return one(Abort)
	}
	if t.kind == word && reserved[t.low] {
		p.fail("a statement expected, not %s", p.describe())
	}
	x := p.name()
	s.X, s.Len = x, x.Len
	if p.got(":=") {
		if s.Y = p.bare(); s.Y == nil {
			s.Y = p.expr()
		}
		p.want(";")
		return one(Assign)
	}
	if p.at("=") || p.at(":") {
		p.list.Errorf(p.src.position(p.tok().at), Syntax, "%s is no assignment",
			p.describe()).WithHint("write := to assign")
		p.last = p.tok().at
		panic(bailout{})
	}
	if next := p.tok(); x.Kind == Name && slices.Contains([]kind{word, number}, next.kind) &&
		p.src.position(next.at).Line == x.Pos.Line { // acept Go;
		if near := diag.Suggest(t.low, begins); near != "" {
			p.list.Errorf(x.Pos, Syntax, "a statement expected, not %q", x.Text).WithLen(x.Len).
				WithHint("did you mean %s?", near)
			p.last = next.at
			panic(bailout{})
		}
	}
	p.want(";")
	return one(Call)
}

// begins are the reserved words that begin a statement with a name or a number behind.
var begins = strings.Fields("abort accept delay exit goto raise requeue return")

// compound parses loops and blocks.
func (p *parser) compound(s *Stmt) []*Stmt {
	label := s.Label
	switch {
	case p.atAny("loop", "while", "for"):
		s.Kind = LoopStmt
		if p.got("while") {
			s.X = p.expr()
		} else if p.got("for") {
			s.Loop = p.loop()
			if p.got("when") {
				s.Loop.Filter = p.expr()
			}
		}
		p.want("loop")
		s.Body = p.statements()
		p.want("end")
		p.want("loop")
		p.closing(label)
		p.want(";")
	case p.atAny("declare", "begin"):
		s.Kind = Block
		if p.got("declare") {
			s.Decls = p.decls()
		}
		p.want("begin")
		s.Body, s.Handlers = p.handled()
		p.want("end")
		p.closing(label)
		p.want(";")
	default:
		p.fail("a loop or a block expected after the name, not %s", p.describe())
	}
	return []*Stmt{s}
}

// extended parses "return R : T do .. end return;".
func (p *parser) extended(s *Stmt) []*Stmt {
	s.Kind = Return
	d := &Decl{Kind: Object, Pos: p.src.position(p.tok().at)}
	d.Names = p.idents()
	d.Name = d.Names[0].Name
	p.want(":")
	for p.atAny("aliased", "constant") {
		p.next()
	}
	if p.at("array") {
		d.Def = p.array()
	} else {
		d.Type = p.subtype()
	}
	if p.got(":=") {
		d.Init = p.expr()
	}
	p.aspects()
	s.Decl = d
	if p.got("do") {
		s.Body, s.Handlers = p.handled()
		p.want("end")
		p.want("return")
	}
	p.want(";")
	return []*Stmt{s}
}

func (p *parser) accept(s *Stmt) {
	s.Kind = Accept
	s.Label = p.ident().Name
	if p.at("(") && !p.isParams() {
		p.next()
		s.Family = p.expr()
		p.want(")")
	}
	if p.at("(") {
		s.Params = p.params()
	}
	if p.got("do") {
		s.Bodied = true
		s.Body, s.Handlers = p.handled()
		p.want("end")
		p.closing(s.Label)
	}
	p.want(";")
}

func (p *parser) selection(s *Stmt) {
	s.Kind = Select
	for {
		arm := Arm{Pos: p.src.position(p.tok().at)}
		if p.got("when") {
			arm.Cond = p.expr()
			p.want("=>")
		}
		if p.got("terminate") {
			arm.Word = "terminate"
			p.want(";")
			arm.Body = p.statements()
		} else {
			arm.Body = p.statements()
		}
		s.Arms = append(s.Arms, arm)
		if !p.got("or") {
			break
		}
	}
	if p.got("else") {
		s.HasElse = true
		s.Else = p.statements()
	} else if p.got("then", "abort") {
		s.Abortable = true
		s.Else = p.statements()
	}
	p.want("end")
	p.want("select")
	p.want(";")
}

package task

// Wait groups, conditions, and what is executed once: words that are no keywords. A statement begins
// with one of these words only if a name follows it on its line.

// objectWords declare objects: "waitgroup wg", "once setup", "cond ready on m".
var objectWords = map[string]bool{"waitgroup": true, "once": true, "cond": true}

// groupWords begin statements: "add wg(2)", "done wg", "signal c", "broadcast c", "once setup { .. }".
var groupWords = map[string]bool{"add": true, "done": true, "signal": true, "broadcast": true, "once": true}

// named reports whether a name follows the next token, on its line.
func (p *parser) named() bool {
	n := p.peek(1)
	return n.kind == word && !n.fresh && !reserved[n.text]
}

// group reads a statement that begins with one of groupWords.
func (p *parser) group() stmt {
	t := p.next()
	n := p.next()
	obj := p.indexed(&nameExpr{ident: ident{n.text, n.span}})
	switch t.text {
	case "add":
		if k := p.tok(); !k.is("(") {
			p.syntax(k, `expected "(" and what is added, found %s`, k.describe()).WithHint("write add %s(1)", clip(obj.name))
			panic(bailout{})
		}
		p.next()
		s := &addStmt{obj: obj, by: p.expr()}
		p.expect(")", "after what is added")
		s.span = p.from(t.at)
		return s
	case "once":
		s := &onceStmt{obj: obj, span: p.from(t.at)}
		if k := p.tok(); !k.is("{") {
			p.syntax(k, `expected "{" and what is executed once, found %s`, k.describe()).WithHint("write once %s { .. }", clip(obj.name))
			panic(bailout{})
		}
		s.body = p.block("the once")
		return s
	}
	return &objStmt{op: t.text, obj: obj, span: p.from(t.at)}
}

// ofLock reads on m, or on rlock m, in the declaration of conditions, from the one at first on.
func (p *parser) ofLock(first int) {
	if k := p.tok(); !k.is("on") {
		p.syntax(k, `expected "on" and the lock of the condition, found %s`, k.describe()).
			WithHint("write cond %s on m, and lock m for the lock", clip(p.out.objects[first].name))
		panic(bailout{})
	}
	p.next()
	read := p.got("rlock")
	lock := p.nameExpr()
	for _, o := range p.out.objects[first:] {
		o.lock, o.read = lock, read
	}
}

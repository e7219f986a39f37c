package format

// Where blanks stand in programs: around operators, but not around those of
// arithmetic inside brackets, ranges and comparisons; a[i+1] = b + 1.

var (
	arithmetic = set("+ - * / %")
	product    = set("* / %")
	compare    = set("== != < <= > >= && ||")
	// before are the words that stand before a value: an operator behind one is unary, a
	// parenthesis behind one begins an expression.
	before = set("if then else in when while for await assert case any return")
	// typing stand before names that have a type.
	typing = set("( , var shared chan")
	// naming stand before names that may be any word.
	naming = set("event accept on entry . program")
)

// taskBlanks tells for every token of a program whether a blank stands before it, if
// it is not the first of its line.
func taskBlanks(toks []token) []bool {
	out := make([]bool, len(toks))
	b := blanks{toks: toks, tight: tightOperators(toks)}
	for i := range toks {
		if i > 0 {
			out[i] = b.before(i)
		}
		b.read(i)
	}
	return out
}

// blanks is what the decision about a token needs of those before it.
type blanks struct {
	toks     []token
	tight    []bool  // of operators of arithmetic: without blanks
	open     []brace // of the open braces
	parens   int     // open parentheses and brackets
	declared bool    // in a declaration of variables, before the initial value
	channels bool    // in a declaration of channels
	unary    bool    // the token before is a unary operator
	typed    bool    // the token before closes the bracket of a type
	replicas bool    // the token before closes the parenthesis behind a case
}

// value reports whether toks[i] ends a value.
func (b *blanks) value(i int) bool {
	t := b.toks[i]
	return t.kind == number || t.kind == word && (!before[t.text] || b.named(i)) || t.is(")") || t.is("]")
}

// named reports whether toks[i] is a name, although it may look like a keyword.
func (b *blanks) named(i int) bool {
	p := previous(b.toks, i)
	return p >= 0 && b.toks[p].in(naming)
}

// statement reports whether a statement begins with toks[i].
func (b *blanks) statement(i int) bool {
	p := previous(b.toks, i)
	return p < 0 || b.toks[p].is("{") || b.toks[p].is("}") || b.toks[p].is(";") || b.toks[p].is(":") ||
		b.parens == 0 && ends(b.toks[p]) && endsLine(b.toks, p, i)
}

// endsLine reports whether a line ends between two tokens.
func endsLine(toks []token, i, j int) bool {
	for i++; i <= j; i++ {
		if toks[i].breaks > 0 {
			return true
		}
	}
	return false
}

// isUnary reports whether the operator toks[i] has one operand.
func (b *blanks) isUnary(i int) bool {
	p := previous(b.toks, i)
	switch t := b.toks[i]; {
	case t.is("!"):
		return true
	case t.is("-"):
		return p < 0 || !b.value(p) || b.typed || b.toks[p].kind == word && b.startsType(i)
	case t.is("<-"):
		return p < 0 || b.statement(i) || b.toks[p].is("=") || b.toks[p].is("in") && !b.named(p) ||
			b.toks[p].is("case") && !b.named(p) || b.toks[p].is(")")
	}
	return false
}

// startsType reports whether a range begins with toks[i], behind the name of what has it
// as a type: x -1..1.
func (b *blanks) startsType(i int) bool {
	pp := previous(b.toks, previous(b.toks, i))
	if pp < 0 || !b.toks[pp].in(typing) {
		return false
	}
	depth := 0
	for i++; i < len(b.toks); i++ {
		switch t := b.toks[i]; {
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			if depth--; depth < 0 {
				return false
			}
		case t.is("..") && depth == 0:
			return true
		case depth == 0 && (t.is(",") || t.is("=") || t.is("{") || t.is("}") || t.breaks > 0 &&
			ends(b.toks[previous(b.toks, i)])):
			return false
		}
	}
	return false
}

// read notes toks[i].
func (b *blanks) read(i int) {
	t := b.toks[i]
	if t.kind == comment {
		b.unary, b.typed = false, false
		return
	}
	if b.statement(i) {
		b.declared, b.channels = t.is("var") || t.is("shared"), t.is("chan")
	}
	b.replicas = t.is(")") && b.parens == 1 && b.inReplicas(i)
	b.unary, b.typed = b.isUnary(i), t.is("]") && b.declared && b.parens == 1
	switch {
	case t.is("{"):
		b.open = append(b.open, braceOf(b.toks, i))
		b.parens = 0
	case t.is("}"):
		b.open = b.open[:max(0, len(b.open)-1)]
		b.parens = 0
	case t.is("(") || t.is("["):
		b.parens++
	case t.is(")") || t.is("]"):
		b.parens = max(0, b.parens-1)
	case t.is("="):
		b.declared = false
	}
}

// inReplicas reports whether the parenthesis that toks[i] closes stands behind a case.
func (b *blanks) inReplicas(i int) bool {
	depth := 0
	for ; i >= 0; i-- {
		switch t := b.toks[i]; {
		case t.is(")"):
			depth++
		case t.is("("):
			if depth--; depth == 0 {
				p := previous(b.toks, i)
				return p >= 0 && (b.toks[p].is("case") || b.toks[p].is(")"))
			}
		}
	}
	return false
}

func (b *blanks) inList() bool { return len(b.open) > 0 && b.open[len(b.open)-1] == list }

// before reports whether a blank stands before toks[i], which is not the first.
func (b *blanks) before(i int) bool {
	p, n := b.toks[i-1], b.toks[i]
	switch {
	case n.kind == comment || p.kind == comment:
		return !p.is("(") && !p.is("[") && !n.is(",") && !n.is(";") && !n.is(")") && !n.is("]") && !n.is(":")
	case n.is(",") || n.is(";") || n.is(")") || n.is("]") || n.is(":"):
		return false
	case p.is("(") || p.is("[") || b.unary:
		return false
	case p.is("{") || n.is("}"):
		return !b.inList()
	case n.is("..") || p.is("..") || n.is(".") || p.is("."):
		return false
	case n.is("<-"):
		return true
	case n.in(arithmetic) && !b.isUnary(i):
		return !b.tight[i]
	case p.in(arithmetic):
		return !b.tight[i-1]
	case n.is("("):
		switch {
		case b.channels && b.parens == 0 || p.is("chan"): // the type of its messages
			return true
		case p.kind == word:
			return before[p.text] && !b.named(i-1) || p.text == "join" && b.statement(i-1)
		case p.is(")"):
			return b.replicas
		}
		return !p.is("]")
	case n.is("["):
		switch {
		case p.is("]") || p.is(")"):
			return false
		case p.kind == word:
			return b.declared && b.parens == 0
		}
		return true
	case p.is("]"):
		return !b.typed
	}
	return true
}

// tightOperators finds the binary operators of arithmetic that have no blanks around
// them: those in brackets, bounds of ranges, lists and comparisons, and of two kinds in one
// expression those that bind stronger.
func tightOperators(toks []token) []bool {
	tight := make([]bool, len(toks))
	b := blanks{toks: toks}
	var run []int // operators of the expression outside of brackets
	strict, sums := false, false
	flush := func() {
		for _, i := range run {
			tight[i] = strict || sums && toks[i].in(product)
		}
		run, strict, sums = run[:0], false, false
	}
	for i, t := range toks {
		p := previous(toks, i)
		switch {
		case t.kind == comment:
			continue
		case b.statement(i):
			flush()
		case b.parens > 0 || b.inList():
			if t.in(arithmetic) && !b.isUnary(i) {
				tight[i] = true
			}
			b.read(i)
			continue
		}
		switch {
		case t.in(arithmetic) && !b.isUnary(i):
			run = append(run, i)
			sums = sums || !product[t.text]
		case t.in(compare) || t.is(".."):
			strict = true
		case t.is(",") || t.is("=") || t.is(":") || t.is("{") || t.is("}") || t.is("<-"):
			flush()
		case t.kind == word && before[t.text] && !b.named(i):
			flush()
		case (t.kind == word || t.kind == number || t.is("(")) && p >= 0 && b.value(p) &&
			!(t.is("(") && toks[p].kind == word):
			flush() // two values in a row: the second begins something else
			strict = t.kind != number && toks[p].is("quorum")
		}
		if p >= 0 && toks[p].is("quorum") && t.kind == number {
			strict = true
		}
		b.read(i)
	}
	flush()
	return tight
}

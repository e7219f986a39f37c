package format

// Where blanks stand in specifications.

var (
	postfix = set("* + ? ^")
	around  = set("| = -> <-> == != < <= > >= && ||")
)

// specBlanks tells for every token of a specification whether a blank stands before it,
// if it is not the first of its line.
func specBlanks(toks []token) []bool {
	out := make([]bool, len(toks))
	var brackets []bool // of the open brackets: whether it holds indices
	indices := false    // between forall and the body
	condition := false  // of an invariant
	inIndices := func() bool { return indices || len(brackets) > 0 && brackets[len(brackets)-1] }
	for i, n := range toks {
		if i > 0 {
			if out[i] = specBlank(toks, i, inIndices(), len(brackets) > 0); condition && len(brackets) == 0 {
				out[i] = conditionBlank(toks, i, out[i])
			}
		}
		switch {
		case n.is("["):
			p := previous(toks, i)
			brackets = append(brackets, p >= 0 && declared(toks, p))
		case n.is("]"):
			brackets = brackets[:max(0, len(brackets)-1)]
		case n.is("forall"):
			indices = true
		case n.is("invariant") && i+1 < len(toks) && toks[i+1].kind == word:
			condition = true
		case n.is("}"):
			condition = false
		case n.is("{") || n.is("for") || n.in(quantifiers):
			indices = false
		}
	}
	return out
}

// conditionBlank decides about the operators of arithmetic in a condition: blanks around
// one with an operand before it, none after another.
func conditionBlank(toks []token, i int, blank bool) bool {
	binary := func(k int) bool {
		p := previous(toks, k)
		if !toks[k].in(arithmetic) || p < 0 {
			return false
		}
		before := toks[p].kind
		return before == word || before == number || before == quoted || toks[p].is(")") || toks[p].is("]")
	}
	p, n := toks[i-1], toks[i]
	switch {
	case n.kind == comment || p.kind == comment || p.is("("):
		return blank
	case n.in(arithmetic):
		return true
	case p.in(arithmetic):
		return binary(i - 1)
	}
	return blank
}

// specBlank decides about toks[i]. indices: among the indices of a declaration; set: in
// brackets.
func specBlank(toks []token, i int, indices, set bool) bool {
	p, n := toks[i-1], toks[i]
	switch {
	case n.kind == comment || p.kind == comment:
		return !p.is("(") && !p.is("[") && !n.is(",") && !n.is(";") && !n.is(")") && !n.is("]")
	case n.is(",") || n.is(";") || n.is(")") || n.is("]"):
		return false
	case p.is("(") || p.is("[") || p.is("!") || p.is("[]") || p.is("<>"):
		return false
	case n.in(around) || p.in(around):
		return true
	case n.is(":"):
		return !p.is("precedence") && !p.is("response")
	case n.is("..") || p.is("..") || n.in(arithmetic) || n.in(postfix):
		return false
	case p.is("^") || p.is("-"):
		return false
	case p.is(","):
		return !set || indices
	case p.in(arithmetic):
		return !indices
	case n.is("["):
		return !declared(toks, i-1)
	}
	return true
}

// declared reports whether toks[i] is the name of a property or constraint.
func declared(toks []token, i int) bool {
	return toks[i].kind == word && !toks[i].in(quantifiers) && namesFollow(toks[:i])
}

package format

// Where lines end: where they ended before, but a block over several lines has its
// braces at the ends of lines, and no line begins or ends with a needless semicolon.

// breaks returns the tokens of the result, with the line ends before each.
func breaks(toks []token, spec bool) []token {
	if len(toks) == 0 {
		return nil
	}
	if !spec {
		toks = dropSemicolons(toks)
	}
	link(toks)
	if !spec {
		spreadBlocks(toks)
		joinBranches(toks)
	}
	for i := range toks {
		switch {
		case i == 0:
			toks[i].breaks = 0
		case toks[i-1].is("{") || toks[i].is("}"):
			toks[i].breaks = min(toks[i].breaks, 1)
		}
	}
	return toks
}

// dropSemicolons removes the semicolons at which a line ends anyway, or nothing does. It works in place.
func dropSemicolons(toks []token) []token {
	out := toks[:0]
	carried := uint8(0) // line ends before a semicolon that is gone
	for i, t := range toks {
		t.breaks = max(t.breaks, carried)
		carried = 0
		if t.is(";") && (len(out) == 0 || t.breaks > 0 || out[len(out)-1].is("{") || out[len(out)-1].is(";") ||
			lineEnds(toks[i+1:])) {
			carried = t.breaks
			continue
		}
		out = append(out, t)
	}
	return out
}

// lineEnds reports whether nothing but comments stands before the end of the line, or
// of the block.
func lineEnds(toks []token) bool {
	for _, t := range toks {
		if t.breaks > 0 || t.is("}") {
			return true
		}
		if t.kind != comment {
			return t.is(";")
		}
	}
	return true
}

// spreadBlocks puts the braces of each block that has several lines at the ends of lines: the first statement gets
// a line of its own, and so does the closing brace.
func spreadBlocks(toks []token) {
	type open struct {
		first int // index of the first token in it
		lines bool
		kind  brace
	}
	var stack []open
	for i, t := range toks {
		if t.breaks > 0 {
			for k := len(stack) - 1; k >= 0 && !stack[k].lines; k-- {
				stack[k].lines = true
			}
		}
		switch {
		case t.is("{"):
			stack = append(stack, open{i + 1, false, braceOf(toks, i)})
		case t.is("}") && len(stack) > 0:
			b := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !b.lines || b.kind != block || b.first == i {
				continue
			}
			first := b.first
			for first < i && toks[first].kind == comment && toks[first].breaks == 0 {
				first++
			}
			if toks[first].breaks == 0 { // else comments stay behind the brace
				toks[b.first].breaks = 1
			}
			toks[i].breaks = 1
			if len(stack) > 0 {
				stack[len(stack)-1].lines = true
			}
		}
	}
}

// joinBranches puts an else, and the or of a choose, on the line of the brace before it, and its own opening brace
// on the same line.
func joinBranches(toks []token) {
	for i := 1; i+1 < len(toks); i++ {
		t, next := toks[i], toks[i+1]
		if toks[i-1].is("}") && (t.is("else") && !next.is(":") || t.is("or") && next.is("{")) {
			toks[i].breaks = 0
			if next.is("{") {
				toks[i+1].breaks = 0
			}
		}
	}
}

// brace is what an opening brace begins.
type brace uint8

const (
	block brace = iota
	list        // of initial values, without blanks inside
	names       // of an enum
)

// braceOf returns what the brace toks[i] of a program begins.
func braceOf(toks []token, i int) brace {
	prev := previous(toks, i)
	switch {
	case prev < 0:
	case toks[prev].is("=") || toks[prev].is("{") && braceOf(toks, prev) == list:
		return list
	case toks[prev].is(","): // only lists have braces behind commas
		return list
	case toks[prev].kind == word:
		if p := previous(toks, prev); p >= 0 && toks[p].is("enum") && declares(toks, p) {
			return names
		}
	}
	return block
}

// declares reports whether toks[i] can begin a declaration.
func declares(toks []token, i int) bool {
	p := previous(toks, i)
	return p < 0 || toks[p].is(";") || toks[p].is("}") || toks[i].breaks > 0 || i > 0 && toks[i-1].kind == comment
}

// link sets prev and next of each token: the nearest tokens that are not comments.
func link(toks []token) {
	last := int32(-1)
	for i := range toks {
		if toks[i].prev = last; toks[i].kind != comment {
			last = int32(i)
		}
	}
	last = int32(len(toks))
	for i := len(toks) - 1; i >= 0; i-- {
		if toks[i].next = last; toks[i].kind != comment {
			last = int32(i)
		}
	}
}

// previous returns the index of the token before toks[i] that is no comment, or -1.
func previous(toks []token, i int) int { return int(toks[i].prev) }

// following returns the index of the token after toks[i] that is no comment, or len(toks).
func following(toks []token, i int) int { return int(toks[i].next) }

// ends reports whether a statement of a program can end with t.
func ends(t token) bool {
	return t.kind == number || t.kind == word && !open[t.text] || t.is(")") || t.is("]") || t.is("}")
}

// open are the words that cannot end a statement.
var open = set("then else or in when case")

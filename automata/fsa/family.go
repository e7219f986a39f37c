package fsa

// This file expands families. A family is one declaration that stands for several specifications, one for each value of
// its indices:
//
//	property answered[i in 0..N-1] { answer(i) responds to ask(i) }
//
// becomes, for a program with N = 2, the specifications answered[0] and answered[1], each with the events answer(i) and
// ask(i) of its own i. The bounds are constant expressions over the constants of the program and the indices before.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"flavers/automata"
	"flavers/automata/calls"
	"flavers/automata/constant"
	"flavers/diag"
	"flavers/limit"
)

// Environment is the part of a program that its specifications may use.
type Environment struct {
	Constants map[string]int64 // the constants that are numbers, by name
	// Unknown is set if the program could not be read, so that its constants are not known. Then families that
	// need a constant are left out without a message, because the mistake in the program is reported elsewhere.
	Unknown bool
	// Alone is set if there is no program. Then a family that needs a constant that is not in Constants is an
	// error.
	Alone bool
	// Objects are the objects of a Go program. It is nil for a program in the task language.
	Objects *calls.Objects
	Poll    *limit.Poll // checked for each word and each family; nil means no limit
	general bool        // the file is not about a program in particular
}

// maxInstances bounds the instances of one family.
const maxInstances = 1 << 14

// index is an index of a family, written `i in lo..hi`.
type index struct {
	name
	lo, hi *constant.Expr
	end    int // offset of the end of its text
}

// indices reads the indices of a family after its name: `[i in 0..N-1, j in 0..i]`, or `forall i in 0..N-1, j in 0..i`.
// It returns false if they are faulty; the fault is reported.
func (p *parser) indices(d *decl) bool {
	save := p.at
	open := p.at
	if p.has("[]") { // a formula of temporal logic; an error is reported where the contents are read
		return true
	}
	bracket := p.take("[")
	if !bracket {
		p.space(true)
		if !p.takeWord("forall") || p.takeName().text == "" || p.peekWord() != "in" {
			p.at = save
			return true
		}
		p.at = save
		p.space(true)
		p.takeWord("forall")
	}
	for {
		p.space(true)
		x := index{name: p.takeName()}
		if x.text == "" {
			p.expected("the name of an index").WithHint("write property %s[i in 0..N-1]", d.name.text)
			return false
		}
		if slices.ContainsFunc(d.indices, func(y index) bool { return y.text == x.text }) {
			p.errorf(x.at, len(x.text), diag.FBadIndex, "the index %s is declared twice", x.text)
			return false
		}
		if !p.word("in") {
			return false
		}
		if x.lo = p.bound(); x.lo == nil {
			return false
		}
		if p.space(true); !p.take("..") {
			p.expected("`..` and the upper bound").WithHint("write %s in 0..N-1", x.text)
			return false
		}
		if x.hi = p.bound(); x.hi == nil {
			return false
		}
		x.end = p.at
		d.indices = append(d.indices, x)
		p.space(true)
		switch {
		case p.take(","):
		case !bracket || p.take("]"):
			return true
		default:
			return p.unclosed(open, "`,` or `]`")
		}
	}
}

// bound reads a bound of an index. It returns nil after an error, which is reported.
func (p *parser) bound() *constant.Expr {
	p.space(true)
	at := p.at
	c := p.sum(0)
	if c == nil {
		p.at = at
		p.expected("a constant expression")
		return nil
	}
	if t := strings.TrimRight(p.src[at:p.at], " \t\r\n"); len(t) < p.at-at { // what follows may begin a line
		p.at = at + len(t)
	}
	return c
}

// family resolves a declaration once for each value of its indices, and returns a specification for each. A declaration
// without indices has one. family returns nil if the declaration is faulty. A mistake that several instances have is
// reported for the first of them.
func (p *parser) family(d *decl, limit int) []*automata.Spec {
	env := constant.Values{}
	for n, v := range p.env.Constants {
		env[n] = v
	}
	if d.bound() {
		return p.objects(d, limit, env)
	}
	if len(d.indices) == 0 {
		if s := p.resolve(d, limit, env); s != nil {
			return []*automata.Spec{s}
		}
		return nil
	}
	all, ok := p.values(d, env)
	if !ok {
		return nil
	}
	if len(all) == 0 {
		x := d.indices[0]
		p.errorf(x.at, x.end-x.at, diag.FNoInstance, "%s has no instance: its range is empty", d.name.text)
		return nil
	}
	type mistake struct {
		at   int
		code diag.Code
	}
	reported := map[mistake]bool{}
	var out []*automata.Spec
	list := p.list
	defer func() { p.list = list }()
	for _, values := range all {
		instance := *d
		var text, where []string
		for i, x := range d.indices {
			env[x.text] = values[i]
			text = append(text, strconv.FormatInt(values[i], 10))
			where = append(where, x.text+"="+text[i])
		}
		instance.name.text += "[" + strings.Join(text, ",") + "]"
		p.list = &diag.List{}
		s := p.resolve(&instance, limit, env)
		wrong := p.list.HasErrors()
		for _, e := range p.list.All {
			if m := (mistake{e.Pos.Offset, e.Code}); wrong || !reported[m] {
				reported[m] = true
				list.All = append(list.All, e)
			}
		}
		if s == nil {
			return nil
		}
		s.Family, s.Index = d.name.text, strings.Join(where, ", ")
		out = append(out, s)
	}
	setKin(out)
	return out
}

// setKin tells each symbol of the instances of a family which patterns its place in the source has in all instances.
func setKin(instances []*automata.Spec) {
	kin := map[int][]automata.Pattern{} // by offset in the source
	for _, s := range instances {
		for _, sym := range s.Symbols {
			kin[sym.Pos.Offset] = append(kin[sym.Pos.Offset], sym.Pattern)
		}
	}
	for _, s := range instances {
		for i := range s.Symbols {
			s.Symbols[i].Kin = kin[s.Symbols[i].Pos.Offset]
		}
	}
}

// values returns the combinations of values that the indices of d can have. The last index changes fastest. It returns
// false if a bound is faulty or there are too many combinations.
func (p *parser) values(d *decl, env constant.Values) ([][]int64, bool) {
	var out [][]int64
	var extend func(prefix []int64) bool // adds all combinations that begin with prefix
	extend = func(prefix []int64) bool {
		if len(prefix) == len(d.indices) {
			out = append(out, slices.Clone(prefix))
			return true
		}
		x := d.indices[len(prefix)]
		lo, err := x.lo.Eval(env)
		hi := int64(0)
		if err == nil {
			hi, err = x.hi.Eval(env)
		}
		if err != nil {
			if !p.env.Unknown || p.env.Alone {
				p.badConstant(x.at, x.end-x.at, err)
			}
			return false
		}
		for v := lo; v <= hi; v++ {
			if len(out) >= maxInstances {
				p.errorf(x.at, x.end-x.at, diag.FTooLarge, "%s has more than %d instances", d.name.text, maxInstances)
				return false
			}
			env[x.text] = v
			if !extend(append(prefix, v)) {
				return false
			}
		}
		delete(env, x.text)
		return true
	}
	for _, x := range d.indices { // a bound cannot use an index that comes later
		delete(env, x.text)
	}
	return out, extend(nil)
}

// badConstant reports an error in the constant expression of n bytes at the offset at.
func (r *reader) badConstant(at, n int, err error) {
	e := r.errorf(at, n, diag.FBadIndex, "%s", err)
	if c, ok := err.(*constant.Error); ok && c.Hint != "" {
		e.WithHint("%s", c.Hint)
	}
}

// instance returns the text of an event with its constant expressions replaced by their values. They may be in indices,
// in arguments, and after the operator of an assignment, a test or a message, as in "turn==(i+1)%N". An expression that
// mentions neither an index nor a constant is left as it is.
func (r *resolver) instance(text string) (string, error) {
	if len(r.env) == 0 {
		return text, nil
	}
	var b strings.Builder
	rest := text
	for rest != "" {
		open := strings.IndexAny(rest, "[(")
		end := -1
		if open >= 0 {
			end = partner(rest, open)
		}
		if end < 0 {
			break
		}
		b.WriteString(rest[:open+1])
		for i, part := range pieces(rest[open+1 : end]) {
			if i > 0 {
				b.WriteByte(',')
			}
			v, err := r.piece(part)
			if err != nil {
				return "", err
			}
			b.WriteString(v)
		}
		b.WriteByte(rest[end])
		rest = rest[end+1:]
	}
	b.WriteString(rest)
	return r.operand(b.String())
}

// operand returns the text of an event with the constant expression after its operator, if it has one, replaced.
func (r *resolver) operand(text string) (string, error) {
	depth := 0
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		}
		if depth > 0 {
			continue
		}
		for _, op := range []string{"<-", "==", "!=", "<=", ">=", "=", "<", ">"} {
			if strings.HasPrefix(text[i:], op) {
				at := i + len(op)
				v, err := r.piece(text[at:])
				return text[:at] + v, err
			}
		}
	}
	return text, nil
}

// piece returns what stands for one argument or index of an event. That is a value if the text is a constant
// expression that mentions an index or a constant. If it is an event, its own arguments are replaced. Any other text
// stays as it is. The error says that the text mentions an index and is no constant expression.
func (r *resolver) piece(text string) (string, error) {
	scan := &reader{src: text, list: &diag.List{}, lines: []int{0}}
	c := scan.sum(0)
	if scan.space(true); c == nil || scan.at < len(text) {
		inner := text
		if strings.ContainsAny(text, "[(") { // an event as an argument
			var err error
			if inner, err = r.instance(text); err != nil {
				return "", err
			}
		}
		if i := r.leftIndex(inner); i != "" {
			return "", &constant.Error{Text: fmt.Sprintf("%q mentions the index %s and is no constant expression", text, i)}
		}
		return inner, nil
	}
	if !c.Mentions(func(n string) bool { _, ok := r.env[n]; return ok }) {
		return text, nil
	}
	v, err := c.Eval(r.env)
	if err != nil {
		if !c.Mentions(r.isIndex) { // a constant beside a name that the program resolves
			return text, nil
		}
		return "", err
	}
	return strconv.FormatInt(v, 10), nil
}

// isIndex reports whether a name is an index of the family.
func (r *resolver) isIndex(n string) bool {
	return slices.ContainsFunc(r.decl.indices, func(x index) bool { return x.text == n })
}

// leftIndex returns an index that text mentions, or "".
func (r *resolver) leftIndex(text string) string {
	scan := &reader{src: text}
	for i := 0; i < len(text); {
		w := scan.wordAt(i)
		if w != "" && (i == 0 || !wordByte(text[i-1]) && text[i-1] != '.') && r.isIndex(w) {
			return w
		}
		i += max(1, len(w))
	}
	return ""
}

// partner returns the offset of the bracket that closes the one at offset open, or -1.
func partner(s string, open int) int {
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '[', '(':
			depth++
		case ']', ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// wordByte reports whether a byte can be part of a word of an event name.
func wordByte(c byte) bool { return letter(c) || digit(c) || c >= utf8.RuneSelf }

// pieces cuts a list at its commas, except at those in brackets.
func pieces(s string) []string {
	var out []string
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case ',':
			if depth == 0 {
				out, from = append(out, s[from:i]), i+1
			}
		}
	}
	return append(out, s[from:])
}

// warnUnpaired warns of a response or precedence with wildcards on both sides, as "answer(*) responds to ask(*)": one
// answer, with any number, is enough for all questions, which is seldom meant. p and s are the symbols of the two
// sides. There is no warning if a side has a short name, because a short name is a choice of the user.
func (r *resolver) warnUnpaired(at, n int, p, s []int32) {
	wide := func(syms []int32) bool {
		return slices.ContainsFunc(syms, func(i int32) bool {
			return r.symbols[i].Short == "" &&
				!r.symbols[i].Pattern.Literal()
		})
	}
	if !wide(p) || !wide(s) {
		return
	}
	w := r.warnf(at, n, diag.FTwoWildcards,
		"one event stands for all here: nothing pairs what `*` stands for on the two sides")
	body := r.src[at : at+n]
	if one := strings.ReplaceAll(strings.ReplaceAll(body, "(*", "(i"), "[*", "[i"); one != body &&
		!strings.Contains(one, "\n") {
		body = one
	} else {
		body = ".."
	}
	w.WithHint("for each of its own write a family: %s %s[i in 0..N-1] { %s }", r.decl.kind(), r.decl.name.text, body)
}

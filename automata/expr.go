package automata

// Regular expressions over symbols and their automata (Thompson's
// construction).

import "slices"

// maxExprSize bounds the nodes of an expression once `^k` is written out.
const maxExprSize = 1 << 16

type exprKind uint8

const (
	exprEmpty  exprKind = iota // the empty word, `()`
	exprSet                    // one symbol of Set; no word at all when Set is empty
	exprSeq                    // Args in sequence
	exprChoice                 // one of Args
	exprStar                   // Args[0] any number of times
	exprPlus                   // .. at least once
	exprOption                 // .. at most once
	exprPower                  // .. exactly Count times
)

// Expr is a regular expression over symbols, a tree.
type Expr struct {
	kind  exprKind
	set   []int32 // exprSet
	args  []*Expr
	count int // exprPower
}

// size is the number of nodes of e with every power written out, or
// maxExprSize+1 if there are more.
func (e *Expr) size() int {
	total := 0
	for _, a := range e.args {
		total = min(total+a.size(), maxExprSize)
	}
	if e.kind == exprPower {
		if e.count > 0 && total > maxExprSize/e.count {
			return maxExprSize + 1
		}
		total *= e.count
	}
	return total + 1
}

// Compile is the minimal automaton of e's words over symbols 0..symbols-1.
// Errors: *LimitError.
func (e *Expr) Compile(symbols, limit int) (*DFA, error) {
	if e.size() > maxExprSize {
		return nil, &LimitError{limitOr(limit, symbols)}
	}
	n := NewNFA(symbols)
	start, end := n.Add(false), n.Add(true)
	n.Start = []int32{start}
	e.thompson(n, start, end)
	d, err := n.Determinize(limit)
	if err != nil {
		return nil, err
	}
	return d.Minimize(), nil
}

// thompson adds to n paths from from to to that read exactly the words of e.
// Nothing that it adds enters from or leaves to.
func (e *Expr) thompson(n *NFA, from, to int32) {
	switch e.kind {
	case exprEmpty:
		n.Eps(from, to)
	case exprSet:
		n.Edge(from, to, e.set...)
	case exprSeq:
		for i, a := range e.args {
			next := to
			if i+1 < len(e.args) {
				next = n.Add(false)
			}
			a.thompson(n, from, next)
			from = next
		}
	case exprChoice:
		for _, a := range e.args {
			a.thompson(n, from, to)
		}
	case exprStar, exprPlus:
		in, out := n.Add(false), n.Add(false)
		n.Eps(from, in)
		e.args[0].thompson(n, in, out)
		n.Eps(out, in)
		n.Eps(out, to)
		if e.kind == exprStar {
			n.Eps(from, to)
		}
	case exprOption:
		n.Eps(from, to)
		e.args[0].thompson(n, from, to)
	case exprPower:
		if e.count == 0 {
			n.Eps(from, to)
		}
		for i := range e.count {
			next := to
			if i+1 < e.count {
				next = n.Add(false)
			}
			e.args[0].thompson(n, from, next)
			from = next
		}
	}
}

// Constructors; the parser and the tests build expressions with these.

func emptyWord() *Expr { return &Expr{kind: exprEmpty} }
func oneOf(syms ...int32) *Expr {
	s := slices.Clone(syms)
	slices.Sort(s)
	return &Expr{kind: exprSet, set: slices.Compact(s)}
}
func sequence(args ...*Expr) *Expr { return &Expr{kind: exprSeq, args: args} }
func choice(args ...*Expr) *Expr   { return &Expr{kind: exprChoice, args: args} }
func repeat(k exprKind, e *Expr) *Expr {
	return &Expr{kind: k, args: []*Expr{e}}
}
func power(e *Expr, k int) *Expr { return &Expr{kind: exprPower, args: []*Expr{e}, count: k} }

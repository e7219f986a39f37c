package automata

// This file has regular expressions over symbols, and compiles them to automata: Thompson's construction makes a
// nondeterministic automaton, which is then determinised and minimised.

import "slices"

// MaxExprSize bounds the nodes of an expression once powers are written out, and
// so the exponents that make sense.
const MaxExprSize = 1 << 16

type exprKind uint8

const (
	exprEmpty  exprKind = iota // the empty word, `()`
	exprSet                    // one symbol of set; no word at all when set is empty
	exprExcept                 // one symbol that is not in set
	exprSeq                    // args in sequence
	exprChoice                 // one of args
	exprStar                   // args[0] any number of times
	exprPlus                   // .. at least once
	exprOption                 // .. at most once
	exprPower                  // .. exactly count times
)

// Expr is a regular expression over symbols, a tree.
type Expr struct {
	kind  exprKind
	set   []int32 // exprSet, exprExcept
	args  []*Expr
	count int // exprPower
}

// size returns the number of nodes of e with every power written out, or
// MaxExprSize+1 if there are more.
func (e *Expr) size() int {
	total := 0
	for _, a := range e.args {
		total = min(total+a.size(), MaxExprSize)
	}
	if e.kind == exprPower {
		if e.count > 0 && total > MaxExprSize/e.count {
			return MaxExprSize + 1
		}
		total *= e.count
	}
	return total + 1
}

// Compile returns the minimal automaton of the words of e over symbols 0..symbols-1. It returns a *LimitError if an
// automaton on the way would have more than limit states, or if e has more than MaxExprSize nodes.
func (e *Expr) Compile(symbols, limit int) (*DFA, error) {
	if e.size() > MaxExprSize {
		return nil, &LimitError{limitOr(limit, symbols)}
	}
	if err := Fits(e.exceptions(), symbols, limit); err != nil {
		return nil, err
	}
	e = e.written(symbols)
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

// thompson adds to n states and transitions such that the words that lead from state from to state to by them are the
// words of e. No new transition enters from or leaves to, so expressions can be put together at these states.
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

// exceptions counts the nodes of e that are made by Except.
func (e *Expr) exceptions() int {
	count := 0
	if e.kind == exprExcept {
		count = 1
	}
	for _, a := range e.args {
		count += a.exceptions()
	}
	return count
}

// written returns e with Except replaced by OneOf of all other symbols of 0..symbols-1.
func (e *Expr) written(symbols int) *Expr {
	out := &Expr{kind: e.kind, set: e.set, count: e.count}
	for _, a := range e.args {
		out.args = append(out.args, a.written(symbols))
	}
	if e.kind == exprExcept {
		in := make([]bool, symbols)
		for _, s := range e.set {
			in[s] = true
		}
		out.kind, out.set = exprSet, nil
		for s, there := range in {
			if !there {
				out.set = append(out.set, int32(s))
			}
		}
	}
	return out
}

// EmptyWord has the empty word alone.
func EmptyWord() *Expr { return &Expr{kind: exprEmpty} }

// OneOf has the words of one symbol among syms, in any order, perhaps repeated;
// none if syms is empty.
func OneOf(syms ...int32) *Expr { return &Expr{kind: exprSet, set: slices.Clone(syms)} }

// Except has the words of one symbol that is not among syms: OneOf of all others.
func Except(syms ...int32) *Expr { return &Expr{kind: exprExcept, set: slices.Clone(syms)} }

// Sequence has a word of each argument, one after another.
func Sequence(args ...*Expr) *Expr { return &Expr{kind: exprSeq, args: args} }

// Choice has the words of all arguments.
func Choice(args ...*Expr) *Expr { return &Expr{kind: exprChoice, args: args} }

// Star has any number of words of e, one after another.
func Star(e *Expr) *Expr { return &Expr{kind: exprStar, args: []*Expr{e}} }

// Plus has one or more words of e.
func Plus(e *Expr) *Expr { return &Expr{kind: exprPlus, args: []*Expr{e}} }

// Option has the words of e and the empty word.
func Option(e *Expr) *Expr { return &Expr{kind: exprOption, args: []*Expr{e}} }

// Power has exactly k words of e, k at least 0.
func Power(e *Expr, k int) *Expr { return &Expr{kind: exprPower, args: []*Expr{e}, count: k} }

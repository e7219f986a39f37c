package ltl

// This file holds formulas.

import "strings"

// Op is what a formula begins with.
type Op uint8

const (
	True Op = iota
	False
	Event     // one of Symbols happens here
	Not       // of X
	And       // of X and Y, as all that follow but those of X alone
	Or        //
	Implies   //
	Iff       //
	Next      // of X alone: at the next position
	Always    // of X alone: from here on
	Finally   // of X alone: here or later
	Until     // Y here or later, and X up to there
	WeakUntil // Until, or X for ever
	Release   // Y up to a position with X, that included, or for ever
)

// Formula is a formula, a tree; parts may occur in several places.
type Formula struct {
	Op      Op
	X, Y    *Formula
	Symbols []int32 // of Event, any order
}

// Signs are the operators as formulas are written.
var Signs = map[Op]string{True: "true", False: "false", Not: "!", And: "&&", Or: "||", Implies: "->", Iff: "<->", Next: "X",
	Always: "[]", Finally: "<>", Until: "U", WeakUntil: "W", Release: "R"}

// Text returns the formula as it is written, with as few parentheses as it needs and the given
// names of sets of symbols.
func (f *Formula) Text(event func(symbols []int32) string) string {
	var b strings.Builder
	var write func(f *Formula, least int)
	write = func(f *Formula, least int) {
		own := f.binding()
		if own < least {
			b.WriteByte('(')
			defer b.WriteByte(')')
		}
		switch {
		case f.Op == Event:
			b.WriteString(event(f.Symbols))
		case f.X == nil:
			b.WriteString(Signs[f.Op])
		case f.Y == nil:
			b.WriteString(Signs[f.Op])
			if f.Op == Next {
				b.WriteByte(' ')
			}
			write(f.X, own)
		default:
			left, right := own, own+1
			if own == bindUntil || own == bindImplies { // these group from the right
				left, right = own+1, own
			}
			write(f.X, left)
			b.WriteString(" " + Signs[f.Op] + " ")
			write(f.Y, right)
		}
	}
	write(f, 0)
	return b.String()
}

// How strongly operators bind.
const (
	bindIff = iota
	bindImplies
	bindOr
	bindAnd
	bindUntil
	bindUnary
)

func (f *Formula) binding() int {
	switch f.Op {
	case Iff:
		return bindIff
	case Implies:
		return bindImplies
	case Or:
		return bindOr
	case And:
		return bindAnd
	case Until, WeakUntil, Release:
		return bindUntil
	}
	return bindUnary
}

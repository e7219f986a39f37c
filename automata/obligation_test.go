package automata

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// holdsForEver is the definition of the patterns on u v v v ..: the quantifiers of holds on
// a long beginning, in whose last part nothing new is asked for.
func holdsForEver(u, v []role, scope ScopeKind, kind PatternKind, least, most int) bool {
	w := slices.Concat(u, slices.Repeat(v, 9))
	asks := map[PatternKind]role{Response: roleP, ResponsePair: roleP, ResponseChain: roleS}[kind]
	closes := (scope == AfterQuntilR || scope == BetweenQandR) && slices.ContainsFunc(v, func(r role) bool { return r&roleR != 0 })
	for _, s := range segments(w, scope) {
		part := slices.Clone(w[s.from:s.to])
		if s.to == len(w) {
			if closes {
				continue // it is closed later, as one before it was
			}
			for i := range part {
				if s.from+i >= len(u)+3*len(v) {
					part[i] &^= asks
				}
			}
		}
		if !holds(part, kind, least, most) {
			return false
		}
	}
	return true
}

// violatedForEver judges u v v v .. by the automaton and its obligations.
func violatedForEver(d *DFA, list []Obligation, u, v []int) bool {
	q := d.Start
	for _, s := range u {
		q = d.Step(q, s)
	}
	for range d.States() {
		for _, s := range v {
			q = d.Step(q, s)
		}
	}
	if q == d.Trap() {
		return true
	}
	for i := range list {
		open, at := list[i].Open[q], q
		for range d.States() {
			for _, s := range v {
				to := d.Step(at, s)
				open, at = open && list[i].Keeps(at, s, to), to
			}
		}
		if open {
			return true
		}
	}
	return false
}

// The obligations of every pattern in every scope say of random infinite words what the
// definition says. Acceptance by the automaton alone would be wrong for "s, t respond
// to p".
func TestObligations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 31))
	type variant struct {
		kind        PatternKind
		least, most int
	}
	variants := []variant{{Absence, 0, 0}, {Existence, 1, -1}, {Existence, 0, 2}, {Existence, 2, -1}, {Existence, 1, 2}}
	for k := Universality; k <= ResponsePair; k++ {
		variants = append(variants, variant{kind: k})
	}
	naive := 0
	for _, letters := range [][]role{
		{roleP, roleS, roleT, roleQ, roleR, 0},
		{roleP, roleS | roleT, roleQ | roleR, 0},
		{roleP, roleP, roleS, roleS | roleT, roleQ, roleQ | roleR, roleR},
	} {
		for _, va := range variants {
			for scope := Globally; scope <= AfterQuntilR; scope++ {
				d := scoped(bodyOf(va.kind, va.least, va.most), scope, letters)
				c := ScopedPattern{Kind: va.kind, Least: va.least, Most: va.most, Scope: scope}
				for s, l := range letters {
					if l&roleS != 0 {
						c.S = append(c.S, int32(s))
					}
					if l&roleT != 0 {
						c.T = append(c.T, int32(s))
					}
				}
				obligations := c.Obligations(d)
				for range 400 {
					word := make([]int, 1+r.IntN(7))
					roles := make([]role, len(word))
					for i := range word {
						word[i] = r.IntN(len(letters))
						if i > 0 && r.IntN(3) == 0 {
							word[i] = word[i-1]
						}
						roles[i] = letters[word[i]]
					}
					at := r.IntN(len(word))
					want := holdsForEver(roles[:at], roles[at:], scope, va.kind, va.least, va.most)
					if got := !violatedForEver(d, obligations, word[:at], word[at:]); got != want {
						t.Fatalf("pattern %+v, scope %d, letters %v: %v, and %v for ever: %v, want %v", va, scope, letters,
							word[:at], word[at:], got, want)
					}
					if len(obligations) > 1 && want {
						plain := Obligation{obligations[0].Open, make([]bool, d.Symbols)}
						if violatedForEver(d, []Obligation{plain}, word[:at], word[at:]) {
							naive++
						}
					}
				}
			}
		}
	}
	if naive == 0 {
		t.Error("no word tells overlapping obligations from acceptance")
	}
}

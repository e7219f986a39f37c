package ltl

import "slices"

// Translation is the automaton of a formula, or of its negation.
func Translation(f *Formula, negated bool, symbols, limit int) (*Buchi, error) {
	return translate(f, negated, symbols, limit)
}

// Accepts tells whether an automaton accepts a word.
func (b *Buchi) Accepts(stem, loop []int32) bool {
	letters := slices.Concat(stem, loop)
	w := word{letters: letters, again: len(stem)}
	n := len(letters)
	return accepting(b.States()*n, b.Marks, func(v int32, f func(Edge)) {
		state, at := int(v)/n, int(v)%n
		c := len(b.Edges[state]) - 1
		if letters[at] != None {
			c = int(b.Class[letters[at]])
		}
		for _, e := range b.Edges[state][c] {
			f(Edge{e.To*int32(n) + int32(w.next(at)), e.Marks})
		}
	})[int(b.Start)*n]
}

// Normal are the numbers of two formulas in normal form.
func Normal(f, g *Formula, symbols int) (int32, int32) {
	t := newTable(&Formula{Op: And, X: f, Y: g}, symbols)
	return t.normal(f, false), t.normal(g, false)
}

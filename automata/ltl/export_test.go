package ltl

// Translation is the automaton of a formula, or of its negation.
func Translation(f *Formula, negated bool, symbols, limit int) (*Buchi, error) {
	return translate(f, negated, symbols, limit)
}

// Normal are the numbers of two formulas in normal form.
func Normal(f, g *Formula, symbols int) (int32, int32) {
	t := newTable(&Formula{Op: And, X: f, Y: g}, symbols)
	return t.normal(f, false), t.normal(g, false)
}

// Size is the number of operators.
func (f *Formula) Size() int {
	if f == nil || f.X == nil {
		return 0
	}
	return 1 + f.X.Size() + f.Y.Size()
}

package ltl

// This file says what a formula says of a word, by the definition.

import "slices"

// None is the letter at which no event happens.
const None int32 = -1

// Holds tells whether the word stem loop loop loop .. satisfies the formula. The loop is
// not empty. Time: the size of the formula times the square of the length.
func (f *Formula) Holds(stem, loop []int32) bool {
	w := word{letters: slices.Concat(stem, loop), again: len(stem), known: map[*Formula][]bool{}}
	return w.holds(f)[0]
}

// word has the letters at the positions 0, 1, .., and goes on at again after the last.
type word struct {
	letters []int32
	again   int
	known   map[*Formula][]bool
}

func (w *word) next(i int) int {
	if i++; i == len(w.letters) {
		return w.again
	}
	return i
}

// holds tells of every position whether the formula is true there.
func (w *word) holds(f *Formula) []bool {
	if out, ok := w.known[f]; ok {
		return out
	}
	var x, y []bool
	if f.X != nil {
		x = w.holds(f.X)
	}
	if f.Y != nil {
		y = w.holds(f.Y)
	}
	out := make([]bool, len(w.letters))
	for i, letter := range w.letters {
		switch f.Op {
		case True, False:
			out[i] = f.Op == True
		case Event:
			out[i] = letter != None && slices.Contains(f.Symbols, letter)
		case Not:
			out[i] = !x[i]
		case And:
			out[i] = x[i] && y[i]
		case Or:
			out[i] = x[i] || y[i]
		case Implies:
			out[i] = !x[i] || y[i]
		case Iff:
			out[i] = x[i] == y[i]
		case Next:
			out[i] = x[w.next(i)]
		default:
			out[i] = w.path(f.Op, x, y, i)
		}
	}
	w.known[f] = out
	return out
}

// path judges an operator at position i by the positions that follow: after as many as
// there are, they repeat.
func (w *word) path(op Op, x, y []bool, i int) bool {
	for range w.letters {
		switch op {
		case Always:
			if !x[i] {
				return false
			}
		case Finally:
			if x[i] {
				return true
			}
		case Until, WeakUntil:
			if y[i] || !x[i] {
				return y[i]
			}
		case Release:
			if x[i] || !y[i] {
				return y[i]
			}
		}
		i = w.next(i)
	}
	return op != Finally && op != Until
}

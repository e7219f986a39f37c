package ltl

// This file says what a formula says of a word, by what it says of each position.

import "slices"

// None is the letter at which no event happens.
const None int32 = -1

// Holds reports whether the word stem loop loop loop .. satisfies the formula. The loop is
// not empty. Time: the size of the formula times the length.
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

// holds reports for every position whether the formula is true there.
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
		}
	}
	if f.Op >= Always {
		w.forEver(f.Op, x, y, out)
	}
	w.known[f] = out
	return out
}

// forEver judges an operator about all later positions, from the end to the beginning: by
// a position and the next. The second round knows what the first says of where the loop
// begins; an event that is waited for is there within one loop.
func (w *word) forEver(op Op, x, y, out []bool) {
	for i := range out {
		out[i] = op != Finally && op != Until
	}
	for range 2 {
		for i := len(out) - 1; i >= 0; i-- {
			switch rest := out[w.next(i)]; op {
			case Always:
				out[i] = x[i] && rest
			case Finally:
				out[i] = x[i] || rest
			case Until, WeakUntil:
				out[i] = y[i] || x[i] && rest
			case Release:
				out[i] = y[i] && (x[i] || rest)
			}
		}
	}
}

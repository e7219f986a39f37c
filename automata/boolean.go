package automata

// The algebra: complement, products, closure under prefixes. Every result is
// minimal and canonically numbered; arguments stay as they are.

import "fmt"

// Complement accepts exactly the words that d does not.
func (d *DFA) Complement() *DFA {
	c := *d
	c.Accept = make([]bool, len(d.Accept))
	for i, a := range d.Accept {
		c.Accept[i] = !a
	}
	return c.Minimize()
}

// PrefixClose accepts every prefix of a word of d: every state from which an
// accepting one can be reached accepts.
func (d *DFA) PrefixClose() *DFA {
	c := *d
	c.Accept = d.live()
	return c.Minimize()
}

// Intersect accepts the words of both automata. Both are over the same
// symbols. limit bounds the pairs of states looked at.
func Intersect(a, b *DFA, limit int) (*DFA, error) {
	return product(a, b, limit, func(x, y bool) bool { return x && y })
}

// Union accepts the words of either automaton; otherwise as Intersect.
func Union(a, b *DFA, limit int) (*DFA, error) {
	return product(a, b, limit, func(x, y bool) bool { return x || y })
}

// Minus accepts the words of a that are not words of b; otherwise as
// Intersect.
func Minus(a, b *DFA, limit int) (*DFA, error) {
	return product(a, b, limit, func(x, y bool) bool { return x && !y })
}

// product explores the reachable pairs of states.
func product(a, b *DFA, limit int, accept func(x, y bool) bool) (*DFA, error) {
	sameSymbols(a, b)
	limit = limitOr(limit, a.Symbols)
	type pair struct{ a, b int32 }
	ids := map[pair]int32{{a.Start, b.Start}: 0}
	pairs := []pair{{a.Start, b.Start}}
	out := &DFA{Symbols: a.Symbols}
	for i := 0; i < len(pairs); i++ {
		p := pairs[i]
		out.Accept = append(out.Accept, accept(a.Accept[p.a], b.Accept[p.b]))
		for sym := range a.Symbols {
			q := pair{a.Step(p.a, sym), b.Step(p.b, sym)}
			id, ok := ids[q]
			if !ok {
				if len(pairs) >= limit {
					return nil, &LimitError{limit}
				}
				id = int32(len(pairs))
				ids[q] = id
				pairs = append(pairs, q)
			}
			out.Next = append(out.Next, id)
		}
	}
	return out.Minimize(), nil
}

// Rename reads d over another alphabet: symbol i of d is symbol to[i] of the
// result; symbols of the result that are no such image do not move it. to is
// injective and its values lie in 0..symbols-1. Unlike the other operations
// it keeps states and names as they are.
func (d *DFA) Rename(symbols int, to []int) *DFA {
	out := &DFA{Symbols: symbols, Start: d.Start, Accept: d.Accept, Names: d.Names,
		Next: make([]int32, d.States()*symbols)}
	for s := range d.States() {
		row := out.Next[s*symbols : (s+1)*symbols]
		for i := range row {
			row[i] = int32(s)
		}
		for i, t := range to {
			row[t] = d.Step(int32(s), i)
		}
	}
	return out
}

func sameSymbols(a, b *DFA) {
	if a.Symbols != b.Symbols {
		panic(fmt.Sprintf("automata: operation on automata over %d and %d symbols", a.Symbols, b.Symbols))
	}
}

package automata

// This file makes automata from automata: the complement, the closure under
// prefixes, and the same over another alphabet. Arguments stay as they are. Results
// are minimal and canonically numbered, but for that of Rename. If d accepts the
// words ab and abab only,
//
//	d.Complement()   accepts all others, the empty word and a among them
//	d.PrefixClose()  accepts the empty word, a, ab, aba and abab

// Complement accepts exactly the words that d does not. It is about finite words alone.
func (d *DFA) Complement() *DFA {
	c := *d
	c.Live, c.Open = nil, nil
	c.Accept = make([]bool, len(d.Accept))
	for i, a := range d.Accept {
		c.Accept[i] = !a
	}
	return c.Minimize()
}

// PrefixClose accepts every prefix of a word of d: every state from which an
// accepting one can be reached accepts. It demands nothing of infinite executions.
func (d *DFA) PrefixClose() *DFA {
	c := *d
	c.Accept, c.Live, c.Open = d.live(), nil, nil
	return c.Minimize()
}

// Rename reads d over another alphabet: symbol i of d is symbol to[i] of the
// result; symbols of the result that are no such image do not move it. to is
// injective and its values lie in 0..symbols-1. Unlike the other operations
// it keeps states and names as they are.
func (d *DFA) Rename(symbols int, to []int) *DFA {
	out := &DFA{Symbols: symbols, Start: d.Start, Accept: d.Accept, Live: d.Live, Open: d.Open,
		Names: d.Names, Next: make([]int32, d.States()*symbols)}
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

package automata

// This file makes automata from automata: the complement, the closure under prefixes, and the same automaton over
// another alphabet. Arguments are not changed. The results of Complement and PrefixClose are minimal and canonically
// numbered. If d accepts the words ab and abab only,
//
//	d.Complement()   accepts all others, the empty word and a among them
//	d.PrefixClose()  accepts the empty word, a, ab, aba and abab

// Complement returns an automaton of exactly the finite words that d rejects. It says nothing of infinite executions:
// Live and Open are nil.
func (d *DFA) Complement() *DFA {
	c := *d
	c.Live, c.Open = nil, nil
	c.Accept = make([]bool, len(d.Accept))
	for i, a := range d.Accept {
		c.Accept[i] = !a
	}
	return c.Minimize()
}

// PrefixClose returns an automaton of every prefix of a word of d: a state accepts if an accepting state can be reached
// from it. It demands nothing of infinite executions.
func (d *DFA) PrefixClose() *DFA {
	c := *d
	c.Accept, c.Live, c.Open = d.live(), nil, nil
	return c.Minimize()
}

// Rename returns d over another alphabet, with the symbols 0..symbols-1. Symbol i of d becomes symbol to[i]; no two
// symbols may become the same one. Symbols of the result that no symbol of d becomes leave each state as it is.
// States and names stay the same.
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

package automata

// Products of automata, which tests hold the other operations against.

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

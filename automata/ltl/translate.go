package ltl

// This file makes the automaton of a formula. A state is a set of formulas, all of which
// have to hold from there on. An edge has the mark of an until unless it puts that off.

import (
	"errors"
	"slices"
)

// ErrTooLarge says that the automata of a formula exceed the limit.
var ErrTooLarge = errors.New("the automaton of the formula is too large")

// maxWork bounds the alternatives that are looked at for a formula: seconds.
const maxWork = 1 << 22

// translate makes the automaton of a formula, or of its negation, with at most limit
// states. The last class is that of None, and of symbols that no part of the formula
// names.
func translate(f *Formula, negated bool, symbols, limit int) (*Buchi, error) {
	t := newTable(f, symbols)
	e := &expander{table: t, known: map[[2]int32][]alternative{}, work: maxWork}
	root := t.normal(f, negated)
	if t.untils > maxMarks {
		return nil, ErrTooLarge
	}
	b := &Buchi{Marks: uint32(1<<t.untils - 1), Class: t.class}
	numbers := map[string]int32{}
	var states [][]int32
	number := func(list []int32) int32 {
		k := key(list)
		id, ok := numbers[k]
		if !ok {
			id = int32(len(states))
			numbers[k] = id
			states = append(states, list)
		}
		return id
	}
	if number(e.conjuncts(root)); t.is(root, false) {
		states[0] = []int32{root}
	}
	for i := 0; i < len(states); i++ {
		row := make([][]Edge, t.classes)
		for c := range row {
			ways := e.every(states[i], int32(c))
			if e.spend(len(ways)) || len(states) > limit {
				return nil, ErrTooLarge
			}
			for _, w := range ways {
				row[c] = append(row[c], Edge{number(w.after), b.Marks &^ w.late})
			}
		}
		b.Edges = append(b.Edges, row)
	}
	return b.merged(), nil
}

// merged returns the automaton with states merged that have the same edges, until none have.
func (b *Buchi) merged() *Buchi {
	for {
		number, numbers := make([]int32, b.States()), map[string]int32{}
		out := &Buchi{Marks: b.Marks, Class: b.Class}
		for v, row := range b.Edges {
			var k []int32
			for c, list := range row {
				for _, e := range list {
					k = append(k, int32(c), e.To, int32(e.Marks))
				}
			}
			id, ok := numbers[key(k)]
			if !ok {
				id = int32(len(out.Edges))
				numbers[key(k)] = id
				out.Edges = append(out.Edges, row)
			}
			number[v] = id
		}
		if out.States() == b.States() {
			return b
		}
		out.Start = number[b.Start]
		for v, row := range out.Edges {
			out.Edges[v] = renumbered(row, number)
		}
		b = out
	}
}

// renumbered returns the edges with other numbers of states, without those to states whose
// number is negative, and each once.
func renumbered(row [][]Edge, number []int32) [][]Edge {
	out := make([][]Edge, len(row))
	for c, list := range row {
		for _, e := range list {
			if e.To = number[e.To]; e.To >= 0 && !slices.Contains(out[c], e) {
				out[c] = append(out[c], e)
			}
		}
	}
	return out
}

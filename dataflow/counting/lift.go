package counting

import (
	"slices"

	"flavers/bitset"
	"flavers/dataflow"
)

// This file goes back from Q to P.

// liftBudget is how many letters may be tried in a search for a path.
const liftBudget = 1 << 21

// Complete reports whether a solution that executed these letters is one of all steps of
// P. Where a letter moves many members at once, Q does not have all the ways in which
// they may be spread; it has letters that can be taken where another one occurs.
func (q *Quotient) Complete(fired bitset.Set) bool { return !fired.Meets(q.omitted) }

// Fired is the letters of P that the letters of Q stand for.
func (q *Quotient) Fired(letters bitset.Set) bitset.Set {
	out := bitset.New(len(q.before.Letters))
	for l := range letters.All {
		for _, w := range q.ways[l] {
			for _, k := range w.letters {
				out.Add(int(q.split.origin[k]))
			}
		}
	}
	return out
}

// Rejected sums what the monitors of Q rejected up by the monitors of P (see Of).
func (q *Quotient) Rejected(by []int64) []int64 {
	if by == nil {
		return nil
	}
	out := make([]int64, len(q.before.Monitors))
	for m, n := range by {
		out[q.Of[m]] += n
	}
	return out
}

// Lift looks for a violating path of P that the path of Q stands for: for each step a
// letter that it stands for, such that P's edges and automata allow them in this
// order. nil: it found none, within a budget that only depends on the problem.
func (q *Quotient) Lift(path []int32, atEnd bool) []int32 {
	p := q.split.p
	s := lifter{q: q, p: p, path: path, atEnd: atEnd, budget: liftBudget, state: make([]int32, len(p.Monitors))}
	for m := range p.Monitors {
		s.state[m] = p.Monitors[m].Start
	}
	if !s.search() {
		return nil
	}
	out := []int32{}
	for _, l := range s.taken {
		out = append(out, q.split.origin[l])
	}
	return out
}

// lifter is the working state of Lift.
type lifter struct {
	q      *Quotient
	p      *dataflow.Problem
	path   []int32
	atEnd  bool
	budget int
	state  []int32 // by monitor
	taken  []int32 // letters so far
	undo   [][]int32
	choice []choice // of the steps so far, and of the next
}

// choice is where the search for a step goes on: the letters are gone through in
// two rounds, first those of the members of the step before.
type choice struct {
	round, way, letter int
}

func (s *lifter) search() bool {
	s.choice = append(s.choice, choice{})
	for len(s.choice) > 0 {
		if len(s.taken) == len(s.path) {
			if s.done() {
				return true
			}
			s.back()
			continue
		}
		if s.budget < 0 {
			return false
		}
		if !s.step() {
			s.back()
		}
	}
	return false
}

// done reports whether the state at the end of the path is a violation.
func (s *lifter) done() bool {
	if !s.atEnd {
		return true // the property is in no class, and trapped
	}
	final := s.p.StartFinal
	if n := len(s.taken); n > 0 {
		final = s.p.Final.Has(int(s.p.Letters[s.taken[n-1]].Node))
	}
	for m := range s.p.Monitors {
		if mon := &s.p.Monitors[m]; !mon.Property && !mon.Accept[s.state[m]] {
			return false
		}
	}
	return final
}

// back takes the last step back.
func (s *lifter) back() {
	s.choice = s.choice[:len(s.choice)-1]
	if n := len(s.taken) - 1; n >= 0 && len(s.choice) > 0 {
		for j, mv := range s.p.Letters[s.taken[n]].Moves {
			s.state[mv.Monitor] = s.undo[n][j]
		}
		s.taken, s.undo = s.taken[:n], s.undo[:n]
	}
}

// step takes the next letter that can be taken; false: there is none.
func (s *lifter) step() bool {
	at := &s.choice[len(s.choice)-1]
	ways := s.q.ways[s.path[len(s.taken)]]
	for ; at.round < 2; at.round++ {
		for ; at.way < len(ways); at.way++ {
			w := &ways[at.way]
			for at.letter < len(w.letters) {
				l := w.letters[at.letter]
				at.letter++
				s.budget--
				if s.same(l) == (at.round == 0) && s.has(l, w.from) && s.take(l) {
					return true
				}
			}
			at.letter = 0
		}
		at.way = 0
	}
	return false
}

// same reports whether a letter names a member that the last step names.
func (s *lifter) same(l int32) bool {
	if len(s.taken) == 0 {
		return false
	}
	last := s.q.apart[s.taken[len(s.taken)-1]].roles
	return slices.ContainsFunc(s.q.apart[l].roles, func(r role) bool {
		return slices.ContainsFunc(last, func(t role) bool { return r.class == t.class && r.member == t.member })
	})
}

// has reports whether the members that a letter names have the given codes.
func (s *lifter) has(l int32, from []int32) bool {
	for i, r := range s.q.apart[l].roles {
		if s.q.classes[r.class].codeNow(s.state, r.member) != from[i] {
			return false
		}
	}
	return true
}

// take takes a letter, if edges and automata allow it.
func (s *lifter) take(l int32) bool {
	letter := &s.p.Letters[l]
	can := s.p.Start
	if n := len(s.taken); n > 0 {
		can = s.p.Succ.Row(int(s.p.Letters[s.taken[n-1]].Node))
	}
	if !can.Has(int(letter.Node)) {
		return false
	}
	before := make([]int32, len(letter.Moves))
	for j, mv := range letter.Moves {
		before[j] = s.state[mv.Monitor]
		if mv.To[before[j]] < 0 {
			return false
		}
	}
	for _, mv := range letter.Moves {
		s.state[mv.Monitor] = mv.To[s.state[mv.Monitor]]
	}
	s.taken, s.undo, s.choice = append(s.taken, l), append(s.undo, before), append(s.choice, choice{})
	return true
}

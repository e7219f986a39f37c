package counting

import (
	"slices"

	"flavers/bitset"
	"flavers/dataflow"
)

// This file maps results about Q back to P: paths (Lift), the letters that occur (Fired), and the numbers of rejected
// steps. A step "one reader starts" of Q may stand for a step of any of a hundred readers of P. Lift chooses one of
// them for each step, by a depth-first search that prefers the member of the step before: a path of Q that
// starts a reader and stops one most often stands for a path in which it is the same reader.

// liftBudget is how many letters may be tried in a search for a path.
const liftBudget = 1 << 21

// Complete reports whether a solution in which these letters occurred covers all steps of P. If a letter moves many
// members at once, Q does not have letters for all ways in which they may be spread over codes. For the others it has
// letters that are marked as omitted. If one of these occurred, steps of P may be missing.
func (q *Quotient) Complete(fired bitset.Set) bool { return !fired.Meets(q.omitted) }

// Fired returns the letters of P that the given letters of Q stand for.
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

// Rejected adds up what the monitors of Q rejected, by the monitors of P that they come from (see Of). It
// returns nil for nil.
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

// Lift returns a violating path of P that the path of Q stands for: for each letter of path one that it stands for,
// such that the edges and automata of P allow them in this order. Both paths are letters by their numbers. atEnd says
// that the violation is at the end of the path: the property then does not accept, and otherwise it is in its error
// state. Lift returns nil if it finds no such path within a budget, which is the same for all problems.
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
	state  []int32   // by monitor of p: its state after the letters so far
	taken  []int32   // the letters so far
	undo   [][]int32 // by letter so far, by its moves: the state before it
	choice []choice  // by letter so far, and for the next one: where the search for it goes on
}

// choice says where the search for a letter goes on. All letters are tried in two rounds: in the first those that name
// a member which the step before names, in the second the others.
type choice struct {
	round, way, letter int // way is an index of the ways of a step, letter one of the letters of the way
}

// search looks for the path depth-first. It returns false if there is none, or the budget is used up.
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
		return true // the property is in no class, so it is in its error state here, too
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

// back undoes the last step.
func (s *lifter) back() {
	s.choice = s.choice[:len(s.choice)-1]
	if n := len(s.taken) - 1; n >= 0 && len(s.choice) > 0 {
		for j, mv := range s.p.Letters[s.taken[n]].Moves {
			s.state[mv.Monitor] = s.undo[n][j]
		}
		s.taken, s.undo = s.taken[:n], s.undo[:n]
	}
}

// step takes the next letter that can be taken. It returns false if there is none.
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

// same reports whether letter l names a member that the last step names, too.
func (s *lifter) same(l int32) bool {
	if len(s.taken) == 0 {
		return false
	}
	last := s.q.apart[s.taken[len(s.taken)-1]].roles
	return slices.ContainsFunc(s.q.apart[l].roles, func(r role) bool {
		return slices.ContainsFunc(last, func(t role) bool { return r.class == t.class && r.member == t.member })
	})
}

// has reports whether the members that letter l names have the codes from, by role.
func (s *lifter) has(l int32, from []int32) bool {
	for i, r := range s.q.apart[l].roles {
		if s.q.classes[r.class].codeNow(s.state, r.member) != from[i] {
			return false
		}
	}
	return true
}

// take takes letter l if edges and automata allow it. Otherwise it returns false.
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

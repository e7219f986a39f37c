package deadlock

import (
	"fmt"
	"slices"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/internal/sat"
	"flavers/mip"
	"flavers/sem"
)

// This file has the certificate and its check. The check does not search. It makes the net
// again from the program, tests that each invariant is one, writes the same clauses again, and
// verifies the solver's refutation of them.

// Certificate is a proof that no reachable state is a deadlock, or that no step from a
// reachable state ends in certain errors. Unless the result was Limited, it has a second
// proof: that no step exceeds a limit of the model.
type Certificate struct {
	parts  [][]sem.CompID // by unit: its components; nil: each component is a unit
	pairs  *pairs         // nil: only the pairs of mip.Relation are used
	proofs []proof        // the first answers the question of the certificate
}

// proof answers one question.
type proof struct {
	about      question
	steps      []step // the invariants, in the order in which they became clauses
	traps      [][]place
	sums       []sum
	vars       int         // variables of the solver
	refutation [][]sat.Lit // that the clauses have no solution
	left       []int       // errors about which nothing is proved, as indices in question.steps
}

// step is an invariant that became clauses, or an error that was left. The order of the steps
// matters, because clauses make new variables, which are numbered in order.
type step struct {
	kind kind
	at   int  // of a trap or a sum: its index; of an error that is left: its index in question.steps
	x, y unit // of pairs: the units
}

// kind says what a step is.
type kind uint8

// The kinds.
const (
	pairStep kind = iota
	trapStep
	sumStep
	leaveStep
)

// exclude adds which places of units x and y are not marked at the same time.
func (k *proof) exclude(f *formula, r *pairs, rel *mip.Relation, x, y unit) {
	k.steps = append(k.steps, step{kind: pairStep, x: x, y: y})
	f.exclude(x, y, func(p, q place) bool { return compatible(f.n, r, rel, p, q) })
}

// leave takes an error out of the question.
func (k *proof) leave(f *formula, at int) {
	k.steps = append(k.steps, step{kind: leaveStep, at: at})
	k.left = append(k.left, at)
	f.leave(at)
}

// trap adds a trap.
func (k *proof) trap(f *formula, list []place) {
	k.steps = append(k.steps, step{kind: trapStep, at: len(k.traps)})
	k.traps = append(k.traps, list)
	f.trap(list)
}

// sum adds a linear invariant. It returns false if the clauses would be too many.
func (k *proof) sum(f *formula, s sum) bool {
	if !f.sum(s) {
		return false
	}
	k.steps = append(k.steps, step{kind: sumStep, at: len(k.sums)})
	k.sums = append(k.sums, s)
	return true
}

// Check verifies a certificate that no execution of a program gets stuck. The error names
// what is wrong: a relation of pairs, a trap or a sum that is no invariant, or a refutation
// that does not refute the clauses. rel is not checked: it has a Check of its own.
func (k *Certificate) Check(s *monitor.Semantics, rel *mip.Relation) error {
	return k.check(s, rel, stuck, nil)
}

// CheckErrors verifies a certificate that no execution ends in one of some errors, but for those
// that the certificate leaves open.
func (k *Certificate) CheckErrors(s *monitor.Semantics, rel *mip.Relation, errors Cases) error {
	if len(s.Inexact()) > 0 {
		return fmt.Errorf("deadlock: a step without a table may end in any error")
	}
	return k.check(s, rel, fails, errors)
}

// check verifies all proofs of a certificate whose question is about.
func (k *Certificate) check(s *monitor.Semantics, rel *mip.Relation, about question, errors Cases) error {
	if len(k.proofs) == 0 || k.proofs[0].about != about {
		return fmt.Errorf("deadlock: nothing is proved")
	}
	n := newNet(s, k.parts, errors)
	if n == nil {
		return fmt.Errorf("deadlock: the net is too large")
	}
	var r *pairs
	if k.pairs != nil {
		if len(k.pairs.row) != n.places() {
			return fmt.Errorf("deadlock: pairs of %d places, not %d", len(k.pairs.row), n.places())
		}
		r = &pairs{n: n, row: k.pairs.row}
		if !r.closed(rel) {
			return fmt.Errorf("deadlock: the pairs are not closed")
		}
	}
	w := newTrapper(n, r, unlimited())
	for i := range k.proofs {
		if err := k.proofs[i].check(n, r, rel, w); err != nil {
			return fmt.Errorf("deadlock: proof %d: %w", i, err)
		}
	}
	return nil
}

// check verifies one proof. w tests traps and sums.
func (k *proof) check(n *net, r *pairs, rel *mip.Relation, w *trapper) error {
	f := newFormula(n, r, rel, k.about)
	var left []int
	for i, st := range k.steps {
		switch st.kind {
		case pairStep:
			f.exclude(st.x, st.y, func(p, q place) bool { return compatible(n, r, rel, p, q) })
		case trapStep:
			set := bitset.New(n.places())
			marked, lost := false, false
			for _, p := range k.traps[st.at] {
				set.Add(int(p))
				marked = marked || n.start[n.unit[p]] == p
				lost = lost || n.lost[n.unit[p]]
			}
			if !marked || lost || !w.isTrap(set) {
				return fmt.Errorf("step %d is no trap that the start marks", i)
			}
			f.trap(k.traps[st.at])
		case leaveStep:
			if k.about != fails || st.at < 0 || st.at >= len(f.can) {
				return fmt.Errorf("step %d leaves a part of the question out", i)
			}
			left = append(left, st.at)
			f.leave(st.at)
		case sumStep:
			if !w.isSum(k.sums[st.at]) || !f.sum(k.sums[st.at]) {
				return fmt.Errorf("step %d is no invariant", i)
			}
		}
	}
	if !slices.Equal(left, k.left) {
		return fmt.Errorf("%v are left, not %v", left, k.left)
	}
	if f.solver.Vars() != k.vars {
		return fmt.Errorf("%d variables, not %d", f.solver.Vars(), k.vars)
	}
	return sat.Refutes(k.vars, f.clauses, k.refutation)
}

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

// The certificate, and its check.

// Certificate is a proof that no reachable state is a deadlock, or that no step
// from one ends in certain errors, and, unless the result was Limited, that none
// exceeds a limit of the model: invariants, and a refutation of the clauses that
// they and the question make.
type Certificate struct {
	parts  [][]sem.CompID // components taken together; nil: each is apart
	pairs  *pairs         // nil: only those of mip.Relation
	proofs []proof
}

// proof answers one question.
type proof struct {
	about      question
	traps      [][]place
	sums       []sum
	steps      []step
	vars       int
	refutation [][]sat.Lit
	left       []int // of what the question is about, by number: of these nothing is proved
}

// step is an invariant that became clauses. Their order matters, as variables
// are numbered as they come.
type step struct {
	kind kind
	at   int  // in traps or sums; of what the question is about
	x, y unit // of pairs
}

type kind uint8

const (
	pairStep kind = iota
	trapStep
	sumStep
	leaveStep
)

func (k *proof) exclude(f *formula, r *pairs, rel *mip.Relation, x, y unit) {
	k.steps = append(k.steps, step{kind: pairStep, x: x, y: y})
	f.exclude(x, y, func(p, q place) bool { return compatible(f.n, r, rel, p, q) })
}

// leave takes a step out of the question.
func (k *proof) leave(f *formula, at int) {
	k.steps = append(k.steps, step{kind: leaveStep, at: at})
	k.left = append(k.left, at)
	f.leave(at)
}

func (k *proof) trap(f *formula, list []place) {
	k.steps = append(k.steps, step{kind: trapStep, at: len(k.traps)})
	k.traps = append(k.traps, list)
	f.trap(list)
}

// sum adds a linear invariant; false: it is too large to be written as clauses.
func (k *proof) sum(f *formula, s sum) bool {
	if !f.sum(s) {
		return false
	}
	k.steps = append(k.steps, step{kind: sumStep, at: len(k.sums)})
	k.sums = append(k.sums, s)
	return true
}

// Check verifies the certificate of a program that no execution gets stuck: every
// pair relation, trap and sum is an invariant, and the clauses follow from them
// and have no solution. The relation is taken as it is: it has its own Check.
func (k *Certificate) Check(s *monitor.Semantics, rel *mip.Relation) error {
	return k.check(s, rel, stuck, nil)
}

// CheckErrors verifies a certificate that no execution ends in one of these errors, but
// for those that are left.
func (k *Certificate) CheckErrors(s *monitor.Semantics, rel *mip.Relation, errors Cases) error {
	if len(s.Inexact()) > 0 {
		return fmt.Errorf("deadlock: a step without a table may end in any error")
	}
	return k.check(s, rel, fails, errors)
}

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

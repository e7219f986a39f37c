package lpor

import (
	"fmt"

	"flavers/bitset"
)

// ID numbers the transitions of a system from 0.
type ID int32

// Relations say how the transitions of a system interfere. It is sound to have
// more pairs in CanEnable and Dependent and fewer in Necessary (section II-B of
// the paper).
type Relations struct {
	N int // number of transitions; the matrices are N x N

	// CanEnable has (t, u) if in some state u is disabled, and t leads from it to
	// a state where u is enabled.
	CanEnable *bitset.Matrix
	// Dependent has (t, u), "u depends on t", for different t and u if in some
	// state both are enabled, and t leads to a state where u is disabled, or t and
	// then u to one where u and then t do not lead.
	Dependent *bitset.Matrix
	// Necessary has (t, u) only if every path from a start to a state where t is
	// enabled takes u.
	Necessary *bitset.Matrix

	// Visible transitions may change what an invariant says; nil: none. A set
	// that is not all that is enabled has none of them.
	Visible bitset.Set

	// Transitive: Dependent is a transitive relation. Then what is in a set for
	// being depended on needs no work of its own (section III-C).
	Transitive bool
}

// NewRelations has no pairs.
func NewRelations(n int) *Relations {
	return &Relations{N: n, CanEnable: bitset.NewMatrix(n, n), Dependent: bitset.NewMatrix(n, n),
		Necessary: bitset.NewMatrix(n, n)}
}

// Add puts a pair into a relation.
func Add(m *bitset.Matrix, t, u ID) { m.Row(int(t)).Add(int(u)) }

// Close makes Necessary transitive, which is sound: what is necessary for
// something necessary is necessary.
func (r *Relations) Close() {
	for again := true; again; {
		again = false
		for t := range r.N {
			row := r.Necessary.Row(t)
			for u := range row.All {
				again = row.Or(r.Necessary.Row(u)) || again
			}
		}
	}
}

// Check finds relations that are no such: of the wrong size, or a transition
// that depends on itself or is necessary for itself and thus never enabled.
func (r *Relations) Check() error {
	for name, m := range map[string]*bitset.Matrix{"can-enable": r.CanEnable, "dependency": r.Dependent,
		"necessary-enabling": r.Necessary} {
		if m == nil || m.Rows != r.N || m.Cols != r.N {
			return fmt.Errorf("lpor: the %s relation is not of %d transitions", name, r.N)
		}
	}
	for t := range r.N {
		if r.Dependent.Has(t, t) {
			return fmt.Errorf("lpor: transition %d depends on itself", t)
		}
	}
	if r.Visible != nil && len(r.Visible) != bitset.Words(r.N) {
		return fmt.Errorf("lpor: the set of visible transitions is not of %d transitions", r.N)
	}
	return nil
}

// transpose swaps rows and columns.
func transpose(m *bitset.Matrix) *bitset.Matrix {
	out := bitset.NewMatrix(m.Cols, m.Rows)
	for i := range m.Rows {
		for j := range m.Row(i).All {
			out.Row(j).Add(i)
		}
	}
	return out
}

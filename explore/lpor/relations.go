package lpor

import (
	"fmt"

	"flavers/bitset"
)

// This file is the interface of LPOR (section II of the paper): the user of the
// lower layer says by three relations how the transitions of a system interfere,
// and the algorithm needs to know nothing else of the system.

// ID numbers the transitions of a system from 0.
type ID int32

// Relations say how the transitions of a system interfere. It is sound to have
// too many pairs in CanEnable and Dependent, and too few in Necessary.
type Relations struct {
	N int // number of transitions; the matrices are N x N

	// CanEnable has (t, u), "t can enable u", if there is a state where u is
	// disabled from which t leads to a state where u is enabled (Definition 1).
	CanEnable *bitset.Matrix
	// Dependent has (t, u), "u depends on t", for different t and u if there is a
	// state where both are enabled, and from it
	// (a) t leads to a state where u is disabled, or
	// (b) t and then u lead to a state to which u and then t do not lead.
	// It need not be symmetric (Definition 2).
	Dependent *bitset.Matrix
	// Necessary has (t, u), "u is necessary for t", only if every path from the
	// start to a state where t is enabled takes u (NET, Definition 3).
	Necessary *bitset.Matrix

	// Visible has the transitions that may change the truth of an invariant; nil:
	// none. A stubborn set that leaves an enabled transition out must have none of
	// them (section V).
	Visible bitset.Set

	// Transitive says that Dependent is a transitive relation. Then a transition
	// that is in a set only because another member depends on it adds nothing
	// further to the set (line 21 of Algorithm 2, section III-C).
	Transitive bool
}

// NewRelations returns relations between n transitions, without any pair.
func NewRelations(n int) *Relations {
	return &Relations{N: n, CanEnable: bitset.NewMatrix(n, n), Dependent: bitset.NewMatrix(n, n),
		Necessary: bitset.NewMatrix(n, n)}
}

// Add puts a pair into a relation.
func Add(m *bitset.Matrix, t, u ID) { m.Row(int(t)).Add(int(u)) }

// Close makes Necessary transitive. This is sound: if u is necessary for t, what
// is necessary for u is necessary for t.
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

// Check returns an error if a relation has the wrong size, or if a transition
// depends on itself. A transition may be necessary for itself: then it is never
// enabled.
func (r *Relations) Check() error {
	for _, relation := range []struct {
		name string
		m    *bitset.Matrix
	}{{"can-enable", r.CanEnable}, {"dependency", r.Dependent}, {"necessary-enabling", r.Necessary}} {
		if m := relation.m; m == nil || m.Rows != r.N || m.Cols != r.N {
			return fmt.Errorf("lpor: the %s relation is not of %d transitions", relation.name, r.N)
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

// transpose returns the matrix with rows and columns swapped.
func transpose(m *bitset.Matrix) *bitset.Matrix {
	out := bitset.NewMatrix(m.Cols, m.Rows)
	for i := range m.Rows {
		for j := range m.Row(i).All {
			out.Row(j).Add(i)
		}
	}
	return out
}

package lpor

import (
	"math/bits"

	"flavers/bitset"
)

// This file is Algorithm 1 of the paper. It is computed once, before the search,
// as it does not depend on the state.
//
// FwdEnableSet(t) has the pairs (a, need) such that t can begin a chain of
// transitions, each of which can enable the next, that ends with a. The set need
// has every transition that is necessary for some member of the chain after t.
// With t4 and t5 both necessary for t3, as in Figure 2 of the paper,
//
//	FwdEnableSet(t4) = {(t4, {}), (t3, {t4, t5}), (t2, {t4, t5})}
//
// FwdEnableSetIdx(t, u) reports whether such a chain ends with a transition that
// u depends on, whatever is necessary for it.
//
// Difference from the paper: of the pairs with the same a only those with a
// smallest need are kept. Line 24 of Algorithm 2 lets a pair count as long as no
// member of need is barred, so a pair with a larger need counts only if a pair
// with a smaller need does. There can still be exponentially many.

// maxNeeds bounds the pairs with the same end a. If there are more, one pair replaces them, whose need is the
// intersection of theirs: it counts whenever one of them would, so stubborn sets only become larger.
const maxNeeds = 32

// maxPairs bounds the pairs of all transitions that are kept. If there are more, chains are searched in each state.
const maxPairs = 1 << 16

// pair is an element (a, need) of a forward enable set; a is to.
type pair struct {
	to   ID
	need bitset.Set
}

// forward has what is computed once from relations.
type forward struct {
	rel       *Relations
	dependsOn *bitset.Matrix // Dependent transposed; row u: the t that u depends on
	enabledBy *bitset.Matrix // CanEnable transposed; row u: the t that can enable u
	index     []bitset.Set   // by u: the t with FwdEnableSetIdx(t, u); nil: not computed yet
	pairs     [][]pair       // by t: FwdEnableSet(t); nil: not kept, chains are searched in each state
}

// newForward transposes the relations. With net, it also computes the forward enable sets, unless there are too many
// pairs or stop, which may be nil, returns true.
func newForward(rel *Relations, net bool, stop func() bool) *forward {
	f := &forward{rel: rel, dependsOn: transpose(rel.Dependent), enabledBy: transpose(rel.CanEnable),
		index: make([]bitset.Set, rel.N)}
	if net && rel.Necessary.Count() > 0 {
		f.keepPairs(stop)
	}
	return f
}

// indexOf returns the transitions t with FwdEnableSetIdx(t, u), lines 1 to 3. It
// follows can-enabling backwards from what u depends on. As chains may have
// length 0, the result includes all that u depends on.
func (f *forward) indexOf(u ID) bitset.Set {
	if f.index[u] != nil {
		return f.index[u]
	}
	row := bitset.New(f.rel.N)
	row.Or(f.dependsOn.Row(int(u)))
	done := bitset.New(f.rel.N)
	for again := true; again; {
		again = false
		for i := range row {
			for w := row[i] &^ done[i]; w != 0; w &= w - 1 {
				t := i<<6 + bits.TrailingZeros64(w)
				done.Add(t)
				row.Or(f.enabledBy.Row(t))
				again = true
			}
		}
	}
	f.index[u] = row
	return row
}

// keepPairs fills in f.pairs, or leaves it nil if there are more than maxPairs or stop returns true.
func (f *forward) keepPairs(stop func() bool) {
	f.pairs = make([][]pair, f.rel.N)
	room := maxPairs
	for t := range f.pairs {
		if f.pairs[t] = f.pairsOf(ID(t), 2*room, stop); f.pairs[t] == nil || len(f.pairs[t]) > room {
			f.pairs = nil
			return
		}
		room -= len(f.pairs[t])
	}
}

// pairsOf returns FwdEnableSet(t), lines 4 to 12: a worklist takes the place of the repeated passes. It returns nil if
// it would add more than limit pairs, or if stop returns true.
func (f *forward) pairsOf(t ID, limit int, stop func() bool) []pair {
	needs := make([][]bitset.Set, f.rel.N) // by end of the chain: its needs, none of which contains another
	empty := bitset.New(f.rel.N)
	needs[t] = []bitset.Set{empty}
	todo := []pair{{t, empty}}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !holds(needs[p.to], p.need) {
			continue // a smaller need has replaced this one since
		}
		if stop != nil && stop() { // the whole loop may take quadratic time in the number of transitions
			return nil
		}
		for b := range f.rel.CanEnable.Row(int(p.to)).All {
			// Line 10: what was necessary so far, and what is necessary for b.
			need := append(bitset.Set(nil), p.need...)
			need.Or(f.rel.Necessary.Row(b))
			list, grew := keepSmallest(needs[b], need)
			if !grew {
				continue
			}
			if len(list) > maxNeeds {
				for _, s := range list {
					need.And(s)
				}
				list = append(list[:0], need)
			}
			needs[b] = list
			if limit--; limit < 0 {
				return nil
			}
			todo = append(todo, pair{ID(b), need})
		}
	}
	var out []pair
	for a, list := range needs {
		for _, need := range list {
			out = append(out, pair{ID(a), need})
		}
	}
	return out
}

// holds reports whether s is in the list.
func holds(list []bitset.Set, s bitset.Set) bool {
	for _, x := range list {
		if x.Equal(s) {
			return true
		}
	}
	return false
}

// keepSmallest adds s to a list of sets none of which contains another, and drops those that contain s. If s itself
// contains a set of the list, the list stays as it is. grew reports whether s was added.
func keepSmallest(list []bitset.Set, s bitset.Set) (_ []bitset.Set, grew bool) {
	for _, x := range list {
		if within(x, s) {
			return list, false
		}
	}
	kept := list[:0:0]
	for _, x := range list {
		if !within(s, x) {
			kept = append(kept, x)
		}
	}
	return append(kept, s), true
}

// within reports whether a is a subset of b.
func within(a, b bitset.Set) bool {
	for i, w := range a {
		if w&^b[i] != 0 {
			return false
		}
	}
	return true
}

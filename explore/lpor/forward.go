package lpor

import (
	"math/bits"

	"flavers/bitset"
)

// This file computes forward enable sets (Algorithm 1 of the paper): for each
// transition t the pairs (a, need) such that t can begin a chain of transitions
// that enable each other and ends with a, where need is all that is necessary
// for some member of the chain after t.
//
// Of the pairs with the same a only those with the smallest need are kept: a
// pair counts as long as none of its need is barred, so a pair with a larger
// need counts only if one with a smaller need does. There can still be
// exponentially many; beyond maxNeeds for one a, they are replaced by one with
// what they have in common.

const maxNeeds = 32

// maxPairs bounds the pairs of all transitions that are kept. If there are more, chains are searched in each state.
const maxPairs = 1 << 16

// pair is an element of a forward enable set.
type pair struct {
	to   ID
	need bitset.Set
}

// forward is what is computed once from relations.
type forward struct {
	rel       *Relations
	dependsOn *bitset.Matrix // row u: the t with (t, u) in Dependent
	enabledBy *bitset.Matrix // row u: the t with (t, u) in CanEnable
	index     []bitset.Set   // row u: the t with a chain to something that u depends on; nil: not asked for yet
	pairs     [][]pair       // by t; nil: not kept
}

// newForward computes what net needs. It asks stop now and then, if that is not nil. When stop says yes, it keeps no
// pairs, and chains are searched in each state.
func newForward(rel *Relations, net bool, stop func() bool) *forward {
	f := &forward{rel: rel, dependsOn: transpose(rel.Dependent), enabledBy: transpose(rel.CanEnable),
		index: make([]bitset.Set, rel.N)}
	if net && rel.Necessary.Count() > 0 {
		f.keepPairs(stop)
	}
	return f
}

// indexOf is row u of the index (FwdEnableSetIdx), computed once: it is what
// leads to something that u depends on, backwards.
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

// keepPairs fills in pairs, unless they are too many.
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

// pairsOf returns the forward enable set of t. It returns nil if it would need more than limit steps, or if stop says
// yes.
func (f *forward) pairsOf(t ID, limit int, stop func() bool) []pair {
	needs := make([][]bitset.Set, f.rel.N) // by a: smallest ones
	empty := bitset.New(f.rel.N)
	needs[t] = []bitset.Set{empty}
	todo := []pair{{t, empty}}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !holds(needs[p.to], p.need) {
			continue // replaced by a smaller one
		}
		if stop != nil && stop() { // what follows takes time quadratic in the number of transitions
			return nil
		}
		for b := range f.rel.CanEnable.Row(int(p.to)).All {
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

func holds(list []bitset.Set, s bitset.Set) bool {
	for _, x := range list {
		if x.Equal(s) {
			return true
		}
	}
	return false
}

// keepSmallest returns the smallest sets of a list and s: those that contain no other. No set of the list contains
// another one. grew reports whether s is among them.
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

package sat

import (
	"errors"
	"fmt"
	"slices"
)

// This file checks a refutation that Solver has made. It shares no code with the solver,
// so that a mistake there cannot hide itself: it uses unit propagation alone, with a
// counter for each clause in place of watched literals.

// ErrNotRefuted says that all clauses of a proof are sound and the empty clause
// does not follow yet.
var ErrNotRefuted = errors.New("sat: the proof does not end in a contradiction")

// Refutes checks that the clauses cannot all be true: each clause of the proof,
// in order, follows by unit propagation from what comes before, and in the end
// so does the empty clause.
func Refutes(vars int, clauses, proof [][]Lit) error {
	k := &checker{value: make([]int8, 2*vars), in: make([][]int32, 2*vars)}
	for _, c := range clauses {
		if k.add(c) {
			return nil
		}
	}
	// A clause follows if assuming that all of its literals are false leads to a contradiction.
	for i, c := range proof {
		mark := len(k.trail)
		contradiction := false
		for _, l := range c {
			if k.value[l] == yes {
				contradiction = true
				break
			}
			if k.value[l] == unset && k.set(l.Not()) {
				contradiction = true
				break
			}
		}
		k.back(mark)
		if !contradiction {
			return fmt.Errorf("sat: clause %d of the proof does not follow", i)
		}
		if k.add(c) {
			return nil
		}
	}
	return ErrNotRefuted
}

// checker has the clauses that may be used, and an assignment that is closed under unit
// propagation.
type checker struct {
	value   []int8 // by literal
	clauses [][]Lit
	falses  []int32   // by clause: the number of its literals that are false and were propagated
	in      [][]int32 // by literal: the clauses that have it
	trail   []Lit     // the literals that are true, in the order in which they became so
	done    int       // the number of literals of the trail that were propagated
}

// add adds a clause when nothing is assumed, and propagates. It reports whether this leads
// to a contradiction, as look, set and propagate do.
func (k *checker) add(c []Lit) bool {
	c = slices.Clone(c)
	slices.Sort(c)
	c = slices.Compact(c)
	id := int32(len(k.clauses))
	k.clauses = append(k.clauses, c)
	n := int32(0)
	for _, l := range c {
		k.in[l] = append(k.in[l], id)
		if k.value[l] == no {
			n++
		}
	}
	k.falses = append(k.falses, n)
	return k.look(id) || k.propagate()
}

// look looks at a clause. If all literals but one are false, it assigns that one; if all are
// false, this is a contradiction.
func (k *checker) look(id int32) bool {
	c := k.clauses[id]
	if int(k.falses[id]) < len(c)-1 {
		return false
	}
	for _, l := range c {
		if k.value[l] == yes {
			return false
		}
	}
	for _, l := range c {
		if k.value[l] == unset {
			k.assign(l)
			return false
		}
	}
	return true
}

// assign makes a literal true.
func (k *checker) assign(l Lit) {
	k.value[l], k.value[l.Not()] = yes, no
	k.trail = append(k.trail, l)
}

// set makes a literal true, and propagates.
func (k *checker) set(l Lit) bool {
	k.assign(l)
	return k.propagate()
}

// propagate assigns what follows by unit propagation.
func (k *checker) propagate() bool {
	for k.done < len(k.trail) {
		l := k.trail[k.done].Not()
		k.done++
		bad := false
		for _, id := range k.in[l] {
			k.falses[id]++
			bad = bad || k.look(id)
		}
		if bad {
			return true
		}
	}
	return false
}

// back takes back the assignments since the trail had the length mark.
func (k *checker) back(mark int) {
	for i := mark; i < len(k.trail); i++ {
		l := k.trail[i]
		if i < k.done {
			for _, id := range k.in[l.Not()] {
				k.falses[id]--
			}
		}
		k.value[l], k.value[l.Not()] = unset, unset
	}
	k.trail = k.trail[:mark]
	k.done = min(k.done, mark)
}

package lpor

import (
	"math/bits"

	"flavers/bitset"
)

// This file computes stubborn sets from what is missing in the present state. It
// is the state-conditional NET optimization of section III-C of the paper, with
// sets of alternatives: where the paper names one transition that every path must
// take before t is enabled, Needs names sets, each of which has a transition that
// every path must take. (A receive from an empty buffer has one such set: all
// sends to the buffer.)
//
// The computation differs from Algorithm 2, which asks of each enabled transition
// outside whether it may start a chain to something that a member depends on.
// Here the live transitions are computed, L: what can happen while no member of
// the set Stub is taken. L is the least set that has
//
//   - each enabled transition outside Stub, and
//   - each disabled transition that a member of L can enable, if each of its
//     necessary enabling sets has a member in L.
//
// Stub is stubborn if no member depends on a transition in L. While one does, an
// enabled such transition is added to Stub, and a disabled one is blocked: Stub
// gets enough members that one of its necessary enabling sets leaves L.

// Needs appends necessary enabling sets of a transition t that is disabled in the present state: every path from this
// state to one where t is enabled takes a member of each set. It appends none if nothing is known. An empty set says
// that t will never be enabled. The sets must not change while a stubborn set is computed.
type Needs func(dst []bitset.Set, t ID) []bitset.Set

// Foresight has the methods of a Foreseeing system (foresee.go), for the present state. Live adds to live what can
// happen while no member of stub is taken. Disturb adds to dst what t depends on.
type Foresight struct {
	Live    func(live, enabled, stub bitset.Set)
	Disturb func(dst bitset.Set, t ID)
}

// bySituation adds to r.stub, which has the initial transition, until it is stubborn. With sight, the system itself
// says which transitions are live and which of them a member depends on. Without, sight is nil, and both follow from
// the relations and needs.
func (r *Reducer) bySituation(needs Needs, sight *Foresight) {
	// Each pass computes L for the present set. The set only grows, so the loop ends.
	for {
		if sight != nil {
			sight.Live(r.live, r.enabled, r.stub)
		} else {
			r.possible(needs)
		}
		clear(r.blocked)
		again := false
		for t := range r.stub.All {
			// dep is what t depends on.
			dep := r.fwd.dependsOn.Row(t)
			if sight != nil {
				clear(r.clash)
				sight.Disturb(r.clash, ID(t))
				dep = r.clash
			}
			for i, w := range dep {
				w &= r.live[i]
				// What is enabled and live becomes a member (lines 19 and 20 of Algorithm 2).
				if direct := w & r.enabled[i]; direct != 0 {
					r.stub[i] |= direct
					r.live[i] &^= direct
					w &^= direct
					again = true
				}
				// What is disabled is blocked (in place of lines 22 to 26).
				for ; w != 0; w &= w - 1 {
					again = true
					if a := ID(i<<6 + bits.TrailingZeros64(w)); !r.blocked.Has(int(a)) {
						r.block(a, needs)
					}
				}
			}
		}
		if !again {
			return
		}
	}
}

// possible fills r.live with what can happen while no member of r.stub is taken. A worklist follows can-enabling from
// the enabled transitions outside the set.
func (r *Reducer) possible(needs Needs) {
	for i, w := range r.enabled {
		r.live[i] = w &^ r.stub[i]
	}
	r.todo = r.todo[:0]
	for t := range r.live.All {
		r.todo = append(r.todo, ID(t))
	}
	for len(r.todo) > 0 {
		a := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		for i, w := range r.rel.CanEnable.Row(int(a)) {
			for w &^= r.live[i] | r.enabled[i]; w != 0; w &= w - 1 {
				b := ID(i<<6 + bits.TrailingZeros64(w))
				if r.fed(b, needs) {
					r.live.Add(int(b))
					r.todo = append(r.todo, b)
				}
			}
		}
	}
}

// fed reports whether each necessary enabling set of the disabled transition b has a live member.
func (r *Reducer) fed(b ID, needs Needs) bool {
	for _, s := range r.needsOf(b, needs) {
		if !s.Meets(r.live) {
			return false
		}
	}
	return true
}

// needsOf returns what needs appends for t. It calls needs once for each transition and state.
func (r *Reducer) needsOf(t ID, needs Needs) []bitset.Set {
	if r.asked[t] != r.stamp {
		r.asked[t] = r.stamp
		r.needs[t] = needs(r.needs[t][:0], t)
	}
	return r.needs[t]
}

// block adds members to the set so that the disabled transition a can no longer
// happen before one of them. It takes the necessary enabling set with the fewest
// live members, adds those that are enabled, and blocks the others in turn. All
// transitions that can enable a are a necessary enabling set, too.
func (r *Reducer) block(a ID, needs Needs) {
	r.blocked.Add(int(a))
	best := r.fwd.enabledBy.Row(int(a))
	least := -1
	for _, s := range append(r.needsOf(a, needs), best) {
		n := 0
		for i, w := range s {
			// An enabled member counts twice: it makes the set larger for certain. A disabled one may be blocked
			// by what the set already has.
			w &= r.live[i] &^ r.blocked[i]
			n += bits.OnesCount64(w) + bits.OnesCount64(w&r.enabled[i])
		}
		if least < 0 || n < least {
			best, least = s, n
		}
	}
	for i, w := range best {
		for w &= r.live[i]; w != 0; w &= w - 1 {
			b := ID(i<<6 + bits.TrailingZeros64(w))
			switch {
			case r.enabled.Has(int(b)):
				r.stub.Add(int(b))
				r.live.Remove(int(b))
			case !r.blocked.Has(int(b)):
				r.block(b, needs)
			}
		}
	}
}

package lpor

import (
	"math/bits"

	"flavers/bitset"
)

// This file computes stubborn sets with what is missing in the state at hand.
// The paper's state-conditional NET relation says which transitions every path
// from this state must take before t is enabled. Here it is, more generally, a
// list of necessary enabling sets: of each at least one must be taken.
//
// What can happen without the set's members is then the least set L that has
// every enabled transition outside, and every disabled one of whose necessary
// enabling sets each meets L. The set is stubborn if no member depends on
// anything in L.

// Needs appends necessary enabling sets of a transition that is disabled in the current state: every path from here
// to a state where it is enabled takes a member of each set. It appends none if nothing is known. An empty set says
// that the transition will never be enabled. The sets must not change while a stubborn set is computed.
type Needs func(dst []bitset.Set, t ID) []bitset.Set

// Foresight is what a Foreseeing system knows in the state at hand.
type Foresight struct {
	Live    func(live, enabled, stub bitset.Set)
	Disturb func(dst bitset.Set, t ID)
}

// bySituation extends r.stub; sight may be nil.
func (r *Reducer) bySituation(needs Needs, sight *Foresight) {
	for {
		if sight != nil {
			sight.Live(r.live, r.enabled, r.stub)
		} else {
			r.possible(needs)
		}
		clear(r.blocked)
		again := false
		for t := range r.stub.All {
			dep := r.fwd.dependsOn.Row(t)
			if sight != nil {
				clear(r.clash)
				sight.Disturb(r.clash, ID(t))
				dep = r.clash
			}
			for i, w := range dep {
				w &= r.live[i]
				if direct := w & r.enabled[i]; direct != 0 {
					r.stub[i] |= direct
					r.live[i] &^= direct
					w &^= direct
					again = true
				}
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

// possible fills r.live with what can happen without members of r.stub.
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

// fed reports whether each need of a disabled transition can be met.
func (r *Reducer) fed(b ID, needs Needs) bool {
	for _, s := range r.needsOf(b, needs) {
		if !s.Meets(r.live) {
			return false
		}
	}
	return true
}

// needsOf asks for the needs of a transition once for a state.
func (r *Reducer) needsOf(t ID, needs Needs) []bitset.Set {
	if r.asked[t] != r.stamp {
		r.asked[t] = r.stamp
		r.needs[t] = needs(r.needs[t][:0], t)
	}
	return r.needs[t]
}

// block adds members to the set so that the disabled transition a can no longer
// happen without them: of the necessary enabling set with the fewest live
// members, those that are enabled, and what blocks the others.
func (r *Reducer) block(a ID, needs Needs) {
	r.blocked.Add(int(a))
	best := r.fwd.enabledBy.Row(int(a))
	least := -1
	for _, s := range append(r.needsOf(a, needs), best) {
		n := 0
		for i, w := range s {
			// An enabled member costs more than one that may be blocked already.
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

package porelim

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/mip"
)

// Synchronises is sync, for tests.
var Synchronises = sync

// StartsAgree reports whether the paths to local nodes are the same, followed from either end.
func StartsAgree(s *monitor.Set, e *mip.EdgeSet) bool {
	f := newFacts(s, e)
	for _, back := range []bool{false, true} {
		if d := f.flow(back); !slices.Equal(d.begins(false).Bits, d.begins(true).Bits) {
			return false
		}
	}
	return true
}

// FormWithout is NormalForm without a condition.
func FormWithout(s *monitor.Set, e *mip.EdgeSet, form, lack Name) *mip.EdgeSet {
	d := newFacts(s, e).flow(form == Late)
	d.lack = lack
	return d.keep()
}

package lpor

import (
	"fmt"
	"slices"
	"strings"

	"flavers/bitset"
)

// This file chooses the stubborn set of a state: it picks the initial transition
// tI of Algorithm 2, has the set computed (stubborn.go), and gives up sets that
// would hide a visible transition.

// Initial says which enabled transition is the initial transition of a stubborn
// set. Every choice is sound; how large the sets become depends on it (III-C of
// the paper).
type Initial uint8

// The choices of an initial transition.
const (
	Smallest    Initial = iota // each is tried, and a smallest set is taken
	First                      // the one with the lowest number
	Last                       // the one with the highest number
	Fewest                     // the one with the fewest transitions in its FwdEnableSetIdx
	Transaction                // one of a process that took the last step, if any; or else the lowest
)

var initials = []string{"smallest", "first", "last", "fewest", "transaction"}

func (i Initial) String() string { return initials[i] }

// Initials lists the names of the choices, the default first.
func Initials() []string { return slices.Clone(initials) }

// InitialByName returns the choice with a name; "" is the default.
func InitialByName(name string) (Initial, error) {
	if name == "" {
		return Smallest, nil
	}
	if i := slices.Index(initials, name); i >= 0 {
		return Initial(i), nil
	}
	return 0, fmt.Errorf("no choice of an initial transition is named %q; there are %s", name,
		strings.Join(initials, ", "))
}

// Situation is what is known of the state for which a set is chosen.
type Situation struct {
	Enabled   []ID            // the enabled transitions, ascending, at least one
	Executed  bitset.Set      // the transitions that the path to the state has taken (τ); used by NetOn
	Needs     Needs           // used by NetState and NetValues; nil: the system does not know
	Foresight *Foresight      // used by NetValues; nil: the system does not know
	Last      func(t ID) bool // whether t belongs to a process that took the last step; nil: not known
}

// Choose appends to dst the transitions to explore in a state: a stubborn set, or all enabled transitions. A set that
// has a visible transition and leaves an enabled one out could change the order in which an invariant sees things. Such
// a set is given up, and the next initial transition is tried; if all are given up, everything enabled is explored.
func (r *Reducer) Choose(dst []ID, how Initial, s Situation) []ID {
	if len(s.Enabled) == 1 {
		return append(dst, s.Enabled...)
	}
	r.begin(s.Enabled)
	r.order = r.ordered(how, s)
	best := r.best[:0]
	found := false
	for _, t := range r.order {
		if r.stop != nil && r.stop() {
			break
		}
		r.set = r.from(r.set[:0], t, s)
		if len(r.set) < len(s.Enabled) && r.rel.Visible != nil && r.stub.Meets(r.rel.Visible) {
			continue
		}
		if !found || len(r.set) < len(best) {
			best, found = append(best[:0], r.set...), true
		}
		if len(best) == 1 || how != Smallest {
			break
		}
	}
	r.best = best
	if !found {
		return append(dst, s.Enabled...)
	}
	return append(dst, best...)
}

// ordered returns the initial transitions in the order in which they are tried.
func (r *Reducer) ordered(how Initial, s Situation) []ID {
	order := append(r.order[:0], s.Enabled...)
	switch how {
	case Last:
		slices.Reverse(order)
	case Fewest:
		slices.SortStableFunc(order, func(a, b ID) int { return r.fwd.indexOf(a).Count() - r.fwd.indexOf(b).Count() })
	case Transaction:
		if s.Last != nil {
			slices.SortStableFunc(order, func(a, b ID) int {
				switch x, y := s.Last(a), s.Last(b); {
				case x == y:
					return 0
				case x:
					return -1
				}
				return 1
			})
		}
	}
	return order
}

package lpor

import (
	"fmt"
	"slices"
	"strings"

	"flavers/bitset"
)

// Initial says which enabled transition a stubborn set begins with. Every
// choice is sound; how large the sets become depends on it.
type Initial uint8

// The choices of an initial transition.
const (
	Smallest    Initial = iota // each is tried, and the smallest set taken
	First                      // the lowest
	Last                       // the highest
	Fewest                     // the one that the fewest transitions can come to disturb
	Transaction                // one of a process that took the last step, if any, or else the lowest
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

// Situation is what a choice of a set looks at.
type Situation struct {
	Enabled   []ID            // ascending, at least one
	Executed  bitset.Set      // what the path to the state has taken; for NetOn
	Needs     Needs           // for NetState and NetValues; may be nil
	Foresight *Foresight      // for NetValues; may be nil
	Last      func(t ID) bool // belongs to a process that took the last step; may be nil
}

// Choose appends to dst the transitions to explore in a state: the enabled ones of a stubborn set, or all enabled
// ones. If a set has a visible transition and leaves an enabled one out, it is given up for the set of another
// initial transition.
func (r *Reducer) Choose(dst []ID, how Initial, s Situation) []ID {
	if len(s.Enabled) == 1 {
		return append(dst, s.Enabled...)
	}
	r.begin(s.Enabled)
	r.order = r.ordered(how, s)
	best := r.best[:0]
	found := false
	for _, t := range r.order {
		if found && slices.Contains(best, t) && len(best) == 1 || r.stop != nil && r.stop() {
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

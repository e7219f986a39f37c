// Package vacuous finds what a property that holds does not say: events that it speaks of
// and that never happen. Of
//
//	task t { loop { event work } }
//	property p { absence of stop after fail }
//
// it lists stop and fail.
//
// What the package does not do: whether executions end, where a property may demand
// something, package verify asks itself.
package vacuous

import (
	"slices"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/mip"
	"flavers/tfg"
)

// Solution is a fixed point in which a property holds.
type Solution struct {
	Property    *monitor.Binding
	Constraints []*monitor.Binding // written by hand
	Relation    *mip.Relation
	Set         *monitor.Set
	Fired       bitset.Set // letters of Set on some path
}

// Symbols lists the symbols of the property on no surviving path, but for those
// that are there to be absent, and those that stand only where no execution gets, whatever
// the property is for; and says why. What the property says of events that never happen
// holds, and proves nothing. An event that a property forbids and that the constraints
// keep from happening is what was to be proved, and not among them.
func (s *Solution) Symbols() (symbols, reasons []string) {
	symbols = s.never()
	reasons = s.unreachable(&symbols)
	return symbols, reasons
}

// never lists the symbols on no surviving path, but for those that are there to be absent.
func (s *Solution) never() []string {
	b := s.Property
	// A letter merges cases; all cases of an action whose letter fired and
	// that do the same to the property count as seen.
	seen := make([]bool, len(b.Spec.Symbols))
	for l := range s.Fired.All {
		lt := &s.Set.Letters[l]
		if lt.Err != nil || b.Symbols[lt.Action] == nil {
			continue
		}
		for _, sym := range b.Symbols[lt.Action][lt.Case] {
			seen[sym] = true
		}
	}
	// Symbols that no automaton reacts to (the property's reduced automaton
	// may ignore some) are judged by the program alone.
	reacts := make([]bool, len(seen))
	for n := range s.Set.Visible.All {
		for _, lt := range s.Set.Of(tfg.NodeID(n)) {
			if b.Symbols[lt.Action] != nil {
				for _, sym := range b.Symbols[lt.Action][lt.Case] {
					reacts[sym] = true
				}
			}
		}
	}
	var out []string
	for i, ok := range seen {
		switch {
		case ok || !reacts[i] && b.Matched[i] || b.Spec.Symbols[i].Optional && !b.Matched[i]:
		case b.Matched[i] && onlyForbidden(b.Spec.DFA, i) && !s.assumed(b, int32(i)):
		default:
			out = append(out, b.Spec.Symbols[i].Pattern.String())
		}
	}
	return out
}

// unreachable says why events of the property never happen, and adds those that stand where
// no execution gets.
func (s *Solution) unreachable(symbols *[]string) (reasons []string) {
	b := s.Property
	placed := make([]bool, len(b.Matched)) // some execution may get to a place of it
	for act, cases := range b.Symbols {
		for _, syms := range cases {
			for _, sym := range syms {
				placed[sym] = placed[sym] || s.Relation.ActionReachable(cfg.ActionID(act))
			}
		}
	}
	for i := range placed {
		name := b.Spec.Symbols[i].Pattern.String()
		switch listed := slices.Contains(*symbols, name); {
		case !b.Matched[i]:
		case !placed[i]:
			if !listed {
				*symbols = append(*symbols, name)
			}
			reasons = append(reasons, name+" is unreachable: no execution gets to where it stands")
		case listed:
			reasons = append(reasons, name+" is unreachable: no path that the constraints leave gets to it")
		}
	}
	return reasons
}

// onlyForbidden reports whether all that a symbol can do is to violate: from every
// state that can be reached it leads to the error state, or has no effect. That
// it never happens is then what the property is for.
func onlyForbidden(d *automata.DFA, sym int) bool {
	trap := d.Trap()
	reached := make([]bool, d.States())
	todo := []int32{d.Start}
	reached[d.Start] = true
	forbids := false
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if q == trap {
			continue
		}
		switch d.Step(q, sym) {
		case trap:
			forbids = true
		case q:
		default:
			return false
		}
		for sym := range d.Symbols {
			if to := d.Step(q, sym); !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	return forbids
}

// assumed reports whether a constraint of the user's speaks of steps that have a
// symbol of the property: it may be what forbids them.
func (s *Solution) assumed(b *monitor.Binding, sym int32) bool {
	for act, cases := range b.Symbols {
		for k, syms := range cases {
			if !slices.Contains(syms, sym) {
				continue
			}
			for _, con := range s.Constraints {
				if con.Symbols[act] != nil && len(con.Symbols[act][k]) > 0 {
					return true
				}
			}
		}
	}
	return false
}

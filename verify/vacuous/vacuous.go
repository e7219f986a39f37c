// Package vacuous finds events that a property speaks of and that never happen. A property that holds for that reason
// proves little, and often has a mistake. For
//
//	task t { loop { event work } }
//	property p { absence of stop after fail }
//
// it lists stop and fail.
//
// A property may also demand something at the end of executions that never end; package verify looks for that.
package vacuous

import (
	"slices"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/mip"
)

// Solution is a fixed point in which a property holds.
type Solution struct {
	Property    *monitor.Binding
	Constraints []*monitor.Binding // written by hand
	Relation    *mip.Relation
	Set         *monitor.Set
	Fired       bitset.Set // letters of Set on some path
}

// Symbols returns the symbols of the property that never happen, and sentences about the reasons. These are:
//
//   - symbols on no path of the solution, except those that the property only forbids: that they never happen is what
//     was to be proved;
//   - symbols at places that no execution reaches, in any case.
func (s *Solution) Symbols() (symbols, reasons []string) {
	symbols = s.never()
	reasons = s.unreachable(&symbols)
	return symbols, reasons
}

// never returns the symbols of the first kind.
func (s *Solution) never() []string {
	b := s.Property
	// A letter merges cases that do the same to the automata, with other symbols perhaps. If it occurs on a path, those
	// of all cases of its action count as seen.
	// May err towards: fewer symbols that never happen.
	seen := make([]bool, len(b.Spec.Symbols))
	for l := range s.Fired.All {
		if lt := &s.Set.Letters[l]; lt.Err == nil {
			note(seen, b.Symbols[lt.Action])
		}
	}
	// The reduced automaton of the property may ignore a symbol. Then a step with it may be hidden, so that no letter
	// tells of it, and only the program can tell whether it happens.
	hidden := make([]bool, len(seen))
	for i := range s.Set.G.Nodes {
		if n := &s.Set.G.Nodes[i]; n.Action != cfg.None && !s.Set.Visible.Has(i) && !s.Set.Dead.Has(i) {
			note(hidden, b.Symbols[n.Action])
		}
	}
	var out []string
	for i, ok := range seen {
		switch {
		case ok || hidden[i] || b.Spec.Symbols[i].Optional && !b.Matched[i]:
		case b.Matched[i] && onlyForbidden(b.Spec.DFA, i) && !s.assumed(b, int32(i)):
		default:
			out = append(out, b.Spec.Symbols[i].Pattern.String())
		}
	}
	return out
}

// note marks the symbols of the cases of an action.
func note(marks []bool, cases [][]int32) {
	for _, syms := range cases {
		for _, sym := range syms {
			marks[sym] = true
		}
	}
}

// unreachable adds the symbols of the second kind, and returns the reasons for all.
func (s *Solution) unreachable(symbols *[]string) (reasons []string) {
	b := s.Property
	placed := make([]bool, len(b.Matched)) // by symbol: some execution may reach a place with it
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

// onlyForbidden reports whether a symbol can do nothing but violate: from every reachable state it leads to the error
// state, or has no effect.
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

// assumed reports whether a constraint of the user speaks of a step with the symbol. Then the constraint, and not the
// program, may be the reason why the symbol never happens.
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

package automata

// Certificates: what every automaton and specification promises.

import (
	"fmt"
	"slices"
)

// Check verifies the shape of d: complete, in range. It is nil for every
// automaton this package returns.
func (d *DFA) Check() error {
	n := d.States()
	switch {
	case n == 0:
		return fmt.Errorf("automaton without states")
	case len(d.Next) != n*d.Symbols:
		return fmt.Errorf("transition table has %d entries, want %d states * %d symbols", len(d.Next), n, d.Symbols)
	case d.Start < 0 || int(d.Start) >= n:
		return fmt.Errorf("start %d is not a state", d.Start)
	case d.Live != nil && len(d.Live) != n:
		return fmt.Errorf("%d marks of live states for %d states", len(d.Live), n)
	case d.Open != nil && len(d.Open) != n:
		return fmt.Errorf("%d marks of open states for %d states", len(d.Open), n)
	case d.Names != nil && len(d.Names) != n:
		return fmt.Errorf("%d names for %d states", len(d.Names), n)
	}
	for i, t := range d.Next {
		if t < 0 || int(t) >= n {
			return fmt.Errorf("state %d, symbol %d: successor %d is not a state", i/d.Symbols, i%d.Symbols, t)
		}
		if d.Live != nil && d.Live[t] && !d.Live[i/d.Symbols] {
			return fmt.Errorf("state %d is live, and its predecessor %d is not", t, i/d.Symbols)
		}
	}
	return nil
}

// Check verifies a specification: its automaton is well formed, minimal and
// canonically numbered, over as many symbols as there are patterns; patterns
// are distinct; with Safety only the trap does not accept.
func (sp *Spec) Check() error {
	d := sp.DFA
	if d == nil {
		return fmt.Errorf("%s: no automaton", sp.Name)
	}
	if err := d.Check(); err != nil {
		return fmt.Errorf("%s: %w", sp.Name, err)
	}
	if d.Symbols != len(sp.Symbols) {
		return fmt.Errorf("%s: automaton over %d symbols, specification has %d", sp.Name, d.Symbols, len(sp.Symbols))
	}
	if !Same(d, d.Minimize()) {
		return fmt.Errorf("%s: automaton is not minimal or not canonical", sp.Name)
	}
	if sp.Never != nil && (len(sp.Never.Class) != d.Symbols || sp.Never.Marks == 0 || len(sp.Obligations) == 0) {
		return fmt.Errorf("%s: malformed automaton of infinite words", sp.Name)
	}
	if d.Open != nil && (len(sp.Obligations) != 1 || !slices.Equal(sp.Obligations[0].Open, d.Open) ||
		slices.Contains(sp.Obligations[0].Met, true)) {
		return fmt.Errorf("%s: the open states are not those of the obligation", sp.Name)
	}
	trap := d.Trap()
	for s, a := range d.Accept {
		if d.Live != nil && a && !d.Live[s] {
			return fmt.Errorf("%s: state %d accepts and is not live", sp.Name, s)
		}
		if d.Open != nil && d.Open[s] && (a || int32(s) == trap) {
			return fmt.Errorf("%s: state %d is open, and it accepts or is the trap", sp.Name, s)
		}
		if sp.Safety && !a && int32(s) != trap {
			return fmt.Errorf("%s: state %d of a safety specification does not accept", sp.Name, s)
		}
	}
	for i := range sp.Symbols {
		for j := range i {
			if sp.Symbols[i].Pattern == sp.Symbols[j].Pattern {
				return fmt.Errorf("%s: symbols %d and %d are one pattern", sp.Name, j, i)
			}
		}
	}
	return nil
}

// Same reports whether two automata are identical, names aside. Minimal ones are
// exactly when their languages are, and their marks after each word.
func Same(a, b *DFA) bool {
	if a.Symbols != b.Symbols || a.Start != b.Start || a.States() != b.States() ||
		!slices.Equal(a.Live, b.Live) || !slices.Equal(a.Open, b.Open) {
		return false
	}
	for i := range a.Accept {
		if a.Accept[i] != b.Accept[i] {
			return false
		}
	}
	for i := range a.Next {
		if a.Next[i] != b.Next[i] {
			return false
		}
	}
	return true
}

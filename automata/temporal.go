package automata

// This file makes automata of formulas of linear temporal logic (docs/theory.md, "Linear
// temporal logic").

import "flavers/automata/ltl"

// maxTemporal bounds the states of each automaton of a formula: Never is one factor of a
// product with the states of a program.
const maxTemporal = 1 << 12

// Temporal is what a formula over symbols 0..symbols-1 says of executions.
type Temporal struct {
	DFA         *DFA // of those that stop, and of beginnings
	Obligations []Obligation
	Never       *ltl.Buchi // as Spec has it
}

// CompileTemporal makes the automata of a formula. Errors: *LimitError.
func CompileTemporal(f *ltl.Formula, symbols, limit int) (*Temporal, error) {
	limit = min(limitOr(limit, symbols), maxTemporal)
	a, err := ltl.Translate(f, symbols, limit)
	if err != nil {
		return nil, &LimitError{limit}
	}
	w := &a.Words
	if err := Fits(w.States(), symbols, limit); err != nil {
		return nil, err
	}
	d := &DFA{Symbols: symbols, Accept: w.Accept}
	for q := range w.States() {
		for s := range symbols {
			d.Next = append(d.Next, w.Next[q*w.Classes+int(w.Class[s])])
		}
	}
	for q, live := range d.live() { // as finite words tell
		if live != w.Live[q] {
			d.Live = w.Live
		}
	}
	out := &Temporal{DFA: d.Minimize(), Never: a.Never}
	out.Obligations = out.obligations()
	return out, nil
}

// obligations say that what is open when the symbols end is open for ever.
func (t *Temporal) obligations() []Obligation {
	if !t.DFA.Obliges() && t.Never == nil {
		return nil
	}
	trap := t.DFA.Trap()
	ob := Obligation{Open: make([]bool, t.DFA.States()), Met: make([]bool, t.DFA.Symbols)}
	for q := range ob.Open {
		ob.Open[q] = !t.DFA.Accept[q] && int32(q) != trap
	}
	for s := range ob.Met {
		ob.Met[s] = true
	}
	return []Obligation{ob}
}

// Safety reports whether the formula is a safety formula: what violates it leads to the
// error state.
func (t *Temporal) Safety() bool { return len(t.Obligations) == 0 }

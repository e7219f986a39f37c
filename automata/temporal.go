package automata

// This file compiles formulas of linear temporal logic (docs/theory.md, "Linear temporal logic"). A formula is compiled
// twice, since executions may stop or go on for ever. For G(ask -> F answer), over the symbols ask and answer:
//
//	DFA     two states, "nothing is open" (accepts) and "ask is open"; it judges executions that stop
//	Never   a Büchi automaton of the infinite words that violate the formula: after some ask no answer comes
//
// G !fail has no Never: every infinite word that violates it has led DFA to its error state before.

import "flavers/automata/ltl"

// maxTemporal bounds the states of each automaton of a formula. It is lower than DefaultLimit because the states of
// Never are multiplied by the states of a program.
const maxTemporal = 1 << 12

// Temporal has the automata of a formula over symbols 0..symbols-1.
type Temporal struct {
	DFA         *DFA         // accepts the finite words that satisfy the formula; its Live is about infinite words, too
	Obligations []Obligation // as in Spec
	Never       *ltl.Buchi   // as in Spec
}

// CompileTemporal makes the automata of formula f. It returns a *LimitError if one of them would have more than limit
// states, or more than maxTemporal. A limit of 0 is DefaultLimit.
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
	// A nil Live says that a state is live if a good finite word leads through it. If infinite words make other
	// states live, Live has to be given.
	for q, live := range d.live() {
		if live != w.Live[q] {
			d.Live = w.Live
		}
	}
	out := &Temporal{DFA: d.Minimize(), Never: a.Never}
	out.Obligations = out.obligations()
	return out, nil
}

// obligations returns one obligation, which is open in each state that neither accepts nor is the error state. Every
// symbol meets it. So an infinite execution does not violate it by its symbols: Never judges these. The obligation is
// about executions with finitely many symbols that go on for ever without any: what is open after the last symbol
// stays open. There is no obligation if the formula is a safety formula.
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

// Safety reports whether the formula is a safety formula: each word that violates it, finite or infinite, leads DFA to
// its error state.
func (t *Temporal) Safety() bool { return len(t.Obligations) == 0 }

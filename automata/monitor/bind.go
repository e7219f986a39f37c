package monitor

import (
	"go/token"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/limit"
	"flavers/sem"
)

// This file binds specifications to a program. A step of the program has occurrences of events, such as `done 3` of
// task worker[1], and a specification has symbols, each with a pattern, such as `done *`. Binding finds the symbol of
// each occurrence, once for all executions.

// Binding is a specification bound to a program: the symbols that its automaton reads in each case of each action, in
// order.
type Binding struct {
	Spec    *automata.Spec
	Symbols [][][]int32 // by action, by case; nil for an action whose cases have no symbols
	Matched []bool      // by symbol: some occurrence of the program matches it
	binder  *automata.Binder
}

// BindAll binds specifications to a program. The bindings are in the order of specs.
//
// It also returns diagnostics. An occurrence that matches two symbols of one specification is an error. A symbol that
// matches no occurrence is a warning, or an error if strict is set. A family of specifications has one symbol for each
// index; a symbol is reported once for the family, and at most as a warning if some instance of it matches, because a
// program may do for one index what it does not do for another.
//
// BindAll panics if a specification has an invariant that was not made part of the program. poll may end it.
func BindAll(poll *limit.Poll, s *Semantics, specs []*automata.Spec, strict bool) ([]*Binding, diag.List) {
	var ds diag.List
	out := make([]*Binding, len(specs))
	for i, sp := range specs {
		if !sp.Given(s.M.P) {
			panic("monitor: the program was not given its invariant " + sp.Name + " (package invariant)")
		}
		out[i] = bind(poll, s, sp, &ds)
	}
	var all, tasks []string               // names of all events and of all tasks; filled for the first unmatched symbol
	reported := map[token.Position]bool{} // positions of symbols
	for _, b := range out {
		for i, hit := range b.Matched {
			sym := &b.Spec.Symbols[i]
			mayBeAbsent := sym.Optional || b.Spec.Invariant != nil
			reportedForFamily := b.Spec.Family != "" && reported[sym.Pos]
			if hit || mayBeAbsent || reportedForFamily {
				continue
			}
			if all == nil {
				all = EventNames(s)
				for t := range s.M.P.Tasks {
					tasks = append(tasks, s.M.P.Tasks[t].Name)
				}
			}
			reported[sym.Pos] = true
			poll.Look()
			elsewhere := slices.ContainsFunc(sym.Kin, func(p automata.Pattern) bool {
				return slices.ContainsFunc(all, func(name string) bool { return p.Match(name, tasks) })
			})
			automata.Unmatched(&ds, b.Spec, i, all, tasks, strict && !elsewhere)
		}
	}
	return out, ds
}

// bind binds one specification. It adds to ds an error for each pair of symbols that match the same occurrence.
func bind(poll *limit.Poll, s *Semantics, sp *automata.Spec, ds *diag.List) *Binding {
	b := &Binding{Spec: sp, Symbols: make([][][]int32, len(s.Cases)), Matched: make([]bool, len(sp.Symbols)),
		binder: automata.NewBinder(sp)}
	type answer struct{ sym, clash int } // the symbol of an occurrence, and a second symbol that matches; -1: none
	memo := map[string]answer{}          // by the names of an occurrence and of its tasks
	taskNames := make([]string, 0, 2)
	reported := map[answer]bool{}
	var key strings.Builder
	for a, cases := range s.Cases {
		poll.Look()
		for c := range cases {
			for _, o := range cases[c].Occ {
				key.Reset()
				taskNames = taskNames[:0]
				for _, t := range o.Tasks {
					taskNames = append(taskNames, s.M.P.Tasks[t].Name)
					key.WriteString(s.M.P.Tasks[t].Name)
					key.WriteByte(0)
				}
				for _, n := range o.Names() {
					key.WriteString(n)
					key.WriteByte(1)
				}
				ans, ok := memo[key.String()]
				if !ok {
					ans.sym, ans.clash = b.binder.Bind(o.Names(), taskNames)
					memo[key.String()] = ans
				}
				if ans.sym < 0 {
					continue
				}
				b.Matched[ans.sym] = true
				if ans.clash >= 0 && !reported[ans] {
					reported[ans] = true
					b.Matched[ans.clash] = true
					automata.Clash(ds, sp, ans.sym, ans.clash, o.Names()[0])
				}
				if b.Symbols[a] == nil {
					b.Symbols[a] = make([][]int32, len(cases))
				}
				b.Symbols[a][c] = append(b.Symbols[a][c], int32(ans.sym))
			}
		}
	}
	return b
}

// symbols returns the symbols of case c of an action, or nil if it has none.
func (b *Binding) symbols(action, c int) []int32 {
	if b.Symbols[action] == nil {
		return nil
	}
	return b.Symbols[action][c]
}

// EventNames lists the names of all events that a step of the program can
// have, each once, in order of first appearance.
func EventNames(s *Semantics) []string {
	seen := map[string]bool{}
	var all []string
	for _, cases := range s.Cases {
		for i := range cases {
			for _, o := range cases[i].Occ {
				for _, n := range o.Names() {
					if !seen[n] {
						seen[n] = true
						all = append(all, n)
					}
				}
			}
		}
	}
	return all
}

// SymbolOf returns the symbol of an occurrence in an execution, or -1.
func (b *Binding) SymbolOf(o sem.Occurrence, p *cfg.Program) int {
	sym, _ := b.binder.Bind(o.Names(), o.Owners(p))
	return sym
}

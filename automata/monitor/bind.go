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

// Binding is a specification bound to a program: which symbols each case of
// each action stands for, in order.
type Binding struct {
	Spec    *automata.Spec
	Symbols [][][]int32 // by action, by case; nil where nothing is observed
	Matched []bool      // by symbol: some occurrence of the program has it
	binder  *automata.Binder
}

// BindAll finds the occurrences that specifications speak of; the result is by
// specification. An occurrence that matches two symbols is an error, a symbol
// that matches none a warning (an error if strict). What is written once in a
// family is reported once, and it is a warning at most if some instance of it
// matches: a program may do for one index what it does not do for another. It takes
// as long as poll lets it.
func BindAll(poll *limit.Poll, s *Semantics, specs []*automata.Spec, strict bool) ([]*Binding, diag.List) {
	var ds diag.List
	out := make([]*Binding, len(specs))
	for i, sp := range specs {
		if !sp.Given(s.M.P) {
			panic("monitor: the program was not given its invariant " + sp.Name + " (package invariant)")
		}
		out[i] = bind(poll, s, sp, &ds)
	}
	var all, tasks []string
	reported := map[token.Position]bool{}
	for _, b := range out {
		for i, hit := range b.Matched {
			sym := &b.Spec.Symbols[i]
			if hit || sym.Optional || b.Spec.Invariant != nil || b.Spec.Family != "" && reported[sym.Pos] {
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

// bind finds the occurrences; events that are two symbols at once go to ds.
func bind(poll *limit.Poll, s *Semantics, sp *automata.Spec, ds *diag.List) *Binding {
	b := &Binding{Spec: sp, Symbols: make([][][]int32, len(s.Cases)), Matched: make([]bool, len(sp.Symbols)),
		binder: automata.NewBinder(sp)}
	type answer struct{ sym, clash int }
	memo := map[string]answer{}
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

// symbols of one case; nil: none.
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

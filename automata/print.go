package automata

// Automata as text: tables, .fsa. Same automaton, same bytes.

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteTo prints the automaton as a table, one state a line: its number, `*`
// if it accepts, `~` if it is open, its name if it has one, and its successors symbol by symbol.
// Malformed automata are printed as far as possible.
func (d *DFA) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "dfa: %d states, %d symbols, start %d\n", d.States(), d.Symbols, d.Start)
	for s := range d.States() {
		mark := " "
		switch {
		case d.Accept[s]:
			mark = "*"
		case s < len(d.Open) && d.Open[s]:
			mark = "~"
		}
		fmt.Fprintf(&b, "%4d %s", s, mark)
		if s < len(d.Names) && d.Names[s] != "" {
			fmt.Fprintf(&b, " %s", d.Names[s])
		}
		b.WriteString(" :")
		for sym := range d.Symbols {
			if i := s*d.Symbols + sym; i < len(d.Next) {
				fmt.Fprintf(&b, " %d", d.Next[i])
			}
		}
		b.WriteByte('\n')
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// WriteTo prints the specification as an automaton in .fsa syntax, or as a formula with its automata as comments.
// Reading the text again gives the same symbols in the same order, the same automaton and the same obligations. There
// is one exception: .fsa syntax can express obligations by live states only. If the specification has others, a
// comment in the text says so.
func (sp *Spec) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, sp.Format())
	return int64(n), err
}

// Format returns the text that WriteTo prints.
func (sp *Spec) Format() string {
	if sp.Formula != nil {
		return sp.formatFormula()
	}
	return sp.formatAutomaton()
}

// printedName returns the name as an identifier. The name of an instance of a family has an index, as answered[3,0],
// which becomes answered_3_0.
func (sp *Spec) printedName() string {
	if sp.Family == "" {
		return sp.Name
	}
	return strings.NewReplacer("[", "_", ",", "_", "-", "m", "]", "").Replace(sp.Name)
}

func (sp *Spec) formatAutomaton() string {
	d := sp.DFA
	var b strings.Builder
	if len(sp.Obligations) > 0 && d.Open == nil && sp.Formula == nil {
		b.WriteString("// Of executions that run for ever the specification says more than this automaton.\n")
	}
	if sp.Safety {
		b.WriteString("safety ")
	}
	fmt.Fprintf(&b, "%s %s {\n    states ", sp.kind(), sp.printedName())
	states := d.stateNames()
	for s, name := range states {
		if s > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name)
		switch {
		case d.Accept[s]:
			b.WriteByte('*')
		case d.Open != nil && d.Open[s]:
			b.WriteString(" live")
		}
	}
	b.WriteByte('\n')
	events := sp.symbolNames()
	for i, e := range events {
		if i == 0 {
			b.WriteString("    events ")
		} else {
			b.WriteString(", ")
		}
		if quoted := quote(sp.Symbols[i].Pattern.String()); e == quoted {
			b.WriteString(quoted)
		} else {
			fmt.Fprintf(&b, "%s = %s", e, quoted)
		}
	}
	if len(events) > 0 {
		b.WriteByte('\n')
	}
	for s := range d.States() {
		d.Moves(int32(s), func(to int32, syms []int32) {
			if to == int32(s) {
				return
			}
			fmt.Fprintf(&b, "    %s -> %s : ", states[s], states[to])
			for i, sym := range syms {
				if i > 0 {
					b.WriteString(", ")
				}
				b.WriteString(events[sym])
			}
			b.WriteByte('\n')
		})
	}
	b.WriteString("}\n")
	return b.String()
}

// Moves calls visit for every successor of s with the symbols that lead there,
// successors in the order of their first symbol.
func (d *DFA) Moves(s int32, visit func(to int32, syms []int32)) {
	var order []int32
	by := make(map[int32][]int32)
	for sym := range d.Symbols {
		t := d.Step(s, sym)
		if _, ok := by[t]; !ok {
			order = append(order, t)
		}
		by[t] = append(by[t], int32(sym))
	}
	for _, t := range order {
		visit(t, by[t])
	}
}

// stateNames gives every state a distinct identifier: its own name if it has
// one that will do, `error` for the trap, otherwise a number.
func (d *DFA) stateNames() []string {
	out := make([]string, d.States())
	used := map[string]bool{ErrorState: true}
	trap := d.Trap()
	for s := range out {
		switch {
		case int32(s) == trap:
			out[s] = ErrorState
		case d.Names != nil && isWord(d.Names[s]) && !used[d.Names[s]]:
			out[s] = d.Names[s]
			used[out[s]] = true
		}
	}
	for s := range out {
		if out[s] == "" {
			n := fmt.Sprintf("q%d", s)
			for used[n] {
				n += "_"
			}
			out[s] = n
			used[n] = true
		}
	}
	return out
}

// symbolNames returns how transitions call the symbols: by short names where they
// are distinct, otherwise by quoted patterns.
func (sp *Spec) symbolNames() []string {
	count := make(map[string]int)
	for i := range sp.Symbols {
		count[sp.Symbols[i].Short]++
	}
	out := make([]string, len(sp.Symbols))
	for i := range sp.Symbols {
		s := &sp.Symbols[i]
		if isWord(s.Short) && count[s.Short] == 1 {
			out[i] = s.Short
		} else {
			out[i] = quote(s.Pattern.String())
		}
	}
	return out
}

func isWord(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf || !wordByte(c) || i == 0 && c >= '0' && c <= '9' {
			return false
		}
	}
	return s != ""
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

package automata

// This file prints specifications that are formulas:
//
//	property answered for { ask, answer } ltl [](ask -> <>answer)
//	// property answered { states ... }          the automaton of executions that stop, as a comment
//	// never, begins in 0 { 0 -> 1 : ask ... }   the Büchi automaton of bad infinite words, as a comment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flavers/automata/ltl"
)

// formatFormula prints the formula, and as comments the automaton of executions that stop
// and that of infinite words to avoid. In the second, the numbers after a transition are
// its marks: a run that takes each of them again and again accepts.
func (sp *Spec) formatFormula() string {
	var b strings.Builder
	events, words := sp.symbolNames(), sp.symbolNames()
	for s, name := range words { // a word may be an operator
		if name != "" && name[0] != '"' && len(name) == 1 || name == "true" || name == "false" {
			words[s] = quote(sp.Symbols[s].Pattern.String())
		}
	}
	fmt.Fprintf(&b, "%s %s for {", sp.kind(), sp.printedName())
	for s, name := range events {
		if s > 0 {
			b.WriteByte(',')
		}
		if quoted := quote(sp.Symbols[s].Pattern.String()); name == quoted {
			b.WriteString(" " + quoted)
		} else {
			fmt.Fprintf(&b, " %s = %s", name, quoted)
		}
	}
	list := func(symbols []int32) string {
		var names []string
		for _, s := range symbols {
			if !slices.Contains(names, words[s]) {
				names = append(names, words[s])
			}
		}
		if len(names) == 1 {
			return names[0]
		}
		return "{" + strings.Join(names, ", ") + "}"
	}
	text := sp.Formula.Text(list)
	if sp.Formula.Op == ltl.Event { // quotes around the whole are those of a formula
		text = "(" + text + ")"
	}
	fmt.Fprintf(&b, " } ltl %s\n", text)
	for line := range strings.Lines(sp.formatAutomaton()) {
		b.WriteString("// " + line)
	}
	if sp.Never == nil {
		return b.String()
	}
	fmt.Fprintf(&b, "// never, begins in %d {\n", sp.Never.Start)
	for from, row := range sp.Never.Edges {
		by := map[ltl.Edge][]int32{}
		var order []ltl.Edge
		for s, class := range sp.Never.Class {
			for _, e := range row[class] {
				if by[e] == nil {
					order = append(order, e)
				}
				by[e] = append(by[e], int32(s))
			}
		}
		for _, e := range order {
			fmt.Fprintf(&b, "//     %d -> %d : %s%s\n", from, e.To, strings.Trim(list(by[e]), "{}"), marks(e.Marks))
		}
	}
	b.WriteString("// }\n")
	return b.String()
}

// marks returns the numbers of the marks in a set.
func marks(set uint32) string {
	out := ""
	for i := range 32 {
		if set>>i&1 == 1 {
			out += " " + strconv.Itoa(i)
		}
	}
	return out
}

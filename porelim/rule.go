// Package porelim eliminates MIP edges that no verdict needs.
//
// A rule maps a set of edges to the smaller set that is kept:
//
//	none    every edge
//	paper   the rule of Naumovich, Clarke and Cobleigh (PASTE 1999), for comparison: not sound as printed
//	safe    the rule of Naumovich, Clarke and Cobleigh (PASTE 1999) with three amendments and a wider notion of local
//	early   this project's rule: only edges that a normal form of some execution uses (normal.go, flow.go, goeson.go)
//	late    its mirror image in time
//	normal  early or late, chosen for each problem
//
// The idea common to all: occurrences that no automaton relates commute, so
// one order of them is enough. For two tasks that each do a local step and
// then meet, `a; call` and `b; accept`, the edges a->b and b->a are both there
// and one of them can go.
//
// May err towards: fewer edges removed. Each rule (but paper) keeps, for every
// execution that violates the property, some path with the same verdict;
// proofs stand in docs/theory.md.
//
// What the package does not do: the intersection of what two rules keep is not
// sound, so rules are alternatives and never combined.
//
// To add a rule:
//
//  1. A file with the function, its definition, citation and proof idea.
//  2. Its line in Rules, which options, pictures and completion follow; if it is Compared, its name in Rules of
//     report/stats, which tables, JSON and CSV of the statistics follow, and a colour in report/plot; its conditions
//     in why.go.
//  3. Its name in the schemas and the manual, and in the differential and the exhaustive test.
//  4. A twin by definition in twin_test.go, with a program for each clause that is lost without it. Tests hold the
//     places of 2 and 3 to Rules.
package porelim

import (
	"cmp"
	"fmt"
	"slices"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/mip"
	"flavers/tfg"
)

// Name is the name of a rule; the empty one means Default.
type Name string

// Rule maps the edges of a problem to those that are kept.
type Rule struct {
	Name     Name
	Sound    bool // what holds with the edges that are kept, holds
	Compared bool // with the others, in statistics and pictures: the two forms of normal are not
	// Eliminate computes the edges that are kept.
	Eliminate func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet
}

// Default is the strongest sound rule.
const Default Name = "normal"

// Rules lists all rules, weakest first.
var Rules = []Rule{
	{"none", true, true, None},
	{"paper", false, true, Paper},
	{"safe", true, true, Safe},
	{Early, true, false, inForm(Early)},
	{Late, true, false, inForm(Late)},
	{"normal", true, true, Normal},
}

// Names lists the names of all rules.
func Names() []Name {
	var out []Name
	for _, r := range Rules {
		out = append(out, r.Name)
	}
	return out
}

// Compared lists the rules that are compared with one another.
func Compared() []Rule {
	return slices.DeleteFunc(slices.Clone(Rules), func(r Rule) bool { return !r.Compared })
}

// Parse finds a rule by its name.
func Parse(name Name) (Rule, error) {
	for _, rules := range [][]Rule{Rules, Weakened} {
		i := slices.IndexFunc(rules, func(r Rule) bool { return r.Name == cmp.Or(name, Default) })
		if i >= 0 {
			return rules[i], nil
		}
	}
	return Rule{}, fmt.Errorf("no elimination rule is called %q", name)
}

// None keeps every edge.
func None(_ *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet { return e }

// nextVisible walks from the successors of some nodes through nodes that nothing
// reacts to and reports, once, each visible node it meets first. through is asked
// before the walk goes on through an unobserved node; it may return false to
// stop there. Dead nodes are never entered. seen is scratch.
func nextVisible(s *monitor.Set, ahead func(tfg.NodeID) []tfg.NodeID, from []tfg.NodeID, seen bitset.Set,
	through func(tfg.NodeID) bool, visit func(tfg.NodeID)) {
	clear(seen)
	var stack []tfg.NodeID
	for _, f := range from {
		stack = append(stack, ahead(f)...)
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen.Has(int(n)) || s.Dead.Has(int(n)) {
				continue
			}
			seen.Add(int(n))
			if s.Visible.Has(int(n)) {
				visit(n)
				continue
			}
			if through(n) {
				stack = append(stack, ahead(n)...)
			}
		}
	}
}

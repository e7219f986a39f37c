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
// To add a rule: 1. a file with the function, its definition, citation and
// proof idea, 2. its name in ByName, 3. the differential and the exhaustive
// test run it, 4. a twin by definition in twin_test.go, with a program for each
// clause that is lost without it.
package porelim

import (
	"fmt"

	"flavers/automata/monitor"
	"flavers/internal/bitset"
	"flavers/mip"
	"flavers/tfg"
)

// Rule maps the edges of a problem to those that are kept.
type Rule func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet

// Default is the strongest sound rule.
const Default = "normal"

// Names lists the rules that are compared with one another, weakest first. The
// two forms of normal have names too, early and late.
var Names = [...]string{"none", "paper", "safe", "normal"}

// ByName returns a rule.
func ByName(name string) (Rule, error) {
	switch name {
	case "none":
		return None, nil
	case "paper":
		return Paper, nil
	case "safe":
		return Safe, nil
	case string(Early), string(Late):
		return func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet { return NormalForm(s, e, Form(name)) }, nil
	case "normal", "":
		return Normal, nil
	}
	return nil, fmt.Errorf("unknown elimination rule %q (none, paper, safe, early, late, normal)", name)
}

// None keeps every edge.
func None(_ *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet { return e }

// nextVisible walks from the successors of a node through nodes that nothing
// reacts to and reports each visible node it meets first. through is asked
// before the walk goes on through an unobserved node; it may return false to
// stop there. Dead nodes are never entered.
func nextVisible(s *monitor.Set, ahead func(tfg.NodeID) []tfg.NodeID, from tfg.NodeID, seen bitset.Set, through func(tfg.NodeID) bool, visit func(tfg.NodeID)) {
	clear(seen)
	stack := append([]tfg.NodeID(nil), ahead(from)...)
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

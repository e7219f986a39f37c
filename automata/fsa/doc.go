// Package fsa reads .fsa files, the language of specifications:
// docs/specifications.md.
//
//	property alternation for { up, down } all (up; down)*; up?
//
// becomes an automata.Spec: symbols 0 = up and 1 = down, and a complete minimal
// DFA over them (here three states: even, odd, and the trap). A declaration
// holds one of four forms: a quantified regular expression as here, an
// automaton as written, a pattern of the catalogue, or a formula. With indices it is a
// family and becomes a Spec for each of their values.
//
// What it does not do: it builds no automata itself, package automata does; it
// does not know whether the events that are named exist.
//
// The files, in reading order: scan.go and scan_slips.go (words, event names,
// positions), syntax.go (trees), parse.go (declarations), parse_contents.go
// (which form), parse_qre.go, parse_automaton.go, parse_pattern.go, parse_ltl.go (the
// forms), invariant.go (conditions on states), temporal.go (formulas that stand where a
// pattern should: a pattern is suggested), constant.go (constant expressions, whose
// values package constant knows); then from
// trees to specifications: family.go (instances), resolve.go (names to symbols),
// machine.go and live.go (automata as written).
//
// Errors are diagnostics, with a position, a code and a hint; after one, the
// parser goes on with the next statement or declaration, so that all errors of a
// file are reported.
//
// Source of quantified regular expressions: K. Olender and L. Osterweil, Cecil: a
// sequencing constraint language for automatic static analysis generation,
// IEEE TSE 16(3), 1990.
//
// To add a form of declarations:
//
//  1. Its tree in syntax.go.
//  2. What it begins with and its reading, in parse_contents.go and a file of its own.
//  3. Its automaton in resolve.go.
//  4. Specifications with mistakes in testdata/errors.txt and mistakes_test.go.
//  5. Seeds in fuzz_test.go.
//  6. A section in docs/specifications.md.
//
// To add a pattern to the catalogue: package automata says how.
package fsa

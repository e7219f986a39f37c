// Package automata is the theory of specifications, on event names alone:
// deterministic automata and their algebra, quantified regular expressions,
// event patterns, and the parser of .fsa files.
//
//	property alternation for { up, down } all (up; down)*; up?
//
// becomes a Spec: symbols 0 = up and 1 = down, and a complete minimal DFA over
// them (here three states: even, odd, and the trap) that accepts exactly the
// good projections of executions onto the alphabet.
//
// What it does not do: it knows no program. Which nodes a symbol stands for is
// found by Bind, one occurrence at a time; feasibility knowledge lives in the
// package monitor below this one.
//
// The files, in reading order: spec.go (the result), pattern.go and match.go
// (event patterns), bind.go (which symbol an occurrence is); then the algebra:
// nfa.go (subset construction), minimize.go (Hopcroft), boolean.go (products
// and closures), words.go (words and witnesses), check.go (certificates),
// print.go (text, Graphviz); then what compiles to automata: expr.go (regular
// expressions), catalogue.go and scope.go (specification patterns),
// machine.go (automata as written); then the language: scan.go, syntax.go,
// parse.go, parse_qre.go, parse_automaton.go, parse_pattern.go, resolve.go.
//
// Everything that can grow exponentially takes a limit and stops with a
// *LimitError; zero is DefaultLimit.
//
// Sources: J. Hopcroft, An n log n algorithm for minimizing states in a finite
// automaton, 1971. J. Hopcroft and R. Karp, A linear algorithm for testing
// equivalence of finite automata, 1971. M. Dwyer, G. Avrunin and J. Corbett,
// Patterns in property specifications for finite-state verification, ICSE
// 1999. Quantified regular expressions: K. Olender and L. Osterweil, Cecil: a
// sequencing constraint language for automatic static analysis generation,
// IEEE TSE 16(3), 1990.
//
// To add a pattern to the catalogue: 1. write its body, an automaton over the
// roles of letters, in catalogue.go; 2. its words in parse_pattern.go; 3. its
// definition by quantifiers in catalogue_test.go; 4. a section in
// docs/specifications.md. Scopes need nothing: they wrap any body.
package automata

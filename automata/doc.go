// Package automata is the theory of specifications, on event names alone. It has
//
//   - deterministic automata and their algebra,
//   - regular expressions, specification patterns and temporal formulas, which
//     compile to automata, and
//   - event patterns, and which of them an occurrence matches.
//
// The regular expression
//
//	Sequence(Star(Sequence(OneOf(0), OneOf(1))), Option(OneOf(0)))
//
// over two symbols, 0 = up and 1 = down, compiles to a complete minimal DFA of
// three states: even, odd, and the trap. With the event patterns of its symbols
// it is a Spec: an execution satisfies it if the automaton accepts the sequence
// of those of its events that are in the alphabet.
//
// What it does not do: it knows no syntax of specifications; package fsa below
// this one reads files of them. It knows no program: which nodes a symbol stands
// for is found by a Binder, one occurrence at a time; feasibility knowledge
// lives in the package monitor below this one.
//
// The files, in reading order: spec.go (the result), pattern.go and match.go
// (event patterns), bind.go (which symbol an occurrence is); then the algebra:
// nfa.go (subset construction), minimize.go (Hopcroft), boolean.go (products
// and closures), words.go (words and witnesses), check.go (certificates),
// print.go (text); then what compiles to automata: expr.go (regular
// expressions), catalogue.go and scope.go (specification patterns), obligation.go and
// marked.go (what they and live states say of infinite executions), temporal.go and print_ltl.go (formulas of linear
// temporal logic, by package ltl below this one).
//
// Everything that can grow exponentially takes a limit and stops with a
// *LimitError; zero is DefaultLimit.
//
// Sources: J. Hopcroft, An n log n algorithm for minimizing states in a finite
// automaton, 1971. J. Hopcroft and R. Karp, A linear algorithm for testing
// equivalence of finite automata, 1971. M. Dwyer, G. Avrunin and J. Corbett,
// Patterns in property specifications for finite-state verification, ICSE
// 1999.
//
// To add a pattern to the catalogue:
//
//  1. Its PatternKind and its body, an automaton over the roles of letters, in catalogue.go.
//  2. Its words in automata/fsa/parse_pattern.go.
//  3. Its definition by quantifiers in catalogue_test.go.
//  4. The expression that is published for it, if there is one, in automata/fsa/published_test.go.
//  5. A section in docs/specifications.md, and its automaton in automata/fsa/docs_test.go.
//
// Scopes need nothing: they wrap any body.
package automata

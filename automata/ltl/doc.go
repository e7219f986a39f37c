// Package ltl is linear temporal logic over events: formulas, what they say of an
// infinite word, and automata that say the same. Of
//
//	[](ask -> <>answer)
//
// over the symbols ask and answer it makes
//
//	words   settled*, owed: the automaton of executions that stop
//	never   0 -ask,answer-> 0, 0 -ask-> 1, 1 -ask-> 1 (marked): a word whose events never end
//	        violates the formula if some run on it takes marked edges again and again
//
// A letter is a symbol, or None, at which no event happens. The word of an execution that
// has a last event goes on with None for ever (docs/theory.md, "Linear temporal logic").
//
// The package knows no names of events and no syntax: package fsa reads formulas. It
// knows no programs.
//
//	formula.go    formulas
//	evaluate.go   what a formula says of a word u v v v .., by the definition
//	normal.go     negation normal form, simplified, every formula once
//	expand.go     what a formula says of a letter and of what comes after it
//	translate.go  the automaton of a formula
//	buchi.go      generalized Büchi automata, and which of their states accept anything
//	words.go      executions that stop, and the automaton of words to be avoided
//
// Sources: R. Gerth, D. Peled, M. Vardi and P. Wolper, Simple on-the-fly automatic
// verification of linear temporal logic, PSTV 1995; J.-M. Couvreur, On-the-fly
// verification of linear temporal logic, FM 1999, for acceptance on edges; P. Gastin and
// D. Oddoux, Fast LTL to Büchi automata translation, CAV 2001, for edges that others make
// unnecessary. Our difference: a letter is one event, so a state is expanded once for each
// class of letters that the formula does not tell apart, and no edge carries a formula.
package ltl

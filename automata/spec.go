package automata

import (
	"go/token"

	"flavers/automata/ltl"
)

// Spec is one property or constraint, ready to be bound to a program. It has an alphabet of symbols, which are patterns
// of events, and a complete, minimal automaton over their indices. An execution is good if the automaton accepts its
// projection: the sequence of symbols of those events that some pattern matches.
type Spec struct {
	Name     string
	Property bool // a property; otherwise a constraint
	Safety   bool // declared `safety`: every state except the error state accepts, so the end of an execution is no matter
	// Invariant is the condition of a specification about states; nil for one about events. The automaton of an
	// invariant has one symbol, which is the event that the condition is false after a step.
	Invariant *Condition
	// Reach is set if the property asks for an execution that leads to the error state, and holds if there is one. Until
	// the report is made, such an execution is searched for and found like a violation.
	Reach bool
	// Obligations are what a property demands of infinite executions. Patterns, formulas, and automata with live states
	// have them, unless Safety is set. An infinite execution of a property without obligations is judged by the error
	// state alone. An obligation about the states DFA.Open only is printed with these.
	Obligations []Obligation
	// Formula is the formula of a property in linear temporal logic, over the indices of symbols. DFA and Never together
	// mean the same. It is nil for other forms, and if Safety is set.
	Formula *ltl.Formula
	// Never accepts the infinite words of symbols that violate Formula and do not lead to the error state. It is nil if
	// there are none. If it is not nil, there are obligations, too, for words that are finite.
	Never   *ltl.Buchi
	Symbols []Symbol
	DFA     *DFA
	Pos     token.Position
	Text    string // source of the declaration, for reports

	// For an instance of a family (package fsa), Family is the name of the family and Index the values of its indices,
	// as "i=3, j=0"; Name is then "answered[3,0]". Otherwise both are "".
	Family string
	Index  string
}

// Given reports whether a program has the event of an invariant, because the invariant is attached to it (package
// invariant). For a specification about events it returns true. p is a *cfg.Program.
func (sp *Spec) Given(p interface{ Judges(event string) bool }) bool {
	return sp.Invariant == nil || p.Judges(sp.Symbols[0].Pattern.String())
}

// Called reports whether name is the name of the specification or of its family.
func (sp *Spec) Called(name string) bool { return name == sp.Name || name != "" && name == sp.Family }

// Condition is an expression over variables of a program. The program is not known here, so names are not resolved.
type Condition struct {
	// Op is "name" or "number" for a leaf, "!" or "-" for an operator before X, "len", "empty" or "full" for a channel X,
	// or the operator between X and Y.
	Op     string
	X, Y   *Condition
	Name   string // of a variable or value, with its indices as numbers
	Number int64
	Pos    token.Position
	Len    int // bytes of the source
}

// StateName returns how reports call a state of the specification.
func (sp *Spec) StateName(q int32) string {
	if sp.Reach && q == sp.DFA.Trap() {
		return "reached"
	}
	if sp.Invariant != nil {
		return map[bool]string{true: "false", false: "true"}[q == sp.DFA.Trap()]
	}
	return sp.DFA.StateName(q)
}

// Symbol is a letter of a Spec's alphabet: the events it stands for.
type Symbol struct {
	Pattern Pattern
	Short   string // its short name in the specification, or ""
	Pos     token.Position
	Len     int // bytes of the source, with quotes; 0 if not known
	// Optional is set if it is no mistake that the program does not have the event.
	Optional bool
	// Kin is for an instance of a family: the patterns that the same place of the source has in all instances. It is a
	// mistake only if the program has none of these events.
	Kin []Pattern
}

// ErrorState is the name, in the text of specifications, of the trap: the state from which no continuation is good.
const ErrorState = "error"

// DFA is a complete deterministic automaton over symbols 0..Symbols-1.
type DFA struct {
	Symbols int
	Next    []int32 // Next[state*Symbols+symbol]
	Start   int32
	Accept  []bool // by state
	// Live says, for each state, whether a word that leads there is the beginning of a good word, finite or infinite. nil
	// means that a state is live if an accepting state can be reached from it.
	Live []bool
	// Open says, for each state, whether it is one of those that an infinite execution must leave again: an execution is
	// bad if it stays in such states for ever. They are neither accepting nor the trap. nil means that there are none.
	Open  []bool
	Names []string // by state, for people; may be nil
}

// States returns the number of states.
func (d *DFA) States() int { return len(d.Accept) }

// Step returns the state after symbol sym in state s.
func (d *DFA) Step(s int32, sym int) int32 { return d.Next[int(s)*d.Symbols+sym] }

package automata

import (
	"go/token"

	"flavers/automata/ltl"
)

// Spec is one property or constraint, ready to be bound to a program: symbols
// (event patterns) and a complete, minimal DFA over their indices that accepts
// exactly the good projections.
type Spec struct {
	Name     string
	Property bool // false: a constraint
	Safety   bool // only the error state counts, not acceptance at the end: every other state accepts
	// Invariant is a condition on states; its automaton knows one event, that the
	// condition is false after a step. nil: an ordinary specification.
	Invariant *Condition
	// Reach: the property asks for an execution that leads to the error state, and
	// holds if there is one. Everything before the report looks for such an execution as
	// for a violation.
	Reach bool
	// Obligations are what a property demands of infinite executions: one that is a pattern, a
	// formula or an automaton with live states, and not under safety. Without any, these are
	// judged by the error state only. One of the states DFA.Open alone is printed with them.
	Obligations []Obligation
	// Formula is that of a property in linear temporal logic, over the indices of symbols.
	// DFA and Never together say the same; nil: another form, or safety.
	Formula *ltl.Formula
	// Never accepts the infinite words of symbols that violate Formula and do not lead to
	// the error state. nil: there are none. Otherwise there are obligations, for words that
	// are finite.
	Never   *ltl.Buchi
	Symbols []Symbol
	DFA     *DFA
	Pos     token.Position
	Text    string // source of the declaration, for reports

	// Of an instance of a family (package fsa): the name of the family, and which
	// instance it is, as "i=3, j=0". Name is then "answered[3,0]".
	Family string
	Index  string
}

// Given reports whether a program has the event of a specification that is an invariant (package invariant); all have
// those of any other one. p is a *cfg.Program.
func (sp *Spec) Given(p interface{ Judges(event string) bool }) bool {
	return sp.Invariant == nil || p.Judges(sp.Symbols[0].Pattern.String())
}

// Called reports whether name is that of the specification or of its family.
func (sp *Spec) Called(name string) bool { return name == sp.Name || name != "" && name == sp.Family }

// Condition is an expression over variables of the program, which is not known here.
type Condition struct {
	// Op is "name", "number", "!", "-" (of X alone), "len", "empty", "full" (of the channel X), or
	// the operator between X and Y.
	Op     string
	X, Y   *Condition
	Name   string // of a variable or value, with its indices as numbers
	Number int64
	Pos    token.Position
	Len    int
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
	Len     int // bytes of the source, with quotes; 0: not known
	// Optional: an event that there need not be in the program.
	Optional bool
	Kin      []Pattern // of an instance of a family: what is written here, in every instance
}

// ErrorState is the name of the trap in specifications as text: the state from
// which no continuation is good.
const ErrorState = "error"

// DFA is a complete deterministic automaton over symbols 0..Symbols-1.
type DFA struct {
	Symbols int
	Next    []int32 // Next[state*Symbols+symbol]
	Start   int32
	Accept  []bool // by state
	// Live, by state: some good word begins so, perhaps an infinite one only. nil: a state is
	// live if an accepting one can be reached from it.
	Live []bool
	// Open, by state: an infinite execution must not stay here and in other such states for
	// ever. They are neither accepting nor the trap. nil: there are none.
	Open  []bool
	Names []string // by state, for people; may be nil
}

// States returns the number of states.
func (d *DFA) States() int { return len(d.Accept) }

// Step returns the state after symbol sym in state s.
func (d *DFA) Step(s int32, sym int) int32 { return d.Next[int(s)*d.Symbols+sym] }

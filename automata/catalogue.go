package automata

// This file has the bodies of the specification patterns: automata over the roles that letters play, without a scope
// (scope.go adds one). An automaton is written as the names of its states, which of them accept, and a function from
// a state and the roles of a letter to the next state. It is a function and not a table because a letter may play
// several roles: an event can be both links of a chain.

import "strconv"

// PatternKind names a specification pattern of Dwyer, Avrunin and Corbett.
type PatternKind uint8

const (
	Absence         PatternKind = iota // no P
	Existence                          // at least Least and at most Most times P
	Universality                       // nothing but P
	Precedence                         // no P before the first S
	Response                           // after every P an S
	PrecedenceChain                    // S, T precede P: before every P an S and later a T
	PrecedencePair                     // P precedes S, T: an S with a T after it has a P before it
	ResponseChain                      // P responds to S, T: an S with a T after it has such a T with a P after that
	ResponsePair                       // S, T respond to P: after every P an S and later a T
)

// role is the set of parts that one letter plays in a pattern.
type role uint8

const (
	roleP role = 1 << iota
	roleS
	roleT
	roleQ // opens the scope
	roleR // closes it
)

// body is a complete automaton over roles; state 0 is the start.
type body struct {
	names  []string
	accept []bool
	step   func(state int, r role) int
}

func (b *body) states() int { return len(b.accept) }

// bodyOf returns the automaton of a pattern whose scope is the whole execution.
// least and most count for Existence only; most < 0 is no upper bound.
func bodyOf(kind PatternKind, least, most int) *body {
	switch kind {
	case Absence:
		return bodyOf(Existence, 0, 0)
	case Existence:
		top := max(least, most+1) // state n has seen n times P, and the last one, top, at least as many
		b := &body{step: func(n int, r role) int {
			if r&roleP != 0 {
				return min(n+1, top)
			}
			return n
		}}
		for n := range top + 1 {
			b.accept = append(b.accept, n >= least && (most < 0 || n <= most))
			b.names = append(b.names, "seen"+strconv.Itoa(n))
		}
		return b
	case Universality:
		return table([]string{"ok", "broken"}, []bool{true, false}, func(s int, r role) int {
			if r&roleP == 0 {
				return 1
			}
			return s
		})
	case Precedence:
		return table([]string{"early", "enabled", "broken"}, []bool{true, true, false}, func(s int, r role) int {
			switch {
			case s == 0 && r&roleP != 0:
				return 2
			case s == 0 && r&roleS != 0:
				return 1
			}
			return s
		})
	case Response:
		return table([]string{"settled", "owed"}, []bool{true, false}, func(s int, r role) int {
			switch {
			case r&roleP != 0:
				return 1
			case r&roleS != 0:
				return 0
			}
			return s
		})
	case PrecedenceChain:
		return table([]string{"none", "half", "enabled", "broken"}, []bool{true, true, true, false}, func(s int, r role) int {
			switch {
			case s < 2 && r&roleP != 0:
				return 3
			case s == 0 && r&roleS != 0, s == 1 && r&roleT != 0:
				return s + 1
			}
			return s
		})
	case PrecedencePair:
		return table([]string{"early", "half", "enabled", "broken"}, []bool{true, true, true, false},
			func(s int, r role) int {
				switch {
				case s == 0 && r&roleP != 0:
					return 2
				case s == 0 && r&roleS != 0:
					return 1
				case s == 1 && r&roleT != 0:
					return 3
				}
				return s
			})
	case ResponseChain:
		// half: an S without a T after it is pending. owed: every pending S has
		// a T after it, a P is due. mixed: as owed, and a newer S is half.
		return table([]string{"settled", "half", "owed", "mixed"}, []bool{true, true, false, false}, func(s int, r role) int {
			isS, isT := r&roleS != 0, r&roleT != 0
			switch {
			case r&roleP != 0 && s == 2:
				return 0
			case r&roleP != 0 && s == 3:
				return 1
			case s == 0 && isS:
				return 1
			case s > 0 && isT && isS:
				return 3
			case s > 0 && isT:
				return 2
			case s == 2 && isS:
				return 3
			}
			return s
		})
	case ResponsePair:
		// owed: an S and then a T are due. half: an S has come since the last P,
		// a T is due. mixed: a T is due, and for the last P an S before it.
		return table([]string{"settled", "owed", "half", "mixed"}, []bool{true, false, false, false},
			func(s int, r role) int {
				isS, isT := r&roleS != 0, r&roleT != 0
				switch {
				case r&roleP != 0 && s == 0:
					return 1
				case r&roleP != 0 && s == 2:
					return 3
				case s == 1 && isS:
					return 2
				case s == 2 && isT:
					return 0
				case s == 3 && isS:
					return 2
				case s == 3 && isT:
					return 1
				}
				return s
			})
	}
	panic("automata: unknown pattern kind")
}

// table returns a body.
func table(names []string, accept []bool, step func(int, role) int) *body {
	return &body{names: names, accept: accept, step: step}
}

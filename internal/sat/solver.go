// Package sat decides whether clauses over Boolean variables can all be true.
//
//	s := sat.New()
//	x, y := s.Var(), s.Var()
//	s.Add(sat.Pos(x), sat.Pos(y))
//	s.Add(sat.Neg(x))
//	s.Solve(budget) == sat.Sat; s.Value(y) == true
//	s.Add(sat.Neg(y))
//	s.Solve(budget) == sat.Unsat
//
// Clauses may be added between calls. A call stops when its budget is used up,
// and the same calls give the same answers. After Unsat, Refutation is a proof
// that Refutes checks by unit propagation alone, with other code.
//
// What the package does not do: no preprocessing, no assumptions. A library in
// its place would need a limit of conflicts and a way to stop a call, which
// github.com/crillab/gophersat v1.4.0 does not have.
//
// Source: conflict-driven clause learning as in Eén and Sörensson, An extensible
// SAT-solver, SAT 2003; proofs by reverse unit propagation: Goldberg and
// Novikov, DATE 2003.
package sat

import "slices"

// Lit is a variable or its negation: 2*variable, + 1 if negated.
type Lit int32

// Pos and Neg are the two literals of a variable.
func Pos(v int) Lit { return Lit(2 * v) }
func Neg(v int) Lit { return Lit(2*v + 1) }

// Not returns the other literal of the same variable.
func (l Lit) Not() Lit { return l ^ 1 }

func (l Lit) variable() int { return int(l >> 1) }

// Status is an answer of Solve.
type Status uint8

// The answers.
const (
	Unknown Status = iota // the budget was used up
	Sat
	Unsat
)

func (s Status) String() string { return [...]string{"unknown", "sat", "unsat"}[s] }

// Budget limits a call of Solve.
type Budget struct {
	Conflicts int         // the largest number of conflicts; 0: any
	Stop      func() bool // called now and then; if it returns true, the call ends. nil: nothing does
}

// Values of literals.
const (
	unset int8 = 0
	yes   int8 = 1
	no    int8 = -1
)

// clause is a clause of at least two literals, of which the first two are watched: as
// long as neither is false, nothing follows from the clause.
type clause struct {
	lits []Lit
	// at is where the last search for another literal to watch has ended. The next
	// one begins there, so that a long clause is not searched from its start again
	// for each literal that becomes false.
	at      int
	learned bool    // from a conflict
	deleted bool    // by forget; watches drop it when they meet it
	act     float64 // of a learned one: how often it took part in recent conflicts
}

// watch is an entry in the list of a literal: when the literal becomes true, its
// negation, which the clause watches, is false, and the clause has to be looked at,
// unless other is true.
type watch struct {
	c     *clause
	other Lit // another literal of the clause
}

// Solver holds clauses and what was learned from them.
//
// Values are assigned in levels. Level 0 has what follows from the clauses alone; each
// other level begins with a decision, followed by what the decision implies.
type Solver struct {
	value  []int8    // by literal
	level  []int32   // by variable: the level at which it was assigned
	reason []*clause // by variable: the clause that implied its value; nil: a decision, or none
	phase  []bool    // by variable: its last value, which is tried first

	trail  []Lit // the literals that are true, in the order in which they became so
	limits []int // by level, from 1: the length of the trail before its decision
	head   int   // the first literal of the trail whose consequences were not assigned

	watches [][]watch // by literal: the clauses that watch its negation
	learned []*clause // the clauses learned and not forgotten
	proof   [][]Lit   // all clauses learned, in order
	broken  bool      // the clauses cannot all be true

	activity []float64 // by variable: how often it took part in recent conflicts
	heap     heap      // unassigned variables, and perhaps others, by activity
	seen     []bool    // scratch of learn
	bump     float64   // what a conflict adds to an activity; it grows, so that recent conflicts count more
	claBump  float64   // the same for clause.act

	probed    int // assignments made by probing
	Conflicts int // conflicts in all calls of Solve
}

// New returns a solver without variables.
func New() *Solver {
	s := &Solver{bump: 1, claBump: 1}
	s.heap.activity = &s.activity
	return s
}

// Var makes a variable and returns its number: 0, 1, ...
func (s *Solver) Var() int {
	v := len(s.level)
	s.value = append(s.value, unset, unset)
	s.level = append(s.level, 0)
	s.reason = append(s.reason, nil)
	s.phase = append(s.phase, false)
	s.activity = append(s.activity, 0)
	s.watches = append(s.watches, nil, nil)
	s.seen = append(s.seen, false)
	s.heap.push(v)
	return v
}

// Vars returns the number of variables.
func (s *Solver) Vars() int { return len(s.level) }

// Prefer sets the value that the search tries first.
func (s *Solver) Prefer(v int, value bool) { s.phase[v] = value }

// Value returns the value of a variable in the model that Solve found last.
func (s *Solver) Value(v int) bool {
	if k := s.value[Pos(v)]; k != unset { // follows from the clauses alone
		return k == yes
	}
	return s.phase[v]
}

// Refutation lists the clauses learned, in order; after Unsat, each follows by
// unit propagation from all clauses added and those before it, and so does the
// empty clause in the end.
func (s *Solver) Refutation() [][]Lit { return s.proof }

// Add adds a clause. It may be called between calls of Solve, when only level 0 is
// assigned. Literals that are false there are left out, and a clause with a true literal,
// or with a variable and its negation, is not added.
func (s *Solver) Add(lits ...Lit) {
	if s.broken {
		return
	}
	c := slices.Clone(lits)
	slices.Sort(c)
	c = slices.Compact(c)
	k := 0 // literals kept in c[:k]; k <= i, so c[i-1] is still the literal before l, or that one was false
	for i, l := range c {
		if s.value[l] == yes || i > 0 && c[i-1] == l.Not() {
			return
		}
		if s.value[l] != no {
			c[k] = l
			k++
		}
	}
	c = c[:k]
	switch len(c) {
	case 0:
		s.broken = true
	case 1:
		s.assign(c[0], nil)
		s.broken = s.propagate() != nil
	default:
		s.attach(&clause{lits: c})
	}
}

// attach has a clause watched by its first two literals.
func (s *Solver) attach(c *clause) {
	s.watches[c.lits[0].Not()] = append(s.watches[c.lits[0].Not()], watch{c, c.lits[1]})
	s.watches[c.lits[1].Not()] = append(s.watches[c.lits[1].Not()], watch{c, c.lits[0]})
}

// assign makes a literal true at the present level. why is the clause that implies it, or nil.
func (s *Solver) assign(l Lit, why *clause) {
	v := l.variable()
	s.value[l], s.value[l.Not()] = yes, no
	s.level[v] = int32(len(s.limits))
	s.reason[v] = why
	s.trail = append(s.trail, l)
}

// propagate assigns what follows by unit propagation. If a clause becomes false, it returns
// that clause; else nil.
func (s *Solver) propagate() *clause {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		list := s.watches[l]
		keep := list[:0]
		for i := 0; i < len(list); i++ {
			w := list[i]
			if s.value[w.other] == yes {
				keep = append(keep, w)
				continue
			}
			c := w.c
			if c.deleted {
				continue
			}
			// The false literal goes to lits[1].
			if c.lits[0] == l.Not() {
				c.lits[0], c.lits[1] = c.lits[1], c.lits[0]
			}
			first := c.lits[0]
			if s.value[first] == yes {
				keep = append(keep, watch{c, first})
				continue
			}
			if k := s.open(c); k > 0 { // watch that one instead
				c.at = k
				c.lits[1], c.lits[k] = c.lits[k], c.lits[1]
				n := c.lits[1].Not()
				s.watches[n] = append(s.watches[n], watch{c, first})
				continue
			}
			// All literals but the first are false.
			keep = append(keep, watch{c, first})
			if s.value[first] == no {
				keep = append(keep, list[i+1:]...)
				s.watches[l] = keep
				s.head = len(s.trail)
				return c
			}
			s.assign(first, c)
		}
		s.watches[l] = keep
	}
	return nil
}

// open returns the index of a literal that is not false among those that a clause does not watch, or 0 if there is
// none.
func (s *Solver) open(c *clause) int {
	for k := max(c.at, 2); k < len(c.lits); k++ {
		if s.value[c.lits[k]] != no {
			return k
		}
	}
	for k := 2; k < min(c.at, len(c.lits)); k++ {
		if s.value[c.lits[k]] != no {
			return k
		}
	}
	return 0
}

// undo takes back all decisions above a level.
func (s *Solver) undo(level int) {
	if len(s.limits) <= level {
		return
	}
	for i := len(s.trail) - 1; i >= s.limits[level]; i-- {
		l := s.trail[i]
		v := l.variable()
		s.phase[v] = l == Pos(v)
		s.value[l], s.value[l.Not()] = unset, unset
		s.reason[v] = nil
		s.heap.push(v)
	}
	s.trail = s.trail[:s.limits[level]]
	s.limits = s.limits[:level]
	s.head = len(s.trail)
}

// Solve looks for values that make every clause true. After a number of conflicts that
// follows the Luby sequence, it begins again at level 0 (M. Luby, A. Sinclair and
// D. Zuckerman, 1993), with what it has learned.
func (s *Solver) Solve(b Budget) Status {
	if s.broken {
		return Unsat
	}
	if s.probe(b.Stop); s.broken {
		return Unsat
	}
	used := 0
	for restart := 1; ; restart++ {
		room := 64 * luby(restart)
		for room > 0 {
			conflict := s.propagate()
			if conflict == nil {
				v := s.next()
				if v < 0 {
					s.undo(0) // phases keep the values, for Value
					return Sat
				}
				s.limits = append(s.limits, len(s.trail))
				if s.phase[v] {
					s.assign(Pos(v), nil)
				} else {
					s.assign(Neg(v), nil)
				}
				continue
			}
			s.Conflicts++
			used++
			room--
			if len(s.limits) == 0 {
				s.broken = true
				return Unsat
			}
			s.learn(conflict)
			if b.Conflicts > 0 && used >= b.Conflicts || used%64 == 0 && b.Stop != nil && b.Stop() {
				s.undo(0)
				return Unknown
			}
		}
		s.undo(0)
		if len(s.learned) > 4000+200*restart {
			s.forget()
		}
	}
}

// next returns the most active variable without a value, or -1.
func (s *Solver) next() int {
	for {
		v, ok := s.heap.pop()
		if !ok {
			return -1
		}
		if s.value[Pos(v)] == unset {
			return v
		}
	}
}

// forget drops the half of the learned clauses that took part in the fewest
// recent conflicts. At level 0 no clause longer than two is a needed reason.
func (s *Solver) forget() {
	slices.SortStableFunc(s.learned, func(a, b *clause) int {
		switch {
		case a.act > b.act:
			return -1
		case a.act < b.act:
			return 1
		}
		return 0
	})
	keep := s.learned[:0]
	for i, c := range s.learned {
		if i < len(s.learned)/2 || len(c.lits) <= 3 {
			keep = append(keep, c)
		} else {
			c.deleted = true
		}
	}
	clear(s.learned[len(keep):])
	s.learned = keep
}

// luby returns the i-th number, from 1, of the Luby sequence 1 1 2 1 1 2 4 1 1 2 ...
func luby(i int) int {
	for k := 1; ; k++ {
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		if i < 1<<k-1 {
			return luby(i - (1<<(k-1) - 1))
		}
	}
}

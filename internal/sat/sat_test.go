package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Random clauses: the answer is that of trying every assignment, models are
// models, and refutations check; clauses are added between calls.
func TestAgainstAllAssignments(t *testing.T) {
	count := map[Status]int{}
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := New()
		vars := 3 + r.IntN(8)
		for range vars {
			s.Var()
		}
		var clauses [][]Lit
		for range 1 + r.IntN(4) {
			for range 1 + r.IntN(4*vars/2) {
				c := make([]Lit, 1+r.IntN(3)+r.IntN(2))
				for i := range c {
					c[i] = Lit(r.IntN(2 * vars))
				}
				clauses = append(clauses, c)
				s.Add(c...)
			}
			want := Unsat
			for bits := range 1 << vars {
				if models(clauses, func(v int) bool { return bits>>v&1 != 0 }) {
					want = Sat
					break
				}
			}
			got := s.Solve(Budget{})
			count[got]++
			if got != want {
				t.Fatalf("seed %d: %v, want %v: %v", seed, got, want, clauses)
			}
			if got == Sat && !models(clauses, s.Value) {
				t.Fatalf("seed %d: not a model of %v", seed, clauses)
			}
			if got == Unsat {
				if err := Refutes(vars, clauses, s.Refutation()); err != nil {
					t.Fatalf("seed %d: %v: %v", seed, err, clauses)
				}
			}
		}
	}
	if count[Sat] < 1000 || count[Unsat] < 1000 {
		t.Errorf("one-sided: %v", count)
	}
}

func models(clauses [][]Lit, value func(int) bool) bool {
	return !slices.ContainsFunc(clauses, func(c []Lit) bool {
		return !slices.ContainsFunc(c, func(l Lit) bool { return value(l.variable()) == (l&1 == 0) })
	})
}

// pigeons says that n+1 pigeons sit in n holes, one in each.
func pigeons(n int) (vars int, clauses [][]Lit) {
	at := func(p, h int) int { return p*n + h }
	for p := range n + 1 {
		var c []Lit
		for h := range n {
			c = append(c, Pos(at(p, h)))
			for q := range p {
				clauses = append(clauses, []Lit{Neg(at(p, h)), Neg(at(q, h))})
			}
		}
		clauses = append(clauses, c)
	}
	return (n + 1) * n, clauses
}

func TestPigeons(t *testing.T) {
	vars, clauses := pigeons(7)
	s := New()
	for range vars {
		s.Var()
	}
	for _, c := range clauses {
		s.Add(c...)
	}
	if got := s.Solve(Budget{Conflicts: 3}); got != Unknown {
		t.Fatalf("with 3 conflicts: %v", got)
	}
	if got := s.Solve(Budget{}); got != Unsat {
		t.Fatal(got)
	}
	if s.Conflicts < 500 {
		t.Errorf("%d conflicts: the test does not get to forgetting", s.Conflicts)
	}
	if err := Refutes(vars, clauses, s.Refutation()); err != nil {
		t.Error(err)
	}
	// A proof that leaves something out is refused.
	if err := Refutes(vars, clauses, nil); err == nil {
		t.Error("refuted without a proof")
	}
	if err := Refutes(vars, clauses[:len(clauses)-1], s.Refutation()); err == nil {
		t.Error("refuted without one of the clauses")
	}
}

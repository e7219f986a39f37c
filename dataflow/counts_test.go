package dataflow

import (
	"fmt"
	"testing"
)

// TestCounts: the numbers of states and transitions that model checkers find
// for the same programs, to the last one.
func TestCounts(t *testing.T) {
	visits := map[int]int64{8: 34_984, 10: 393_650}
	power := int64(9)
	for n := 2; n <= 9; n, power = n+1, power*3 {
		for _, o := range orders {
			for _, e := range engines {
				for _, property := range []bool{false, true} {
					t.Run(fmt.Sprintf("dining/%d/%v/%d/%v", n, o, e, property), func(t *testing.T) {
						s := solveWith(t.Context(), dining(n, property), Options{Order: o}, e)
						if s.Verdict != Holds || s.Tuples != power-1 {
							t.Errorf("%v, %d tuples, want %d", s.Verdict, s.Tuples, power-1)
						}
						if want, ok := visits[n]; ok && s.Visits != want {
							t.Errorf("%d visits, want %d", s.Visits, want)
						}
						if s.FinalReached || s.Fired.Count() != 4*n {
							t.Errorf("F reached: %v, %d letters", s.FinalReached, s.Fired.Count())
						}
					})
				}
			}
		}
	}
	if s := Solve(t.Context(), diningLocal(6, 3, true), Options{}); s.Verdict != Holds || s.Tuples != 242_945 {
		t.Errorf("dining 6 with local steps: %v, %d tuples", s.Verdict, s.Tuples)
	}
	for _, n := range []int{1, 10, 100, 400} {
		for _, o := range orders {
			s := Solve(t.Context(), readersWriters(n), Options{Order: o})
			if s.Verdict != Holds || s.Visits != int64(2*n*(n+1)) || s.Tuples != int64(n+2) {
				t.Errorf("readers and writers %d: %v, %d visits, %d tuples", n, s.Verdict, s.Visits, s.Tuples)
			}
		}
	}
}

// TestModelsAgainstTwin: larger sets than the random Problems have, with and
// without a violation.
func TestModelsAgainstTwin(t *testing.T) {
	seen := map[string]int{}
	for name, p := range map[string]*Problem{
		"dining":          dining(5, true),
		"all left":        allLeft(6, 6),
		"all left, never": allLeft(5, 6),
		"padded":          padded(dining(5, true), 130),
		"readers":         readersWriters(12),
	} {
		t.Run(name, func(t *testing.T) {
			want := twin(p, 1<<30)
			for _, o := range orders {
				for _, e := range engines {
					compare(t, p, want, o, e, seen)
				}
			}
		})
	}
}

// allLeft is the dining philosophers with a property that is trapped when k of
// them hold their left forks: with k = n, in the deadlock.
func allLeft(n, k int) *Problem {
	p := dining(n, false)
	id := int32(len(p.Monitors))
	p.Monitors = append(p.Monitors, Monitor{Name: "all left", Property: true, States: k + 1, Accept: accepting(k + 1), Trap: int32(k)})
	up, down := make([]int32, k+1), make([]int32, k+1)
	for s := range up {
		up[s], down[s] = int32(min(s+1, k)), int32(max(s-1, 0))
	}
	for l := range p.Letters {
		switch l % 4 {
		case 0:
			p.Letters[l].Moves = append(p.Letters[l].Moves, Move{Monitor: id, To: up})
		case 2:
			p.Letters[l].Moves = append(p.Letters[l].Moves, Move{Monitor: id, To: down})
		}
	}
	return p
}

package packed_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"flavers/explore/packed"
)

// Values are packed without loss, and every state is found again.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sizes := []int32{2, 1, 1 << 16, 3, 1 << 30, 7, 1<<31 - 1, 2, 2, 100, 5}
	s := packed.New(sizes)
	var states [][]int32
	numbers := map[string]int{}
	for range 20_000 {
		state := make([]int32, len(sizes))
		for i, n := range sizes {
			state[i] = r.Int32N(min(n, 3))
			if r.IntN(4) == 0 {
				state[i] = n - 1
			}
		}
		n, known := numbers[fmt.Sprint(state)]
		got, isNew := s.Add(state)
		if isNew == known || known && got != n || !known && got != len(states) {
			t.Fatalf("%v is number %d, new: %t; was %d, known: %t", state, got, isNew, n, known)
		}
		if !known {
			numbers[fmt.Sprint(state)] = got
			states = append(states, state)
		}
	}
	out := make([]int32, len(sizes))
	for i, want := range states {
		if s.State(out, i); fmt.Sprint(out) != fmt.Sprint(want) {
			t.Fatalf("number %d is %v, was %v", i, out, want)
		}
	}
}

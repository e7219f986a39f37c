package packed_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/explore/packed"
)

// States that are added whole and states that are added by what differs from
// another get the numbers that a map would give them, and are read as they were.
func TestChanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 40 {
		sizes := make([]int32, 1+rng.IntN(30))
		for i := range sizes {
			sizes[i] = 1 + rng.Int32N([]int32{1, 2, 5, 1 << 20, 1<<31 - 1}[rng.IntN(5)])
		}
		s := packed.New(sizes)
		value := func(k int) int32 { return rng.Int32N(min(sizes[k], 4)) * ((sizes[k]-1)/3 | 1) % sizes[k] }
		index, states := map[string]int{}, [][]int32{}
		want := func(state []int32) (int, bool) {
			key := fmt.Sprint(state)
			i, known := index[key]
			if !known {
				i = len(states)
				index[key], states = i, append(states, slices.Clone(state))
			}
			return i, !known
		}
		for range 300 {
			state := make([]int32, len(sizes))
			for k := range state {
				state[k] = value(k)
			}
			whole := len(states) == 0 || rng.IntN(3) == 0
			var got int
			var isNew bool
			if whole {
				got, isNew = s.Add(state)
			} else {
				from := rng.IntN(len(states))
				s.State(state, from)
				s.Open(from)
				for range 2 { // what is undone leaves nothing
					s.State(state, from)
					for range rng.IntN(4) {
						k := rng.IntN(len(state))
						state[k] = value(k)
						s.Put(k, state[k])
					}
					i, new := want(state)
					if got, isNew = s.Enter(); got != i || isNew != new {
						t.Fatalf("sizes %v, state %v: number %d, new %t; want %d, %t", sizes, state, got, isNew, i, new)
					}
					s.Undo()
				}
				continue
			}
			if i, new := want(state); got != i || isNew != new {
				t.Fatalf("sizes %v, state %v: number %d, new %t; want %d, %t", sizes, state, got, isNew, i, new)
			}
		}
		read := make([]int32, len(sizes))
		for i, state := range states {
			if s.State(read, i); !slices.Equal(read, state) {
				t.Fatalf("sizes %v: number %d is %v, want %v", sizes, i, read, state)
			}
		}
	}
}

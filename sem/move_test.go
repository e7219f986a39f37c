package sem

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Where a function leads is what its list of pairs says.
func TestMoveTo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var mv Move
		least, gaps := r.Int32N(5), r.IntN(3)
		for v := least; v < least+r.Int32N(12); v++ {
			if r.IntN(4) >= gaps {
				mv.Pairs = append(mv.Pairs, Pair{v, r.Int32N(20)})
			}
		}
		for v := range int32(20) {
			i := slices.IndexFunc(mv.Pairs, func(p Pair) bool { return p.From == v })
			to, ok := mv.To(v)
			if ok != (i >= 0) || ok && to != mv.Pairs[i].To {
				t.Fatalf("%v leads from %d to %d, %v", mv.Pairs, v, to, ok)
			}
		}
	}
}

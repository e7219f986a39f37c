package bitset

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The slow twin is a map.
func TestAgainstMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + r.IntN(200)
		a, b := New(n), New(n)
		ma, mb := map[int]bool{}, map[int]bool{}
		for range r.IntN(n + 1) {
			i, j := r.IntN(n), r.IntN(n)
			a.Add(i)
			ma[i] = true
			b.Add(j)
			mb[j] = true
		}
		grow := false
		for k := range mb {
			grow = grow || !ma[k]
			ma[k] = true
		}
		if a.Or(b) != grow || a.Count() != len(ma) || a.Empty() != (len(ma) == 0) || len(mb) > 0 != a.Meets(b) {
			t.Fatal("Or, Count, Empty or Meets disagrees with the map")
		}
		got := slices.Collect(a.All)
		for i := range n {
			if a.Has(i) != ma[i] || slices.Contains(got, i) != ma[i] {
				t.Fatalf("element %d", i)
			}
		}
		a.AndNot(b)
		for i := range n {
			if a.Has(i) != (ma[i] && !mb[i]) {
				t.Fatalf("AndNot: element %d", i)
			}
		}
		a.And(b)
		if !a.Empty() {
			t.Fatal("And after AndNot must be empty")
		}
	}
}

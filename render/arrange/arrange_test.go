package arrange

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// shortest finds what trying all orders finds.
func TestShortestOrder(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 6))
		n := 1 + r.IntN(6)
		w := make([][]int, n)
		for a := range w {
			w[a] = make([]int, n)
			for b := range a {
				w[a][b] = r.IntN(4) * r.IntN(3)
				w[b][a] = w[a][b]
			}
		}
		var first []int
		var try func(order []int)
		try = func(order []int) {
			if len(order) == n {
				if first == nil || distance(order, w) < distance(first, w) {
					first = slices.Clone(order)
				}
				return
			}
			for v := range n {
				if !slices.Contains(order, v) {
					try(append(order, v))
				}
			}
		}
		try(make([]int, 0, n))
		if got := shortest(w); !slices.Equal(got, first) {
			t.Fatalf("seed %d: %v of distance %d, want %v of %d", seed, got, distance(got, w), first, distance(first, w))
		}
	}
}

// What is joined comes side by side if that helps much; otherwise the order stays.
func TestOrder(t *testing.T) {
	ring := make([][]int, 6)
	for i := range ring {
		ring[i] = make([]int, 6)
	}
	for _, c := range [][2]int{{0, 3}, {0, 4}, {1, 4}, {1, 5}, {2, 5}, {2, 3}} {
		ring[c[0]][c[1]], ring[c[1]][c[0]] = 1, 1
	}
	plain, best := distance([]int{0, 1, 2, 3, 4, 5}, ring), distance(Order(ring), ring)
	if best*4 > plain*3 {
		t.Errorf("distance %d, was %d", best, plain)
	}
	if o := Order([][]int{{0, 1}, {1, 0}}); o[0] != 0 {
		t.Errorf("order %v", o)
	}
}

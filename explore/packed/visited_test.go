package packed

import "testing"

// States whose hashes agree in all bits that the table keeps are two states.
// (With hashes instead of states, a large search loses some.)
func TestVisitedComparesStates(t *testing.T) {
	const bits = 4 // of the table's index, which are among those kept
	first := map[uint64]uint64{}
	pairs := 0
	for k := uint64(0); k < 400_000; k++ {
		seen := Hash([]uint64{k}) >> 32
		j, twice := first[seen]
		if !twice {
			first[seen] = k
			continue
		}
		pairs++
		s := New([]int32{1<<31 - 1})
		s.slots, s.shift = make([]uint64, 1<<bits), 64-bits
		a, newA := addKey(s, []uint64{j})
		b, newB := addKey(s, []uint64{k})
		if !newA || !newB || a == b {
			t.Fatalf("states %d and %d are taken for one", j, k)
		}
		if again, isNew := addKey(s, []uint64{j}); isNew || again != a {
			t.Fatalf("state %d is not found again", j)
		}
	}
	if pairs == 0 {
		t.Error("no two states with equal hashes: the test tests nothing")
	}
	t.Logf("%d pairs", pairs)
}

// The set finds the same states new as a map does, while it grows.
func TestVisited(t *testing.T) {
	s := NewSet(Layout{Words: 2})
	known := map[[2]uint64]int{}
	x := uint64(1)
	for range 200_000 {
		x = x*6364136223846793005 + 1442695040888963407
		key := [2]uint64{x >> 48, x >> 40 & 3}
		n, isNew := addKey(s, key[:])
		m, seen := known[key]
		if !seen {
			m = len(known)
			known[key] = m
		}
		if n != m || isNew == seen {
			t.Fatalf("%v: number %d, new %v; the map says %d, %v", key, n, isNew, m, !seen)
		}
	}
}

func addKey(s *Set, key []uint64) (int, bool) { return s.AddKey(key, Hash(key)) }

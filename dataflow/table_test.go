package dataflow

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestTable: against a map, over many doublings, with keys that are clustered
// as packed tuples are, and some that all want the first or the last slots.
func TestTable(t *testing.T) {
	for _, c := range []struct{ k, w, n int }{{1, 1, 20_000}, {1, 2, 5_000}, {2, 1, 5_000}, {2, 2, 5_000}, {3, 1, 5_000}, {4, 3, 5_000}, {1, 9, 2_000}} {
		for _, spread := range []uint64{0, 1 << 20, 40} {
			t.Run(fmt.Sprint(c, spread), func(t *testing.T) {
				mem := &budget{}
				tab := newTable(c.k, c.w, mem)
				r := rand.New(rand.NewPCG(1, spread))
				twin := map[string]uint64{}
				keys := [][]uint64{}
				for range c.n {
					key := make([]uint64, c.k)
					for i := range key {
						if key[i] = r.Uint64(); spread > 0 {
							key[i] %= spread
						}
					}
					key[0] |= slotUsed
					if tab.tuples >= tab.growAt && !tab.grow() {
						t.Fatal("did not grow")
					}
					rec := tab.find(key, hash(key))
					s := fmt.Sprint(key)
					if _, ok := twin[s]; !ok {
						keys = append(keys, key)
					}
					twin[s]++
					rec[c.k]++
				}
				verify := func() {
					t.Helper()
					if tab.tuples != len(twin) {
						t.Fatalf("%d tuples, want %d", tab.tuples, len(twin))
					}
					seen := 0
					for rec := range tab.all {
						seen++
						if twin[fmt.Sprint(rec[:c.k])] != rec[c.k] {
							t.Fatalf("%v: %d", rec, twin[fmt.Sprint(rec[:c.k])])
						}
					}
					for _, key := range keys {
						if rec := tab.lookup(key); rec == nil || rec[c.k] != twin[fmt.Sprint(key)] {
							t.Fatalf("%v: %v", key, rec)
						}
					}
					if seen != len(twin) || tab.lookup(make([]uint64, c.k)) != nil {
						t.Fatalf("%d records", seen)
					}
				}
				verify()
				if !tab.grow() {
					t.Fatal("did not grow")
				}
				verify()
				tab.reset()
				for range tab.all {
					t.Fatal("not empty")
				}
				tab.release()
				if mem.used.Load() != 0 {
					t.Errorf("%d bytes are left", mem.used.Load())
				}
			})
		}
	}
}

// TestHashCollision: two tuples whose hashes agree in all that a paged table
// keeps of them are still two tuples.
func TestHashCollision(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[uint64][]uint64{}
	for range 1 << 20 { // about 128 such pairs
		key := []uint64{r.Uint64() | slotUsed, r.Uint64(), r.Uint64(), r.Uint64()}
		top := hash(key) >> 32
		other, ok := seen[top]
		if seen[top] = key; !ok {
			continue
		}
		tab := newTable(4, 1, &budget{})
		if tab.inline {
			t.Fatal("not a paged table")
		}
		tab.find(key, hash(key))[4] = 1
		if rec := tab.find(other, hash(other)); rec[4] != 0 || tab.tuples != 2 || tab.lookup(key)[4] != 1 || tab.lookup(other)[4] != 0 {
			t.Errorf("%v and %v are taken for one", key, other)
		}
		return
	}
	t.Fatal("no collision")
}

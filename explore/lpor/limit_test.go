package lpor

import (
	"context"
	"math/bits"
	"testing"

	"flavers/explore"
)

// smallest is a smallest set of a state that is stubborn by definition.
func (o *graph) smallest(s int) []ID {
	all := o.enabled[s]
	for k := 1; k < len(all); k++ {
		for m := range 1 << len(all) {
			if bits.OnesCount(uint(m)) != k {
				continue
			}
			var set []ID
			for i, t := range all {
				if m>>i&1 != 0 {
					set = append(set, t)
				}
			}
			if o.judge(s, set) == "" {
				return set
			}
		}
	}
	return all
}

// On the register, the sets computed from the state at hand lead to as few states
// as sets chosen with knowledge of the graph of all states; each of them is
// stubborn by definition.
func TestNoSmallerSets(t *testing.T) {
	for _, s := range []subject{{"register", "READERS=1", "regular", false}, {"register", "READERS=1 R=2", "regular", false}, {"register", "", "regular", false}} {
		p, specs := s.load(t)
		g, err := newProgram(p, specs, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		o, _ := graphOf(g, 20_000)
		known, todo := map[int]bool{0: true}, []int{0}
		for len(todo) > 0 {
			x := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, u := range o.smallest(x) {
				for _, to := range o.next[x][u] {
					if !known[to] {
						known[to] = true
						todo = append(todo, to)
					}
				}
			}
		}
		r, err := Run(context.Background(), p, specs, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.States != int64(len(known)) {
			t.Errorf("%s: %d states, %d by smallest sets", s, r.States, len(known))
		}
		sets := o.reducer(t, NetValues)
		for x := range known {
			for _, initial := range o.enabled[x] {
				if text := o.judge(x, sets(x, initial)); text != "" {
					t.Fatalf("%s, state %d, from %d: %s", s, x, initial, text)
				}
			}
		}
	}
}

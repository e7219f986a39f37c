package monitor

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/internal/trial"
	"flavers/sem"
)

// randomMon is an automaton with functions that make states alike, often.
func randomMon(r *rand.Rand) (mon, []bool) {
	size := int32(1 + r.IntN(12))
	accepts := make([]bool, size)
	for v := range accepts {
		accepts[v] = r.IntN(2) == 0
	}
	mo := mon{size: size, start: r.Int32N(size), trap: r.Int32N(size+1) - 1, accept: func(v int32) bool { return accepts[v] }}
	var used []bool
	for range r.IntN(4) {
		var f function
		few := 1 + r.Int32N(size)
		for v := range size {
			if r.IntN(4) > 0 {
				f.pairs = append(f.pairs, sem.Pair{From: v, To: r.Int32N(few)})
			}
		}
		mo.funcs, used = append(mo.funcs, f), append(used, r.IntN(4) > 0)
	}
	return mo, used
}

// to is where a function leads; -1: nowhere.
func (d *det) to(s, fn int32) int32 {
	for _, st := range d.next[s] {
		if st.fn == fn {
			return st.to
		}
	}
	return -1
}

// distinct finds the pairs of states that some word tells apart: those that differ at
// once, and those that a function leads to such a pair, or only one of them anywhere.
func (d *det) distinct(functions int) [][]bool {
	n := int32(len(d.accept))
	out := make([][]bool, n)
	for s := range out {
		out[s] = make([]bool, n)
	}
	for changed := true; changed; {
		changed = false
		for s := range n {
			for t := range n {
				apart := d.accept[s] != d.accept[t] || d.trap[s] != d.trap[t]
				for fn := range int32(functions) {
					v, w := d.to(s, fn), d.to(t, fn)
					apart = apart || v < 0 != (w < 0) || v >= 0 && out[v][w]
				}
				if apart && !out[s][t] {
					out[s][t], changed = true, true
				}
			}
		}
	}
	return out
}

// Without silent moves the automaton is the part of the functions that can be reached;
// a minimised one has a state for each class of states that no word tells apart, and
// moves as they do.
func TestDeterministic(t *testing.T) {
	merged := 0
	for i := range trial.Seeds(t, 2000) {
		r := rand.New(rand.NewPCG(i, 7))
		mo, used := randomMon(r)
		d, _ := subsets(&mo, used, nil, nil)
		value := make([]int32, len(d.accept)) // by state
		value[d.start] = mo.start
		for s := range d.next { // states are numbered as they are found
			if v := value[s]; d.accept[s] != mo.accept(v) || d.trap[s] != (v == mo.trap) {
				t.Fatalf("%d: state %d is not value %d", i, s, v)
			}
			for fn := range mo.funcs {
				want := int32(-1)
				for _, p := range mo.funcs[fn].pairs {
					if used[fn] && p.From == value[s] {
						want = p.To
					}
				}
				to := d.to(int32(s), int32(fn))
				if to > int32(s) {
					value[to] = want
				}
				if to < 0 && want >= 0 || to >= 0 && value[to] != want {
					t.Fatalf("%d: function %d leads from %d to %d, not %d", i, fn, s, to, want)
				}
			}
		}
		before := *d
		apart := before.distinct(len(mo.funcs))
		d.minimise()
		class := make([]int32, len(before.accept)) // by state: that of d
		count := int32(0)
		for s := range class {
			if first := slices.Index(apart[s], false); first < s {
				class[s] = class[first]
			} else {
				class[s] = count
				count++
			}
		}
		if int(count) != len(d.accept) || d.start != class[before.start] {
			t.Fatalf("%d: %d states, not %d; start %d", i, len(d.accept), count, d.start)
		}
		if int(count) < len(class) {
			merged++
		}
		for s, c := range class {
			for fn := range int32(len(mo.funcs)) {
				want := before.to(int32(s), fn)
				if want >= 0 {
					want = class[want]
				}
				if got := d.to(c, fn); got != want || d.accept[c] != before.accept[s] || d.trap[c] != before.trap[s] {
					t.Fatalf("%d: function %d leads from %d to %d, not %d", i, fn, c, got, want)
				}
			}
		}
	}
	if merged == 0 {
		t.Error("no state is merged")
	}
}

// A partition that two hashes made by mistake is told.
func TestStable(t *testing.T) {
	d := &det{next: [][]step{{{0, 1}}, {{0, 0}}, nil}, accept: []bool{true, true, true}, trap: make([]bool, 3)}
	if got := d.stable([]int32{0, 0, 1}, 2); !cmp.Equal(got, []int32{0, 2}) {
		t.Errorf("%v", got)
	}
	if got := d.stable([]int32{0, 0, 0}, 1); got != nil {
		t.Errorf("%v: a state without steps is one with them", got)
	}
	d.accept[1] = false
	if got := d.stable([]int32{0, 0, 1}, 2); got != nil {
		t.Errorf("%v: a state that accepts is one that does not", got)
	}
}

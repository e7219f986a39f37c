package automata

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Of random automata with live states, the minimal ones say of random words that stop, that go
// on without further symbols, and that go on for ever what the definition says of the
// automata as they were; the trap is where all of that is bad; and none has a
// state too many.
func TestMarked(t *testing.T) {
	const count = 2000
	bad, good, sooner, merged, none := 0, 0, 0, 0, 0
	for seed := range uint64(count) {
		r := rand.New(rand.NewPCG(seed, 97))
		n, symbols := 1+r.IntN(6), 1+r.IntN(3)
		d := &DFA{Symbols: symbols}
		open := make([]bool, n)
		for q := range n {
			kind := r.IntN(5)
			d.Accept = append(d.Accept, kind < 2)
			open[q] = kind > 2
			for range symbols {
				d.Next = append(d.Next, r.Int32N(int32(n)))
			}
		}
		source := *d
		m := d.Marked(open)
		if err := m.Check(); err != nil || !Same(m, m.Minimize()) {
			t.Fatalf("seed %d: %v, %+v of %+v, open %v", seed, err, m, d, open)
		}
		// what can still become good, by the definition: a word that stops or stays
		hope := make([]bool, n)
		for range n {
			for q := range n {
				hope[q] = hope[q] || d.Accept[q] || !open[q]
				for s := range symbols {
					hope[q] = hope[q] || hope[d.Step(int32(q), s)]
				}
			}
		}
		stays := make([]bool, n) // and is not lost
		for q := range n {
			stays[q] = open[q] && hope[q]
		}
		twin := source
		twin.Live, twin.Open = hope, stays
		if want := moore(&twin); m.States() != want {
			t.Fatalf("seed %d: %d states, and Moore has %d: %+v of %+v, open %v", seed, m.States(), want, m, d, open)
		}
		if !Same(twin.Minimize(), shuffled(r, &twin).Minimize()) {
			t.Fatalf("seed %d: renumbering changes the minimal automaton of %+v", seed, twin)
		}
		if m.States() < source.reachable().States() {
			merged++
		}
		if m.Open == nil {
			none++
		}
		if m.Live != nil {
			sooner++
		}
		for range 30 {
			word := make([]int, r.IntN(8))
			for i := range word {
				word[i] = r.IntN(symbols)
			}
			q, to := source.Run(word), m.Run(word)
			if m.Accepts(word) != d.Accept[q] || (to == m.Trap()) == hope[q] {
				t.Fatalf("seed %d: %v: %+v of %+v, open %v", seed, word, m, d, open)
			}
			if is := m.Open != nil && m.Open[to]; is != stays[q] {
				t.Fatalf("seed %d: %v is open: %v, %+v of %+v, open %v", seed, word, is, m, d, open)
			}
			at := r.IntN(len(word) + 1)
			if at == len(word) {
				continue
			}
			u, v := word[:at], word[at:]
			seen := map[int32]bool{} // again and again
			q = source.Run(slices.Concat(u, slices.Repeat(v, n)))
			for range n {
				for _, s := range v {
					q = source.Step(q, s)
					seen[q] = true
				}
			}
			want := true
			for q := range seen {
				want = want && open[q]
			}
			if got := violatedForEver(m, m.Demands(), u, v); got != want {
				t.Fatalf("seed %d: %v and %v for ever: bad %v, want %v: %+v of %+v, open %v", seed, u, v, got, want, m, d, open)
			}
			if want {
				bad++
			} else {
				good++
			}
		}
	}
	if bad < 2*count || good < 2*count || sooner < count/20 || merged < count/10 || none < count/50 {
		t.Errorf("too few of something: %d bad, %d good, %d live by infinite words, %d made smaller, %d without live states", bad, good,
			sooner, merged, none)
	}
}

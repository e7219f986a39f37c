package automata

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// words calls visit for every word of at most n symbols over k letters,
// shorter ones first.
func words(k, n int, visit func(word []int)) {
	level := [][]int{{}}
	for l := 0; ; l++ {
		var next [][]int
		for _, w := range level {
			visit(w)
			for sym := 0; sym < k && l < n; sym++ {
				next = append(next, append(slices.Clone(w), sym))
			}
		}
		if len(next) == 0 {
			return
		}
		level = next
	}
}

func randomDFA(rng *rand.Rand, symbols, states int) *DFA {
	d := &DFA{Symbols: symbols, Start: int32(rng.IntN(states))}
	for range states {
		d.Accept = append(d.Accept, rng.IntN(3) == 0)
		for range symbols {
			d.Next = append(d.Next, int32(rng.IntN(states)))
		}
	}
	return d
}

func randomNFA(rng *rand.Rand) *NFA {
	n := NewNFA(1 + rng.IntN(4))
	states := 1 + rng.IntN(6)
	for range states {
		n.Add(rng.IntN(4) == 0)
	}
	state := func() int32 { return int32(rng.IntN(states)) }
	for range rng.IntN(3) {
		n.Start = append(n.Start, state())
	}
	for range rng.IntN(3 * states) {
		var syms []int32
		for range 1 + rng.IntN(3) {
			syms = append(syms, int32(rng.IntN(n.Symbols)))
		}
		n.Edge(state(), state(), syms...)
	}
	for range rng.IntN(states) {
		n.Eps(state(), state())
	}
	return n
}

// accepts simulates all runs on word: the definition of the language.
func (n *NFA) accepts(word []int) bool {
	in := make([]bool, n.States())
	mark := func(in []bool, from []int32) {
		stack := slices.Clone(from)
		for len(stack) > 0 {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !in[s] {
				in[s] = true
				stack = append(stack, n.eps[s]...)
			}
		}
	}
	mark(in, n.Start)
	for _, sym := range word {
		next := make([]bool, n.States())
		for s, there := range in {
			if !there {
				continue
			}
			for _, e := range n.edges[s] {
				if slices.Contains(n.sets[e.set], int32(sym)) {
					mark(next, []int32{e.to})
				}
			}
		}
		in = next
	}
	for s, there := range in {
		if there && n.Accept[s] {
			return true
		}
	}
	return false
}

func TestDeterminizeKeepsLanguage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	accepted := 0
	for i := range 600 {
		n := randomNFA(rng)
		d, err := n.Determinize(0)
		if err != nil {
			t.Fatal(err)
		}
		m := d.Minimize()
		for _, x := range []*DFA{d, m} {
			if err := x.Check(); err != nil {
				t.Fatal(i, err)
			}
		}
		words(n.Symbols, 5, func(w []int) {
			want := n.accepts(w)
			if want {
				accepted++
			}
			if d.Accepts(w) != want || m.Accepts(w) != want {
				t.Fatalf("case %d: word %v: NFA %v, DFA %v, minimal %v", i, w, want, d.Accepts(w), m.Accepts(w))
			}
		})
	}
	if accepted < 1000 {
		t.Errorf("only %d accepted words", accepted)
	}
}

// moore is minimisation by definition: the number of classes of reachable
// states, refined until stable.
func moore(d *DFA) int {
	d = d.reachable()
	class := make([]int, d.States())
	for bit, marks := range [][]bool{d.Accept, d.Live, d.Open} {
		for s, marked := range marks {
			if marked {
				class[s] |= 1 << bit
			}
		}
	}
	for count := 0; ; {
		ids := map[string]int{}
		next := make([]int, d.States())
		for s := range next {
			key := []int32{int32(class[s])}
			for sym := range d.Symbols {
				key = append(key, int32(class[d.Step(int32(s), sym)]))
			}
			k := packed(key)
			if _, ok := ids[k]; !ok {
				ids[k] = len(ids)
			}
			next[s] = ids[k]
		}
		class = next
		if len(ids) == count {
			return count
		}
		count = len(ids)
	}
}

// shuffled is d with its states renumbered at random and some duplicated.
func shuffled(rng *rand.Rand, d *DFA) *DFA {
	n := d.States()
	copies := make([][]int32, n) // by state of d: its states in the result
	perm := rng.Perm(2 * n)
	for i, to := range perm {
		copies[i%n] = append(copies[i%n], int32(to))
	}
	out := &DFA{Symbols: d.Symbols, Start: copies[d.Start][rng.IntN(2)], Accept: make([]bool, 2*n), Next: make([]int32, 2*n*d.Symbols)}
	if d.Live != nil {
		out.Live = make([]bool, 2*n)
	}
	if d.Open != nil {
		out.Open = make([]bool, 2*n)
	}
	for s := range n {
		for _, c := range copies[s] {
			out.Accept[c] = d.Accept[s]
			if d.Live != nil {
				out.Live[c] = d.Live[s]
			}
			if d.Open != nil {
				out.Open[c] = d.Open[s]
			}
			for sym := range d.Symbols {
				out.Next[int(c)*d.Symbols+sym] = copies[d.Step(int32(s), sym)][rng.IntN(2)]
			}
		}
	}
	return out
}

func TestMinimizeIsMinimalAndCanonical(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	merged := 0
	for i := range 2000 {
		d := randomDFA(rng, 1+rng.IntN(3), 1+rng.IntN(20))
		m := d.Minimize()
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		if want := moore(d); m.States() != want {
			t.Fatalf("case %d: %d states, Moore has %d", i, m.States(), want)
		}
		if m.States() < d.reachable().States() {
			merged++
		}
		if !Equivalent(d, m) {
			t.Fatalf("case %d: language changed", i)
		}
		if !Same(m, shuffled(rng, d).Minimize()) {
			t.Fatalf("case %d: renumbering changes the result", i)
		}
		if !Same(m, m.Minimize()) {
			t.Fatalf("case %d: not idempotent", i)
		}
	}
	if merged < 200 {
		t.Errorf("only %d of 2000 automata were not minimal", merged)
	}
}

func TestMinimizeLarge(t *testing.T) {
	// a ring of 30000 states that is a ring of 3, and a chain of 30000 that stays
	const n = 30000
	ring := &DFA{Symbols: 1}
	chain := &DFA{Symbols: 1}
	for i := range n {
		ring.Next = append(ring.Next, int32((i+1)%n))
		ring.Accept = append(ring.Accept, i%3 == 0)
		chain.Next = append(chain.Next, int32(min(i+1, n-1)))
		chain.Accept = append(chain.Accept, i == n-1)
	}
	if got := ring.Minimize().States(); got != 3 {
		t.Errorf("ring: %d states, want 3", got)
	}
	if got := chain.Minimize().States(); got != n {
		t.Errorf("chain: %d states, want %d", got, n)
	}
}

func must(t *testing.T) func(*DFA, error) *DFA {
	return func(d *DFA, err error) *DFA {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
}

func TestAlgebra(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	ok := must(t)
	for i := range 500 {
		k := 1 + rng.IntN(3)
		a, b := randomDFA(rng, k, 1+rng.IntN(7)), randomDFA(rng, k, 1+rng.IntN(7))
		and, or, minus := ok(Intersect(a, b, 0)), ok(Union(a, b, 0)), ok(Minus(a, b, 0))
		words(k, 6, func(w []int) {
			x, y := a.Accepts(w), b.Accepts(w)
			if and.Accepts(w) != (x && y) || or.Accepts(w) != (x || y) || minus.Accepts(w) != (x && !y) || a.Complement().Accepts(w) == x {
				t.Fatalf("case %d: word %v", i, w)
			}
		})
		if !Same(a.Complement().Complement(), a.Minimize()) {
			t.Fatalf("case %d: double complement", i)
		}
		if !Same(and.Complement(), ok(Union(a.Complement(), b.Complement(), 0))) {
			t.Fatalf("case %d: De Morgan", i)
		}
		if !Same(minus, ok(Intersect(a, b.Complement(), 0))) {
			t.Fatalf("case %d: difference", i)
		}
		if !ok(Intersect(a, a.Complement(), 0)).IsEmpty() || ok(Union(a, a.Complement(), 0)).States() != 1 {
			t.Fatalf("case %d: excluded middle", i)
		}
	}
}

func TestPrefixClose(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for i := range 300 {
		d := randomDFA(rng, 2, 1+rng.IntN(5))
		c := d.PrefixClose()
		words(2, 5, func(w []int) {
			want := false // can w be continued to a word of d? A continuation of fewer symbols than states will do
			words(2, d.States(), func(v []int) { want = want || d.Accepts(slices.Concat(w, v)) })
			if c.Accepts(w) != want {
				t.Fatalf("case %d: word %v: %v, want %v", i, w, !want, want)
			}
		})
		if !Same(c, c.PrefixClose()) {
			t.Fatalf("case %d: not idempotent", i)
		}
		if trap := c.Trap(); slices.ContainsFunc(c.Accept, func(a bool) bool { return !a }) != (trap >= 0) {
			t.Fatalf("case %d: trap %d of %v", i, trap, c.Accept)
		}
	}
}

func TestTrap(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	with := 0
	for i := range 1000 {
		m := randomDFA(rng, 2, 1+rng.IntN(8)).Minimize()
		var dead []int32
		for s := range int32(m.States()) {
			at := *m
			at.Start = s
			if at.IsEmpty() {
				dead = append(dead, s)
			}
		}
		switch trap := m.Trap(); {
		case len(dead) > 1:
			t.Fatalf("case %d: a minimal automaton with %d traps", i, len(dead))
		case len(dead) == 0 && trap != -1, len(dead) == 1 && trap != dead[0]:
			t.Fatalf("case %d: trap %d, want %v", i, trap, dead)
		case len(dead) == 1:
			with++
		}
	}
	if with < 50 {
		t.Errorf("only %d automata with a trap", with)
	}
}

func TestWitnessesAreShortest(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	equal := 0
	for i := range 1500 {
		a, b := randomDFA(rng, 2, 1+rng.IntN(7)), randomDFA(rng, 2, 1+rng.IntN(7))
		if i%3 == 0 {
			b = shuffled(rng, a)
			if i%2 == 0 {
				s := rng.IntN(b.States())
				b.Accept[s] = !b.Accept[s]
			}
		}
		diff := must(t)(product(a, b, 0, func(x, y bool) bool { return x != y }))
		want, differ := diff.ShortestWord()
		got, ok := Distinguish(a, b)
		if ok != differ || Equivalent(a, b) == differ || len(got) != len(want) {
			t.Fatalf("case %d: Distinguish gives %v %v, the product %v %v", i, got, ok, want, differ)
		}
		if ok && a.Accepts(got) == b.Accepts(got) {
			t.Fatalf("case %d: %v does not distinguish", i, got)
		}
		if !ok {
			equal++
		}
		// ShortestWord against all words in order
		var first []int
		words(2, a.States(), func(w []int) {
			if first == nil && a.Accepts(w) {
				first = slices.Clone(w)
				if first == nil {
					first = []int{}
				}
			}
		})
		if w, ok := a.ShortestWord(); ok != (first != nil) || !slices.Equal(w, first) {
			t.Fatalf("case %d: shortest word %v, want %v", i, w, first)
		}
		for s := range int32(a.States()) {
			if w, ok := a.WordTo(s); ok && a.Run(w) != s {
				t.Fatalf("case %d: word to %d leads elsewhere", i, s)
			}
		}
	}
	if equal < 100 {
		t.Errorf("only %d equal pairs", equal)
	}
}

func TestRename(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 200 {
		d := randomDFA(rng, 2, 1+rng.IntN(5))
		to := rng.Perm(4)[:2]
		wide := d.Rename(4, to)
		words(4, 4, func(w []int) {
			var narrow []int
			for _, sym := range w {
				if i := slices.Index(to, sym); i >= 0 {
					narrow = append(narrow, i)
				}
			}
			if wide.Accepts(w) != d.Accepts(narrow) {
				t.Fatalf("word %v", w)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	// the n-th symbol from the end is a: 2^n states
	e := Sequence(Star(OneOf(0, 1)), OneOf(0), Power(OneOf(0, 1), 40))
	var limited *LimitError
	if _, err := e.Compile(2, 0); !errors.As(err, &limited) || limited.Limit != DefaultLimit {
		t.Errorf("exponential determinisation: %v", err)
	}
	if _, err := e.Compile(2, 100); !errors.As(err, &limited) || limited.Limit != 100 {
		t.Errorf("exponential determinisation with a limit: %v", err)
	}
	nested := OneOf(0)
	for range 40 {
		nested = Power(nested, 1000)
	}
	if _, err := nested.Compile(2, 0); !errors.As(err, &limited) {
		t.Errorf("nested powers: %v", err)
	}
	rng := rand.New(rand.NewPCG(8, 1))
	a, b := randomDFA(rng, 2, 50), randomDFA(rng, 2, 50)
	if _, err := Intersect(a, b, 10); !errors.As(err, &limited) {
		t.Errorf("product: %v", err)
	}
	small := Sequence(Star(OneOf(0, 1)), OneOf(0), Power(OneOf(0, 1), 5))
	if d, err := small.Compile(2, 100); err != nil || d.States() != 64 {
		t.Errorf("sixth symbol from the end: %v states, %v; want 64", d, err)
	}
}

func TestNoSymbols(t *testing.T) {
	for _, c := range []struct {
		e     *Expr
		empty bool
	}{{EmptyWord(), false}, {OneOf(), true}, {Star(OneOf()), false}} {
		d, err := c.e.Compile(0, 0)
		if err != nil || d.Check() != nil || d.States() != 1 || d.IsEmpty() != c.empty || d.Complement().IsEmpty() == c.empty {
			t.Errorf("over no symbols: %v, %v", d, err)
		}
	}
}

func TestPrintTable(t *testing.T) {
	d := &DFA{Symbols: 2, Next: []int32{0, 1, 1, 1}, Accept: []bool{true, false}, Names: []string{"ok", ""}}
	var b bytes.Buffer
	if _, err := d.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	want := "dfa: 2 states, 2 symbols, start 0\n   0 * ok : 0 1\n   1   : 1 1\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

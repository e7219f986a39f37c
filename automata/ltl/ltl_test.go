package ltl_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"flavers/automata/ltl"
	"flavers/internal/trial"
)

const symbols = 4 // 3 is in no formula

// random is a formula with about so many operators.
func random(r *rand.Rand, size int) *ltl.Formula {
	if size <= 0 {
		switch r.IntN(12) {
		case 0:
			return &ltl.Formula{Op: ltl.True}
		case 1:
			return &ltl.Formula{Op: ltl.False}
		}
		out := []int32{r.Int32N(3)}
		if r.IntN(4) == 0 {
			out = append(out, r.Int32N(3))
		}
		return &ltl.Formula{Op: ltl.Event, Symbols: out}
	}
	op := ltl.Not + ltl.Op(r.IntN(int(ltl.Release-ltl.Not)+1))
	switch op {
	case ltl.Not, ltl.Next, ltl.Always, ltl.Finally:
		return &ltl.Formula{Op: op, X: random(r, size-1)}
	}
	left := r.IntN(size)
	return &ltl.Formula{Op: op, X: random(r, left), Y: random(r, size-1-left)}
}

// lasso is a word u v v v ..; with ends, its events end.
func lasso(r *rand.Rand, ends bool) (stem, loop []int32) {
	for range r.IntN(5) {
		stem = append(stem, r.Int32N(symbols))
	}
	if ends {
		return stem, []int32{ltl.None}
	}
	for range 1 + r.IntN(4) {
		loop = append(loop, r.Int32N(symbols))
	}
	return stem, loop
}

// definition says whether a formula is true at a position: by all that follow, of which there are
// as many as letters.
func definition(f *ltl.Formula, letters []int32, again, i int) bool {
	next := func(i int) int {
		if i++; i == len(letters) {
			return again
		}
		return i
	}
	x := func(i int) bool { return definition(f.X, letters, again, i) }
	y := func(i int) bool { return definition(f.Y, letters, again, i) }
	later := func(what func(j int) bool) bool { // at i or later, x is true up to there
		for range letters {
			if what(i) {
				return true
			}
			if f.Op != ltl.Finally && f.Op != ltl.Release && !x(i) {
				return false
			}
			i = next(i)
		}
		return f.Op == ltl.Always || f.Op == ltl.WeakUntil
	}
	switch f.Op {
	case ltl.Event:
		return slices.Contains(f.Symbols, letters[i])
	case ltl.Not:
		return !x(i)
	case ltl.And:
		return x(i) && y(i)
	case ltl.Or:
		return x(i) || y(i)
	case ltl.Implies:
		return !x(i) || y(i)
	case ltl.Iff:
		return x(i) == y(i)
	case ltl.Next:
		return x(next(i))
	case ltl.Always:
		return later(func(int) bool { return false })
	case ltl.Finally:
		return later(x)
	case ltl.Until, ltl.WeakUntil:
		return later(y)
	case ltl.Release: // some position has !y, and none up to there, but it, has x
		for range letters {
			if !y(i) {
				return false
			}
			if x(i) {
				return true
			}
			i = next(i)
		}
		return true
	}
	return f.Op == ltl.True
}

func run(w *ltl.Words, letters []int32) int32 {
	q := int32(0)
	for _, s := range letters {
		q = w.Next[int(q)*w.Classes+int(w.Class[s])]
	}
	return q
}

func name(set []int32) string {
	out := ""
	for _, s := range set {
		out += string(rune('a' + s))
	}
	return out
}

// The automata of random formulas say of random words what the definition says.
func TestRandom(t *testing.T) {
	never, safety, live, dead, unknown, marked := 0, 0, 0, 0, 0, 0
	for seed := range trial.Seeds(t, 300) {
		r := rand.New(rand.NewPCG(seed, 41))
		f := random(r, r.IntN(9))
		yes, err := ltl.Translation(f, false, symbols, 1000)
		if err != nil {
			t.Fatalf("seed %d, %s: %v", seed, f.Text(name), err)
		}
		no, err := ltl.Translation(f, true, symbols, 1000)
		if err != nil {
			t.Fatalf("seed %d, !(%s): %v", seed, f.Text(name), err)
		}
		a, err := ltl.Translate(f, symbols, 1000)
		if err != nil {
			t.Fatalf("seed %d, %s: %v", seed, f.Text(name), err)
		}
		if yes.Marks != 0 {
			marked++
		}
		holds := true // of all words without a beginning that is not live
		for i := range 40 {
			stem, loop := lasso(r, i%3 == 0)
			want := f.Holds(stem, loop)
			if f.Size() < 7 && want != definition(f, slices.Concat(stem, loop), len(stem), 0) {
				t.Fatalf("seed %d: %s is not %v of %v and %v for ever", seed, f.Text(name), want, stem, loop)
			}
			if yes.Accepts(stem, loop) != want || no.Accepts(stem, loop) == want {
				t.Fatalf("seed %d: %s is %v of %v and %v for ever", seed, f.Text(name), want, stem, loop)
			}
			q := run(&a.Words, stem)
			switch {
			case loop[0] == ltl.None:
				if a.Words.Accept[q] != want {
					t.Fatalf("seed %d: %s is %v at the end of %v", seed, f.Text(name), want, stem)
				}
			case !a.Words.Live[run(&a.Words, slices.Concat(stem, slices.Repeat(loop, a.Words.States())))]:
				if want {
					t.Fatalf("seed %d: %s is not live after %v and %v for ever", seed, f.Text(name), stem, loop)
				}
				continue
			default:
				if got := a.Never == nil || !a.Never.Accepts(stem, loop); got != want {
					t.Fatalf("seed %d: %s is %v of %v and %v for ever, never says %v", seed, f.Text(name), want, stem, loop, got)
				}
			}
			holds = holds && want
		}
		if a.Never != nil {
			if never++; a.Never.Marks == 0 {
				t.Fatalf("seed %d: never of %s has no mark", seed, f.Text(name))
			}
		} else if safety++; !holds && !slices.Contains(a.Words.Accept, false) {
			t.Fatalf("seed %d: %s is no safety formula", seed, f.Text(name))
		}
		// A state is live iff some word that leads on from it satisfies the formula.
		for range 3 {
			stem, _ := lasso(r, true)
			is := a.Words.Live[run(&a.Words, stem)]
			found := false
			for i := 0; i < 300 && !found; i++ {
				u, v := lasso(r, i%3 == 0)
				found = f.Holds(slices.Concat(stem, u), v)
			}
			switch {
			case found && !is:
				t.Fatalf("seed %d: %s is not live after %v", seed, f.Text(name), stem)
			case found:
				live++
			case is:
				unknown++
			default:
				dead++
			}
		}
	}
	t.Logf("%d with words to avoid, %d without, %d with marks; live %d, dead %d, unknown %d", never, safety, marked, live, dead, unknown)
	if never < 20 || safety < 50 || marked < 50 || live < 50 || dead < 20 || unknown > dead/5 {
		t.Errorf("too few to mean anything: %d with words to avoid, %d without, %d with marks; live %d, dead %d, unknown %d",
			never, safety, marked, live, dead, unknown)
	}
}

// Equal formulas are one in normal form.
func TestNormal(t *testing.T) {
	a, b := event(0), event(1)
	for _, c := range []struct{ x, y *ltl.Formula }{
		{un(ltl.Not, un(ltl.Always, a)), un(ltl.Finally, un(ltl.Not, a))},
		{un(ltl.Finally, un(ltl.Finally, a)), un(ltl.Finally, a)},
		{un(ltl.Always, un(ltl.Finally, un(ltl.Always, a))), un(ltl.Finally, un(ltl.Always, a))},
		{bin(ltl.And, un(ltl.Always, a), un(ltl.Always, b)), un(ltl.Always, bin(ltl.And, a, b))},
		{bin(ltl.And, un(ltl.Always, a), un(ltl.Always, un(ltl.Not, a))), &ltl.Formula{Op: ltl.False}},
		{bin(ltl.Or, un(ltl.Finally, a), un(ltl.Finally, b)), un(ltl.Finally, bin(ltl.Or, a, b))},
		{bin(ltl.And, un(ltl.Next, a), bin(ltl.Or, un(ltl.Next, a), un(ltl.Finally, b))), un(ltl.Next, a)},
		{un(ltl.Not, bin(ltl.Until, a, b)), bin(ltl.Release, un(ltl.Not, a), un(ltl.Not, b))},
		{bin(ltl.Iff, a, un(ltl.Not, a)), &ltl.Formula{Op: ltl.False}},
		{bin(ltl.WeakUntil, a, &ltl.Formula{Op: ltl.False}), un(ltl.Always, a)},
		{un(ltl.Next, &ltl.Formula{Op: ltl.True}), &ltl.Formula{Op: ltl.True}},
	} {
		if x, y := ltl.Normal(c.x, c.y, 2); x != y {
			t.Errorf("%s is not %s", c.x.Text(name), c.y.Text(name))
		}
	}
}

func event(s int32) *ltl.Formula                    { return &ltl.Formula{Op: ltl.Event, Symbols: []int32{s}} }
func un(op ltl.Op, x *ltl.Formula) *ltl.Formula     { return &ltl.Formula{Op: op, X: x} }
func bin(op ltl.Op, x, y *ltl.Formula) *ltl.Formula { return &ltl.Formula{Op: op, X: x, Y: y} }

// The sizes of the automata of usual formulas: words, before they are minimized, and never.
func TestSizes(t *testing.T) {
	a, b, c := event(0), event(1), event(2)
	implies := func(x, y *ltl.Formula) *ltl.Formula { return un(ltl.Always, bin(ltl.Implies, x, y)) }
	for _, k := range []struct {
		f            *ltl.Formula
		words, never int
	}{
		{un(ltl.Always, un(ltl.Not, a)), 2, 0},
		{un(ltl.Finally, a), 2, 1},
		{implies(a, un(ltl.Finally, b)), 2, 2},
		{un(ltl.Always, un(ltl.Finally, a)), 1, 2},
		{un(ltl.Finally, un(ltl.Always, un(ltl.Not, a))), 2, 1},
		{bin(ltl.Until, un(ltl.Not, a), b), 3, 1},
		{implies(a, un(ltl.Next, bin(ltl.Until, un(ltl.Not, a), b))), 3, 2},
		{bin(ltl.And, un(ltl.Always, un(ltl.Finally, a)), bin(ltl.And, un(ltl.Always, un(ltl.Finally, b)), un(ltl.Always, un(ltl.Finally, c)))), 1, 4},
		{bin(ltl.Implies, bin(ltl.And, un(ltl.Always, un(ltl.Finally, a)), un(ltl.Always, un(ltl.Finally, b))), un(ltl.Always, un(ltl.Finally, c))), 4, 2},
	} {
		out, err := ltl.Translate(k.f, 3, 1000)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		if out.Never != nil {
			n = out.Never.States()
		}
		if out.Words.States() != k.words || n != k.never {
			t.Errorf("%s: %d and %d states, want %d and %d", k.f.Text(name), out.Words.States(), n, k.words, k.never)
		}
	}
}

// What grows too large is given up.
func TestLimit(t *testing.T) {
	f := &ltl.Formula{Op: ltl.True}
	for i := range 14 { // some event again at the distance 14 of each
		f = un(ltl.Next, f)
		if i == 0 {
			f = un(ltl.Next, event(0))
		}
	}
	f = un(ltl.Always, bin(ltl.Implies, event(0), f))
	if _, err := ltl.Translate(f, 2, 1000); err != ltl.ErrTooLarge {
		t.Errorf("%v", err)
	}
	deep := event(0)
	for i := range 40 {
		deep = bin(ltl.Until, un(ltl.Next, event(int32(i%3))), deep)
	}
	if _, err := ltl.Translate(deep, 3, 1000); err != ltl.ErrTooLarge {
		t.Errorf("%v", err)
	}
}

func BenchmarkTranslate(b *testing.B) {
	for _, size := range []int{4, 8, 16} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 43))
			for b.Loop() {
				ltl.Translate(random(r, size), symbols, 1000)
			}
		})
	}
}

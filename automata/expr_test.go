package automata

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// matches is the meaning of an expression by definition: the set of ends of
// words of e that begin at from in w.
func (e *Expr) matches(w []int, from int) map[int]bool {
	ends := map[int]bool{}
	switch e.kind {
	case exprEmpty:
		ends[from] = true
	case exprSet:
		for _, s := range e.set {
			if from < len(w) && w[from] == int(s) {
				ends[from+1] = true
			}
		}
	case exprExcept:
		if from < len(w) && !slices.Contains(e.set, int32(w[from])) {
			ends[from+1] = true
		}
	case exprSeq:
		ends[from] = true
		for _, a := range e.args {
			ends = after(ends, w, a)
		}
	case exprPower:
		ends[from] = true
		for range e.count {
			ends = after(ends, w, e.args[0])
		}
	case exprChoice:
		for _, a := range e.args {
			for i := range a.matches(w, from) {
				ends[i] = true
			}
		}
	case exprOption:
		ends = e.args[0].matches(w, from)
		ends[from] = true
	case exprStar, exprPlus:
		step := map[int]bool{from: true}
		if e.kind == exprStar {
			ends[from] = true
		}
		for range len(w) + 1 {
			step = after(step, w, e.args[0])
			for i := range step {
				ends[i] = true
			}
		}
	}
	return ends
}

func after(at map[int]bool, w []int, e *Expr) map[int]bool {
	ends := map[int]bool{}
	for i := range at {
		for j := range e.matches(w, i) {
			ends[j] = true
		}
	}
	return ends
}

func randomExpr(rng *rand.Rand, depth int) *Expr {
	if depth == 0 || rng.IntN(6) == 0 {
		if rng.IntN(8) == 0 {
			return EmptyWord()
		}
		var set []int32
		for s := range int32(3) {
			if rng.IntN(2) == 0 {
				set = append(set, s)
			}
		}
		if rng.IntN(3) == 0 {
			return Except(set...)
		}
		return OneOf(set...)
	}
	arg := func() *Expr { return randomExpr(rng, depth-1) }
	switch rng.IntN(8) {
	case 0, 1, 2:
		return Sequence(arg(), arg())
	case 3:
		return Choice(arg(), arg(), arg())
	case 4:
		return Star(arg())
	case 5:
		return Plus(arg())
	case 6:
		return Option(arg())
	}
	return Power(arg(), rng.IntN(4))
}

func TestCompileAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	accepted, rejected := 0, 0
	for i := range 700 {
		e := randomExpr(rng, 3)
		d, err := e.Compile(3, 0)
		if err != nil {
			t.Fatal(err)
		}
		words(3, 4, func(w []int) {
			want := e.matches(w, 0)[len(w)]
			if want {
				accepted++
			} else {
				rejected++
			}
			if d.Accepts(w) != want {
				t.Fatalf("expression %d: word %v: %v, want %v", i, w, !want, want)
			}
		})
	}
	if accepted < 5000 || rejected < 5000 {
		t.Errorf("%d words accepted, %d rejected", accepted, rejected)
	}
}

func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	compile := func(e *Expr) *DFA { return must(t)(e.Compile(3, 0)) }
	for i := range 300 {
		a, b := randomExpr(rng, 2), randomExpr(rng, 2)
		star := func(e *Expr) *Expr { return Star(e) }
		for j, law := range [][2]*Expr{
			{star(Choice(a, b)), star(Sequence(star(a), star(b)))},
			{Plus(a), Sequence(a, star(a))},
			{Option(a), Choice(a, EmptyWord())},
			{Power(a, 3), Sequence(a, a, a)},
			{star(Sequence(a, b)), Choice(EmptyWord(), Sequence(a, star(Sequence(b, a)), b))},
		} {
			if !Same(compile(law[0]), compile(law[1])) {
				t.Fatalf("case %d: law %d", i, j)
			}
		}
		if u := must(t)(Union(compile(a), compile(b), 0)); !Same(u, compile(Choice(a, b))) {
			t.Fatalf("case %d: union", i)
		}
	}
}

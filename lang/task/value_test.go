package task

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"flavers/cfg"
)

// env is one assignment of the variables of the test programs.
type env struct {
	x, y int64
	b    bool
	a    [3]int64
}

const declarations = "shared x -2..2; shared y 0..3; shared b bool; shared a [3]-1..2; lock m[5]; shared out -1000..1000\n"

func (e env) fixed() map[cfg.VarID]int64 {
	m := map[cfg.VarID]int64{0: e.x, 1: e.y, 2: 0, 3: e.a[0], 4: e.a[1], 5: e.a[2]}
	if e.b {
		m[2] = 1
	}
	return m
}

func environments(f func(env)) {
	for x := int64(-2); x <= 2; x++ {
		for y := int64(0); y <= 3; y++ {
			for i := range 27 * 2 {
				f(env{x, y, i%2 == 1, [3]int64{int64(i/2%3) - 1, int64(i/6%3) - 1, int64(i/18) - 1 + int64(i%2)}})
			}
		}
	}
}

// term is an expression twice: as text, and as a function that computes it in
// the plainest way; the function panics with a string at a run-time error.
type term struct {
	text string
	num  func(env) int64
	is   func(env) bool
}

// randomInt makes an integer expression with parentheses everywhere.
func randomInt(r *rand.Rand, depth int) term {
	if depth == 0 {
		switch r.IntN(4) {
		case 0:
			return term{text: "x", num: func(e env) int64 { return e.x }}
		case 1:
			return term{text: "y", num: func(e env) int64 { return e.y }}
		}
		n := int64(r.IntN(4))
		return term{text: fmt.Sprint(n), num: func(env) int64 { return n }}
	}
	p, q := randomInt(r, depth-1), randomInt(r, r.IntN(depth))
	two := func(format string, f func(a, b int64) int64) term {
		return term{text: fmt.Sprintf(format, p.text, q.text), num: func(e env) int64 { a := p.num(e); return f(a, q.num(e)) }}
	}
	switch r.IntN(9) {
	case 0:
		return two("(%s + %s)", func(a, b int64) int64 { return a + b })
	case 1:
		return two("(%s - %s)", func(a, b int64) int64 { return a - b })
	case 2:
		return two("(%s * %s)", func(a, b int64) int64 { return a * b })
	case 3:
		return two("(%s / %s)", func(a, b int64) int64 {
			if b == 0 {
				panic("division")
			}
			return a / b
		})
	case 4:
		return two("(%s %% %s)", func(a, b int64) int64 {
			if b == 0 {
				panic("division")
			}
			m := a // the number in 0..|b|-1 that differs from a by a multiple of b
			for m < 0 {
				m += max(b, -b)
			}
			for m >= max(b, -b) {
				m -= max(b, -b)
			}
			return m
		})
	case 5:
		return two("min(%s, %s)", func(a, b int64) int64 { return min(a, b) })
	case 6:
		return term{text: "-" + p.text, num: func(e env) int64 { return -p.num(e) }}
	case 7:
		return term{text: "a[" + q.text + "]", num: func(e env) int64 {
			i := q.num(e)
			if i < 0 || i > 2 {
				panic("index")
			}
			return e.a[i]
		}}
	}
	c := randomBool(r, depth-1)
	return term{text: fmt.Sprintf("(if %s then %s else %s)", c.text, p.text, q.text), num: func(e env) int64 {
		if c.is(e) {
			return p.num(e)
		}
		return q.num(e)
	}}
}

func randomBool(r *rand.Rand, depth int) term {
	if depth <= 0 {
		return term{text: "b", is: func(e env) bool { return e.b }}
	}
	switch r.IntN(4) {
	case 0:
		p := randomBool(r, depth-1)
		return term{text: "!" + p.text, is: func(e env) bool { return !p.is(e) }}
	case 1:
		p, q := randomBool(r, depth-1), randomBool(r, depth-1)
		return term{text: "(" + p.text + " && " + q.text + ")", is: func(e env) bool { return p.is(e) && q.is(e) }}
	case 2:
		p, q := randomBool(r, depth-1), randomBool(r, depth-1)
		return term{text: "(" + p.text + " || " + q.text + ")", is: func(e env) bool { return p.is(e) || q.is(e) }}
	}
	p, q := randomInt(r, depth-1), randomInt(r, depth-1)
	op := []string{"<", "<=", "==", "!=", ">", ">="}[r.IntN(6)]
	return term{text: "(" + p.text + " " + op + " " + q.text + ")", is: func(e env) bool {
		a, b := p.num(e), q.num(e)
		switch op {
		case "<":
			return a < b
		case "<=":
			return a <= b
		case "==":
			return a == b
		case "!=":
			return a != b
		case ">":
			return a > b
		}
		return a >= b
	}}
}

// compute runs f in e; failed tells whether there was a run-time error.
func (tm term) compute(e env) (n int64, failed bool) {
	defer func() {
		if x := recover(); x != nil {
			if _, mine := x.(string); !mine {
				panic(x)
			}
			failed = true
		}
	}()
	return tm.num(e), false
}

// TestExpressions compares lowered expressions with the plain functions, in
// every assignment of the variables: (1) the value of an assignment; (2) of
// the nodes of an event exactly one can be taken, with that value or a
// failure; (3) the same for a lock with a computed index, unless the index
// itself fails. The printed assignment, read again, prints the same.
func TestExpressions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rejected := 0
	for range 200 {
		tm := randomInt(r, 1+r.IntN(4))
		load := func(stmt string) *cfg.Program {
			p, list := Load("f.tfg", []byte(declarations+"task t { "+stmt+" }"), nil)
			if p == nil {
				for _, d := range list.All { // constants that cannot be right, and nothing else
					if d.Code != "T207" && d.Code != "T208" && d.Code != "T211" {
						t.Fatalf("%s: %s", stmt, d)
					}
				}
			}
			return p
		}
		assign, event, lock := load("out = "+tm.text), load("event e("+tm.text+")"), load("lock m["+tm.text+"]")
		if assign != nil {
			if again := load(assign.NodeString(0)); again == nil || again.NodeString(0) != assign.NodeString(0) {
				t.Errorf("%s is printed as %s", tm.text, assign.NodeString(0))
			}
		} else {
			rejected++
		}
		environments(func(e env) {
			want, failed := tm.compute(e)
			holds := func(n *cfg.Node) bool {
				if n.Guard == nil {
					return true
				}
				v, missing, bad := evaluate(n.Guard, e.fixed())
				if missing != cfg.None {
					t.Fatalf("%s: variable %d is missing", tm.text, missing)
				}
				return v != 0 && bad == ""
			}
			if assign != nil {
				got, _, bad := evaluate(assign.Nodes[0].Op.(cfg.Block).Stmts[0].(*cfg.Assign).Value, e.fixed())
				if (bad != "") != failed || !failed && got != want {
					t.Fatalf("%s in %v: %d %q, want %d (failed: %v)", tm.text, e, got, bad, want, failed)
				}
			}
			if event != nil {
				taken := 0
				for i := range event.Nodes {
					n := &event.Nodes[i]
					if !holds(n) {
						continue
					}
					taken++
					switch op := n.Op.(type) {
					case cfg.Fail:
						if !failed {
							t.Fatalf("event %s in %v fails, want %d", tm.text, e, want)
						}
					case cfg.Block:
						if got := op.Stmts[0].(*cfg.Event).Args[0].(cfg.Const).Value; failed || int64(got) != want {
							t.Fatalf("event %s in %v: %d, want %d (failed: %v)", tm.text, e, got, want, failed)
						}
					}
				}
				if taken != 1 {
					t.Fatalf("event %s in %v: %d nodes can be taken", tm.text, e, taken)
				}
			}
			if lock != nil && !failed {
				taken := 0
				for i := range lock.Nodes {
					n := &lock.Nodes[i]
					if !holds(n) {
						continue
					}
					taken++
					switch op := n.Op.(type) {
					case cfg.Fail:
						if want >= 0 && want <= 4 {
							t.Fatalf("lock %s in %v fails, want m[%d]", tm.text, e, want)
						}
					case cfg.Lock:
						if int64(op.Lock) != want {
							t.Fatalf("lock %s in %v takes m[%d], want m[%d]", tm.text, e, op.Lock, want)
						}
					}
				}
				if taken != 1 {
					t.Fatalf("lock %s in %v: %d nodes can be taken", tm.text, e, taken)
				}
			}
		})
	}
	if rejected > 200 {
		t.Errorf("%d of 400 expressions were rejected: the test is too weak", rejected)
	}
}

package explore

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"flavers/explore/model"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

// spawner is a program whose tasks are numbered before those that start them: an
// actor with several ways at one point, of which one spawns.
func spawner(r *rand.Rand) string {
	body := func(in string) string {
		out := ""
		for range 1 + r.IntN(3) {
			switch r.IntN(6) {
			case 0:
				out += fmt.Sprintf("if v == %d { v = %d } else { %s = 1 }; ", r.IntN(2), 1+r.IntN(2), in)
			case 1:
				out += "spawn w; "
			case 2, 3:
				out += in + " = 1; "
			case 4:
				out += fmt.Sprintf("if v == 0 { v = %d }; ", 1+r.IntN(2))
			case 5:
				out += fmt.Sprintf("choose { v = %d } or { %s = 1 }; ", r.IntN(3), in)
			}
		}
		return out
	}
	first := "on h "
	if r.IntN(2) == 0 {
		first = "on quorum 1 h "
	}
	src := "shared x, d 0..1\ntask w dynamic[2] { " + []string{"skip", "x = 1", "d = 1; event e"}[r.IntN(3)] + " }\nactor a {\n  var v 0..2\n  " +
		first + "{ " + body("d") + "}\n  " + []string{"on k ", "on quorum 1 k "}[r.IntN(2)] + "{ " + body("x") + "}\n}\npost a.k\ntask t { var y 0..1\n  post a.h; y = x"
	if r.IntN(2) == 0 {
		src += "; if d == 1 { y = 0 }"
	}
	if r.IntN(3) == 0 {
		src += "; await d == 1; assert y == 1"
	}
	src += " }\n"
	if r.IntN(3) == 0 {
		src += "task u { " + []string{"post a.h", "post a.k", "x = 1"}[r.IntN(3)] + " }\n"
	}
	return src
}

// Where steps start tasks, every class of executions is found as well.
func TestSpawningHandlers(t *testing.T) {
	compared := 0
	for seed := range trial.Seeds(t, 30) {
		src := spawner(rand.New(rand.NewPCG(seed, 303)))
		p, ds := lang.Load("spawner.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, src)
		}
		m, err := sem.NewWithEnds(p)
		if err != nil {
			t.Fatal(err)
		}
		count, _, ok := classes(model.New(m, nil, model.Config{Threads: true}), 2000, 60)
		if !ok {
			continue
		}
		compared++
		for _, algorithm := range []string{"optimal", "source", "dpor+sleep"} {
			for _, highest := range []bool{false, true} {
				r := explore(t, p, Options{Algorithm: algorithm, HighestFirst: highest})
				if r.Executions+r.Beyond != count || algorithm == "optimal" && r.Blocked > 0 {
					t.Fatalf("seed %d: %s (highest first %v): %d executions, %d blocked; there are %d classes\n%s",
						seed, algorithm, highest, r.Executions, r.Blocked, count, src)
				}
			}
		}
	}
	t.Logf("%d programs compared", compared)
	if compared < trial.Count(t, 30)/2 {
		t.Errorf("only %d programs compared", compared)
	}
}

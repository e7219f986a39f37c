package task_test

import (
	"errors"
	"strings"
	"testing"

	"flavers/lang/task"
)

// Each of these that is refused looks alike for 5 and for 6 tasks, or may. Those marked *new* were refused, or
// accepted, by what a text looks like before the resolved program was asked.
func TestUniform(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"uniform":                 {"task a[i in 0..N-1] { event e(i) }\ntask b[j in 0 .. N - 1] { event f(j, j) }", ""},
		"a later number":          {"task a[i in 0..N-1] { if i == 7 { event e } }", "i is used for more"},
		"start":                   {"task a[i in 0..N-1] { var v 0..9 = i; event e }", "i is used for more"},
		"an expression":           {"task a[i in 0..N-1] { event e(i) }\nshared c bool = N > 7", "N is used for more"},
		"another constant":        {"const M = N / 8\ntask a[i in 0..N-1] { event e(i) }", "N is used for more"},
		"capacity":                {"chan c[min(N, 5)] bool\ntask a[i in 0..N-1] { c <- true }", "N is used for more"},
		"other lower bound":       {"task a[i in 2..N-1] { event e }", "N is used for more"},
		"other upper bound":       {"task a[i in 0..N-1+N%7] { event e }", "N is used for more"},
		"self":                    {"task a[i in 0..N-1] { if self == 7 { event e } }", "uses which of its family"},
		"no family":               {"task a[i in 0..3] { event e }", "not the number of tasks"},
		"members one by one":      {"task a[i in 0..N-1] { entry e; accept e }\ntask b { for k in 0..N-1 { call a[k].e } }", "N is used for more"},
		"last member":             {"task a[i in 0..N-1] { entry e; accept e }\ntask b { call a[N-1].e }", "chooses a task of a"},
		"self in a procedure":     {"proc p() { if self == 7 { event e } }\ntask a[i in 0..N-1] { p() }", "uses which of its family"},
		"behind a comment":        {"task a[i in 0..N-1] { var v 0..9; v = ( // event e(\n i) }", "i is used for more"},
		"arithmetic":              {"task a[i in 0..N-1] { event e(i / 7) }", "i is used for more"},
		"an index of an argument": {"shared x [9]0..3\ntask a[i in 0..N-1] { event e(x[i]) }", "i is used for more"},
		"a chosen member":         {"task a[i in 0..N-1] { entry e; accept e }\ntask b { call a[3].e }", "chooses a task of a"},
		"an argument":             {"proc p(v 0..9) { if v == 7 { event e } }\ntask a[i in 0..N-1] { p(i) }", "i is used for more"},
		"in a procedure":          {"task a[i in 0..N-1] { proc p() { if i == 7 { event e } } p() }", "i is used for more"},
		"a bound of a loop":       {"task a[i in 0..N-1] { for k in 0..i { event e } }", "i is used for more"},
		"an actor":                {"actor a[i in 0..N-1] { on m { } }", "N is used for more"},
		"a dynamic family":        {"task a() dynamic[N] { event e }\ntask b[i in 0..N-1] { event f }", "N is used for more"},
		"an entry family":         {"task a[i in 0..N-1] { event e }\ntask s { entry q[N]; accept q[0] }", "N is used for more"},
		"a type of a task":        {"task a[i in 0..N-1] { var x 0..N = 0; event e }", "N is used for more"},
		"a local constant":        {"task a[i in 0..N-1] { const K = i; if K == 7 { event e } }", "i is used for more"},
		"faulty":                  {"task a[i in 0..N-1] { x = 1 }", "has errors"},
		// new
		"parentheses":       {"task a[i in (0)..((N - 1))] { event e((i)) }", ""},
		"a loop of its own": {"shared x 0..9\ntask a[i in 0..N-1] { for k in 0..3 { x = k } }", ""},
		"another N":         {"task a[i in 0..N-1] { event e }\ntask b { const N = 3; var x 0..9 = N }", ""},
		"self of another":   {"task a[i in 0..N-1] { event e }\ntask b[k in 0..2] { event f(self) }", ""},
		"a replica":         {"task a[i in 0..N-1] { event e }\ntask s { entry q[3]; select { case (k in 0..2) accept q[k]: event f(k) } }", ""},
	} {
		text := "program x\nconst N = 5\n" + c.body + "\n"
		err := task.Uniform("x.tfg", []byte(text), "N")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		var use *task.Use
		if errors.As(err, &use) && use.Pos.Line < 3 {
			t.Errorf("%s: at %v", name, use.Pos)
		}
	}
	if err := task.Uniform("x.tfg", []byte("program x\n"), "N"); err == nil {
		t.Error("no constant: uniform")
	}
}

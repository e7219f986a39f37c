package every_test

import (
	"strings"
	"testing"

	"flavers/lang"
	"flavers/verify/every"
)

// Each of these looks alike for 5 and for 6 tasks, or may.
func TestUniform(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"uniform":             {"task a[i in 0..N-1] { event e(i) }\ntask b[j in 0 .. N - 1] { event f(j, j) }", ""},
		"a later number":      {"task a[i in 0..N-1] { if i == 7 { event e } }", "i is used for more"},
		"start":               {"task a[i in 0..N-1] { var v 0..9 = i; event e }", "i is used for more"},
		"an expression":       {"task a[i in 0..N-1] { event e(i) }\nshared c bool = N > 7", "N is used for more"},
		"another constant":    {"const M = N / 8\ntask a[i in 0..N-1] { event e(i) }", "N is used for more"},
		"capacity":            {"chan c[min(N, 5)] bool\ntask a[i in 0..N-1] { c <- true }", "N is used for more"},
		"other lower bound":   {"task a[i in 2..N-1] { event e }", "N is used for more"},
		"other upper bound":   {"task a[i in 0..N-1+N%7] { event e }", "N is used for more"},
		"self":                {"task a[i in 0..N-1] { if self == 7 { event e } }", "uses which of its family"},
		"no family":           {"task a[i in 0..3] { event e }", "not the number of tasks"},
		"members one by one":  {"task a[i in 0..N-1] { entry e; accept e }\ntask b { for k in 0..N-1 { call a[k].e } }", "N is used for more"},
		"last member":         {"task a[i in 0..N-1] { entry e; accept e }\ntask b { call a[N-1].e }", "N is used for more"},
		"self in a procedure": {"proc p() { if self == 7 { event e } }\ntask a[i in 0..N-1] { p() }", "uses which of its family"},
		"behind a comment":    {"task a[i in 0..N-1] { var v 0..9; v = ( // event e(\n i) }", "i is used for more"},
		"arithmetic":          {"task a[i in 0..N-1] { event e(i / 7) }", "i is used for more"},
	} {
		text := "program x\nconst N = 5\n" + c.body + "\n"
		err := every.Uniform(text, lang.Index("x.tfg", []byte(text)), "N")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if err := every.Uniform("program x\n", lang.Index("x.tfg", []byte("program x\n")), "N"); err == nil {
		t.Error("no constant: uniform")
	}
}

package invariant_test

import (
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/automata/invariant"
	"flavers/lang"
)

// Lengths of channels in conditions: what is read, and what is refused.
func TestLengthsInInvariants(t *testing.T) {
	p, ds := lang.Load("p.tfg", []byte("const K = 1\nchan c[2] bool\nchan d[2][3] bool\nchan u bool\nshared x 0..3\nlock m\n"+
		"task t { c <- true; d[1] <- true; u <- true; lock m; x = 1 }"), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	for text, want := range map[string]string{
		"len(c) <= 2": "len(c) <= 2",
		"len ( d[K] ) + x < 3 || full(d[0]) == empty(c)": "len(d[1]) + x < 3 || (len(d[0]) == 3) == (len(c) == 0)",
		"!full(c)":       "!(len(c) == 2)",
		"len(u) < 1":     "no buffer",
		"len(x) < 1":     "no channel",
		"len(d) < 1":     "no channel",
		"len(m) < 1":     "no channel",
		"full(c) < 1":    "different types",
		"len(c)":         "number or a value",
		"len(3) < 1":     "len is of a channel",
		"len(c":          "expected `)`",
		"len(c + 1) < 2": "expected `)`",
	} {
		specs, ds := fsa.ParseFor("i.fsa", []byte("invariant i { "+text+" }\n"), fsa.Environment{Constants: p.Constants})
		if !ds.HasErrors() {
			q, _, more := invariant.Attach(p, specs)
			if ds = more; !ds.HasErrors() {
				inv := q.Invariants[0]
				if got := q.ExprString(inv.Cond); got != want || len(inv.Chans) == 0 || len(q.Lengths) != len(inv.Chans) {
					t.Errorf("%s: %s, channels %v of %v", text, got, inv.Chans, q.Lengths)
				}
				continue
			}
		}
		if got := ds.All[0].Message; !strings.Contains(got, want) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

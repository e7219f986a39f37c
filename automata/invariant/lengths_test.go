package invariant_test

import (
	"fmt"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/automata/invariant"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/trial"
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

// A channel that cannot be meant is reported where it stands, with what to write instead.
func TestHintsForLengths(t *testing.T) {
	load := func(text string) *cfg.Program {
		p, ds := lang.Load("p.tfg", []byte(text), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		return p
	}
	p := load("chan box[2] bool\nchan d[2][3] bool\nchan u bool\nshared x 0..3\nlock m\n" +
		"task t { var r chan bool = box; r <- true; d[1] <- true; u <- true; lock m; x = 1 }")
	none := load("chan u bool\ntask t { u <- true }")
	for _, c := range []struct {
		p          *cfg.Program
		text, want string
	}{
		{p, "empty(u)", "1:23: channel u has no buffer, and so no length; its messages go from hand to hand; give it a buffer, " +
			"or count them in a shared variable"},
		{p, "full(d)", "1:22: the program has no channel \"d\"; d is an array of channels: write full(d[0])"},
		{p, "full(d[7])", "1:22: the program has no channel \"d[7]\"; did you mean \"d[0]\"?"},
		{p, "len(x) == 1", "1:21: the program has no channel \"x\"; x is a variable, and len is of a channel"},
		{p, "full(t.r)", "1:22: the program has no channel \"t.r\"; t.r is a variable, which may hold any channel of its type: name the channel"},
		{p, "full(bix)", "1:22: the program has no channel \"bix\"; did you mean \"box\"?"},
		{p, "full(m)", "1:22: the program has no channel \"m\"; its channels with a buffer are box, d[0] and d[1]"},
		{none, "full(c)", "1:22: the program has no channel \"c\"; "},
	} {
		_, _, ds := trial.SpecsOf(c.p, "i.fsa", []byte("invariant one { "+c.text+" }\n"))
		if !ds.HasErrors() {
			t.Errorf("%s is accepted", c.text)
			continue
		}
		d := ds.All[0]
		if got := fmt.Sprintf("%d:%d: %s; %s", d.Pos.Line, d.Pos.Column, d.Message, d.Hint); got != c.want || d.Code != diag.FBadCondition {
			t.Errorf("%s: %s %s\nwant %s", c.text, d.Code, got, c.want)
		}
	}
}

package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/lang"
	"flavers/verify/follow"
)

// What steps read is said of the steps, not of the text: a comment reads nothing,
// and neither does the side of a condition that is not evaluated.
func TestReads(t *testing.T) {
	for _, c := range []struct{ name, text, run, want string }{
		{"comment", "program x\nshared x, y, z 0..3\ntask a { x = y /* + z */\n x = x + /* y */ z // y\n }", "a a", "y=0@0|x=0@1 z=0@0"},
		{"last writer", "program x\nshared x 0..3\ntask a { x = 1\n x = 1\n x = x }\ntask b { x = 0 }", "a a b a", "|||x=0@3"},
		{"the same value", "program x\nshared x, y 0..3\ntask a { x = 0\n y = x }", "a a", "|x=0@1"},
		{"hidden", "program x\nshared x, y 0..3\ntask a { var x 0..3 = 2\n y = x }", "a", "a.x=2@0"},
		{"index", "program x\nshared f [2]bool\nshared i 0..1\ntask a { i = 1\n f[i] = true\n if f[i] { skip } }", "a a a", "|i=1@1|i=1@1 f[1]=true@2 if f[i]*"},
		{"one side", "program x\nshared p, q bool\ntask a { if p && q { skip } else { skip } }", "a", "p=false@0 if p && q"},
		{"both sides", "program x\nshared p, q bool\ntask a { while p ||\n /* or */ q { skip }\n await !q }", "a a", "p=false@0 q=false@0 while p || q*|q=false@0 await !q"},
		{"nothing", "program x\ntask a { if 1 == 1 { skip } }", "a", " if 1 == 1*"},
		{"atomic", "program x\nshared x, y 0..3\ntask a { atomic { x = 2\n y = x } }", "a", ""},
		{"received", "program x\nshared y 0..3\nchan c 0..3\ntask a { var v 0..3\n v = <-c\n y = v }\ntask b { c <- 0 }", "b a", "|a.v=0@1"},
	} {
		p, ds := lang.Load("x.tfg", []byte(c.text), lang.Options{})
		if ds.HasErrors() {
			t.Errorf("%s: %v", c.name, ds.All)
			continue
		}
		run, list := follow.Run(p, nil, trial.Schedule(t, p, c.run))
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		var steps []string
		for _, st := range run.Steps {
			var words []string
			for _, r := range st.Reads {
				words = append(words, fmt.Sprintf("%s=%s@%d", r.Name, r.Value, r.Step))
			}
			text := strings.Join(words, " ")
			if st.Test != "" {
				text += " " + st.Test
			}
			if st.Test != "" && st.Partial {
				text += "*"
			}
			steps = append(steps, text)
		}
		if got := strings.Join(steps, "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

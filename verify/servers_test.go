package verify_test

import (
	"testing"

	"flavers/automata/fsa"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
)

// What is demanded at the end of a program with servers that can move where they rest: where they
// cannot, it is the end, and where they can, it is not.
func TestServersAtTheEnd(t *testing.T) {
	const consumer = `chan c[2] 0..1
		server task k { var v 0..1; loop { v = <-c; event got(v) } }
		task t { event sent; c <- 0; c <- 1 }`
	for _, c := range []struct {
		program, property string
		want              report.Verdict
	}{
		{consumer, `got(1) responds to sent`, report.Holds},
		{consumer, `existence of got(*) exactly 2`, report.Holds},
		{consumer, `existence of got(*) exactly 3`, report.Violated},
		{consumer, `got(1) precedes got(0)`, report.Violated},
		{consumer, `got(0) precedes got(1)`, report.Holds},
		{"shared x 0..1\nserver task k { await x == 1; event seen }\ntask t { x = 1 }", `existence of seen`, report.Holds},
		{"shared x 0..1\nserver task k { await x == 1; event seen }\ntask t { choose { x = 1 } or { skip } }", `existence of seen`, report.Violated},
		{"server task k { entry e; loop { accept e; event served } }\ntask t { call k.e }", `served responds to k.e`, report.Holds},
		{"server task k { entry e; loop { accept e; event served } }\ntask t { choose { call k.e } or { skip } }", `existence of served`, report.Violated},
	} {
		p, ds := lang.Load("servers.tfg", []byte(c.program), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		specs, ds := fsa.Parse("servers.fsa", []byte("property p { "+c.property+" }"))
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		for _, refine := range []verify.Refine{"auto", "all"} {
			r := verify.Check(t.Context(), p, specs, verify.Options{Refine: refine, Check: true})
			if got := r.Results[0]; got.Verdict != c.want {
				t.Errorf("--refine %s: %s is %s (%s), want %s, in\n%s", refine, c.property, got.Verdict, got.Reason, c.want, c.program)
			}
		}
	}
}

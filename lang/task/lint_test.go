package task

import (
	"fmt"
	"strings"
	"testing"
)

// Each program has the warnings that stand behind it: line and code.
func TestLint(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"task t { event a; stop; event b; event c }", "1:T401"},
		{"task t { loop { event a; break }; event b }", ""},
		{"task t { x: loop { loop { break x } }; event b }", ""},
		{"task t { x: loop { loop { break } }; event b }", "1:T401"},
		{"task t { loop { for i in 0..1 { break } }\nevent b }", "2:T401"},
		{"task t { loop { if true { break } }; event b }", ""},
		{"shared x 0..3\nserver task t { entry e; loop { select { case accept e: break } }; event b; while x < 3 { x = 1; continue\nx = 2 } }\ntask u { call t.e }", "3:T401"},
		{"task t { if true { stop } else { loop { } }\nevent a }", "2:T401"},
		{"task t { if true { stop }; event a }", ""},
		{"task t { choose { stop } or { event b }; choose { stop } or { stop }\nevent a }", "2:T401"},
		{"task t { loop { }\nvar x 0..3\nproc p() { x = 1; return; x = 2 } }", "3:T402 3:T401"},
		{"server task t { entry e; select { case accept e: stop\ncase terminate: }\nevent a }\ntask u { call t.e }", "3:T401"},
		{"server task t { entry e; select { case accept e { stop }\nelse: skip }\nevent a }\ntask u { call t.e }", ""},
		{"const N = 3, M = 2\nenum E { a }\nenum F { b }\nshared x, y 0..3\nshared z F = b\nlock m\nsem s\nchan ch\nproc p() { x = M }\ntask t { var v 0..3; z = b }",
			"1:T402 2:T402 4:T402 6:T402 7:T402 8:T402 9:T402 10:T402"},
		{"task w dynamic[2] { skip }\ntask t { skip }", "1:T402"},
		{"task w dynamic[2] { skip }\ntask t { spawn w() }", ""},
		{"lock m, n[2], o, q\ntask t { lock m; rlock n[0]; unlock n[0]; lock o; unlock o; rlock q; runlock q }", "1:T403 1:T403"},
		{"lock m\ntask t { lock m; if false { unlock m } }", ""},
		{"chan a 0..3\nchan b\nchan c\nchan d\ntask t { var x 0..3; a <- 1; <-b; <-c; close c; select { case d <- 0: }; x = 1 }\ntask u { <-d }", "1:T404 2:T404"},
		{"server task t { entry e, f; select { case accept e: } }\ntask u { call t.f }", "1:T405"},
		{"actor a { on m { skip }; on n(x 0..3) { skip } }\npost a.m", "1:T405"},
		{"task t { x = }", ""},
		{"task t { event d\nevent e(1); event d; event a }", "1:T406 2:T406"},
		{"const GIVEN = 3\ntask t { event a }", ""},
	} {
		var got []string
		for _, d := range Lint("p.tfg", []byte(c.src), nil).All {
			if d.Code == "T406" {
				t.Errorf("%s: %v without specifications", c.src, d)
			}
		}
		for _, d := range Lint("p.tfg", []byte(c.src), []string{"GIVEN", "a", "b", "c"}).All {
			got = append(got, fmt.Sprintf("%d:%s", d.Pos.Line, d.Code))
			if d.Hint == "" || !d.Code.Lint() {
				t.Errorf("%s: no hint, or another code: %v", c.src, d)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s\n%v, want %s", c.src, got, c.want)
		}
	}
}

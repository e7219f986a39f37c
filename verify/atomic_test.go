package verify_test

import (
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
)

// A condition of an if, while, await or assert is an event wherever it stands, and a guard is none.
func TestTestsAreEvents(t *testing.T) {
	for _, c := range []struct{ what, program, absent string }{
		{"an await that begins a step", `shared x, y 0..1; task p { atomic { await x == 1; y = 1 } } task q { x = 1 }`, "x==1"},
		{"an await that is a step", `shared x, y 0..1; task p { atomic { await x == 1 } } task q { x = 1 }`, "x==1"},
		{"an if in a step", `shared x, y 0..1; task p { atomic { y = 1; if x == 0 { event a } } }`, "x==0"},
		{"the branch not taken", `shared x, y 0..1; task p { atomic { if x == 1 { event a } } }`, "x==0"},
		{"an if in a handler", `actor a { var n 0..1; on m { if n == 0 { n = 1 } } }; post a.m`, "a.n==0"},
		{"a parameter of a handler", `actor a { on m(k 0..1) { if k == 1 { event e } } }; post a.m(1)`, "a.k==1"},
		{"a step without a table", `shared x, y, z 0..9; task p { atomic { await x + y + z < 5; x = 1 } }`, "y==0"},
		{"an if of a step without a table", `shared x, y, z 0..9; task p { atomic { z = 1; if x + y + z < 5 { x = 1 } } }`, "y==0"},
		{"", `shared x 0..1; task p { entry e; select { case accept e when x == 0: } } task q { call p.e }`, "x==0"},
		{"", `actor a { var n 0..1; on m when n == 0 { n = 1 } }; post a.m`, "a.n==0"},
	} {
		t.Run(c.what, func(t *testing.T) {
			p, ds := lang.Load("atomic.tfg", []byte(strings.ReplaceAll(c.program, "} task", "}\ntask")), lang.Options{})
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			specs, ds := fsa.Parse("atomic.fsa", []byte(`property p { absence of "`+c.absent+`" }`))
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			want := report.Violated
			if c.what == "" {
				want = report.Holds
			}
			for _, tables := range []int{0, 2} {
				r := verify.Check(t.Context(), p, specs, verify.Options{Refine: "auto", Tables: tables}).Results[0]
				if r.Verdict != want {
					t.Errorf("at most %d cases: %s (%s), want %s", tables, r.Verdict, r.Reason, want)
				}
			}
		})
	}
}

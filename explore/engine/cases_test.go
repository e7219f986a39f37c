package engine

import (
	"context"
	"testing"

	"flavers/automata/fsa"
	"flavers/explore"
	"flavers/internal/trial"
	"flavers/lang"
)

// Programs on which rules that are almost right lose executions. Each was lost
// once, or is lost if the rule it is named after is left out.
var cases = []struct{ name, program, spec string }{
	// r makes p's step write x. The last step that p's depends on is r's, and
	// before that, p's step does not race with q's.
	{"not only the nearest", `
shared x 0..2
shared y bool
task q { x = 2 }
task r { y = true }
task p {
	var v bool
	atomic { if y { x = 1; v = true } }
}`, ""},

	// p waits at q's step, and cannot be scheduled there; r can.
	{"what happens between", `
shared x 0..2
shared y bool
task q { x = 2 }
task r { y = true }
task p { atomic { await y; x = 1 } }`, ""},

	// While it waits, p has read what q wrote; later it does not look there.
	{"tasks that wait", `
shared a bool
shared b bool
shared x 0..2
task q { b = true }
task r { a = true }
task p { atomic { await a || !b; if b { x = 1 } else { x = 2 } } }`, ""},

	// The task that main starts runs before main's first access.
	{"started on the way", `
shared x 0..3
task a { x = 3 }
task main {
	var v 0..3
	spawn c()
	v = x
}
task c() dynamic[1] { x = 2 }`, ""},

	// p has local steps only, but has to end before others may terminate.
	{"the end of a local task", `
shared x bool
task t { entry e
	select {
	case accept e: x = true
	case terminate:
	}
}
task v {
	select {
	case call t.e:
	case terminate:
	}
}
task p { skip }`, ""},

	// Where t1 stands was taken for something that t0 reads with every step of
	// t1; then all of t1 came after t0's receive.
	{"terminate asks for ends only", `
chan c0[1] bool
chan c1 bool
task t0 {
	select {
	case <-c0:
	case terminate:
	}
}
task t1 {
	<-c1
	event d
}
task t2 {
	c0 <- true
	close c1
}`, ""},

	// else asks for t1 in the middle of its local steps.
	{"else", `
shared x 0..2
task t0 {
	select {
	case call t1.e:
	else: x = 1
	}
	select {
	case call t1.e:
	else: x = 2
	}
}
task t1 { entry e
	skip
	select {
	case accept e:
	case terminate:
	}
}`, ""},

	// main waits for a task that has local steps only, before its own access.
	{"join of a local task", `
shared x 0..2
task q { x = 2 }
task main {
	var r ref w
	r = spawn w()
	join r
	x = 1
}
task w() dynamic[1] { skip }`, ""},

	// u comes to its accept in a local step; t need not wait for it.
	{"a partner that comes later", `
chan c[1] bool
task t {
	select {
	case call u.e:
	case c <- true:
	}
}
task u { entry e
	skip
	accept e
}`, ""},

	// Three tasks that meet in pairs; each can be the one that is left out.
	{"partners", `
shared x 0..3
task a { entry e
	accept e
	x = 1
	select {
	case accept e: x = 2
	case terminate:
	}
}
task b { call a.e; x = 3 }
task c { call a.e }`, ""},

	// A lock that is taken and given back before the other task asks for it.
	{"lock", `
shared x 0..2
lock m
task a { lock m; x = 1; unlock m }
task b { lock m; x = 2; unlock m }`, ""},

	{"lock order", `
lock m
lock n
task a { lock m; lock n; unlock n; unlock m }
task b { lock n; lock m; unlock m; unlock n }`, ""},

	{"an error stops its task only", `
shared x 0..3
task a { assert x == 0; x = 1 }
task b { x = 2; assert x == 2 }`, ""},

	// The property sees the join. t waits for w at each of u's events, with
	// nothing but a local step of w in between.
	{"a local end lets a join go on", `
task t {
	var r ref w
	r = spawn w()
	join r
}
task u { event a; event b }
task w() dynamic[1] { skip }`, `property p { absence of "join w[0]" between a and b }`},

	// Who comes second meets an error. One of the two starts its task within a
	// larger step.
	{"a start in a handler", `
task t { spawn w() }
process p { init { spawn w() } }
task w() dynamic[1] { skip }`, ""},

	// A send waits for room. It can go on, into an error, as the channel is
	// closed; but it could as well after the receive, before that.
	{"two ways to go on", `
chan c[1] bool
task a { c <- true; close c }
task b { c <- true; close c }
task r { <-c }`, ""},
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, ds := lang.Load("case.tfg", []byte("program c\n"+c.program), lang.Options{})
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			specs, ds := fsa.Parse("case.fsa", []byte(c.spec))
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			full, err := explore.Run(context.Background(), p, specs, explore.Options{Algorithm: "full", KeepEnds: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(summarize(full)) < 1 || !full.Complete {
				t.Fatal("full finds nothing, or is not complete")
			}
			for _, x := range Explorers() {
				for _, highest := range []bool{false, true} {
					r, err := x.Run(context.Background(), p, specs, explore.Options{KeepEnds: true, HighestFirst: highest})
					if err != nil || !r.Complete {
						t.Fatal(err, r)
					}
					if d := trial.Difference(summarize(full), summarize(r)); d != "" {
						t.Errorf("%s, highest first %v:\n%s", x.Name, highest, d)
					}
				}
			}
		})
	}
}

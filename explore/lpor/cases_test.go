package lpor

import (
	"context"
	"fmt"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/trial"
	"flavers/lang"
)

// cases are programs, each for one thing that the relations must say: without
// it, something is missed.
var cases = []struct {
	what, program, spec string
}{
	{"a post gives a whole handler another choice", `
		process p {
			var x 0..3
			on m(a 1..2) when x == 0 { x = a; if x == 3 { post p.m(1) } }
		}
		task q { post p.m(1) }
		task r { skip; post p.m(2) }`, ""},
	{"a receive that waits until there are two values", `
		chan c[2] 0..1
		task a { select { case <-c when len(c) == 2: event two } }
		task b { c <- 0; event between; c <- 1 }
		task d { select { case <-c: skip else: skip } }`, `property p { absence of two }`},
	{"a branch on how much there is", `
		chan c[2] 0..1
		task a { if len(c) == 1 { event one } }
		task b { c <- 0; c <- 1 }
		task d { <-c; <-c }`, `property p { absence of one }`},
	{"a failure is not put off around a cycle", `
		task a { loop { skip; skip } }
		task b { skip; assert false }`, ""},
	{"a violation is not put off around a cycle", `
		task a { loop { skip; skip } }
		task b { skip; event e }`, `property p { absence of e }`},
	{"a test within a step", `
		shared x, y, z 0..1
		task a { atomic { await x == 0; z = 1 } }
		task b { atomic { if y == 0 { event skipped } } }`, `property p { "x==0" precedes "y==0" }`},
	{"a test within a handler", `
		actor a { var n 0..1; on m { if n == 0 { n = 1 } } }
		task t { post a.m; event e }`, `property p { e precedes "a.n==0" }`},
	{"values too many to try", `
		shared x, y, z 0..9999 = 5000
		task a { x = z }
		task b { y = z }`, `property p { "x=5000" precedes "y=5000" }`},
	{"values tested too many to try", `
		shared x, y 0..9999 = 5000
		task a { await x == 5000 }
		task b { await y == 5000 }`, `property p { "x==5000" precedes "y==5000" }`},
	{"events that a property orders", `
		task a { event x }
		task b { event y }`, `property p { x precedes y }`},
	{"an event that a constraint waits for", `
		shared x, y bool
		task a { event a }
		task b { event b; x = true }
		task c { y = x }`, `constraint k { a precedes b }  property p { absence of zzz }`},
	{"events of which a constraint lets only one be", `
		task a { choose { event a } or { skip } }
		task b { choose { event b } or { skip } }`, `property p { absence of b }  constraint k {
			states s*, t*
			s -> t : "a"
			s -> t : "b"
			error otherwise
		}`},
	{"a guard that another task makes true", `
		shared x, y, z bool
		task a { x = true }
		task b { await x; y = true }
		task c { z = y }`, ""},
	{"a guard in a handler", `
		shared z bool
		process p {
			var open bool
			on m when open { post q.n }
			on go { open = true }
		}
		process q { on n { z = true } }
		task c { var y bool; y = z }
		post p.m
		post p.go`, ""},
	{"what is known on one of two branches only", `
		shared x bool
		process p {
			var c bool
			on go { c = true }
			on m {
				var k 0..1 = 0
				if c { k = 0 } else { k = 1 }
				post q[k].n
			}
		}
		process q[i in 0..1] { on n { if i == 1 { post r.m } } }
		process r {
			var came, first bool
			on m { came = true }
			on other { first = !came }
		}
		post p.go
		post p.m
		post r.other`, ""},
	{"what is known after one of two choices only", `
		process p {
			on m {
				var k 0..1 = 0
				choose { k = 1 } or { k = 0 }
				post q[k].n
			}
		}
		process q[i in 0..1] { on n { if i == 1 { post r.m } } }
		process r {
			var came, first bool
			on m { came = true }
			on other { first = !came }
		}
		post p.m
		post r.other`, ""},
	{"a write that changes nothing, unless another comes first", `
		shared x bool
		task a { x = false }
		task b { x = true }`, ""},
	{"a branch that is not taken, unless another task comes first", `
		shared x, y, z bool
		task a { atomic { if x { y = true } } }
		task b { x = true }
		task c { z = y }`, ""},
	{"a message that is not sent, unless another handler comes first", `
		process p {
			var c bool
			on m { if c { post q.n } }
			on go { c = true }
		}
		process q {
			var first bool
			on n { }
			on o when !first { first = true }
		}
		task r { var done bool; done = true; post p.m }
		post p.go
		post q.o`, `property p { "q.o" precedes "q.n" }`},
	{"an index that another task changes", `
		shared i 0..1
		shared a[2] bool
		task t { a[i] = true }
		task u { i = 1 }`, ""},
	{"a value that is put into a variable of the step", `
		shared x, y 0..2
		task t { atomic { y = x + 1 } }
		task u { x = 1 }
		task v { y = 2 }`, ""},
	{"events whose order matters after a third only", `
		task a { event a }
		task b { event b }
		task c { event c }`, `property p {
			states q*, a*, b*, c*, ab*, ca*, cb*, end*
			q -> a : "a"
			q -> b : "b"
			q -> c : "c"
			a -> ab : "b"
			a -> ca : "c"
			b -> ab : "a"
			b -> cb : "c"
			c -> ca : "a"
			c -> cb : "b"
			ab -> end : "c"
			ca -> end : "b"
			error otherwise
		}`},
	{"events of one step, the second of which tells", `
		task a { atomic { event e; event f } }
		task b { event b }`, `property p {
			states q*, e*, b*, be*, end*
			q -> e : "e"
			q -> b : "b"
			q -> q : "f"
			b -> be : "e"
			b -> b : "f"
			b -> b : "b"
			e -> be : "b"
			e -> end : "f"
			be -> be : "b"
			end -> end : "b"
			error otherwise
		}`},
	{"a parameter that a spawn sets", `
		shared x 0..2
		task w(k 0..2) dynamic[2] { x = k }
		task m { spawn w(1); spawn w(2) }`, ""},
	{"posts that a property orders", `
		process p { on m { } on n { } }
		task a { post p.m }
		task b { post p.n }`, `property p { "post p.m" precedes "post p.n" }`},
	{"a message that its receiver handles or never gets", `
		process p { on m { stop } on n(x 0..1) { event got(x) } }
		task a { post p.n(1) }
		task b { post p.m }`, `property p { absence of "got(1)" }`},
	{"a handler that fails keeps the others from being taken", `
		process p {
			var x 0..1
			on m { assert x == 1 }
			on n { x = 1 }
			on o { }
		}
		post p.m
		post p.n
		post p.o`, ""},
	{"messages that are lost where their receiver ends", `
		process p { on m(a 0..1) { stop } on n { } }
		task a { post p.m(0) }
		post p.m(1)
		post p.n`, ""},
	{"a guard that waits for another message to be taken first", `
		shared x, z 0..1
		chan c bool
		task t1 { post l.m; <-c; z = x }
		task t2 { post l.n; c <- true }
		looper l {
			on m { }
			on n when x == 0 { x = 1; skip; await false }
		}`, ""},
	{"a handler that waits for a message before its own, and a call after its post", `
		shared x, z 0..1
		task t1 { entry f
			post l.m
			accept f { z = x }
		}
		task t2 { post l.n; call t1.f }
		looper l {
			on m { }
			on n when x == 0 { x = 1; skip; await false }
		}`, ""},
	{"a handler that waits for a message before its own, of a looper that is started", `
		shared x, z 0..1
		lock m
		task t1 { entry f
			post l[0].m
			accept f { z = x }
		}
		task t2 { spawn l(); post l[0].n; call t1.f }
		looper l dynamic[1] {
			on m { }
			on n when x == 0 { x = 1; lock m; lock m }
		}`, ""},
	{"a guard that waits for a message of its kind with another argument", `
		shared x, y, z 0..1
		chan c bool
		task t1 { post l.m(0); <-c; z = x }
		task t2 { post l.m(1); c <- true }
		looper l {
			on m(a 0..1) when a == 1 { x = 1; skip; await false }
			on m(a 0..1) when a == 0 && y == 0 { y = 1 }
		}`, ""},
	{"a message that is taken from a queue as the first one makes way", `
		shared z 0..2
		looper l {
			on m { }
			on n { z = 1 }
		}
		task t { z = 2 }
		post l.m
		post l.n`, ""},
	{"two takers of one message", `
		process p {
			var x 0..2
			on m when x == 0 { }
			on m { event second }
		}
		post p.m`, `property p { absence of second }`},
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			p, ds := lang.Load("case.tfg", []byte("program case\n"+c.program), lang.Options{})
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			specs, ds := fsa.Parse("case.fsa", []byte(c.spec))
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			compare(t, p, specs)
		})
	}
}

// compare checks every way to reduce against the search of all states.
func compare(t *testing.T, p *cfg.Program, specs []*automata.Spec) {
	t.Helper()
	full, err := explore.Run(context.Background(), p, specs, explore.Options{Algorithm: "states", KeepEnds: true})
	if err != nil {
		t.Fatal(err)
	}
	want := summarize(full)
	if len(want) == 0 {
		t.Error("nothing can be missed")
	}
	for _, opt := range ways {
		for initial := Smallest; initial <= Transaction; initial++ {
			opt.Initial = initial.String()
			opt.KeepEnds, opt.Depth = true, 0
			if opt.Stateless {
				opt.Depth = 60
			}
			r, err := Run(context.Background(), p, specs, opt)
			if err != nil {
				t.Fatal(err)
			}
			if d := trial.Difference(want, summarize(r)); r.Complete && d != "" {
				t.Errorf("states and lpor %+v differ:\n%s", opt, d)
			}
			replay(t, p, specs, r, fmt.Sprintf("%+v", opt))
		}
	}
}

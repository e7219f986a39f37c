package eventdriven

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"flavers/automata/fsa"
	"flavers/explore"
	"flavers/internal/trial"
	"flavers/lang"
)

// What need not end is cut, and then the result is not complete.
func TestEndless(t *testing.T) {
	for _, name := range []string{"em-optimal", "em-states"} {
		res, err := runOn(t, name, "program p\nshared x 0..1\ntask a { loop { x = 1 - x } }\ntask b { x = 1 }\n", explore.Options{Depth: 12})
		if err != nil || res.Complete || res.Limit != "depth" || res.Cut == 0 {
			t.Errorf("%s: %+v, %v", name, res, err)
		}
	}
}

// What the order of unrelated handlers leaves in a looper is no final state that
// must be found: then no final states are told, so that nobody compares them.
func TestEndsOfLoopers(t *testing.T) {
	for src, told := range map[string]bool{
		"looper l { on a(k 1..2) { event e } }\ntask t { post l.a(1) }\ntask u { post l.a(2) }":       false,
		"shared x 0..2\nlooper l { on a { x = 1 } }\ntask t { post l.a }\ntask u { x = 2; post l.a }": true,
	} {
		res, err := runOn(t, "em-optimal", "program p\n"+src+"\n", explore.Options{KeepEnds: true})
		if err != nil || (res.Ends != nil) != told {
			t.Errorf("%s: %v, %v", src, res, err)
		}
	}
}

// A message that is there from the start comes before all others.
func TestPostedAtTheStart(t *testing.T) {
	src := "program p\nshared x 0..9\nlooper l { on a { x = 1 } on b { x = 2 } }\ntask t { post l.b }\npost l.a\n"
	for _, name := range []string{"em-optimal", "em-states", "em"} {
		res, err := runOn(t, name, src, explore.Options{})
		if err != nil || res.Executions != 1 {
			t.Errorf("%s: %+v, %v", name, res, err)
		}
	}
}

// Two handlers that fail for one reason: both failures are found, though no
// execution has one of them alone.
func TestErrorsTogether(t *testing.T) {
	src := `program p
shared x 0..1
looper l { var v 0..1
  on a { v = x; post m.b(v); post n.c(v) } }
looper m { on b(k 0..1) { assert k == 0 } }
looper n { on c(k 0..1) { assert k == 0 } }
task t { post l.a }
task u { x = 1 }
`
	for _, name := range []string{"em-optimal", "em-states"} {
		res, err := runOn(t, name, src, explore.Options{})
		if err != nil || len(res.Findings) != 2 || !res.Complete {
			t.Errorf("%s: %+v, %v", name, res, err)
		}
	}
}

// A lock that is freed by who has not taken it belongs to nobody: then an unlock
// fails or not by what others do, and states have to be told apart.
func TestFreedByOthers(t *testing.T) {
	for _, src := range []string{`
lock m
shared x 0..2
shared ar [2]0..2
task s { lock m; x = 1; unlock m; ar[x] = 1 }
task t { unlock m; x = 2 }`, `
lock m
shared x, y, z 0..2
shared ar [2]0..2
looper l {
  on h { lock m; x = 1; unlock m }
}
task s { ar[x] = 1; post l.h }
task t { y = 1; unlock m; z = 1 }`, `
shared x0 0..2 = 1
shared ar [2]0..2
lock m0
looper l0 {
  init {
      post l0.h0(if x0 == 0 then x0 else ar[x0%2], 0)
  }
  on h0(p0 0..2, p1 0..2) {
    lock m0
        x0 = 0
    unlock m0
  }
}
task t0 {
    post l0.h0(ar[x0%2], 1)
  unlock m0
}`} {
		src = "program p" + src + "\n"
		got, err := runOn(t, "em-optimal", src, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		want, err := explore.Run(context.Background(), p, nil, explore.Options{Algorithm: "states"})
		if err != nil {
			t.Fatal(err)
		}
		places := func(r *explore.Result) map[string]bool {
			out := map[string]bool{}
			for _, f := range r.Findings {
				if f.Err != nil {
					out[f.Err.Pos.String()] = true
				}
			}
			return out
		}
		if d := fmt.Sprint(places(want), " and ", places(got)); !maps.Equal(places(want), places(got)) || !got.Complete {
			t.Errorf("errors of states and em-optimal (complete %v):\n%s%s", got.Complete, d, src)
		}
	}
}

// Final states are described as by the other explorers, with buffers that nobody
// uses.
func TestEndsWithBuffers(t *testing.T) {
	src := "program p\nshared x 0..2 = 2\nchan c[2] 0..2\ntask t { await x == 1 }\n"
	p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	want, err := explore.Run(context.Background(), p, nil, explore.Options{Algorithm: "states", KeepEnds: true})
	if err != nil {
		t.Fatal(err)
	}
	got, err := runOn(t, "em-optimal", src, explore.Options{KeepEnds: true})
	if err != nil || len(got.Ends) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	for end := range got.Ends {
		if _, ok := want.Ends[end]; !ok {
			t.Errorf("em-optimal ends in %s, states in %v", end, want.Ends)
		}
	}
}

// Taking or freeing a lock that one thread alone uses is ordered by a property
// that sees it.
func TestPropertyOfLocks(t *testing.T) {
	for _, c := range []struct{ program, property string }{
		{"lock m\nlock n\ntask t { lock m; unlock m }\ntask u { lock n; unlock n }", `"lock n" precedes "unlock m"`},
		{"lock m\ntask t { lock m; unlock m }\ntask u { event e; event f }", `f precedes "lock m"`},
		{"lock m\ntask t { lock m; unlock m }\ntask u { event e; event f }", `f precedes "unlock m"`},
		{"lock m\nlooper l { on a { lock m; unlock m } }\ntask t { post l.a }\ntask u { event f }", `f precedes "unlock m"`},
	} {
		p, ds := lang.Load("locks.tfg", []byte(c.program), lang.Options{})
		specs, more := fsa.Parse("locks.fsa", []byte("property p { "+c.property+" }"))
		if ds.HasErrors() || more.HasErrors() {
			t.Fatal(ds.All, more.All)
		}
		for _, x := range Explorers() {
			if x.Name != "em-optimal" && x.Name != "em-states" {
				continue
			}
			r, err := x.Run(context.Background(), p, specs, explore.Options{KeepEnds: true})
			if err != nil || !r.Complete || r.Executions != 2 || r.Violations != 1 || len(r.Findings) != 1 {
				t.Errorf("%s: %+v, %v\n%s\n%s", x.Name, r, err, c.program, c.property)
			}
		}
	}
}

// A looper whose beginning never ends takes no messages.
func TestLooperThatNeverWaits(t *testing.T) {
	for _, src := range []string{
		"shared x 0..1\nlooper l { init { loop { x = 1 - x } } on a { x = 1 } }\ntask t { post l.a }",
		"shared x 0..1\nlooper l { init { assert false } on a { x = 1 } }\ntask t { post l.a }",
		"shared x 0..1\nlooper l { on a { x = 1 } }\ntask t { assert false; post l.a }",
	} {
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		got, err := explorer("em-optimal").Run(context.Background(), p, nil, explore.Options{Depth: 30})
		if err != nil {
			t.Fatal(err)
		}
		want, err := explore.Run(context.Background(), p, nil, explore.Options{Algorithm: "optimal", Depth: 30})
		if err != nil {
			t.Fatal(err)
		}
		if got.Complete && (len(got.Findings) != len(want.Findings) || !want.Complete) {
			t.Errorf("%d findings, complete %v; optimal has %d, complete %v\n%s", len(got.Findings), got.Complete, len(want.Findings), want.Complete, src)
		}
	}
}

// The program of the package doc.
func TestDocExample(t *testing.T) {
	src := "program p\nshared x 0..1\nlooper l { on a { x = 1 } on b { skip } }\ntask t { post l.a }\ntask u { post l.b }\n"
	if r, err := runOn(t, "em-optimal", src, explore.Options{}); err != nil || r.Executions != 1 {
		t.Errorf("em-optimal: %+v, %v", r, err)
	}
	r, err := explore.Run(context.Background(), trial.Program(t, src), nil, explore.Options{Algorithm: "optimal"})
	if err != nil || r.Executions != 4 {
		t.Errorf("optimal: %+v, %v", r, err)
	}
}

package trans

import (
	"context"
	"errors"
	"strings"
	"testing"

	"flavers/explore"
)

// TestRefused: what is not for these explorers, each with its reason; and what
// is next to it and is.
func TestRefused(t *testing.T) {
	for _, w := range []struct{ name, src, why string }{
		{"shared variable", `shared x 0..1
			actor a { on m { x = 1 } }
			actor b { on m { event e(x) } }`, "variable x is shared: races on it are not transitive"},
		{"variable that nobody writes", `shared x 0..1 = 1
			actor a { on m { event e(x) } }
			actor b { on m { event e(x) } }`, ""},
		{"variable of one actor", `shared x 0..1
			actor a { on m { x = 1 - x } }
			actor b { on m { } }`, ""},
		{"variable of the driver and an actor", `shared x 0..1
			actor a { on m { event e(x) } }
			task d { x = 1 }`, "variable x is shared"},
		{"no actors", `task t { event e }`, "it has no actors"},
		{"looper", `actor a { on m { } }
			looper l { on m { } }`, "looper l takes messages in the order"},
		{"lock", `lock k
			actor a { on m { } }
			task t { lock k; unlock k }`, "lock k is shared"},
		{"lock that nobody takes", `lock k
			chan c[2] 0..1
			actor a { on m { } }
			task t { post a.m }`, ""},
		{"quorum", `process p { on quorum 2 m { } }
			task t { post p.m }`, "p takes m of several senders at once"},
		{"join", `actor a dynamic[1] { on m { stop } }
			task t { var r ref a; r = spawn a; post r.m; join r }`, "task t waits for more than messages"},
		{"spawned task", `actor a { on m { spawn w } }
			task w dynamic[1] { post a.m }`, "task w[0] is spawned and takes no messages"},
		{"number of an instance that others start", `actor a { on m { spawn w } }
			actor b { on m { post w[0].m } }
			actor w dynamic[1] { on m { } }`, "b posts to w by number, and may find it not started"},
		{"number of an own instance", `actor a { on m { spawn w; post w[0].m } }
			actor w dynamic[1] { on m { } }`, ""},
		{"references from several spawns", `actor a { on m { var r ref w; r = spawn w; post r.m; post b.m(r) } }
			actor b { on m(r ref w) { if r != none { post r.m } } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { } }`, ""},
		{"answers to several spawners", `actor a { on m { var r ref w; r = spawn w; post r.m }
				on done(k -1..1) { if k != -1 { post w[k].m } } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { post a.done(self) } }`, ""},
		{"computing with numbers", `actor a { on m { var r ref w; r = spawn w; post r.m } on done(k 0..2) { } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { post a.done(self + 1) } }`, "several tasks spawn w, so the numbers of its instances depend on the order, and the code"},
		{"comparing numbers", `actor a { var last -1..1 = -1
				on m { var r ref w; r = spawn w; post r.m } on done(k -1..1) { assert k >= last; last = k } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { post a.done(self) } }`, "computes with its numbers"},
		{"a number as an index", `actor a { var seen[2] bool
				on m { var r ref w; r = spawn w; post r.m } on done(k 0..1) { seen[k] = true } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { post a.done(self) } }`, "computes with its numbers"},
		{"a number before one is stored", `actor a { var last 0..1
				on m { var r ref w; r = spawn w; post r.m } on done(k 0..1) { post w[last].m; last = k } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { post a.done(self) } }`, "before one is stored"},
		{"a constant among numbers", `actor a { on m { var r ref w; r = spawn w; post r.m; post a.done(0) } on done(k 0..1) { post w[k].m } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { post a.done(self) } }`, "computes with its numbers"},
		{"a type without all numbers", `actor a { var x -1..1 = -1
				on m { var r ref w; r = spawn w; post r.m } on done(k 0..2) { x = k } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[3] { on m { post a.done(self) } }`, "does not hold all of its numbers"},
		{"one instance by number", `actor a { on m { var r ref w; r = spawn w; post w[1].m } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { } }`, "posted to by its number"},
		{"a test on the own number", `actor a { on m { var r ref w; r = spawn w; post r.m } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { if self == 0 { event first } } }`, "the code of its instances differs"},
		{"a number in an event", `actor a { on m { var r ref w; r = spawn w; post r.m } }
			task d { var r ref w; r = spawn w }
			actor w dynamic[2] { on m { event here(self) } }`, ""},
	} {
		t.Run(w.name, func(t *testing.T) {
			_, why := check(load(t, "program p\n"+w.src+"\n"), nil)
			if w.why == "" && why != "" || !strings.Contains(why, w.why) || why == "" && w.why != "" {
				t.Errorf("refused for %q, expected %q", why, w.why)
			}
		})
	}
}

const twoActors = `program p
actor a { on m { event x; post b.m } }
actor b { on m { event y } }
post a.m
post b.m
`

// TestProperties: a property of one actor's events is judged; one of two
// actors' events is refused, and so are constraints, and any property where
// numbers of instances depend on the order.
func TestProperties(t *testing.T) {
	for _, w := range []struct{ name, src, fsa, why string }{
		{"one actor", twoActors, "property one for { x } all x\n", ""},
		{"two actors", twoActors, "property two for { x, y } all x; y; y\n", "property two sees events of a and of b"},
		{"constraint", twoActors, "constraint one for { y } all y; y\n", "constraint one would disable messages"},
		{"numbers", `program p
			actor a { on m { var r ref w; r = spawn w; post r.m } }
			task d { var r ref w; r = spawn w; post a.m }
			actor w dynamic[2] { on m { event here(self) } }
			`, "property two for { here(1) } all here(1)*\n", "property two could tell them apart"},
	} {
		for _, x := range Explorers() {
			r, err := x.Run(context.Background(), load(t, w.src), parseSpecs(t, w.fsa), explore.Options{})
			var refused *explore.Refused
			switch {
			case w.why == "" && (err != nil || !r.Complete || r.Violations > 0):
				t.Errorf("%s %s: %v %+v", x.Name, w.name, err, r)
			case w.why != "" && (!errors.As(err, &refused) || !strings.Contains(refused.Reason, w.why) || refused.Explorer != x.Name):
				t.Errorf("%s %s: %v", x.Name, w.name, err)
			}
		}
	}
}

// TestOptions: limits make a result incomplete, and say which.
func TestOptions(t *testing.T) {
	p := example(t, "pi", nil)
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for _, w := range []struct {
		ctx   context.Context
		opt   explore.Options
		limit string
	}{
		{context.Background(), explore.Options{}, ""},
		{context.Background(), explore.Options{MaxExecutions: 7}, "executions"},
		{context.Background(), explore.Options{Depth: 5}, "depth"},
		{gone, explore.Options{}, "interrupt"},
	} {
		for _, x := range Explorers() {
			r, err := x.Run(w.ctx, p, nil, w.opt)
			if err != nil || r.Limit != w.limit || r.Complete != (w.limit == "") || w.opt.MaxExecutions > 0 && r.Executions != w.opt.MaxExecutions {
				t.Errorf("%s %+v: %v %+v", x.Name, w.opt, err, r)
			}
		}
	}
	p = example(t, "failover", map[string]string{"TRUSTING": "1"})
	for _, x := range Explorers() {
		first, _ := x.Run(context.Background(), p, nil, explore.Options{StopAtFirst: true})
		if len(first.Findings) != 1 || first.Complete {
			t.Errorf("%s: %+v", x.Name, first)
		}
		if _, err := x.Run(context.Background(), p, nil, explore.Options{Order: "lifo"}); err == nil || !strings.Contains(err.Error(), "lifo") {
			t.Errorf("%s: %v", x.Name, err)
		}
		if _, err := x.Run(context.Background(), p, nil, explore.Options{Jobs: 2}); err == nil {
			t.Errorf("%s has two jobs", x.Name)
		}
	}
}

// TestModelLimit: more equal messages than the model holds, and more actors
// than a family has where any of several spawns may be the one too many, make a
// result incomplete.
func TestModelLimit(t *testing.T) {
	for _, w := range []struct {
		src    string
		errors bool
	}{
		{"program p\nactor a { on m { post a.m } }\nactor b { on m(k 0..1) { if k == 1 { post b.m(0); post b.m(0); post b.m(1) } } }\npost b.m(1)\n", false},
		{"program p\nactor a { on m { spawn w } }\nactor b { on m { spawn w } }\nactor w dynamic[1] { on m { } }\npost a.m\npost b.m\n", true},
	} {
		for _, x := range Explorers() {
			r, err := x.Run(context.Background(), load(t, w.src), nil, explore.Options{Depth: 10})
			if err != nil || r.Complete || r.Errors > 0 != w.errors && w.errors {
				t.Errorf("%s: %v %+v", x.Name, err, r)
			}
		}
	}
}

// TestDoc: what the package documentation claims of its example.
func TestDoc(t *testing.T) {
	p := load(t, `program doc
actor registry { on reg(id 0..2) { } }
actor worker[i in 1..2] { on work { post registry.reg(i) } }
task master { post registry.reg(0); post worker[1].work; post worker[2].work }
`)
	for name, want := range map[string]int64{"actor-dpor": 24, "trans-basset": 10, "actor-dpor+sleep": 6, "trans-paper+sleep": 6, "trans-basset+sleep": 6} {
		if r := exploreProgram(t, name, "", p, explore.Options{}); r.Executions != want {
			t.Errorf("%s: %d executions, expected %d", name, r.Executions, want)
		}
	}
}

// TestEndsOfNameless: where numbers of instances depend on the order and one
// order stands for all, not all final states are found, so none are told.
func TestEndsOfNameless(t *testing.T) {
	for name, told := range map[string]bool{"fib": false, "pi": true} {
		p := example(t, name, nil)
		for _, x := range Explorers() {
			if r, err := x.Run(context.Background(), p, nil, explore.Options{KeepEnds: true, MaxExecutions: 50}); err != nil || (r.Ends != nil) != told {
				t.Errorf("%s %s: %v, ends told: %v", name, x.Name, err, r.Ends != nil)
			}
		}
	}
}

package sem_test

import (
	"fmt"
	"slices"
	"testing"

	"flavers/internal/oracle"
	"flavers/lang"
	"flavers/sem"
)

// Where servers rest: the same tasks as servers and as tasks, and where an execution
// that stops is over.
func TestServersRest(t *testing.T) {
	for _, c := range []struct {
		name, src          string
		overs, deads, runs int // final states that are over, deadlocked; states where every task rests and one can move
	}{
		{"accept", `server task k { entry e; loop { accept e } } task t { call k.e }`, 1, 0, 0},
		{"a task is no server", `task k { entry e; loop { accept e } } task t { call k.e }`, 0, 1, 0},
		{"call", `server task k { entry e; call l.e } server task l { entry e; lock m; accept e }; lock m; task t { lock m }`, 0, 2, 0},
		{"receive", `chan c; server task k { loop { <-c } } task t { c <- 0 }`, 1, 0, 0},
		{"receive from a buffer", `chan c[2]; server task k { loop { <-c } } task t { c <- 0; c <- 0 }`, 1, 0, 2},
		{"receive from a closed channel", `chan c; server task k { <-c; <-c } task t { close c }`, 1, 0, 2},
		{"send", `chan c; server task k { c <- 0 } task t { skip }`, 0, 1, 0},
		{"await", `shared x 0..1; server task k { await x == 1 } task t { x = 1 }`, 1, 0, 1},
		{"await that never holds", `shared x 0..1; server task k { await x == 1 } task t { x = 0 }`, 1, 0, 0},
		{"await in atomic", `shared x 0..1; server task k { atomic { await x == 1; x = 0 } } task t { x = 0; x = 1 }`, 1, 0, 1},
		{"wait", `lock m; server task k { lock m; wait m; unlock m } task t { skip }`, 1, 0, 0},
		{"lock", `lock m; server task k { lock m } task t { lock m }`, 0, 2, 0},
		{"acquire", `sem s; server task k { acquire s } task t { skip }`, 0, 1, 0},
		{"join", `task w dynamic[1] { await false } server task k { var r ref w; r = spawn w; join r }`, 0, 1, 0},
		{"select", `chan c; server task k { entry e; select { case accept e: case <-c: case terminate: } } task t { await false }`, 0, 1, 0},
		{"select with a call", `chan c; server task k { entry e; select { case accept e: case call l.e: } } server task l { entry e; accept e; accept e }`, 1, 0, 0},
		{"select with a send", `chan c; server task k { entry e; select { case accept e: case c <- 0: } } task t { skip }`, 0, 1, 0},
		{"else", `server task k { entry e; loop { select { case accept e: else: skip } } } task t { skip }`, 0, 0, 0},
		{"one waits, one calls", `server task k { entry e; loop { accept e } } task t { await false }`, 0, 1, 0},
		{"the caller in a body", `chan c; server task k { entry e; accept e { <-c } } task t { call k.e }`, 0, 1, 0},
		{"two servers", `server task k { entry e; loop { accept e; call l.e } } server task l { entry e; loop { accept e } } task t { call k.e }`, 1, 0, 0},
		{"dynamic", `server task k(n 0..1) dynamic[2] { entry e; loop { accept e } } task t { var r ref k; r = spawn k(0); call r.e }`, 1, 0, 0},
		{"a terminate counts it", `server task k { entry e; loop { accept e } } task l { entry e; loop { select { case accept e: case terminate: } } } task t { call k.e }`, 1, 0, 0},
		{"a message is pending", `server task k { entry e; loop { accept e } } actor a { var n 0..1; on m when n == 1 { } }; post a.m`, 0, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, ds := lang.Load("server.tfg", []byte(c.src), lang.Options{})
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			m, err := sem.New(p)
			if err != nil {
				t.Fatal(err)
			}
			overs, deads, runs := 0, 0, 0
			seen := map[string]bool{}
			var visit func(vec []int32)
			visit = func(vec []int32) {
				key := fmt.Sprint(vec)
				if seen[key] {
					return
				}
				seen[key] = true
				final := true
				for i, v := range vec {
					final = final && m.Final(sem.CompID(i), v)
				}
				next := m.Successors(vec, false)
				switch {
				case m.Over(vec):
					overs++
				case len(next) == 0:
					deads++
				case final:
					runs++
				}
				for _, o := range next {
					if o.Err != nil {
						t.Fatal(o.Err)
					}
					visit(o.Next)
				}
			}
			visit(m.Start())
			if overs != c.overs || deads != c.deads || runs != c.runs {
				t.Errorf("%d over, %d deadlocks, %d states of rest where a task can move; want %d, %d, %d", overs, deads, runs, c.overs, c.deads, c.runs)
			}
			if c.runs > 0 && !m.Restless() {
				t.Error("not restless")
			}
			if r := oracle.Explore(p, 0); r.Deadlocks != c.deads || r.Ended != (c.overs > 0) {
				t.Errorf("the interpreter finds %d deadlocks, ended: %v", r.Deadlocks, r.Ended)
			}
		})
	}
}

// A task terminates only when it, and all others that wait with it, can do nothing else.
func TestTerminateWaits(t *testing.T) {
	for _, c := range []struct {
		name, src string
		finals    []string // values of x where executions are over
	}{
		{"a value in a buffer is received first", `shared x 0..2 = 0; chan c[2]
			task k { loop { select { case <-c: x = x + 1 case terminate: } } } task t { c <- 0; c <- 0 }`, []string{"2"}},
		{"by another task too", `shared x 0..2 = 0; chan c[2]
			task k { loop { select { case <-c: x = x + 1 case terminate: } } }
			task l { entry e; select { case accept e: case terminate: } } task t { c <- 0; c <- 0 }`, []string{"2"}},
		{"a call of one that waits", `shared x 0..2 = 0
			task k { entry e; select { case accept e: x = 1 case terminate: } }
			task l { select { case call k.e: case terminate: } }`, []string{"1"}},
		{"unless its guard fails", `shared x 0..2 = 0; chan c[2]
			task k { loop { select { case <-c when x == 0: x = x + 1 case terminate: } } } task t { c <- 0; c <- 0 }`, []string{"1"}},
		{"a guard of the terminate", `shared x 0..2 = 0; chan c[2]
			task k { loop { select { case <-c: x = x + 1 case terminate when x == 2: } } } task t { c <- 0; c <- 0 }`, []string{"2"}},
		{"room in a buffer", `shared x 0..2 = 0; chan c[2]
			task k { loop { select { case c <- 0: x = x + 1 case terminate: } } }`, []string{"2"}},
		{"a closed channel", `shared x 0..2 = 0; chan c
			task k { loop { select { case <-c when x < 2: x = x + 1 case terminate: } } } task t { close c }`, []string{"2"}},
		{"a server can move", `shared x 0..2 = 0; chan c[2]
			server task k { loop { <-c; x = x + 1 } } task l { select { case <-c when false: case terminate: } } task t { c <- 0; c <- 0 }`, []string{"2"}},
		{"a server's await", `shared x 0..2 = 0
			server task k { await x == 1; x = 2 } task l { entry e; select { case accept e: case terminate: } } task t { x = 1 }`, []string{"2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, ds := lang.Load("terminate.tfg", []byte(c.src), lang.Options{})
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			finals, _ := oracle.FinalStates(p, 0)
			var got []string
			for _, f := range finals {
				x := fmt.Sprint(f.Vars[0])
				if f.Deadlock {
					x = "deadlock " + x
				}
				if !slices.Contains(got, x) {
					got = append(got, x)
				}
			}
			if !slices.Equal(got, c.finals) {
				t.Errorf("x ends as %v, want %v", got, c.finals)
			}
			m, err := sem.New(p)
			if err != nil {
				t.Fatal(err)
			}
			c := &comparer{t: t, m: m, p: p, what: c.src}
			c.run(1000)
			if c.held == 0 {
				t.Error("no terminate is held up")
			}
		})
	}
}

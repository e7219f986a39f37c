package explore

import (
	"testing"

	"flavers/explore/model"
	"flavers/lang"
	"flavers/sem"
)

// Cases that random programs have found, made small.
var cases = []struct {
	what, program string
	classes       int64
}{
	{"outcomes of one handler touch different messages: what comes after one of them comes before the other", `
program quorum
task t0 {
	post p0.m0
	post p0.m0
}
task t1 { post p0.m0 }
process p0 capacity[1] {
	on quorum 1 m0 { event c }
}`, 13},
	{"the outcome that was not taken touches something else", `
program choice
shared x 0..1
shared y 0..1
actor a0 {
	on m0 { choose { x = 1 } or { y = 1 } }
}
post a0.m0
task t1 { x = 0 }
task t2 { y = 0 }`, 4},
	{"a race that was known in another run is another one where later events belong to the alternative", `
program races
shared x 0..2
shared y 0..2
shared a 0..2
lock m
task t0 {
	var r 0..2
	r = x
	r = y
}
task t1 {
	var r 0..2
	r = y
	x = 2
}
task t2 {
	a = 1
	y = 1
}
task t3 {
	var r 0..2
	r = x
	r = y
}
task t4 {
	var r 0..2
	r = x
}`, 50},
	{"a spawn is in the chain of the task it starts, which asks nothing: its own task has to ask again (a quorum)", `
shared x 0..1
task w dynamic[2] { skip }
actor a {
  var v 0..2
  on h0 { if v == 0 { v = 1 }; spawn w }
  on quorum 1 h1 { if v == 0 { v = 2 }; x = 1 }
}
post a.h1
task t { 
  var y 0..1
  post a.h0
  y = x
}`, 4},
	{"the same, where what is missed is a run-time error", `
shared x, d 0..1
task w dynamic[2] { skip }
actor a {
  var v 0..2
  on h { if v == 0 { v = 1 } else { d = 1 }; spawn w }
  on quorum 1 k { if v == 0 { v = 2 }; x = 1 }
}
post a.k
task t {
  var y 0..1
  post a.h
  y = x
  await d == 1
  assert y == 1
}`, 4},
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		p, ds := lang.Load("case.tfg", []byte(c.program), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		m, err := sem.NewWithEnds(p)
		if err != nil {
			t.Fatal(err)
		}
		count, _, _ := classes(model.New(m, nil, model.Config{Threads: true}), 10_000, 80)
		if count != c.classes {
			t.Errorf("%s: the slow twin finds %d classes, should be %d", c.what, count, c.classes)
		}
		for _, algorithm := range []string{"optimal", "source", "dpor+sleep"} {
			for _, highest := range []bool{false, true} {
				r := explore(t, p, Options{Algorithm: algorithm, HighestFirst: highest})
				if r.Executions+r.Beyond != c.classes || algorithm == "optimal" && r.Blocked > 0 {
					t.Errorf("%s: %s (highest first %v): %d executions, %d blocked; there are %d classes", c.what, algorithm, highest, r.Executions, r.Blocked, c.classes)
				}
			}
		}
	}
}

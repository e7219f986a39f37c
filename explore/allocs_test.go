package explore

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"testing"

	"flavers/explore/model"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

// manyWays are programs with many executions and states, by what tasks share.
var manyWays = map[string]string{
	"locks": `program p
lock m
shared x 0..1
task t[i in 1..5] {
	var r 0..1
	for k in 1..3 {
		lock m
		r = x
		x = (r + i) % 2
		unlock m
	}
}
`,
	"channels": `program p
chan c[2] 0..1
chan d[1] 0..1
task a[i in 0..2] {
	for k in 0..2 {
		c <- (i + k) % 2
		d <- i % 2
	}
}
task b[i in 0..2] {
	var v, w 0..1
	for k in 0..2 {
		v = <-c
		w = <-d
	}
}
`,
	"rendezvous": `program p
shared x 0..1
task server {
	entry put(w 0..1), get
	var v 0..1
	for k in 1..12 {
		select {
			case accept put(v): x = (x + v) % 2
			case accept get: x = 1 - x
		}
	}
}
task a[i in 0..5] {
	for k in 0..1 {
		call server.put((i + k) % 2)
	}
}
`,
	"messages": `program p
shared x 0..1
actor server {
	on put(v 0..1) {
		x = (x + v) % 2
	}
	on get {
		x = 1 - x
	}
}
task a[i in 0..3] {
	for k in 0..1 {
		post server.put((i + k) % 2)
		post server.get
	}
}
`,
}

// A step allocates nothing once its values have been met: what a longer
// exploration of a system allocates beyond a shorter one, after both, is the
// growth of tables and of what waits to be explored, less than one allocation in
// a hundred steps.
func TestAllocationsPerStep(t *testing.T) {
	for _, name := range trial.Part(slices.Sorted(maps.Keys(manyWays)), 4) {
		src := manyWays[name]
		p, ds := lang.Load(name+".tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("%s: %v", name, ds.All)
		}
		for _, s := range strategies {
			machine := sem.NewWithEnds
			if s.name == "states" {
				machine = sem.New
			}
			m, err := machine(p)
			if err != nil {
				t.Fatal(err)
			}
			w := model.New(m, nil, model.Config{Threads: true})
			measure := func(executions int64) (allocs, steps int64) {
				opt := Options{Algorithm: s.name, Depth: model.UsualDepth, MaxExecutions: executions}
				if s.name == "states" {
					opt.MaxExecutions, opt.MaxStates = 0, 4*executions
				}
				x, err := model.Begin(context.Background(), w, s.name, opt, model.NewWatch(context.Background(), nil))
				if err != nil {
					t.Fatal(err)
				}
				e := &engine{Exploration: x}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				s.make(opt).explore(e)
				runtime.ReadMemStats(&after)
				return int64(after.Mallocs - before.Mallocs), e.Transitions
			}
			executions := int64(5000)
			if !s.complete {
				executions = 500 // they are long
			}
			measure(executions)
			few, fewSteps := measure(100)
			many, steps := measure(executions)
			rate := float64(many-few) / float64(steps-fewSteps)
			t.Logf("%s, %s: %d allocations for %d steps more: %.5f", s.name, name, many-few, steps-fewSteps, rate)
			if steps-fewSteps < 4000 || rate > 0.01 {
				t.Errorf("%s, %s: %d steps more, %.3f allocations for each", s.name, name, steps-fewSteps, rate)
			}
		}
	}
}

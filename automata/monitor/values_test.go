package monitor_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/mip"
	"flavers/sem"
	"flavers/tfg"
)

// Value classes are a bisimulation: whatever places a random walk takes, the tuples of the quotient
// are the classes of the tuples of the whole set, and what accepts is the same. A
// single path of the quotient leads back to one of the whole set.
func TestClasses(t *testing.T) {
	const usual = 150
	joined, steps := 0, 0
	for seed := range trial.Seeds(t, usual) {
		r := rand.New(rand.NewPCG(seed, 33))
		src := gen.Copied(trial.Bytes(seed, 33, 100))
		if seed%4 == 3 {
			src = gen.Program(trial.Bytes(seed, 33, 120))
		}
		set := compiled(t, r, src)
		j := monitor.Join(nil, set)
		if j == nil {
			continue
		}
		joined++
		for range 4 {
			steps += walkBoth(t, r, set, j, src)
			walkBack(t, r, set, j, src)
		}
	}
	t.Logf("%d sets with value classes, %d steps", joined, steps)
	if trial.More() && (joined < usual/5 || steps < usual) {
		t.Error("too few programs have value classes to mean anything")
	}
}

// compiled is the set of most components of a program and of a random property.
func compiled(t *testing.T, r *rand.Rand, src string) *monitor.Set {
	p, ds := lang.Load("test.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, src)
	}
	s, err := monitor.Analyse(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	var specs []*automata.Spec
	if events := gen.Events(p); len(events) > 0 {
		text := gen.Spec(trial.Bytes(r.Uint64(), 34, 60), events)
		var sds diag.List
		if specs, sds = fsa.Parse("test.fsa", []byte(text)); sds.HasErrors() {
			t.Fatalf("%v\n%s", sds.All, text)
		}
	}
	specs = slices.DeleteFunc(specs, func(s *automata.Spec) bool { return !s.Property })
	bound, _ := monitor.BindAll(nil, s, specs, false)
	ch := monitor.Choice{Errors: len(bound) == 0}
	if len(bound) > 0 {
		ch.Property = bound[0]
	}
	for i := range s.M.Comps {
		if r.IntN(8) > 0 && !s.Unconstrainable[i] {
			ch.Components = append(ch.Components, sem.CompID(i))
		}
	}
	return monitor.Compile(s, tfg.Build(p, mip.MHP(p).ActionReachable), ch)
}

// placeOf is the nodes at which a node's letters may be answered for: those that lead the
// same task from the same point to the same point.
func placeOf(set *monitor.Set, n tfg.NodeID) (out []tfg.NodeID) {
	g := set.G
	for i := range g.Nodes {
		o := &g.Nodes[i]
		if o.ID == n || o.Kind == tfg.Local && g.Nodes[n].Kind == tfg.Local && !o.Forks && !g.Nodes[n].Forks &&
			set.Visible.Has(i) == set.Visible.Has(int(n)) && o.Site != cfg.None && g.Nodes[n].Site != cfg.None &&
			g.P.Nodes[o.Site].Point == g.P.Nodes[g.Nodes[n].Site].Point && g.P.Nodes[o.Site].Next == g.P.Nodes[g.Nodes[n].Site].Next {
			out = append(out, o.ID)
		}
	}
	return out
}

func onward(set *monitor.Set, place []tfg.NodeID, tuples [][]int32) (out [][]int32) {
	for _, n := range place {
		for _, l := range set.Of(n) {
			for _, tu := range tuples {
				if to := step(tu, l); l.Err == nil && to != nil {
					out = add(out, to)
				}
			}
		}
	}
	return out
}

func accepts(set *monitor.Set, tuple []int32) bool {
	for m := range set.Monitors {
		if !set.Monitors[m].Accept[tuple[m]] {
			return false
		}
	}
	return true
}

func walkBoth(t *testing.T, r *rand.Rand, set *monitor.Set, j *monitor.Classes, src string) (steps int) {
	t.Helper()
	whole, small := starts(set), starts(j.Set)
	var nodes []tfg.NodeID
	for n := range set.G.Nodes {
		if len(set.Of(tfg.NodeID(n))) > 0 {
			nodes = append(nodes, tfg.NodeID(n))
		}
	}
	for range 30 {
		place := placeOf(set, nodes[r.IntN(len(nodes))])
		nextWhole, nextSmall := onward(set, place, whole), onward(j.Set, place, small)
		var classes [][]int32
		for _, tu := range nextWhole {
			class := make([]int32, len(tu))
			for m, v := range tu {
				class[m] = j.Of(m, v)
			}
			classes = add(classes, class)
			if accepts(set, tu) != accepts(j.Set, class) {
				t.Fatalf("%v accepts: %v, its class %v: %v\n%s", tu, accepts(set, tu), class, accepts(j.Set, class), src)
			}
		}
		slices.SortFunc(classes, slices.Compare)
		slices.SortFunc(nextSmall, slices.Compare)
		if !slices.EqualFunc(classes, nextSmall, slices.Equal) {
			t.Fatalf("at %s: the whole set leads to classes %v, the quotient to %v\n%s", set.G.NodeString(place[0]), classes, nextSmall, src)
		}
		if len(nextWhole) > 0 && len(nextWhole) < 200 {
			whole, small = nextWhole, nextSmall
			steps++
		}
	}
	return steps
}

func walkBack(t *testing.T, r *rand.Rand, set *monitor.Set, j *monitor.Classes, src string) {
	t.Helper()
	state := starts(j.Set)[0]
	var path []*monitor.Letter
	for range 40 {
		l := &j.Set.Letters[r.IntN(len(j.Set.Letters))]
		if to := step(state, *l); to != nil && l.Err == nil {
			path, state = append(path, l), to
		}
	}
	back, end := j.Whole(path), starts(set)[0]
	for i, l := range back {
		if end = step(end, *l); end == nil || !slices.Contains(placeOf(set, path[i].Node), l.Node) {
			t.Fatalf("step %d, %s for %s, cannot be taken\n%s", i, set.G.NodeString(l.Node), set.G.NodeString(path[i].Node), src)
		}
	}
	for m, v := range end {
		if j.Of(m, v) != state[m] {
			t.Fatalf("the path ends in %v, not in the classes %v\n%s", end, state, src)
		}
	}
}

// The pool of workers: for the property, job 1, the end and all other jobs are three classes; if it
// speaks of jobs 1 and 2, there are four; and a comparison with another variable tells
// all values apart.
func TestClassesOfJobs(t *testing.T) {
	const pool = `
const N = 6
chan jobs[1] 0..N
task worker[i in 0..1] {
	var job 0..N
	var last 0..N
	loop { job = <-jobs; if job == 0 { break } event does(i, job); MORE }
}
task main { for j in 1..N { jobs <- j }; for w in 1..2 { jobs <- 0 } }`
	for _, c := range []struct {
		more, property string
		states         int // of the channel with its empty state, if they are fewer than all
	}{
		{"", "existence of does(*,1) at most 1", 4},
		{"", "absence of does(*,2) after does(*,1)", 5},
		{"if job == last { event again } last = job", "existence of does(*,1) at most 1", 0},
	} {
		src := strings.Replace(pool, "MORE", c.more, 1)
		s, g := load(t, src)
		specs, ds := fsa.Parse("p.fsa", []byte("safety property p { "+c.property+" }"))
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		bound, _ := monitor.BindAll(nil, s, specs, false)
		ch := monitor.Choice{Property: bound[0]}
		for i := range s.M.Comps {
			ch.Components = append(ch.Components, sem.CompID(i))
		}
		j := monitor.Join(nil, monitor.Compile(s, g, ch))
		got := 0
		if j != nil {
			for m := range j.Set.Monitors {
				if j.Set.Monitors[m].Name == "chan:jobs" {
					got = j.Set.Monitors[m].States
				}
			}
		}
		if got != c.states {
			t.Errorf("%q, %s: the channel has %d classes, want %d", c.more, c.property, got, c.states)
		}
	}
}

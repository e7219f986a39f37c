package monitor_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/mip"
	"flavers/sem"
	"flavers/tfg"
)

func load(t *testing.T, src string) (*monitor.Semantics, *tfg.Graph) {
	t.Helper()
	p, ds := lang.Load("test.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, src)
	}
	s, err := monitor.Analyse(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return s, tfg.Build(p, mip.MHP(p).ActionReachable)
}

// The automata of a Set, cut, merged, determinised and minimised, accept the
// sequences of letters that the cases they were made from accept: a slow twin
// keeps, per component, the set of values it may have, hidden steps closed
// over, and takes cases instead of letters.
func TestAgainstSetsOfValues(t *testing.T) {
	const usual = 60
	programs, taken, refused := trial.Count(t, usual), 0, 0
	for seed := range trial.Seeds(t, usual) {
		r := rand.New(rand.NewPCG(seed, 9))
		data := make([]byte, 1+r.IntN(180))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		src := gen.Program(data)
		if seed%3 == 2 {
			src = gen.MessagePassing(data)
		}
		s, g := load(t, src)
		var ch monitor.Choice
		for i := range s.M.Comps {
			if r.IntN(3) > 0 {
				ch.Components = append(ch.Components, sem.CompID(i))
			}
		}
		set := monitor.Compile(s, g, ch)
		tw := newTwin(s, g, set, ch)
		for range 6 {
			a, b, err := tw.walk(r)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			taken += a
			refused += b
		}
	}
	t.Logf("%d steps taken, %d refused by both", taken, refused)
	if taken < programs || refused < programs {
		t.Error("the walks are too trivial to mean anything")
	}
}

// twin follows a Set by its definition.
type twin struct {
	s       *monitor.Semantics
	g       *tfg.Graph
	set     *monitor.Set
	comps   []sem.CompID
	visible []cfg.ActionID
	hidden  []cfg.ActionID
}

func newTwin(s *monitor.Semantics, g *tfg.Graph, set *monitor.Set, ch monitor.Choice) *twin {
	tw := &twin{s: s, g: g, set: set, comps: ch.Components}
	for a := range s.Cases {
		if n := g.OfAction(cfg.ActionID(a)); n != cfg.None {
			if set.Visible.Has(int(n)) || set.Dead.Has(int(n)) {
				tw.visible = append(tw.visible, cfg.ActionID(a))
			} else {
				tw.hidden = append(tw.hidden, cfg.ActionID(a))
			}
		}
	}
	return tw
}

// walk tries random actions from the start; the set of joint states (tuples
// of the Set) and the set of joint vectors must be non-empty together.
func (tw *twin) walk(r *rand.Rand) (taken, refused int, err error) {
	start := make([]int32, len(tw.set.Monitors))
	for i := range tw.set.Monitors {
		start[i] = tw.set.Monitors[i].Start
	}
	tuples := [][]int32{start}
	vectors := tw.close([][]int32{tw.s.M.Start()})
	for range 12 {
		if len(tw.visible) == 0 {
			return
		}
		a := tw.visible[r.IntN(len(tw.visible))]
		var nextT, nextV [][]int32
		for _, l := range tw.set.Of(tw.g.OfAction(a)) {
			for _, tu := range tuples {
				if to := step(tu, l); l.Err == nil && to != nil {
					nextT = add(nextT, to)
				}
			}
		}
		for _, v := range vectors {
			nextV = tw.take(nextV, v, a)
		}
		nextV = tw.close(nextV)
		if (len(nextT) == 0) != (len(nextV) == 0) {
			return 0, 0, fmt.Errorf("%s: letters lead to %d tuples, cases to %d vectors", tw.g.NodeString(tw.g.OfAction(a)), len(nextT), len(nextV))
		}
		if len(nextT) == 0 {
			refused++
			continue
		}
		if mine, other := tw.canEnd(nextT), tw.allEnded(nextV); mine != other {
			return 0, 0, fmt.Errorf("after %s: acceptance %v, ends %v", tw.g.NodeString(tw.g.OfAction(a)), mine, other)
		}
		taken++
		tuples, vectors = nextT, nextV
	}
	return taken, refused, nil
}

func step(tuple []int32, l monitor.Letter) []int32 {
	out := slices.Clone(tuple)
	for _, mv := range l.Moves {
		if out[mv.Monitor] = mv.To[tuple[mv.Monitor]]; out[mv.Monitor] < 0 {
			return nil
		}
	}
	return out
}

func add(set [][]int32, v []int32) [][]int32 {
	if slices.ContainsFunc(set, func(w []int32) bool { return slices.Equal(v, w) }) {
		return set
	}
	return append(set, v)
}

// take appends the vectors after an action, looking at chosen components only.
func (tw *twin) take(out [][]int32, v []int32, a cfg.ActionID) [][]int32 {
next:
	for _, k := range tw.s.Cases[a] {
		if k.Err != nil {
			continue
		}
		to := slices.Clone(v)
		for _, mv := range k.Moves {
			if !slices.Contains(tw.comps, mv.Comp) {
				continue
			}
			i := slices.IndexFunc(mv.Pairs, func(q sem.Pair) bool { return q.From == v[mv.Comp] })
			if i < 0 {
				continue next
			}
			to[mv.Comp] = mv.Pairs[i].To
		}
		out = add(out, to)
	}
	return out
}

func (tw *twin) close(set [][]int32) [][]int32 {
	for i := 0; i < len(set) && i < 5000; i++ {
		for _, a := range tw.hidden {
			set = tw.take(set, set[i], a)
		}
	}
	return set
}

func (tw *twin) canEnd(tuples [][]int32) bool {
	return slices.ContainsFunc(tuples, func(tu []int32) bool {
		for i := range tw.set.Monitors {
			if !tw.set.Monitors[i].Accept[tu[i]] {
				return false
			}
		}
		return true
	})
}

func (tw *twin) allEnded(vectors [][]int32) bool {
	return slices.ContainsFunc(vectors, func(v []int32) bool {
		for _, c := range tw.comps { // a task may end or wait for messages, and none may be pending
			k := &tw.s.M.Comps[c]
			switch {
			case k.Kind == sem.Position && !tw.s.M.Ended(k.Task, v[c]) && !tw.s.M.P.Points[tw.s.M.Point(k.Task, v[c])].Idle:
				return false
			case (k.Kind == sem.Mail || k.Kind == sem.Queue) && v[c] > 0:
				return false
			}
		}
		return true
	})
}

// Merging: `x = x + 1` is one letter, `x == y` one for each value, and a
// variable that no test tells apart has a single state and is not reacted to.
func TestLetters(t *testing.T) {
	s, g := load(t, `
shared x 0..3
shared y 0..3
shared unused 0..3
task t {
	x = any
	y = any
	unused = any
	await x == y
	atomic { await x < 3; x = x + 1 }
	await x == 2
}`)
	all := make([]sem.CompID, len(s.M.Comps))
	for i := range all {
		all[i] = sem.CompID(i)
	}
	set := monitor.Compile(s, g, monitor.Choice{Components: all})
	letters := map[string]int{}
	for n := range g.Nodes {
		if set.Visible.Has(n) {
			letters[s.M.P.NodeString(g.Nodes[n].Site)] = len(set.Of(tfg.NodeID(n)))
		}
	}
	want := map[string]int{"x = any": 4, "y = any": 4, "await x == y": 4, "x == 2": 1}
	for name, n := range want {
		if got, ok := find(letters, name); !ok || got != n {
			t.Errorf("%s has %d letters, want %d (%v)", name, got, n, letters)
		}
	}
	if _, ok := find(letters, "unused"); ok {
		t.Errorf("a variable that nothing tests is reacted to: %v", letters)
	}
	if n, ok := find(letters, "x = x + 1"); !ok || n != 1 {
		t.Errorf("x = x + 1 has %d letters, want 1 (%v)", n, letters)
	}
}

func find(letters map[string]int, part string) (int, bool) {
	for name, n := range letters {
		if strings.Contains(name, part) {
			return n, true
		}
	}
	return 0, false
}

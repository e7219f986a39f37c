package explore

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/explore/model"
	"flavers/internal/trial"
	"flavers/sem"
)

// twin compares what configuration.go and lead.go say of each alternative that optimal
// meets with the same, found by comparing moves.
type twin struct {
	*optimal
	t                        *testing.T
	what                     string
	random                   *rand.Rand
	compared, composed, many int
}

func (w *twin) explore(e *engine) {
	w.optimal.begin(e)
	w.r.alternative = func(at int, p *configuration, v *model.Move) {
		w.compare(at, p, v)
		w.optimal.insert(at, p, v)
	}
	w.optimal.search()
}

func (w *twin) compare(at int, p *configuration, v *model.Move) {
	r := w.r
	w.compared++
	saved := slices.Clone(r.scratch) // the state that the search for alternatives is looking at
	defer func() { r.scratch = append(r.scratch[:0], saved...) }()
	// The part.
	missing, length := r.depth, 0
	for i := range r.depth {
		if !r.in(p, int32(i)) {
			missing = min(missing, i)
			continue
		}
		length = i + 1
		for j := range i {
			if !model.Independent(r.taken[i], r.taken[j]) && (!r.in(p, int32(j)) || !r.before(j, i)) {
				w.t.Fatalf("event %d is in the part %v, or after %d, and the other is not\n%s", i, p, j, w.what)
			}
		}
	}
	if p.missing != missing || r.length(p) != length {
		w.t.Fatalf("the part %v: missing %d, length %d; got %d, %d\n%s", p, missing, length, p.missing, r.length(p), w.what)
	}
	w.states(p)
	smaller := r.like(p)
	defer r.give(smaller)
	if length > 0 {
		g := w.random.IntN(length)
		r.without(smaller, g)
		for i := range r.depth {
			if r.in(smaller, int32(i)) != (r.in(p, int32(i)) && !r.before(g, i)) {
				w.t.Fatalf("event %d is wrongly in, or not in, %v without %d\n%s", i, p, g, w.what)
			}
		}
		w.states(smaller)
	}
	// What can come first.
	var rest []int32
	for i := at; i < r.depth; i++ {
		if r.in(p, int32(i)) {
			rest = append(rest, int32(i))
		}
	}
	var minimal []int32
	for k, e := range rest {
		if !slices.ContainsFunc(rest[:k], func(f int32) bool { return !model.Independent(r.taken[e], r.taken[f]) }) {
			minimal = append(minimal, e)
		}
	}
	touched := slices.ContainsFunc(rest, func(f int32) bool { return !model.Independent(v, r.taken[f]) })
	for _, r.short = range []int{-1, shortTail} {
		l := r.notdep(p, at)
		got := r.minimal(nil, &l)
		slices.Sort(got)
		if !slices.Equal(got, minimal) {
			w.t.Fatalf("first in %v from %d on: %v, want %v\n%s", p, at, got, minimal, w.what)
		}
		if r.touched(&l, v.Footprint) != touched {
			w.t.Fatalf("%v from %d on is touched: %v\n%s", p, at, touched, w.what)
		}
	}
	if len(minimal) > 1 {
		w.many++
	}
	// What v follows from.
	past := make([]bool, r.depth)
	for i := r.depth - 1; i >= 0; i-- {
		past[i] = r.in(p, int32(i)) && (!model.Independent(v, r.taken[i]) ||
			slices.ContainsFunc(rangeOf(i+1, r.depth), func(j int) bool { return past[j] && r.before(i, j) }))
	}
	sum := r.past(p, v.Footprint)
	for i := range r.depth {
		if past[i] != (sum[r.at[i].thread] >= r.at[i].number) {
			w.t.Fatalf("event %d is before way %d after %v: %v\n%s", i, v.Way, p, past[i], w.what)
		}
	}
}

func rangeOf(from, to int) []int {
	var out []int
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}

// states compares the state after a part with what taking its moves again gives.
func (w *twin) states(p *configuration) {
	r := w.r
	want := slices.Clone(r.states[0])
	for i := range r.depth {
		if r.in(p, int32(i)) {
			u := r.Again(want, r.taken[i])
			if u == nil {
				w.t.Fatalf("event %d of the part %v cannot be taken\n%s", i, p, w.what)
			}
			r.Change(want, u)
		}
	}
	if got := r.after(p); !slices.Equal(got, want) {
		w.t.Fatalf("after %v: %v, want %v\n%s", p, got, want, w.what)
	}
	if got := r.compose(p); !slices.Equal(got, want) {
		w.t.Fatalf("after %v: composed %v, want %v\n%s", p, got, want, w.what)
	}
	w.composed++
}

// Parts of executions and what can come first in alternatives, against their
// slow twins.
func TestParts(t *testing.T) {
	var total twin
	for seed := range trial.Seeds(t, 60) {
		p, specs, what := random(t, seed)
		m, err := sem.NewWithEnds(p)
		if err != nil {
			t.Fatal(err)
		}
		x, err := model.Begin(context.Background(), model.New(m, specs, model.Config{Threads: true, HighestFirst: seed%2 == 0}), "", Options{Depth: 60, MaxExecutions: 60}, model.NewWatch(context.Background(), nil))
		if err != nil {
			t.Fatal(err)
		}
		e := &engine{Exploration: x}
		if e.Impossible() {
			continue
		}
		w := &twin{optimal: &optimal{}, t: t, what: what, random: rand.New(rand.NewPCG(seed, 5))}
		w.explore(e)
		total.compared += w.compared
		total.composed += w.composed
		total.many += w.many
	}
	t.Logf("%d alternatives compared, %d of them with several firsts; %d states", total.compared, total.many, total.composed)
	if n := trial.Count(t, 60); total.compared < n/2 || n >= 300 && total.many < 20 {
		t.Errorf("only %d alternatives compared, %d with several firsts", total.compared, total.many)
	}
}

// A partSet is a set, with few members and with many.
func TestPartSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var s partSet
		for range 3 {
			s.reset(3)
			seen := map[[3]int32]bool{}
			for range 1 + r.IntN(300) {
				k := [3]int32{int32(r.IntN(4)), int32(r.IntN(6)), int32(r.IntN(8))}
				if s.add(k[:]) != seen[k] {
					t.Fatalf("%v: known before: %v", k, seen[k])
				}
				seen[k] = true
			}
		}
	}
}

package dataflow

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"flavers/internal/trial"
)

var (
	orders  = []Order{BFS, DFS, RPO}
	engines = []engine{engineAuto, engineWide, engineShards, engineWide | engineShards}
)

// engineShards is several workers nearly from the start; without it there is
// one.
const engineShards engine = 2

// searchWith is newSearch with a chosen inner loop and number of workers.
func searchWith(ctx context.Context, p *Problem, opt Options, e engine) *search {
	s := newSearch(ctx, newTables(nil, p), opt, e&^engineShards)
	if s.workers = 1; e&engineShards != 0 {
		s.workers, s.shareAfter = 3, 2
	}
	if e&engineWide != 0 {
		s.mostRows = 0
	}
	return s
}

// solveWith is Solve with a chosen inner loop.
func solveWith(ctx context.Context, p *Problem, opt Options, e engine) *Solution {
	s := searchWith(ctx, p, opt, e)
	defer s.close()
	return s.solve()
}

// tuplesOf decodes the table of a kept solution.
func tuplesOf(p *Problem, s *Solution) map[string]bool {
	out := map[string]bool{}
	for rec := range s.store.all {
		t := make([]int32, len(p.Monitors))
		for m := range t {
			t[m] = s.tables.lay.fields[m].get(rec)
		}
		out[fmt.Sprint(t)] = true
	}
	return out
}

var shapes = map[string]shape{
	"tiny":       {monitors: 3, states: 4, nodes: 5, letters: 10, property: 1, density: 1},
	"small":      {monitors: 5, states: 5, nodes: 12, letters: 30, property: 1, density: 0.6},
	"noproperty": {monitors: 5, states: 5, nodes: 12, letters: 30, density: 0.6},
	"wide field": {monitors: 3, states: 4, nodes: 6, letters: 12, wide: 200, property: 1, density: 0.7},
	"two words":  {monitors: 90, states: 3, nodes: 10, letters: 16, property: 1, density: 0.5},
	"five words": {monitors: 60, states: 40, nodes: 8, letters: 10, property: 1, density: 0.5},
	"letters":    {monitors: 4, states: 4, nodes: 30, letters: 200, property: 1, density: 0.4},
	"many nodes": {monitors: 3, states: 4, nodes: 150, letters: 300, property: 1, density: 0.1},
}

// TestAgainstTwin: whatever the order and the inner loop, the search finds
// what the definition says.
func TestAgainstTwin(t *testing.T) {
	for name, sh := range shapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const usual = 15
			rounds, seen := trial.Count(t, usual), map[string]int{}
			for i := range trial.Seeds(t, usual) {
				p := randomProblem(rand.New(rand.NewPCG(i, 1)), sh)
				want := twin(p, 1000+20*sh.nodes)
				if want.tooBig {
					seen["too big"]++
					continue
				}
				if len(want.tuples) >= 20 {
					seen["20 tuples or more"]++
				}
				for _, o := range orders {
					for _, e := range engines {
						compare(t, p, want, o, e, seen)
						if t.Failed() {
							t.Fatalf("seed %d, order %v, engine %d", i, o, e)
						}
					}
				}
			}
			t.Log(seen)
			if seen["20 tuples or more"] < rounds/20 {
				t.Errorf("too easy: %v", seen)
			}
			if rounds >= 100 && (sh.property > 0 && seen["violated"] == 0 || seen["holds"] == 0) {
				t.Errorf("one-sided: %v", seen)
			}
		})
	}
}

func compare(t *testing.T, p *Problem, want twinResult, o Order, e engine, seen map[string]int) {
	s := solveWith(t.Context(), p, Options{Order: o, Keep: true, Rejected: true}, e)
	defer s.Release()
	seen[s.Verdict.String()]++
	seen[fmt.Sprintf("%d words", len(s.Fired))]++
	if (s.Verdict == Violated) != want.violated || s.Verdict == Limit {
		t.Errorf("%v, the twin: violated is %v", s.Verdict, want.violated)
		return
	}
	if err := Check(p, s); err != nil {
		t.Error(err)
	}
	if want.violated {
		if o == BFS && (len(s.Path) != want.length || !want.atEnd[s.AtEnd]) {
			t.Errorf("path of %d letters, atEnd %v; the shortest has %d, %v", len(s.Path), s.AtEnd, want.length, want.atEnd)
		}
		if len(s.Path) < want.length {
			t.Errorf("path of %d letters is shorter than the shortest, %d", len(s.Path), want.length)
		}
		for _, l := range s.Path {
			if !s.Fired.Has(int(l)) {
				t.Errorf("letter %d of the path has not fired", l)
			}
		}
		return
	}
	if got := tuplesOf(p, s); len(got) != len(want.tuples) || int64(len(got)) != s.Tuples {
		t.Errorf("%d tuples, %d reported, the twin %d", len(got), s.Tuples, len(want.tuples))
	} else {
		for x := range got {
			if !want.tuples[x] {
				t.Errorf("tuple %s is not the twin's", x)
			}
		}
	}
	if !s.Fired.Equal(want.fired) || s.FinalReached != want.finalReached || s.Visits != int64(want.visits) {
		t.Errorf("fired %v, F %v, %d visits; the twin %v, %v, %d",
			s.Fired, s.FinalReached, s.Visits, want.fired, want.finalReached, want.visits)
	}
	if !slices.Equal(s.Rejected, want.killed) {
		t.Errorf("killed %v, the twin %v", s.Rejected, want.killed)
	}
}

// TestWorkers: several workers give the solution of one, with its path and all
// counts.
func TestWorkers(t *testing.T) {
	seen := map[Verdict]int{}
	const usual = 25
	for i := range trial.Seeds(t, usual) {
		for _, sh := range []shape{shapes["small"], shapes["two words"], shapes["letters"]} {
			p := randomProblem(rand.New(rand.NewPCG(i, 7)), sh)
			for _, e := range []engine{engineAuto, engineWide} {
				one := solveWith(t.Context(), p, Options{Rejected: true}, e)
				many := solveWith(t.Context(), p, Options{Rejected: true}, e|engineShards)
				one.Bytes, many.Bytes = 0, 0
				if d := cmp.Diff(one, many, cmp.AllowUnexported(Solution{}), cmpopts.EquateEmpty()); d != "" {
					t.Fatalf("seed %d, engine %d: -one +many\n%s", i, e, d)
				}
				seen[one.Verdict]++
			}
		}
	}
	if n := trial.Count(t, usual); seen[Holds] < n/6 || seen[Violated] < n/6 {
		t.Errorf("one-sided: %v", seen)
	}
}

// TestVerdictWords: what a search of paths found is not worded as a verdict on the program.
func TestVerdictWords(t *testing.T) {
	for v, want := range []string{"no path violates it", "a path violates it", "cut off by a limit"} {
		if got := Verdict(v).String(); got != want {
			t.Errorf("verdict %d: %q, want %q", v, got, want)
		}
	}
}

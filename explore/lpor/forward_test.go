package lpor

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/bitset"
	"flavers/explore"
	"flavers/internal/trial"
)

// Forward enable sets, of which only the pairs with the smallest needs are kept,
// answer as the search for a chain does.
func TestPairsAgainstSearch(t *testing.T) {
	asked, kept, barred := 0, 0, 0
	for seed := range trial.Seeds(t, 30) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 2 + r.IntN(12)
		rel := NewRelations(n)
		for range r.IntN(3 * n) {
			Add(rel.CanEnable, ID(r.IntN(n)), ID(r.IntN(n)))
		}
		for range r.IntN(2 * n) {
			if a, b := r.IntN(n), r.IntN(n); a != b {
				Add(rel.Dependent, ID(a), ID(b))
			}
			Add(rel.Necessary, ID(r.IntN(n)), ID(r.IntN(n)))
		}
		red, err := NewReducer(rel, NetOn, nil)
		if err != nil {
			t.Fatal(err)
		}
		if red.fwd.pairs != nil {
			kept++
		}
		for range 40 {
			clear(red.barred)
			for range r.IntN(4) {
				red.barred.Add(r.IntN(n))
			}
			to := ID(r.IntN(n))
			u, goals := ID(r.IntN(n)), red.fwd.dependsOn.Row(int(to))
			want := red.searched(u, goals)
			if got := red.leads(u, goals); got != want {
				t.Fatalf("seed %d: from %d to %v with %v barred: %v by forward enable sets, %v by search", seed, u, goals, red.barred, got, want)
			}
			asked++
			if want && !red.fwd.indexOf(to).Has(int(u)) {
				t.Fatalf("seed %d: a chain from %d that the index of %d does not have", seed, u, to)
			}
			clear(red.barred)
			if !want && red.searched(u, goals) {
				barred++
			}
		}
	}
	if kept < trial.Count(t, 30)*8/10 || barred < asked/50 {
		t.Errorf("%d of %d relations with sets, %d of %d chains barred", kept, trial.Count(t, 30), barred, asked)
	}
}

// Chains whose needs differ in exponentially many ways do not take exponential
// time: they are joined, or searched instead.
func TestManyPairs(t *testing.T) {
	const stages = 28
	rel := NewRelations(4 * stages)
	for k := range stages { // a diamond each, with a need of its own on either side
		at := ID(4 * k)
		for side := ID(1); side <= 2; side++ {
			Add(rel.CanEnable, at, at+side)
			Add(rel.CanEnable, at+side, at+3)
			Add(rel.Necessary, at+side, at+side)
		}
		if k+1 < stages {
			Add(rel.CanEnable, at+3, at+4)
		}
	}
	Add(rel.Dependent, 4*stages-1, 0)
	red, err := NewReducer(rel, NetOn, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !red.leads(0, red.fwd.dependsOn.Row(0)) {
		t.Error("no chain is found")
	}
}

// A member that the path has taken bars no chain: what needs it may happen without it. 0 depends on 1, and on 3, which 2
// can enable once 1 has been taken.
func TestTakenBarsNothing(t *testing.T) {
	rel := NewRelations(4)
	Add(rel.Dependent, 1, 0)
	Add(rel.Dependent, 3, 0)
	Add(rel.CanEnable, 2, 3)
	Add(rel.Necessary, 3, 1)
	red, err := NewReducer(rel, NetOn, nil)
	if err != nil {
		t.Fatal(err)
	}
	executed := bitset.New(4)
	if got := red.Set(nil, 0, []ID{0, 1, 2}, executed, nil); !slices.Equal(got, []ID{0, 1}) {
		t.Errorf("before 1 was taken: %v", got)
	}
	executed.Add(1)
	if got := red.Set(nil, 0, []ID{0, 1, 2}, executed, nil); !slices.Equal(got, []ID{0, 1, 2}) {
		t.Errorf("after 1 was taken: %v", got)
	}
}

// ring is a system with a cycle: around can be taken for ever, and aside is
// independent of it.
type ring struct{ size int }

func (ring) Start() [2]int { return [2]int{} }
func (r ring) Enabled(dst []ID, s [2]int) []ID {
	dst = append(dst, 0)
	if s[1] == 0 {
		dst = append(dst, 1)
	}
	return dst
}
func (r ring) Successors(dst [][2]int, s [2]int, t ID) [][2]int {
	if t == 0 {
		return append(dst, [2]int{(s[0] + 1) % r.size, s[1]})
	}
	return append(dst, [2]int{s[0], 1})
}
func (ring) Key(dst []byte, s [2]int) []byte { return append(dst, byte(s[0]), byte(s[1])) }

type seen struct{ states [][2]int }

func (v *seen) State(s [2]int, _ []Taken, _ bool) bool { v.states = append(v.states, s); return true }
func (v *seen) Step(int) bool                          { return true }
func (v *seen) Cut([2]int, []Taken) bool               { return true }

// A transition that is independent of a cycle is not ignored for ever.
func TestCycle(t *testing.T) {
	for _, initial := range []Initial{First, Last, Smallest} {
		v := &seen{}
		s := &Search[[2]int]{System: ring{5}, Relations: NewRelations(2), Initial: initial, Visitor: v}
		if err := s.Run(); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(v.states, func(x [2]int) bool { return x[1] == 1 }) {
			t.Errorf("%s: aside is never taken: %v", initial, v.states)
		}
		if initial == First && (s.Reopened == 0 || s.States == 1) {
			t.Errorf("no state is explored in full because of the cycle")
		}
	}
}

func TestRelationsCheck(t *testing.T) {
	rel := NewRelations(3)
	Add(rel.Dependent, 1, 1)
	if _, err := NewReducer(rel, NetOff, nil); err == nil || !strings.Contains(err.Error(), "depends on itself") {
		t.Errorf("%v", err)
	}
	rel = NewRelations(3)
	rel.CanEnable = bitset.NewMatrix(2, 3)
	if _, err := NewReducer(rel, NetOff, nil); err == nil || !strings.Contains(err.Error(), "can-enable") {
		t.Errorf("%v", err)
	}
	rel = NewRelations(100)
	rel.Visible = bitset.New(3)
	if _, err := NewReducer(rel, NetOff, nil); err == nil || !strings.Contains(err.Error(), "visible") {
		t.Errorf("%v", err)
	}
}

func TestOptions(t *testing.T) {
	p, specs := subject{"multicast", "", "agreement", false}.load(t)
	for _, opt := range []explore.Options{{Net: "maybe"}, {Initial: "largest"}} {
		if _, err := Run(context.Background(), p, specs, opt); err == nil {
			t.Errorf("%+v is accepted", opt)
		}
	}
	for limit, opt := range map[string]explore.Options{
		"states": {MaxStates: 10}, "depth": {Depth: 5}, "executions": {MaxExecutions: 3, Stateless: true},
		"memory": {MaxMemory: 100}, "first finding": {StopAtFirst: true},
	} {
		q, specs := p, specs
		if limit == "memory" { // large enough for a look at the memory
			q, specs = subject{"paxos", "", "agreement", false}.load(t)
		}
		r, err := Run(context.Background(), q, specs, opt)
		if err != nil || r.Complete || r.Limit != limit {
			t.Errorf("%s: %+v, %v", limit, r, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q, specs := subject{"paxos", "", "agreement", false}.load(t)
	if r, err := Run(ctx, q, specs, explore.Options{}); err != nil || r.Complete || r.Limit != "interrupt" {
		t.Errorf("%+v, %v", r, err)
	}
	// The shortest schedule is no longer than the first.
	a, _ := Run(context.Background(), q, specs, explore.Options{})
	b, _ := Run(context.Background(), q, specs, explore.Options{Shortest: true})
	if len(b.Findings[0].Schedule) > len(a.Findings[0].Schedule) {
		t.Errorf("%d steps, %d in the shortest", len(a.Findings[0].Schedule), len(b.Findings[0].Schedule))
	}
}

package petri

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/bitset"
	"flavers/explore/lpor"
	"flavers/internal/trial"
)

// figure1 is the paper's first figure: t1 and t2 do not interfere, t2 enables
// t3, and t3 disables t1.
func figure1() *Net {
	n := New("a", "b", "c", "done1", "done3")
	n.Mark("a", 1)
	n.Mark("b", 1)
	n.Add("t1", "a", "done1")
	n.Add("t2", "b", "c")
	n.Add("t3", "a c", "done3")
	return n
}

// figure2 is the net of the paper's second figure.
func figure2() *Net {
	n := New("x", "y", "u", "v", "i", "j")
	n.Mark("x", 1)
	n.Mark("i", 1)
	n.Mark("j", 1)
	n.Add("t1", "x", "")
	n.Add("t2", "x y", "")
	n.Add("t3", "u v", "y")
	n.Add("t4", "i", "u")
	n.Add("t5", "j", "v")
	return n
}

// stubborn is the set in the first marking that begins with a transition.
func stubborn(t *testing.T, n *Net, rel *lpor.Relations, net lpor.Net, initial string) string {
	t.Helper()
	r, err := lpor.NewReducer(rel, net, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := n.System()
	at := s.Start()
	first := slices.IndexFunc(n.Transitions, func(x Transition) bool { return x.ID == initial })
	set := r.Set(nil, lpor.ID(first), s.Enabled(nil, at), bitset.New(rel.N), func(dst []bitset.Set, t lpor.ID) []bitset.Set {
		return s.(lpor.Situational[[]int32]).Needs(dst, at, t)
	})
	var names []string
	for _, x := range set {
		names = append(names, n.Transitions[x].ID)
	}
	return strings.Join(names, " ")
}

// Section I: exploring t2 first is enough; a set with t1 has t2 as well.
func TestFigure1(t *testing.T) {
	n := figure1()
	rel := n.Relations()
	for _, net := range []lpor.Net{lpor.NetOff, lpor.NetOn, lpor.NetState} {
		if got := stubborn(t, n, rel, net, "t1"); got != "t1 t2" {
			t.Errorf("net %d: the set of t1 is %s", net, got)
		}
		if got := stubborn(t, n, rel, net, "t2"); got != "t2" {
			t.Errorf("net %d: the set of t2 is %s", net, got)
		}
	}
	full, err := Search(n, Options{Full: true})
	if err != nil {
		t.Fatal(err)
	}
	less, err := Search(n, Options{})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(full.Dead)
	slices.Sort(less.Dead)
	if full.States != 5 || less.States != 4 || !slices.Equal(full.Dead, less.Dead) || len(full.Dead) != 2 {
		t.Errorf("full %+v\nreduced %+v", full, less)
	}
}

// Section III-B: the relations are those printed, with NET the other way round
// than printed, and transitively closed as the section before allows; the set
// of t1 is {t1, t4}. With the pairs of NET as printed it has t5 as well.
func TestFigure2(t *testing.T) {
	n := figure2()
	rel := n.Relations()
	pairs := func(m *bitset.Matrix) string {
		var out []string
		for i := range m.Rows {
			for j := range m.Row(i).All {
				out = append(out, fmt.Sprintf("t%d,t%d", i+1, j+1))
			}
		}
		return strings.Join(out, " ")
	}
	if got := pairs(rel.CanEnable); got != "t3,t2 t4,t3 t5,t3" {
		t.Errorf("can-enable is %s", got)
	}
	if got := pairs(rel.Dependent); got != "t1,t2 t2,t1" {
		t.Errorf("dependency is %s", got)
	}
	if got := pairs(rel.Necessary); got != "t2,t3 t2,t4 t2,t5 t3,t4 t3,t5" {
		t.Errorf("necessary is %s", got)
	}
	rel.Necessary = bitset.NewMatrix(rel.N, rel.N) // the paper leaves out what t2 needs
	lpor.Add(rel.Necessary, 2, 3)
	lpor.Add(rel.Necessary, 2, 4)
	for net, want := range map[lpor.Net]string{lpor.NetOff: "t1 t4 t5", lpor.NetOn: "t1 t4", lpor.NetState: "t1 t4"} {
		if got := stubborn(t, n, rel, net, "t1"); got != want {
			t.Errorf("net %d: the set of t1 is %s, not %s", net, got, want)
		}
	}
	rel.Necessary = bitset.NewMatrix(rel.N, rel.N)
	lpor.Add(rel.Necessary, 3, 2)
	lpor.Add(rel.Necessary, 4, 2)
	if got := stubborn(t, n, rel, lpor.NetOn, "t1"); got != "t1 t4 t5" {
		t.Errorf("with NET as printed, the set of t1 is %s", got)
	}
}

// random is a random net; tokens are mostly moved, so that most are bounded.
func random(r *rand.Rand) *Net {
	n := &Net{Name: "random"}
	for p := range 3 + r.IntN(8) {
		n.Places = append(n.Places, Place{ID: fmt.Sprint("p", p), Tokens: int32(r.IntN(5) / 3)})
	}
	for t := range 3 + r.IntN(8) {
		takes, puts := make([]int32, len(n.Places)), make([]int32, len(n.Places))
		in := 1 + r.IntN(2)
		for range in {
			takes[r.IntN(len(n.Places))]++
		}
		for range r.IntN(in + 1) {
			puts[r.IntN(len(n.Places))]++
		}
		if r.IntN(12) == 0 {
			puts[r.IntN(len(n.Places))]++
		}
		n.Transitions = append(n.Transitions, Transition{ID: fmt.Sprint("t", t), Takes: arcsOf(takes), Puts: arcsOf(puts)})
	}
	return n
}

// Reduced searches find the dead markings of the full one, and break an
// invariant if and only if it does; more use of NET never costs much.
func TestRandomNets(t *testing.T) {
	total := map[string]int64{}
	compared, dead, broken := 0, 0, 0
	for seed := range trial.Seeds(t, 250) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := random(r)
		watched := []PlaceID{PlaceID(r.IntN(len(n.Places)))}
		bound := int32(1 + r.IntN(2))
		start := n.Start()[watched[0]]
		invariant := func(m []int32) bool { return m[watched[0]] < start+bound }
		opt := Options{Full: true, MaxStates: 3000, Invariant: invariant, Watched: watched}
		want, err := Search(n, opt)
		if err != nil {
			t.Fatal(err)
		}
		if !want.Complete {
			continue
		}
		compared++
		dead += len(want.Dead)
		if want.Violated {
			broken++
		}
		slices.Sort(want.Dead)
		total["full"] += want.States
		for _, net := range []lpor.Net{lpor.NetOff, lpor.NetOn, lpor.NetState} {
			for initial := lpor.Smallest; initial <= lpor.Transaction; initial++ {
				for _, how := range []string{"dead", "invariant", "stateless"} {
					opt := Options{Net: net, Initial: initial}
					switch how {
					case "invariant":
						opt.Invariant, opt.Watched = invariant, watched
					case "stateless":
						if opt.Stateless, opt.Depth, opt.MaxStates = true, 60, 20000; initial != lpor.Smallest {
							continue
						}
					}
					got, err := Search(n, opt)
					if err != nil {
						t.Fatal(err)
					}
					if !got.Complete {
						continue
					}
					slices.Sort(got.Dead)
					var b bytes.Buffer
					if !slices.Equal(got.Dead, want.Dead) {
						_ = n.Write(&b)
						t.Fatalf("seed %d, net %d, %s, %s: dead markings\n%v\nnot\n%v\n%s", seed, net, initial, how, got.Dead, want.Dead, &b)
					}
					if how == "invariant" && got.Violated != want.Violated {
						_ = n.Write(&b)
						t.Fatalf("seed %d, net %d, %s: the invariant is broken: %v, not %v\n%s", seed, net, initial, got.Violated, want.Violated, &b)
					}
					if how != "stateless" && got.States > want.States {
						t.Fatalf("seed %d: %d states, more than the full search's %d", seed, got.States, want.States)
					}
					total[fmt.Sprint(how, " ", net, " ", initial)] += got.States
				}
			}
		}
	}
	t.Logf("%d nets, %d dead markings, %d broken invariants; states: %v", compared, dead, broken, total)
	if compared < trial.Count(t, 250)/2 || dead < compared/3 || broken < compared/20 {
		t.Errorf("only %d nets, %d dead markings, %d broken invariants", compared, dead, broken)
	}
	if total["dead 0 smallest"] >= total["full"]*9/10 || total["dead 2 first"] > total["dead 1 first"] {
		t.Errorf("little is reduced: %v", total)
	}
}

// A stubborn set is one by its definition (D1, D2 and strength), judged by all
// sequences of transitions outside it.
func TestStubbornByDefinition(t *testing.T) {
	sets, proper := 0, 0
	for seed := range trial.Seeds(t, 250) {
		r := rand.New(rand.NewPCG(seed, 11))
		n := random(r)
		if full, err := Search(n, Options{Full: true, MaxStates: 300}); err != nil || !full.Complete {
			continue
		}
		rel := n.Relations()
		s := n.System().(*system)
		// A random path to the marking in question.
		m, executed := s.Start(), bitset.New(rel.N)
		for range r.IntN(4) {
			if e := s.Enabled(nil, m); len(e) > 0 {
				x := e[r.IntN(len(e))]
				executed.Add(int(x))
				m = s.Successors(nil, m, x)[0]
			}
		}
		enabled := s.Enabled(nil, m)
		for _, net := range []lpor.Net{lpor.NetOff, lpor.NetOn, lpor.NetState} {
			red, err := lpor.NewReducer(rel, net, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, initial := range enabled {
				set := red.Set(nil, initial, enabled, executed, func(dst []bitset.Set, t lpor.ID) []bitset.Set { return s.Needs(dst, m, t) })
				sets++
				if len(set) < len(enabled) {
					proper++
				}
				if text := judge(n, s, m, set); text != "" {
					t.Fatalf("seed %d, net %d, initial %d, set %v in %s: %s", seed, net, initial, set, n.Format(m), text)
				}
			}
		}
	}
	if proper < sets/4 {
		t.Errorf("only %d of %d sets are not everything", proper, sets)
	}
}

// judge follows every marking reachable outside the set; with it goes the
// marking that the same sequence reaches after one of the members.
func judge(n *Net, s *system, m []int32, set []lpor.ID) string {
	for _, t := range set {
		type two struct{ plain, after []int32 }
		todo := []two{{m, n.Fire(m, TransitionID(t))}}
		seen := map[string]bool{}
		for len(todo) > 0 {
			x := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			key := n.Format(x.plain)
			if seen[key] {
				continue
			}
			seen[key] = true
			if !n.Enabled(x.plain, TransitionID(t)) {
				return fmt.Sprintf("%d is disabled in %s", t, key)
			}
			if got := n.Format(n.Fire(x.plain, TransitionID(t))); got != n.Format(x.after) {
				return fmt.Sprintf("%d leads from %s to %s, the other way to %s", t, key, got, n.Format(x.after))
			}
			for _, u := range s.Enabled(nil, x.plain) {
				if slices.Contains(set, u) {
					continue
				}
				if !n.Enabled(x.after, TransitionID(u)) {
					return fmt.Sprintf("%d before %d disables it in %s", t, u, key)
				}
				todo = append(todo, two{n.Fire(x.plain, TransitionID(u)), n.Fire(x.after, TransitionID(u))})
			}
		}
	}
	return ""
}

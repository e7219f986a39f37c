package project

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/limit"
	"flavers/sem"
)

// trap is the state of the specification in which it is violated at once, blocked the one that breaks an assumption.
const trap, blocked = 3, 4

// observe is a specification that no program has: five states, moved by a hash of what a step emits.
func observe(q []int32, occ []sem.Occurrence) []int32 {
	h := fnv.New32()
	fmt.Fprint(h, q, occ)
	n := int32(h.Sum32() % 11)
	if n > blocked { // most steps leave it as it is
		return q
	}
	if n == blocked {
		return nil
	}
	return []int32{n}
}

// violating is a trap, or an end in state 1.
func violating(q []int32, over bool) bool { return q[0] == trap || over && q[0] == 1 }

// countsHere counts a part of the errors.
func countsHere(act cfg.ActionID, kase int, _ *sem.Error) bool { return (int(act)+kase)%2 == 0 }

// rejects is Rejects by its definition: all values of the components are kept in sets without a limit, which are closed
// under every hidden action, whether it touches the components or not.
func rejects(pr *Path, comps []sem.CompID) bool {
	after := func(set map[string]projected, act cfg.ActionID, f func(k int, kase *sem.Case, n projected)) {
		for _, s := range set {
			for k := range pr.Sem.Cases[act] {
				kase, vec, possible := &pr.Sem.Cases[act][k], slices.Clone(s.vec), true
				for i, id := range comps {
					for _, mv := range kase.Moves {
						if mv.Comp != id {
							continue
						}
						to, ok := mv.To(s.vec[i])
						vec[i], possible = to, possible && ok
					}
				}
				if possible {
					f(k, kase, projected{vec, s.q})
				}
			}
		}
	}
	closed := func(set map[string]projected) map[string]projected {
		for n := -1; n < len(set); {
			n = len(set)
			for _, act := range pr.Hidden {
				after(set, act, func(_ int, kase *sem.Case, n projected) {
					if kase.Err == nil {
						set[n.key()] = n
					}
				})
			}
		}
		return set
	}
	first := projected{q: pr.Start}
	for _, id := range comps {
		first.vec = append(first.vec, pr.Sem.M.Comps[id].Start)
	}
	reached := violating(first.q, false)
	set := closed(map[string]projected{first.key(): first})
	for _, act := range pr.Actions {
		next := map[string]projected{}
		after(set, act, func(k int, kase *sem.Case, n projected) {
			if kase.Err != nil {
				reached = reached || countsHere(act, k, kase.Err)
			} else if n.q = observe(n.q, kase.Occ); n.q != nil {
				reached = reached || violating(n.q, false)
				next[n.key()] = n
			}
		})
		set = closed(next)
	}
	for _, s := range set {
		ends := violating(s.q, true)
		for i, id := range comps {
			ends = ends && pr.Sem.M.Final(id, s.vec[i])
		}
		reached = reached || ends
	}
	return !reached
}

// walk makes a path of the program: the visible steps of a random execution, which ends in an error, or is over, or is
// cut off. violated says whether the execution violates the specification. Sometimes a step is put in or left out; then
// nobody knows.
func (pr *Path) walk(r *rand.Rand) (violated, known bool) {
	state, q := pr.Sem.M.Start(), pr.Start
	hidden := make([]bool, len(pr.Sem.Cases))
	for _, act := range pr.Hidden {
		hidden[act] = true
	}
	violated = violating(q, false)
	for range 30 {
		moved := false
		for _, a := range r.Perm(len(pr.Sem.Cases)) {
			act := cfg.ActionID(a)
			for _, k := range r.Perm(len(pr.Sem.Cases[act])) {
				kase, next, possible := &pr.Sem.Cases[act][k], slices.Clone(state), true
				for _, mv := range kase.Moves {
					to, ok := mv.To(state[mv.Comp])
					next[mv.Comp], possible = to, possible && ok
				}
				if !possible || kase.Err != nil && (hidden[act] || !countsHere(act, k, kase.Err)) {
					continue
				}
				to := q
				if !hidden[act] {
					if kase.Err == nil {
						if to = observe(q, kase.Occ); to == nil {
							continue
						}
					}
					pr.Actions = append(pr.Actions, act)
				}
				if kase.Err != nil {
					return true, true
				}
				state, q, moved = next, to, true
				violated = violated || violating(q, false)
				break
			}
			if moved {
				break
			}
		}
		if !moved {
			break
		}
	}
	over := true
	for i := range state {
		over = over && pr.Sem.M.Final(sem.CompID(i), state[i])
	}
	violated = violated || over && violating(q, true)
	if n := len(pr.Actions); n > 0 && r.IntN(3) > 0 {
		at, act := r.IntN(n), pr.Actions[r.IntN(n)]
		pr.Actions = slices.Delete(pr.Actions, at, at+1)
		if r.IntN(2) == 0 {
			pr.Actions = slices.Insert(pr.Actions, min(at, n-1), act)
		}
		return false, false
	}
	return violated, true
}

// TestRejects compares projections on random components with their definition, and with executions: what Lemma 6.1 says.
func TestRejects(t *testing.T) {
	rejected, accepted, followed := 0, 0, 0
	for seed := range trial.Seeds(t, 300) {
		r := rand.New(rand.NewPCG(seed, 1))
		src := []func([]byte) string{gen.Program, gen.MessagePassing}[seed%2](trial.Bytes(seed, 101, 150))
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, src)
		}
		s, err := monitor.AnalyseUntil(limit.New(t.Context()), p, 0)
		if err != nil {
			continue
		}
		touch := Touching(s)
		for range 6 {
			pr := &Path{Sem: s, Touch: touch, Start: []int32{int32(r.IntN(4))}, Observe: observe, Counts: countsHere,
				Violating: violating, Poll: limit.New(t.Context())}
			for a := range s.Cases {
				if r.IntN(3) == 0 {
					pr.Hidden = append(pr.Hidden, cfg.ActionID(a))
				}
			}
			violated, known := pr.walk(r)
			if slices.ContainsFunc(pr.Actions, func(a cfg.ActionID) bool { return !s.Exact(a) }) {
				continue
			}
			for range 4 {
				var comps []sem.CompID
				for _, id := range r.Perm(len(s.M.Comps))[:1+r.IntN(min(3, len(s.M.Comps)))] {
					comps = append(comps, sem.CompID(id))
				}
				got, want := pr.Rejects(comps...), rejects(pr, comps)
				if got && known && violated {
					t.Fatalf("seed %d: %v reject a path that an execution follows to a violation\n%s", seed, comps, src)
				}
				// Beyond a limit, nothing is refuted; these paths come to none.
				if got != want {
					t.Fatalf("seed %d: %v reject %v: %t; by definition: %t\n%s", seed, comps, pr.Actions, got, want, src)
				}
				if got {
					rejected++
				} else if accepted++; known && violated {
					followed++
				}
			}
		}
	}
	t.Logf("%d rejected, %d accepted, %d of them followed by an execution", rejected, accepted, followed)
	if rejected < 100 || accepted < 100 || followed < 50 {
		t.Error("too few paths to mean anything")
	}
}

package verify

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

// TestProjection holds the refutation of paths by projections against its two slow
// twins: no search finds an execution that follows a path that a projection rejects,
// and with the components of the projection as constraints the problem has no such
// path any more. Paths are those of problems with some of the constraints.
func TestProjection(t *testing.T) {
	const usual = 60
	n, rejected, accepted, single, missed := trial.Count(t, usual), 0, 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		random := rand.New(rand.NewPCG(seed, 11))
		bytes := func(n int) []byte {
			out := make([]byte, 1+random.IntN(n))
			for i := range out {
				out[i] = byte(random.Uint32())
			}
			return out
		}
		src := []func([]byte) string{gen.Program, gen.MessagePassing}[seed%2](bytes(200))
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, src)
		}
		specText := gen.Spec(bytes(60), append(gen.Events(p), "nothing"))
		specs, ds := fsa.Parse("random.fsa", []byte(specText))
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, specText)
		}
		c, err := prepare(p, Options{})
		if err != nil {
			continue
		}
		properties, _ := c.bind(specs)
		goals := []goal{}
		for _, b := range properties {
			goals = append(goals, goal{property: b})
		}
		if c.sem.CanFail() {
			goals = append(goals, goal{})
		}
		for _, gl := range goals {
			some := slices.DeleteFunc(c.sem.Constrainable(), func(sem.CompID) bool { return random.IntN(3) > 0 })
			a := c.solveWithin(t.Context(), gl, some, 20_000)
			if a.sol.Path == nil {
				continue
			}
			r := c.newReplayer(a, 20_000)
			pr := r.projection()
			if pr == nil {
				continue
			}
			run, done := r.replay(t.Context())
			for range 12 {
				var comps []sem.CompID
				for _, id := range random.Perm(len(c.sem.M.Comps))[:1+random.IntN(min(3, len(c.sem.M.Comps)))] {
					if !c.sem.Unconstrainable[id] {
						comps = append(comps, sem.CompID(id))
					}
				}
				_, twin := c.rejects(t.Context(), a, slices.Concat(some, comps))
				if !pr.Rejects(comps...) {
					if accepted++; twin && len(comps) == 1 {
						missed++
					}
					continue
				}
				if rejected++; len(comps) == 1 {
					single++
				}
				if run != nil {
					t.Fatalf("seed %d, %s: an execution follows the path that %v reject\n%s\n%s",
						seed, gl.name(), c.componentNames(comps), src, specText)
				}
				if !twin {
					t.Fatalf("seed %d, %s: %v reject the path, but with them as constraints it is still one\n%s\n%s",
						seed, gl.name(), c.componentNames(comps), src, specText)
				}
			}
			if added := pr.Refute(some); added != nil && (run != nil || done && slices.ContainsFunc(added, func(id sem.CompID) bool { return slices.Contains(some, id) })) {
				t.Fatalf("seed %d, %s: %v are chosen against an execution\n%s\n%s", seed, gl.name(), c.componentNames(added), src, specText)
			}
		}
	}
	t.Logf("%d rejected, %d of them by one component; %d accepted, of which one constraint with those chosen rejects %d", rejected, single, accepted, missed)
	if rejected < n/4 || single < n/16 || accepted < n {
		t.Error("too few paths to mean anything")
	}
}

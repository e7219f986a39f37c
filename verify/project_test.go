package verify

import (
	"slices"
	"testing"

	"flavers/internal/trial"
	"flavers/sem"
)

// TestProjection holds the refutation of paths by projections against its two slow
// twins: no search finds an execution that follows a path that a projection rejects,
// and with the components of the projection as constraints the problem has no such
// path any more. Paths are those of problems with some of the constraints.
func TestProjection(t *testing.T) {
	const usual = 60
	n, rejected, accepted, single, missed := trial.Count(t, usual), 0, 0, 0, 0
	for at := range randomPaths(t, usual, 11) {
		r := at.c.newReplayer(at.a, 20_000)
		pr := r.projection()
		if pr == nil {
			continue
		}
		run, done := r.replay(t.Context())
		for range 12 {
			var comps []sem.CompID
			for _, id := range at.random.Perm(len(at.c.sem.M.Comps))[:1+at.random.IntN(min(3, len(at.c.sem.M.Comps)))] {
				if !at.c.sem.Unconstrainable[id] {
					comps = append(comps, sem.CompID(id))
				}
			}
			_, twin := at.c.rejects(t.Context(), at.a, slices.Concat(at.some, comps))
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
					at.seed, at.gl.name(), at.c.componentNames(comps), at.src, at.specText)
			}
			if !twin {
				t.Fatalf("seed %d, %s: %v reject the path, but with them as constraints it is still one\n%s\n%s",
					at.seed, at.gl.name(), at.c.componentNames(comps), at.src, at.specText)
			}
		}
		if added := pr.Refute(at.some); added != nil && (run != nil || done && slices.ContainsFunc(added, func(id sem.CompID) bool { return slices.Contains(at.some, id) })) {
			t.Fatalf("seed %d, %s: %v are chosen against an execution\n%s\n%s", at.seed, at.gl.name(), at.c.componentNames(added), at.src, at.specText)
		}
	}
	t.Logf("%d rejected, %d of them by one component; %d accepted, of which one constraint with those chosen rejects %d", rejected, single, accepted, missed)
	if rejected < n/4 || single < n/16 || accepted < n {
		t.Error("too few paths to mean anything")
	}
}

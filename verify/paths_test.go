package verify

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
)

// randomPath is a path of a random problem with some of the constraints. Some paths
// are executions, some are not.
type randomPath struct {
	seed          uint64
	random        *rand.Rand // where the test may go on
	src, specText string
	c             *checker
	gl            goal
	some          []sem.CompID // the constraints
	a             *attempt
}

// randomPaths yields the paths of so many random programs; stream tells the tests apart.
func randomPaths(t *testing.T, usual int, stream uint64) iter.Seq[randomPath] {
	return func(yield func(randomPath) bool) {
		for seed := range trial.Seeds(t, usual) {
			random := rand.New(rand.NewPCG(seed, stream))
			bytes := func(n int) []byte {
				out := make([]byte, 1+random.IntN(n))
				for i := range out {
					out[i] = byte(random.Uint32())
				}
				return out
			}
			src := []func([]byte) string{gen.Program, gen.MessagePassing}[seed%2](bytes(200))
			p := trial.Program(t, src)
			specText := gen.Spec(bytes(60), append(gen.Events(p), "nothing"))
			c, err := prepare(p, Options{})
			if err != nil {
				continue
			}
			c.bind(nil, trial.Specs(t, specText))
			goals := []goal{}
			for _, b := range c.properties {
				goals = append(goals, goal{property: b})
			}
			if c.sem.CanFail() {
				goals = append(goals, goal{})
			}
			for _, gl := range goals {
				some := slices.DeleteFunc(c.sem.Constrainable(), func(sem.CompID) bool { return random.IntN(3) > 0 })
				a := c.solveWithin(t.Context(), gl, some, 20_000)
				if a.sol.Path != nil && !yield(randomPath{seed, random, src, specText, c, gl, some, a}) {
					return
				}
			}
		}
	}
}

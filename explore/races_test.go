package explore

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/lang"
)

// raceProgram is a program of tasks that do nothing but read and write shared
// variables, one access a step, at places that depend on what was read.
func raceProgram(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 11))
	var b strings.Builder
	fmt.Fprintf(&b, "program races\nshared x[2] 0..2\nshared a[3] 0..2\n")
	if r.IntN(2) == 0 {
		b.WriteString("lock m\n")
	}
	locks := strings.Contains(b.String(), "lock m")
	tasks := 2 + r.IntN(4)
	for t := range tasks {
		fmt.Fprintf(&b, "task t%d {\n\tvar r 0..2\n", t)
		held := false
		for range 1 + r.IntN(max(2, 7-tasks)) {
			switch r.IntN(6) {
			case 0, 1:
				fmt.Fprintf(&b, "\tr = x[%d]\n", r.IntN(2))
			case 2:
				fmt.Fprintf(&b, "\tx[%d] = %d\n", r.IntN(2), r.IntN(3))
			case 3:
				fmt.Fprintf(&b, "\ta[r] = %d\n", r.IntN(3))
			case 4:
				fmt.Fprintf(&b, "\tr = a[r]\n")
			case 5:
				if locks {
					fmt.Fprintf(&b, "\t%s m\n", map[bool]string{false: "lock", true: "unlock"}[held])
					held = !held
				} else {
					fmt.Fprintf(&b, "\tx[%d] = r\n", r.IntN(2))
				}
			}
		}
		if held {
			b.WriteString("\tunlock m\n")
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// Optimal and source run as many executions, whichever task comes first, and
// find the same ends, on programs with many races.
func TestRaces(t *testing.T) {
	compared, most := 0, int64(0)
	for seed := range trial.Seeds(t, 50) {
		src := raceProgram(seed)
		p, ds := lang.Load("races.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.All, src)
		}
		var want *Result
		var found summary
		for i, algorithm := range []string{"optimal", "source", "optimal", "source"} {
			opt := Options{Algorithm: algorithm, HighestFirst: i >= 2, MaxExecutions: 4000}
			got, r := summarize(t, p, nil, opt, tuning{})
			if !r.Complete {
				continue
			}
			if want == nil {
				want, found = r, got
				compared++
				most = max(most, r.Executions)
				continue
			}
			sameClasses(t, want, r, trial.Difference(found, got), fmt.Sprintf("highest first %v, seed %d\n%s", opt.HighestFirst, seed, src))
		}
	}
	t.Logf("%d programs compared; at most %d classes", compared, most)
}

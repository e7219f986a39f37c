package verify_test

import (
	"context"
	"fmt"
	"testing"

	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// With every task automaton the tuples and visits of the philosophers are the
// states and transitions that SPIN counts (less one and two): 3^N-1 tuples.
func TestPhilosophersCounts(t *testing.T) {
	visits := map[int]int64{8: 34_984, 10: 393_650}
	tuples := int64(9)
	for n := 3; n <= 10; n++ {
		tuples *= 3
		p, specs := trial.Example(t, "bench/dph.tfg", map[string]string{"N": fmt.Sprint(n)})
		c := verify.Check(context.Background(), p, specs, verify.Options{Refine: "all", POR: "none"})
		r := c.Results[0]
		if r.Verdict != report.Holds || r.Tuples != tuples-1 || visits[n] != 0 && r.Visits != visits[n] {
			t.Errorf("N=%d: %s, %d tuples, %d visits; want holds, %d, %d", n, r.Verdict, r.Tuples, r.Visits, tuples-1, visits[n])
		}
	}
}

func benchmark(b *testing.B, file, only string, n int, opt verify.Options) {
	p, specs := trial.Example(b, file, map[string]string{"N": fmt.Sprint(n)})
	opt.Only = []string{only}
	var r report.Result
	for b.Loop() {
		r = verify.Check(context.Background(), p, specs, opt).Results[0]
	}
	if r.Verdict != report.Holds {
		b.Fatalf("%s: %s %s", only, r.Verdict, r.Reason)
	}
	b.ReportMetric(float64(r.Tuples), "tuples")
	b.ReportMetric(float64(len(r.Constraints)), "constraints")
}

// Time to verdict without task automata grows like a low polynomial in the
// number of tasks (2N of them).
func BenchmarkPhilosophersNoConstraints(b *testing.B) {
	for _, n := range []int{25, 50, 100, 200} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchmark(b, "examples/dining.tfg", "neighbours", n, verify.Options{Refine: "none"})
		})
	}
}

// The same for refinement where a few constraints suffice.
func BenchmarkRefinement(b *testing.B) {
	for _, m := range []struct{ file, property string }{
		{"examples/cyclic.tfg", "never_too_early"},
		{"examples/token_ring.tfg", "round"},
		{"examples/dining_manager.tfg", "neighbours"},
	} {
		for _, n := range []int{10, 20, 50, 100} {
			b.Run(fmt.Sprintf("%s/%d", m.property, n), func(b *testing.B) {
				benchmark(b, m.file, m.property, n, verify.Options{})
			})
		}
	}
}

// The full product: 3^N-1 tuples.
func BenchmarkPhilosophersProduct(b *testing.B) {
	for _, n := range []int{8, 10, 12} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchmark(b, "bench/dph.tfg", "order", n, verify.Options{Refine: "all", POR: "none"})
		})
	}
}

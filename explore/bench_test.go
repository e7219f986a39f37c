package explore

import (
	"context"
	"fmt"
	"testing"
)

// Executions per second on small executions; states per second on the
// philosophers.
func BenchmarkExplorers(b *testing.B) {
	for _, c := range []struct {
		name, parameter string
		n               int
		algorithm       string
	}{
		{"readers", "N", 13, "optimal"}, {"readers", "N", 8, "source"}, {"casrot", "N", 6, "optimal"}, {"casrot", "N", 6, "source"}, {"casrot", "N", 8, "optimal"},
		{"increment", "N", 6, "optimal"}, {"increment", "N", 6, "source"}, {"lastzero", "N", 10, "optimal"}, {"philosophers", "N", 10, "optimal"},
		{"increment", "N", 3, "full"}, {"philosophers", "N", 8, "states"}, {"philosophers", "N", 10, "states"}, {"casrot", "N", 6, "random"}, {"casrot", "N", 6, "pct"},
	} {
		b.Run(fmt.Sprintf("%s/%s/%d", c.algorithm, c.name, c.n), func(b *testing.B) {
			p := loadFile(b, "../examples/dpor/"+c.name+".tfg", map[string]string{c.parameter: fmt.Sprint(c.n)})
			var executions, states, transitions int64
			b.ReportAllocs()
			for b.Loop() {
				r, err := Run(context.Background(), p, nil, Options{Algorithm: c.algorithm})
				if err != nil {
					b.Fatal(err)
				}
				executions += r.Executions + r.Blocked
				states += r.States
				transitions += r.Transitions
			}
			s := b.Elapsed().Seconds()
			if states > 0 {
				b.ReportMetric(float64(states)/s, "states/s")
			} else {
				b.ReportMetric(float64(executions)/s, "executions/s")
			}
			b.ReportMetric(float64(transitions)/s, "transitions/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// What a second core brings.
func BenchmarkJobs(b *testing.B) {
	for _, c := range []struct {
		name      string
		n         int
		algorithm string
	}{{"philosophers", 9, "states"}, {"philosophers", 10, "states"}, {"readers", 15, "source"}, {"increment", 8, "source"}, {"lastzero", 12, "source"}, {"increment", 3, "full"}, {"readers", 8, "dpor"}} {
		for _, jobs := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%s/%d/jobs=%d", c.algorithm, c.name, c.n, jobs), func(b *testing.B) {
				p := example(b, c.name, "N", c.n)
				for b.Loop() {
					if _, err := Run(context.Background(), p, nil, Options{Algorithm: c.algorithm, Jobs: jobs}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

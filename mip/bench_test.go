package mip

import (
	"fmt"
	"math"
	"testing"
	"time"

	"flavers/cfg"
)

// family is a kind of program that is measured at several sizes.
type family struct {
	name  string
	build func(nodes int) *cfg.Program
}

var families = []family{
	{"synthetic", synthetic},
	{"dining", func(nodes int) *cfg.Program { return philosophers(nodes / 6) }},
	{"milner", func(nodes int) *cfg.Program { return cyclic(nodes / 9) }},
}

// BenchmarkMHP measures the analysis, with the size of the matrix and what the
// fixed point took.
func BenchmarkMHP(b *testing.B) {
	for _, f := range families {
		for _, nodes := range []int{1000, 10000, 50000} {
			p := f.build(nodes)
			b.Run(fmt.Sprintf("%s/%d", f.name, nodes), func(b *testing.B) {
				var r *Relation
				for range b.N {
					r = MHP(p)
				}
				w := r.work
				b.ReportMetric(float64(len(p.Nodes)), "nodes")
				b.ReportMetric(float64(w.Classes), "classes")
				b.ReportMetric(float64(w.Bytes)/(float64(w.Classes)*float64(w.Classes)/8), "bytes/(V²/8)")
				b.ReportMetric(float64(w.Sweeps), "sweeps")
				b.ReportMetric(float64(w.Visits), "visits")
				n := float64(len(p.Points))
				b.ReportMetric(2*float64(r.Pairs())/(n*n), "density")
			})
		}
	}
}

// BenchmarkWithoutQuotient measures what the quotient saves.
func BenchmarkWithoutQuotient(b *testing.B) {
	for _, f := range families {
		p := f.build(10000)
		b.Run(f.name+"/10000", func(b *testing.B) {
			var r *Relation
			for range b.N {
				r = withoutQuotient(p)
			}
			b.ReportMetric(float64(r.work.Classes), "classes")
			b.ReportMetric(float64(r.work.Visits), "visits")
		})
	}
}

// BenchmarkRatio measures, in one process and alternately, the analysis and
// the pair worklist on the same quotient at 10,000 nodes ("ratio"), and how
// time grows from 10,000 to 50,000 ("exponent").
func BenchmarkRatio(b *testing.B) {
	for _, f := range families {
		b.Run(f.name, func(b *testing.B) {
			small, large := f.build(10000), f.build(50000)
			fast, slow, big := math.Inf(1), math.Inf(1), math.Inf(1) // seconds, the best of all rounds
			for range b.N {
				slow = min(slow, seconds(func() { quotientPairs(small) }))
				for range 5 {
					fast = min(fast, seconds(func() { MHP(small) }))
				}
				for range 2 {
					big = min(big, seconds(func() { MHP(large) }))
				}
			}
			growth := float64(len(large.Nodes)) / float64(len(small.Nodes))
			b.ReportMetric(slow/fast, "ratio")
			b.ReportMetric(slow, "s-pairs-10k")
			b.ReportMetric(fast, "s-10k")
			b.ReportMetric(big, "s-50k")
			b.ReportMetric(math.Log(big/fast)/math.Log(growth), "exponent")
		})
	}
}

func seconds(f func()) float64 {
	t0 := time.Now()
	f()
	return time.Since(t0).Seconds()
}

// TestGrowth bounds the work, which no busy machine can spoil: a visit or a
// tile costs the same at every size, and a full matrix has 512 times fewer
// lanes than bits, so that the exponent is 2 at best.
func TestGrowth(t *testing.T) {
	for _, f := range families {
		small, large := f.build(5000), f.build(20000)
		a, b := MHP(small).work, MHP(large).work
		growth := math.Log(float64(len(large.Nodes)) / float64(len(small.Nodes)))
		exponent := math.Log(float64(b.Visits+b.Tiles)/float64(a.Visits+a.Tiles)) / growth
		lanes := float64(b.Bytes) / (8 * laneWords)
		t.Logf("%s: exponent %.2f, %.1f visits for a lane, %.2f bytes for 8 bits", f.name, exponent,
			float64(b.Visits)/lanes, float64(b.Bytes)/(float64(b.Classes)*float64(b.Classes)/8))
		if exponent > 2.2 || float64(b.Visits)/lanes > 5 {
			t.Errorf("%s: exponent %.2f, %.1f visits for a lane; want at most 2.2 and 5", f.name, exponent, float64(b.Visits)/lanes)
		}
		if most := float64(b.Classes) * float64(b.Classes+laneCols) / 8; float64(b.Bytes) > most {
			t.Errorf("%s: matrix of %d bytes for %d classes", f.name, b.Bytes, b.Classes)
		}
	}
}

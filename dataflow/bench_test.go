package dataflow

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// engineGiven leaves loop and workers to Solve.
const engineGiven engine = 9

// run solves p and reports the rate.
func run(b *testing.B, p *Problem, opt Options, e engine) {
	b.Helper()
	var s *Solution
	for b.Loop() {
		if e == engineGiven {
			s = Solve(b.Context(), p, opt)
		} else {
			s = solveWith(b.Context(), p, opt, e)
		}
		if s.Verdict != Holds {
			b.Fatal(s.Verdict, s.Limit)
		}
	}
	b.ReportMetric(float64(s.Visits)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mvisits/s")
	b.ReportMetric(float64(s.Tuples), "tuples")
	b.ReportMetric(float64(s.Bytes)/float64(s.Tuples), "B/tuple")
}

// BenchmarkDining is full products; padded for tuples of several words.
func BenchmarkDining(b *testing.B) {
	for n := 8; n <= 13; n++ {
		b.Run(fmt.Sprint(n), func(b *testing.B) { run(b, dining(n, false), Options{}, engineAuto) })
	}
	for _, o := range orders {
		b.Run(fmt.Sprint("10/property/", o), func(b *testing.B) { run(b, dining(10, true), Options{Order: o}, engineAuto) })
	}
	b.Run("10/nopath", func(b *testing.B) { run(b, dining(10, false), Options{NoPath: true}, engineAuto) })
	b.Run("10/wide", func(b *testing.B) { run(b, dining(10, false), Options{}, engineWide) })
	b.Run("12/wide", func(b *testing.B) { run(b, dining(12, false), Options{}, engineWide) })
	b.Run("10/two words", func(b *testing.B) { run(b, padded(dining(10, false), 40), Options{}, engineAuto) })
	b.Run("12/two words", func(b *testing.B) { run(b, padded(dining(12, false), 40), Options{}, engineAuto) })
	b.Run("12/two workers", func(b *testing.B) { run(b, dining(12, false), Options{Workers: 2}, engineGiven) })
	b.Run("13/two workers", func(b *testing.B) { run(b, dining(13, false), Options{Workers: 2}, engineGiven) })
	b.Run("12/two words, two workers", func(b *testing.B) { run(b, padded(dining(12, false), 40), Options{Workers: 2}, engineGiven) })
	b.Run("local 5 of 12, two workers", func(b *testing.B) { run(b, diningLocal(5, 12, true), Options{Workers: 2}, engineGiven) })
	b.Run("local 7", func(b *testing.B) { run(b, diningLocal(7, 3, true), Options{}, engineAuto) })
	b.Run("local 5 of 12", func(b *testing.B) { run(b, diningLocal(5, 12, true), Options{}, engineAuto) })
	b.Run("10/five words", func(b *testing.B) { run(b, padded(dining(10, false), 260), Options{}, engineAuto) })
}

// padded adds automata of two states that nothing moves, before the others, so
// that tuples get longer by as many bits.
func padded(p *Problem, n int) *Problem {
	q := *p
	q.Monitors = nil
	for range n {
		q.Monitors = append(q.Monitors, Monitor{Name: "pad", States: 2, Accept: accepting(2), Trap: -1})
	}
	q.Monitors = append(q.Monitors, p.Monitors...)
	q.Letters = nil
	keep := []int32{0, -1}
	for i, l := range p.Letters {
		moves := []Move{{Monitor: int32(i % n), To: keep}}
		for _, v := range l.Moves {
			moves = append(moves, Move{Monitor: v.Monitor + int32(n), To: v.To})
		}
		q.Letters = append(q.Letters, Letter{Node: l.Node, Moves: moves})
	}
	return &q
}

// BenchmarkReadersWriters is few tuples and many letters.
func BenchmarkReadersWriters(b *testing.B) {
	for _, n := range []int{100, 200, 400, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { run(b, readersWriters(n), Options{}, engineAuto) })
	}
}

// BenchmarkLadder is the search beside the definition.
func BenchmarkLadder(b *testing.B) {
	b.Run("twin", func(b *testing.B) {
		p := dining(6, true)
		for b.Loop() {
			twin(p, 1<<30)
		}
	})
	b.Run("search", func(b *testing.B) { run(b, dining(6, true), Options{}, engineAuto) })
}

// BenchmarkSet inserts random keys, with room for all of them made before, as
// the search does: the slots are known some steps ahead.
func BenchmarkSet(b *testing.B) {
	for _, n := range []int{1e6, 1e7} {
		keys := make([]uint64, n)
		for i := range keys {
			keys[i] = rand.Uint64() | slotUsed
		}
		b.Run(fmt.Sprintf("own/%d", n), func(b *testing.B) {
			for b.Loop() {
				t := newTable(1, 1, &budget{})
				for t.growAt < n {
					t.grow()
				}
				for i := range keys {
					if ahead := i + 16; ahead < n {
						t.touch(hash(keys[ahead : ahead+1]))
					}
					t.find(keys[i:i+1:i+1], hash(keys[i:i+1]))
				}
				t.release()
			}
		})
		b.Run(fmt.Sprintf("map/%d", n), func(b *testing.B) {
			for b.Loop() {
				m := make(map[uint64]uint64, n)
				for _, k := range keys {
					m[k] = 0
				}
			}
		})
	}
}

// BenchmarkTables is the preparation alone.
func BenchmarkTables(b *testing.B) {
	for name, p := range map[string]*Problem{"dining 6": dining(6, true), "dining 100": dining(100, true), "readers 1000": readersWriters(1000)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				newTables(nil, p)
			}
		})
	}
}

package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The targets that a row is held against. What was not measured, or is too short to
// compare, is never said to be met.
const (
	fasterThanPan = 20  // times less CPU time than pan alone
	smallerThan   = 10  // times less memory than pan
	steepest      = 2.2 // exponent of CPU time over the size
	firstPath     = 200 * time.Millisecond
)

// fasterFull is how many times faster than pan without reduction the full product is to
// be, by the width of a tuple in bits. Wider ones have no target.
var fasterFull = map[int]float64{64: 10, 128: 5}

// finding is what became of one target in one row.
type finding struct {
	compared bool
	missed   []int // the sizes
}

// text is the cell of a table.
func (f *finding) text() string {
	switch {
	case len(f.missed) > 0:
		sizes := make([]string, len(f.missed))
		for i, n := range f.missed {
			sizes[i] = fmt.Sprint(n)
		}
		return "missed at " + strings.Join(sizes, ", ")
	case !f.compared:
		return "not comparable"
	}
	return "met"
}

// against compares check with pan at every size that pan finishes in longEnough or more.
func (w *row) against() (fast, small finding) {
	for _, s := range w.holds[pan] {
		if s.cut != "" || s.cpu < longEnough {
			continue
		}
		c, ok := at(w.holds[check], s.n)
		fast.compared = true
		if !ok || s.cpu < fasterThanPan*c.cpu {
			fast.missed = append(fast.missed, s.n)
		}
		if !ok || s.memory > 0 && c.memory > 0 && s.memory < smallerThan*c.memory {
			small.missed = append(small.missed, s.n)
		}
		small.compared = small.compared || s.memory > 0 && c.memory > 0
	}
	return fast, small
}

// steep is how the CPU time of check grows. A row with fewer than three long runs up to
// its largest size is not comparable.
func (w *row) steep() (k float64, f finding) {
	list := w.holds[check]
	if k, f.compared = exponent(list); f.compared && k > steepest {
		l, _ := last(list)
		f.missed = []int{l.n}
	}
	return k, f
}

// pair is a full product and pan without reduction, at one size.
type pair struct {
	own, spin figure
	finding
}

// products is, for each width of a tuple, the largest size that both finish.
func (w *row) products() []pair {
	var out []pair
	for _, c := range w.holds[full] {
		s, ok := at(w.holds[panAll], c.n)
		if !ok || c.cut != "" {
			continue
		}
		p := pair{own: c, spin: s}
		if times, known := fasterFull[c.bits]; known && s.cpu >= longEnough {
			if p.compared = true; s.cpu.Seconds() < times*c.cpu.Seconds() {
				p.missed = []int{c.n}
			}
		}
		if k := len(out) - 1; k >= 0 && out[k].own.bits == c.bits {
			out[k] = p
		} else {
			out = append(out, p)
		}
	}
	return out
}

// start says that a miss is due to what check takes at any size: at all sizes missed it takes at most
// three times as much as at its cheapest one, or at about twice the size no more than twice as much. ""
// if neither is so.
func (w *row) start(f finding, of func(figure) float64, unit string) string {
	if len(f.missed) == 0 {
		return ""
	}
	least, most := math.Inf(1), 0.0
	for _, c := range w.holds[check] {
		if c.cut == "" {
			least = min(least, of(c))
		}
	}
	for _, n := range f.missed {
		c, ok := at(w.holds[check], n)
		if !ok {
			return ""
		}
		most = max(most, of(c))
	}
	if most <= 3*least {
		return fmt.Sprintf("check takes %s %s there, and %s %s at any size", brief(most), unit, brief(least), unit)
	}
	first, size, later := f.missed[0], 0, 0.0
	for _, c := range w.holds[check] {
		if c.cut == "" && 2*c.n >= 3*first && c.n <= 2*first && c.n > size {
			size, later = c.n, of(c)
		}
	}
	if c, _ := at(w.holds[check], first); size > 0 && later <= 2*of(c) {
		return fmt.Sprintf("check takes %s %s there, and %s %s at N=%d", brief(of(c)), unit, brief(later), unit, size)
	}
	return ""
}

// brief is a number with at most two decimals.
func brief(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

func cpuSeconds(f figure) float64 { return f.cpu.Seconds() }

func inMiB(f figure) float64 { return math.Round(float64(f.memory) / (1 << 20)) }

// because is the reason for a miss, kept beside the problem; a miss without one stands out.
func (f *finding) because(why string) string {
	switch {
	case len(f.missed) == 0:
		return ""
	case why == "":
		return "not known"
	}
	return why
}

// leftOut lists the sweeps that --total ended.
func (r *results) leftOut() []string {
	var out []string
	for _, w := range r.rows {
		for _, e := range engines {
			for kind, list := range map[string][]figure{"": w.holds[e.name], ", violated": w.violated[e.name]} {
				if k := len(list) - 1; k >= 0 && list[k].cut == outOfTotal {
					out = append(out, fmt.Sprintf("%s, %s%s: N=%d and more", w.title, e.name, kind, list[k].n))
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

package render

// Numbers on lines: how many edges a bundle stands for, where nothing else
// stands.

import (
	"fmt"
	"math"
)

// count writes how many edges a bundle stands for.
func (s *Writer) count(l *Line) {
	if l.Count == 0 {
		return
	}
	class := "m"
	if l.Kind == Removed {
		class = fmt.Sprintf("x%d", l.Rule)
	} else if l.Kind == Meet {
		class = "p"
	}
	x, y := s.clear(l)
	s.Printf(`<text class="times t%s mid over" x="%s" y="%s">%d</text>`+"\n", class, Num(x), Num(y+3.5), l.Count)
}

// taken is where numbers and boxes are, by cells of a grid.
type taken map[[2]int]bool // looked up only

const (
	cellWidth  = 24.0
	cellHeight = 12.0
)

func (t taken) cell(x, y float64) [2]int {
	return [2]int{int(math.Floor(x / cellWidth)), int(math.Floor(y / cellHeight))}
}

// box takes the cells of a box.
func (t taken) box(b Box) {
	lo, hi := t.cell(b.X-b.W/2, b.Y-b.H/2), t.cell(b.X+b.W/2, b.Y+b.H/2)
	for i := lo[0]; i <= hi[0]; i++ {
		for j := lo[1]; j <= hi[1]; j++ {
			t[[2]int{i, j}] = true
		}
	}
}

// any reports whether a cell of a box is taken.
func (t taken) any(b Box) bool {
	lo, hi := t.cell(b.X-b.W/2, b.Y-b.H/2), t.cell(b.X+b.W/2, b.Y+b.H/2)
	for i := lo[0]; i <= hi[0]; i++ {
		for j := lo[1]; j <= hi[1]; j++ {
			if t[[2]int{i, j}] {
				return true
			}
		}
	}
	return false
}

// clear finds a place for a number on a curve, near its middle, that is not
// taken; the middle if there is none.
func (s *Writer) clear(l *Line) (x, y float64) {
	at := func(t float64) (x, y float64) {
		u := 1 - t
		w := [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
		for i, q := range l.Pts {
			x, y = x+w[i]*q.X, y+w[i]*q.Y
		}
		return x, y
	}
	for _, t := range []float64{0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.22, 0.78} {
		x, y = at(t)
		b := Box{x, y, tagDigit * float64(digits(l.Count)), 8}
		if !s.taken.any(b) {
			s.taken.box(b)
			return x, y
		}
	}
	return at(0.5)
}

package render

// Bands: many columns are broken into bands below one another, as words into
// lines, and what would lead far is shown a second time where it leads to.

import (
	"math"
	"slices"
	"strings"
)

// breaks lists ways to break the columns of a picture into bands: for each
// column, by position, which band it stands in.
func (l *layered) breaks(p *Placed) [][]int {
	n := len(l.order)
	if p.Width <= wideEnough && p.Height <= highEnough || n < 4 {
		return nil
	}
	// Lines from task to task would lead from band to band.
	if n < manyLanes && slices.ContainsFunc(l.arcs, l.hop) {
		return nil
	}
	// If rows stayed as high, this many bands would have a good shape.
	even := int(math.Round(math.Sqrt(p.Width / (bandAspect * (p.Height + bandGap)))))
	var out [][]int
	for _, k := range []int{even, 2, 3} {
		if k >= 2 && k <= n/2 && (k != even || len(out) == 0) {
			out = append(out, l.bands(p, k))
		}
	}
	return out
}

// hop reports whether an arc leads from a task to another.
func (l *layered) hop(a arc) bool {
	return a.lane < 0 && len(l.v[a.from].lanes) > 0 && len(l.v[a.to].lanes) > 0
}

// bands breaks the columns into k bands or fewer. Of the places near an even
// break the one is taken that few communications cross, and that lets bands of
// equal tasks begin alike.
func (l *layered) bands(p *Placed, k int) []int {
	n := len(l.order)
	out := make([]int, n)
	crossing := make([]int, n+1) // by position: communications between columns before it and others
	for i := range l.v {
		if s := l.v[i].lanes; len(s) == 2 && l.v[i].node >= 0 {
			crossing[s[0]+1]++
			crossing[s[1]+1]--
		}
	}
	for t := 1; t <= n; t++ {
		crossing[t] += crossing[t-1]
	}
	end := func(t int) float64 { // right end of the column before t
		lane := p.Lanes[l.order[t-1]]
		return lane.X + lane.W
	}
	begin := func(t int) float64 { return p.Lanes[l.order[t]].X }
	family := func(t int) string {
		name, _, _ := strings.Cut(l.d.Columns[l.order[t]], "[")
		return name
	}
	from := 0
	for b := 1; b < k; b++ {
		goal := begin(from) + (p.Width-begin(from))/float64(k-b+1)
		cut, cost := 0, math.Inf(1)
		for t := from + 1; t < n; t++ {
			off := math.Abs(end(t)-goal) / (p.Width / float64(k))
			if off > 0.34 && cut > 0 {
				continue
			}
			c := off*4 + float64(crossing[t])*0.5
			if family(t) != family(0) {
				c++
			}
			if c < cost {
				cut, cost = t, c
			}
		}
		if cut == 0 {
			break
		}
		for t := cut; t < n; t++ {
			out[t] = b
		}
		from = cut
	}
	return out
}

// band returns the band of a vertex.
func (l *layered) band(v int) int {
	a := &l.v[v]
	switch {
	case a.gutter >= 0:
		return l.bandOf[a.gutter]
	case len(a.lanes) > 0:
		return l.bandOf[a.lanes[0]]
	}
	return 0
}

// near reports whether lines may lead from a column to the gap right of another.
func (l *layered) near(gap, lane int) bool {
	far := gap - lane
	if lane > gap {
		far = lane - gap - 1
	}
	return l.bandOf[gap] == l.bandOf[lane] && (far <= farLanes || len(l.order) < manyLanes)
}

// home returns the column, 0 or 1, in whose row a communication stands that is apart:
// the one it is beside, or of two the lower.
func (l *layered) home(v *vertex) int {
	switch s := v.lanes; {
	case s[1] == s[0]+1 && l.bandOf[s[0]] == l.bandOf[s[1]]:
		if v.rows[1] > v.rows[0] {
			return 1
		}
		return 0
	case v.gutter == s[0]:
		return 0
	}
	return 1
}

// alias chooses the gaps of communications, and gives those that a column is
// far from a second place beside it; with many columns or bands each column has
// its own I and F.
func (l *layered) alias() {
	n := len(l.order)
	partners := make([]map[int]bool, n)
	for t := range partners {
		partners[t] = map[int]bool{}
	}
	for i := range l.v {
		if s := l.v[i].lanes; len(s) == 2 {
			partners[s[0]][s[1]] = true
			partners[s[1]][s[0]] = true
		}
	}
	for i := range l.v {
		// Beside the task with fewer partners, on the side of the other.
		if s := l.v[i].lanes; len(s) == 2 {
			l.v[i].gutter = s[0]
			if len(partners[s[1]]) < len(partners[s[0]]) {
				l.v[i].gutter = s[1] - 1
				if l.bandOf[s[1]-1] != l.bandOf[s[1]] {
					l.v[i].gutter = s[1]
				}
			}
		}
	}
	for i := range l.v {
		if v := &l.v[i]; v.apart {
			v.row = v.rows[l.home(v)]
		}
	}
	own := n >= manyLanes || n > 0 && l.bandOf[n-1] > 0
	alone := make([]bool, len(l.v)) // has an arc without a column, and so its own place
	for i := range l.arcs {
		if a := &l.arcs[i]; a.lane < 0 {
			alone[a.from], alone[a.to] = true, true
		}
	}
	index := map[[2]int]int{} // vertex and column to alias; looked up only
	instead := func(v, lane int) int {
		a := &l.v[v]
		if lane < 0 || a.node < 0 || a.alias {
			return v
		}
		free := len(a.lanes) == 0
		switch {
		case free && !own, !free && len(a.lanes) < 2, !free && l.near(a.gutter, lane) &&
			!(a.apart && a.lanes[l.home(a)] != lane):
			return v
		}
		at, ok := index[[2]int{v, lane}]
		if !ok {
			at = len(l.v)
			index[[2]int{v, lane}] = at
			b := vertex{node: a.node, alias: true, lanes: []int{lane}, row: a.row, w: a.w, h: a.h, gutter: -1}
			if free {
				b.w, b.h = aliasSize, aliasSize
				b.first = !a.gone && !alone[v]
				a.gone = a.gone || b.first
			} else {
				b.gutter = lane
				if a.apart && a.lanes[l.home(a)] != lane {
					b.row = a.rows[1-l.home(a)]
				}
			}
			l.v = append(l.v, b)
		}
		return at
	}
	for i := range l.arcs {
		a := &l.arcs[i]
		a.from, a.to = instead(a.from, a.lane), instead(a.to, a.lane)
	}
}

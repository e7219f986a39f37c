package render

// From strands to lines: which sides of boxes they touch, and how they get
// there.

import (
	"cmp"
	"slices"
)

// side of a box that a line between tasks touches.
type side uint8

const (
	leftSide side = iota
	rightSide
	topSide
	bottomSide
)

// facing returns the sides for a line between two boxes: those that face one
// another; for boxes of one row the upper sides, so that the line passes over
// what stands between; for boxes above one another the right sides.
func facing(a, b Box, kind Kind) (side, side) {
	dy := max(a.Y-b.Y, b.Y-a.Y)
	between := max(a.X-b.X, b.X-a.X) - a.W/2 - b.W/2
	switch {
	case dy < BoxHeight && between > 60 && kind == Removed:
		return bottomSide, bottomSide
	case dy < BoxHeight && between > 60:
		return topSide, topSide
	case a.X+a.W/2+8 < b.X-b.W/2:
		return rightSide, leftSide
	case b.X+b.W/2+8 < a.X-a.W/2:
		return leftSide, rightSide
	}
	return rightSide, rightSide
}

// lines gives the strands their points. Several at one side of a box are
// spread over it in the order of where they lead.
func (b *bundling) lines(l *layered, p *Placed) {
	type port struct {
		strand int
		start  bool
		other  float64
	}
	hubs := b.hubPoints(l, p)
	p.Points = append(p.Points, hubs...)
	box := func(end int) Box {
		if end < 0 {
			return Box{hubs[-1-end].X, hubs[-1-end].Y, 0, 0}
		}
		return p.Boxes[end]
	}
	outside := func(end int) side { return side(b.hubs[-1-end].side()) }
	ports := make([][4][]port, len(p.D.Nodes))
	sides := make([][2]side, len(b.strands))
	at := make([][2]Pt, len(b.strands))
	for i := range b.strands {
		s := &b.strands[i]
		u, v := facing(box(s.a), box(s.b), s.kind)
		switch {
		case s.count > 0: // a trunk leaves a column outwards
			if s.a < 0 {
				u = outside(s.a)
			}
			if s.b < 0 {
				v = outside(s.b)
			}
			if s.a >= 0 {
				u = rightSide - v
			}
			if s.b >= 0 {
				v = rightSide - u
			}
		case s.a < 0 || s.b < 0: // a spoke leads to the edge of its column
			hub, node := s.a, s.b
			if hub >= 0 {
				hub, node = node, hub
			}
			w := outside(hub)
			if !l.clear(node, w == rightSide) {
				w = bottomSide
			}
			u, v = w, w
		}
		sides[i] = [2]side{u, v}
		for k, end := range [2]int{s.a, s.b} {
			if end < 0 {
				at[i][k] = hubs[-1-end]
				continue
			}
			o := box([2]int{s.b, s.a}[k])
			other := o.Y
			if sides[i][k] >= topSide {
				other = o.X
			}
			ports[end][sides[i][k]] = append(ports[end][sides[i][k]], port{i, k == 0, other})
		}
	}
	for n := range ports {
		bx := p.Boxes[n]
		for s, list := range ports[n] {
			slices.SortStableFunc(list, func(x, y port) int { return cmp.Compare(x.other, y.other) })
			for k, q := range list {
				f := (float64(k)+0.5)/float64(len(list)) - 0.5
				pt := Pt{bx.X - bx.W/2, bx.Y + f*(bx.H-8)}
				switch side(s) {
				case rightSide:
					pt.X = bx.X + bx.W/2
				case topSide:
					pt = Pt{bx.X + f*max(0, bx.W-16), bx.Y - bx.H/2}
				case bottomSide: // the middle is where control flow leaves
					pt = Pt{bx.X + f*max(0, bx.W-16), bx.Y + bx.H/2}
					if 2*k+1 == len(list) {
						pt.X += bx.W / 8
					}
				}
				if q.start {
					at[q.strand][0] = pt
				} else {
					at[q.strand][1] = pt
				}
			}
		}
	}
	first := len(p.Lines)
	for i := range b.strands {
		s := &b.strands[i]
		line := Line{Kind: s.kind, Rule: s.rule, Arrow: s.end, Both: s.start, Lit: s.lit, Edges: s.edges, Count: s.count}
		if (s.a < 0 || s.b < 0) && s.count == 0 {
			line.Shape, line.Pts = Orthog, l.spokePath(b, s, at[i], sides[i][0])
		} else {
			line.Shape, line.Pts = Bezier, bezier(at[i][0], at[i][1], sides[i])
		}
		p.Lines = append(p.Lines, line)
	}
	for i, chain := range b.routes {
		if len(chain) == 0 {
			continue
		}
		lines := make([]int, len(chain))
		for k, s := range chain {
			lines[k] = first + s
		}
		p.Routes[i] = [][]int{lines}
	}
}

// spokePath leads horizontally from a node to its hub's track, below the row if
// something stands in the way, and along the track.
func (l *layered) spokePath(b *bundling, s *strand, ends [2]Pt, w side) []Pt {
	hub, node := s.a, s.b
	q, from := ends[0], ends[1]
	if hub >= 0 {
		hub, node = node, hub
		q, from = from, q
	}
	pts := []Pt{from}
	if w == bottomSide {
		v := &l.v[node]
		band := l.band(node)
		below := l.rowY[band][v.row] + l.rowH[band][v.row]/2 + 5 + 2.5*float64(b.hubs[-1-hub].track%3)
		pts = append(pts, Pt{from.X, below}, Pt{q.X, below}, q)
	} else {
		pts = append(pts, Pt{q.X, from.Y}, q)
	}
	if s.a < 0 {
		slices.Reverse(pts)
	}
	return pts
}

// bezier returns a curve that leaves and enters at right angles to the sides.
func bezier(start, end Pt, sides [2]side) []Pt {
	dx, dy := max(end.X-start.X, start.X-end.X), max(end.Y-start.Y, start.Y-end.Y)
	bow := max(26, min(140, dx/2.6))
	switch {
	case sides[0] == sides[1] && sides[0] >= topSide:
		bow = 26 + min(46, dx/16)
	case sides[0] == sides[1]:
		bow = 34 + min(60, dy/6)
	default:
		bow = min(bow, 12+dx)
	}
	out := func(q Pt, s side) Pt {
		switch s {
		case leftSide:
			return Pt{q.X - bow, q.Y}
		case rightSide:
			return Pt{q.X + bow, q.Y}
		case topSide:
			return Pt{q.X, q.Y - bow}
		}
		return Pt{q.X, q.Y + bow}
	}
	return []Pt{start, out(start, sides[0]), out(end, sides[1]), end}
}

// Between returns the number of lines between tasks: what makes a picture crowded.
func (p *Placed) Between() int {
	n := 0
	for i := range p.Lines {
		if k := p.Lines[i].Kind; k == MIP || k == Removed {
			n++
		}
	}
	return n
}

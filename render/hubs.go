package render

// Where lines run together: hubs stand at the edges of columns, which get room
// for them.

import (
	"cmp"
	"slices"
)

// zones tells where every node stands.
func (l *layered) zones() []int {
	zone := make([]int, len(l.d.Nodes))
	for i := range zone {
		zone[i] = -1
		switch v := &l.v[i]; {
		case v.gutter >= 0:
			zone[i] = 2*v.gutter + 1
		case len(v.lanes) == 1:
			zone[i] = 2 * v.lanes[0]
		}
	}
	return zone
}

// room returns the width of the tracks at a side of a zone.
func (b *bundling) room(zone, side int) float64 {
	return min(maxTracks, hubGap*float64(b.tracks[zone][side]))
}

// hubPoints puts hubs at the edges of their columns, each on a track of its own,
// at the mean height of their nodes.
func (b *bundling) hubPoints(l *layered, p *Placed) []Pt {
	at := make([]Pt, len(b.hubs))
	for i := range b.hubs {
		h := &b.hubs[i]
		lane := p.Lanes[l.order[h.zone/2]]
		left, right := lane.X, lane.X+lane.W
		if h.zone%2 == 1 {
			left, right = right, right+l.gap[h.zone/2]
		}
		in := 7 + b.room(h.zone, h.side())*float64(h.track)/float64(b.tracks[h.zone][h.side()])
		at[i].X = left + in
		if h.right {
			at[i].X = right - in
		}
		for _, n := range h.members {
			at[i].Y += p.Boxes[n].Y / float64(len(h.members))
		}
	}
	// Points of one side at equal heights are hard to tell apart.
	order := make([]int, len(b.hubs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		p, q := &b.hubs[x], &b.hubs[y]
		return cmp.Or(cmp.Compare(p.zone, q.zone), cmp.Compare(p.side(), q.side()), cmp.Compare(at[x].Y, at[y].Y))
	})
	const apart = 12.0
	for i := 1; i < len(order); i++ {
		p, q := &b.hubs[order[i-1]], &b.hubs[order[i]]
		if p.zone == q.zone && p.right == q.right {
			at[order[i]].Y = max(at[order[i]].Y, at[order[i-1]].Y+apart)
		}
	}
	return at
}

// clear reports whether nothing stands in a node's row between it and the edge of
// its column.
func (l *layered) clear(node int, right bool) bool {
	v := &l.v[node]
	for _, u := range l.rowOf(l.bundles.zone[node], v.row) {
		if o := &l.v[u]; u != node && o.node >= 0 && (o.x > v.x) == right {
			return false
		}
	}
	return true
}

// rowOf lists the vertices of a zone in a row.
func (l *layered) rowOf(zone, row int) []int {
	if l.inRow == nil {
		l.inRow = map[[2]int][]int{}
		for t := range l.inLane {
			for _, v := range l.inLane[t] {
				k := [2]int{2 * t, l.v[v].row}
				l.inRow[k] = append(l.inRow[k], v)
			}
			for _, row := range l.gutter[t] {
				l.inRow[[2]int{2*t + 1, l.v[row[0]].row}] = row
			}
		}
	}
	return l.inRow[[2]int{zone, row}]
}

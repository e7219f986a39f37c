package render

// Lines: along the bends of an arc, beside its column, or freely for edges
// between tasks.

import (
	"cmp"
	"slices"
)

// channels gives the arcs beside each column a side and a track, so that lines
// to one vertex share a track and others do not overlap.
func (l *layered) channels() {
	n := len(l.order)
	l.tracks, l.edge = make([][2]int, n), make([][2]float64, n)
	type bundle struct {
		lane, side, at int
		lo, hi         int // rows
		arcs           []int
	}
	type key struct{ lane, side, at int }
	var bundles []bundle
	index := map[key]int{} // looked up only
	for i := range l.arcs {
		a := &l.arcs[i]
		if !a.channel {
			continue
		}
		lane := l.channelLane(a)
		if lane < 0 {
			continue
		}
		k := key{lane: lane, at: a.to}
		from, to := &l.v[a.from], &l.v[a.to]
		if from.gutter >= lane || from.gutter < 0 && to.gutter >= lane || a.lane < 0 && len(from.lanes) > 0 &&
			from.lanes[0] > lane {
			k.side = 1
		}
		if !a.back {
			k.side, k.at = 1, -1-a.from
		}
		at, ok := index[k]
		if !ok {
			at = len(bundles)
			index[k] = at
			bundles = append(bundles, bundle{k.lane, k.side, k.at, from.row, to.row, nil})
		}
		b := &bundles[at]
		b.lo, b.hi = min(b.lo, from.row, to.row), max(b.hi, from.row, to.row)
		b.arcs = append(b.arcs, i)
	}
	slices.SortStableFunc(bundles, func(x, y bundle) int {
		return cmp.Or(cmp.Compare(x.lane, y.lane), cmp.Compare(x.side, y.side), cmp.Compare(x.hi-x.lo, y.hi-y.lo))
	})
	for i := range bundles {
		b := &bundles[i]
		track := 0
		for again := true; again; {
			again = false
			for j := i - 1; j >= 0 && bundles[j].lane == b.lane && bundles[j].side == b.side; j-- {
				o := &bundles[j]
				if l.arcs[o.arcs[0]].track == track && o.lo <= b.hi && b.lo <= o.hi {
					track++
					again = true
				}
			}
		}
		for _, a := range b.arcs {
			l.arcs[a].side, l.arcs[a].track = b.side, track
		}
		l.tracks[b.lane][b.side] = max(l.tracks[b.lane][b.side], track+1)
	}
}

// channelLane returns the column beside which a line runs, or -1.
func (l *layered) channelLane(a *arc) int {
	switch {
	case a.lane >= 0:
		return a.lane
	case len(l.v[a.to].lanes) > 0:
		return l.v[a.to].lanes[0]
	case len(l.v[a.from].lanes) > 0:
		return l.v[a.from].lanes[0]
	}
	return -1
}

// lines makes the lines of all arcs.
func (l *layered) lines(p *Placed) {
	ends := make([][]int, len(p.D.Edges)) // by edge: its arcs
	made := make([]int, len(l.arcs))
	for i := range l.arcs {
		a := &l.arcs[i]
		line := Line{Kind: Control, Edges: a.edges, Arrow: l.v[a.to].node >= 0, Hop: l.hop(*a)}
		for _, e := range a.edges {
			line.Lit = line.Lit || p.D.Edges[e].Lit
			ends[e] = append(ends[e], i)
		}
		from, to := &l.v[a.from], &l.v[a.to]
		start, end := Pt{from.x, from.y + from.h/2}, Pt{to.x, to.y - to.h/2}
		if lane := l.channelLane(a); a.channel && lane >= 0 {
			line.Shape = Orthog
			x := l.edge[lane][0] - 8 - trackGap*float64(a.track)
			if a.side == 1 {
				x = l.edge[lane][1] + 8 + trackGap*float64(a.track)
			}
			below := l.rowY[l.band(a.from)][from.row] + l.rowH[l.band(a.from)][from.row]/2 + 8
			above := l.rowY[l.band(a.to)][to.row] - l.rowH[l.band(a.to)][to.row]/2 - 9
			line.Pts = []Pt{start, {start.X, below}, {x, below}, {x, above}, {end.X, above}, end}
		} else {
			line.Pts = append(line.Pts, start)
			for _, b := range a.chain {
				v := &l.v[b]
				half := l.rowH[l.band(b)][v.row] / 2
				line.Pts = append(line.Pts, Pt{v.x, v.y - half}, Pt{v.x, v.y + half})
			}
			line.Pts = append(line.Pts, end)
		}
		made[i] = len(p.Lines)
		p.Lines = append(p.Lines, line)
	}
	// An edge has one arc in a column, or two that meet at a joint.
	for e, arcs := range ends {
		for len(arcs) > 0 {
			a := arcs[0]
			if l.v[l.arcs[a].to].node >= 0 {
				p.Routes[e] = append(p.Routes[e], []int{made[a]})
				arcs = arcs[1:]
				continue
			}
			k := slices.IndexFunc(arcs, func(b int) bool { return l.arcs[b].from == l.arcs[a].to })
			p.Routes[e] = append(p.Routes[e], []int{made[a], made[arcs[k]]})
			arcs = slices.Delete(slices.Clone(arcs), k, k+1)[1:]
		}
	}
}

package render

// Lines between tasks: MIP edges, removed ones, and meetings. Where several
// nodes of one column are all joined to the same nodes of another, the lines
// run together: from each to a point beside the column, by one trunk to a point
// beside the other, and from there to each. n nodes before m nodes are n+m+1
// lines and not n*m, and whoever follows the lines finds exactly the edges. (M.
// Dickerson, D. Eppstein, M. T. Goodrich, J. Y. Meng, Confluent drawings,
// Journal of Graph Algorithms and Applications 9(1), 2005; L. Royer et al.,
// Unraveling protein networks with power graph analysis, 2008. Ours differs:
// the groups are within columns, and found by equal neighbours only.)

import (
	"cmp"
	"encoding/binary"
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

// How many edges run together at least depends on how many there are between
// tasks: up to fewEdges none do, and beyond manyEdges every two that can.
const (
	fewEdges  = 14
	manyEdges = 40
	minBundle = 4
)

// facing are the sides for a line between two boxes: those that face one
// another; for boxes of one row the upper sides, so that the line passes over
// what stands between; for boxes above one another the right sides.
func facing(a, b Box, kind Kind) (side, side) {
	dy := max(a.Y-b.Y, b.Y-a.Y)
	between := max(a.X-b.X, b.X-a.X) - a.W/2 - b.W/2
	switch {
	case dy < boxHeight && between > 60 && kind == Removed:
		return bottomSide, bottomSide
	case dy < boxHeight && between > 60:
		return topSide, topSide
	case a.X+a.W/2+8 < b.X-b.W/2:
		return rightSide, leftSide
	case b.X+b.W/2+8 < a.X-a.W/2:
		return leftSide, rightSide
	}
	return rightSide, rightSide
}

// group is edges that can run together: of one style, from one zone to another.
type group struct {
	kind     Kind
	rule     int
	both     bool
	from, to int // zones
}

// hub is a point where lines run together.
type hub struct {
	zone    int
	right   bool
	track   int   // in a column: 0 is the outermost
	members []int // nodes
	Pt
}

// strand is one line to be drawn; its ends are nodes, or hubs as -1-hub.
type strand struct {
	a, b       int
	kind       Kind
	rule       int
	start, end bool // arrows
	lit        bool
	count      int
	edges      []int
}

// bundler works out the strands.
type bundler struct {
	d       *Drawing
	tracks  [][2]int // by zone: hubs left and right
	least   int      // edges that run together at least
	zone    []int    // by node: 2*position, 2*gap+1, or -1
	hubs    []hub
	index   map[string]int // looked up only
	strands []strand
	routes  [][]int        // by edge: strands
	spoke   map[[2]int]int // hub and node to strand; looked up only
}

// between finds out which lines there are between tasks; where they run is
// known once nodes have their places.
func (l *layered) between(p *Placed) {
	b := &bundler{d: p.D, least: minBundle, routes: make([][]int, len(p.D.Edges)), tracks: make([][2]int, 2*len(l.order)), zone: make([]int, len(p.D.Nodes)), index: map[string]int{}, spoke: map[[2]int]int{}}
	l.bundles = b
	crossing := 0
	for i := range p.D.Edges {
		if p.D.Edges[i].Kind != Control {
			crossing++
		}
	}
	switch {
	case crossing <= fewEdges:
		b.least = fewEdges + 1
	case crossing > manyEdges:
		b.least = 2
	}
	for i := range b.zone {
		b.zone[i] = -1
		switch v := &l.v[i]; {
		case v.gutter >= 0:
			b.zone[i] = 2*v.gutter + 1
		case len(v.lanes) == 1:
			b.zone[i] = 2 * v.lanes[0]
		}
	}
	var groups []group
	members := map[group][]int{} // looked up only
	for i, e := range b.d.Edges {
		if e.Kind == Control {
			continue
		}
		g := group{e.Kind, e.Rule, e.Both, b.zone[e.From], b.zone[e.To]}
		if e.Lit || g.from < 0 || g.to < 0 || g.from == g.to {
			b.single(i)
			continue
		}
		if members[g] == nil {
			groups = append(groups, g)
		}
		members[g] = append(members[g], i)
	}
	for _, g := range groups {
		b.bundle(g, members[g])
	}
	for i := range b.hubs {
		h := &b.hubs[i]
		h.track = b.tracks[h.zone][h.side()]
		b.tracks[h.zone][h.side()]++
	}
}

// single draws one edge by a line of its own.
func (b *bundler) single(i int) {
	e := &b.d.Edges[i]
	arrow := e.Kind != Meet
	b.routes[i] = []int{len(b.strands)}
	b.strands = append(b.strands, strand{a: e.From, b: e.To, kind: e.Kind, rule: e.Rule, start: arrow && e.Both, end: arrow, lit: e.Lit, edges: []int{i}})
}

// bundle splits the edges of a group into pairs of sets that are joined
// completely: by equal sets of targets, or if that gives fewer lines of
// sources.
func (b *bundler) bundle(g group, edges []int) {
	end := func(e int, to bool) int {
		if to {
			return b.d.Edges[e].To
		}
		return b.d.Edges[e].From
	}
	split := func(to bool) (parts [][]int, cost int) {
		byNode := map[int][]int{} // looked up only
		var nodes []int
		for _, e := range edges {
			n := end(e, to)
			if byNode[n] == nil {
				nodes = append(nodes, n)
			}
			byNode[n] = append(byNode[n], e)
		}
		slices.Sort(nodes)
		index := map[string]int{} // looked up only
		var sizes []int
		for _, n := range nodes {
			list := byNode[n]
			slices.SortStableFunc(list, func(x, y int) int { return end(x, !to) - end(y, !to) })
			key := make([]byte, 0, 4*len(list))
			for _, e := range list {
				key = binary.LittleEndian.AppendUint32(key, uint32(end(e, !to)))
			}
			at, ok := index[string(key)]
			if !ok {
				at = len(parts)
				index[string(key)] = at
				parts, sizes = append(parts, nil), append(sizes, 0)
			}
			parts[at] = append(parts[at], list...)
			sizes[at]++
		}
		for i, part := range parts {
			if len(part) < b.least {
				cost += len(part)
			} else {
				cost += 1 + sizes[i] + len(part)/sizes[i]
			}
		}
		return parts, cost
	}
	parts, cost := split(false)
	if other, c := split(true); c < cost {
		parts = other
	}
	for _, part := range parts {
		if len(part) < b.least || b.parallel(part) {
			for _, e := range part {
				b.single(e)
			}
			continue
		}
		b.trunk(g, part)
	}
}

// parallel tells whether edges join the same two nodes.
func (b *bundler) parallel(part []int) bool {
	for _, e := range part {
		if x, y := &b.d.Edges[e], &b.d.Edges[part[0]]; x.From != y.From || x.To != y.To {
			return false
		}
	}
	return true
}

// trunk draws the edges between two sets that are joined completely.
func (b *bundler) trunk(g group, part []int) {
	var sources, targets []int
	for _, e := range part {
		sources = append(sources, b.d.Edges[e].From)
		targets = append(targets, b.d.Edges[e].To)
	}
	slices.Sort(sources)
	slices.Sort(targets)
	sources, targets = slices.Compact(sources), slices.Compact(targets)
	right := g.to > g.from
	arrow := g.kind != Meet
	a := b.hub(g, g.from, right, sources, 0)
	z := b.hub(g, g.to, !right, targets, 1)
	count := len(part)
	if g.both {
		count *= 2
	}
	t := len(b.strands)
	whole := strand{a: a, b: z, kind: g.kind, rule: g.rule, count: count, edges: part}
	whole.start, whole.end = arrow && g.both && a >= 0, arrow && z >= 0
	b.strands = append(b.strands, whole)
	for _, e := range part {
		ed := &b.d.Edges[e]
		var chain []int
		if a < 0 {
			chain = append(chain, b.spokeOf(g, ed.From, a, true, e))
		}
		chain = append(chain, t)
		if z < 0 {
			chain = append(chain, b.spokeOf(g, ed.To, z, false, e))
		}
		b.routes[e] = chain
	}
}

// hub is the point of a set of nodes, as -1-hub; of one node the node itself.
// role: 0 lines leave the nodes, 1 they enter; if both it makes no difference.
func (b *bundler) hub(g group, zone int, right bool, nodes []int, role int) int {
	if len(nodes) == 1 {
		return nodes[0]
	}
	if g.both || g.kind == Meet {
		role = 2
	}
	key := []byte{byte(g.kind), byte(g.rule), byte(role), 0}
	if right {
		key[3] = 1
	}
	for _, n := range nodes {
		key = binary.LittleEndian.AppendUint32(key, uint32(n))
	}
	at, ok := b.index[string(key)]
	if !ok {
		at = len(b.hubs)
		b.index[string(key)] = at
		b.hubs = append(b.hubs, hub{zone: zone, right: right, members: nodes})
	}
	return -1 - at
}

// spokeOf is the line between a node and its hub, shared by all trunks there.
func (b *bundler) spokeOf(g group, node, hub int, out bool, edge int) int {
	key := [2]int{hub, node}
	at, ok := b.spoke[key]
	if !ok {
		at = len(b.strands)
		b.spoke[key] = at
		s := strand{a: hub, b: node, kind: g.kind, rule: g.rule, end: g.kind != Meet && (!out || g.both)}
		if out {
			s.a, s.b, s.start, s.end = node, hub, s.end, false
		}
		b.strands = append(b.strands, s)
	}
	b.strands[at].edges = append(b.strands[at].edges, edge)
	return at
}

// Between is the number of lines between tasks: what makes a picture crowded.
func (p *Placed) Between() int {
	n := 0
	for i := range p.Lines {
		if k := p.Lines[i].Kind; k == MIP || k == Removed {
			n++
		}
	}
	return n
}

// side is 1 for right, 0 for left.
func (h *hub) side() int {
	if h.right {
		return 1
	}
	return 0
}

// room is the width of the tracks at a side of a zone.
func (b *bundler) room(zone, side int) float64 {
	return min(maxTracks, hubGap*float64(b.tracks[zone][side]))
}

// placeHubs puts hubs at the edges of their columns, each on a track of its own,
// at the mean height of their nodes.
func (b *bundler) placeHubs(l *layered, p *Placed) {
	for i := range b.hubs {
		h := &b.hubs[i]
		lane := p.Lanes[l.order[h.zone/2]]
		left, right := lane.X, lane.X+lane.W
		if h.zone%2 == 1 {
			left, right = right, right+l.gap[h.zone/2]
		}
		in := 7 + b.room(h.zone, h.side())*float64(h.track)/float64(b.tracks[h.zone][h.side()])
		h.X = left + in
		if h.right {
			h.X = right - in
		}
		for _, n := range h.members {
			h.Y += p.Boxes[n].Y / float64(len(h.members))
		}
	}
	// Points of one side at equal heights are hard to tell apart.
	order := make([]int, len(b.hubs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		p, q := &b.hubs[x], &b.hubs[y]
		return cmp.Or(cmp.Compare(p.zone, q.zone), cmp.Compare(p.side(), q.side()), cmp.Compare(p.Y, q.Y))
	})
	const apart = 12.0
	for i := 1; i < len(order); i++ {
		p, q := &b.hubs[order[i-1]], &b.hubs[order[i]]
		if p.zone == q.zone && p.right == q.right {
			q.Y = max(q.Y, p.Y+apart)
		}
	}
	for i := range b.hubs {
		p.Points = append(p.Points, b.hubs[i].Pt)
	}
}

// clear tells whether nothing stands in a node's row between it and the edge of
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

// lines gives the strands their points. Several at one side of a box are
// spread over it in the order of where they lead.
func (b *bundler) lines(l *layered, p *Placed) {
	type port struct {
		strand int
		start  bool
		other  float64
	}
	box := func(end int) Box {
		if end < 0 {
			return Box{b.hubs[-1-end].X, b.hubs[-1-end].Y, 0, 0}
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
				at[i][k] = b.hubs[-1-end].Pt
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
func (l *layered) spokePath(b *bundler, s *strand, ends [2]Pt, w side) []Pt {
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

// bezier is a curve that leaves and enters at right angles to the sides.
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

package render

// Lines between tasks that run together: MIP edges, removed ones, and meetings.
// Where several nodes of one column are all joined to the same nodes of another,
// the lines run together: from each to a point beside the column, by one trunk to a
// point beside the other, and from there to each. n nodes before m nodes are n+m+1
// lines and not n*m, and whoever follows the lines finds exactly the edges. (M.
// Dickerson, D. Eppstein, M. T. Goodrich, J. Y. Meng, Confluent drawings,
// Journal of Graph Algorithms and Applications 9(1), 2005; L. Royer et al.,
// Unraveling protein networks with power graph analysis, 2008. Ours differs:
// the groups are within columns, and found by equal neighbours only.)
//
// What runs together is decided here, without any coordinates; hubs.go and
// strands.go say where it runs.

import (
	"encoding/binary"
	"slices"
)

// How many edges run together at least depends on how many there are between
// tasks: up to fewEdges none do, and beyond manyEdges every two that can.
const (
	fewEdges  = 14
	manyEdges = 40
	minBundle = 4
)

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
}

// side is 1 for right, 0 for left.
func (h *hub) side() int {
	if h.right {
		return 1
	}
	return 0
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

// bundling is which lines there are between tasks.
type bundling struct {
	zone    []int // by node: 2*position, 2*gap+1, or -1
	hubs    []hub
	tracks  [][2]int // by zone: hubs left and right
	strands []strand
	routes  [][]int // by edge: strands
}

// bundler works out a bundling.
type bundler struct {
	bundling
	d     *Drawing
	least int            // edges that run together at least
	index map[string]int // hubs; looked up only
	spoke map[[2]int]int // hub and node to strand; looked up only
}

// bundle finds out which lines there are between tasks; where they run is known
// once nodes have their places. zone is by node, without those that out says of an
// edge.
func bundle(d *Drawing, zone []int, zones int, out []bool) *bundling {
	b := &bundler{d: d, least: minBundle, index: map[string]int{}, spoke: map[[2]int]int{}}
	b.zone, b.routes, b.tracks = zone, make([][]int, len(d.Edges)), make([][2]int, zones)
	crossing := 0
	for i := range d.Edges {
		if d.Edges[i].Kind != Control && !out[i] {
			crossing++
		}
	}
	switch {
	case crossing <= fewEdges:
		b.least = fewEdges + 1
	case crossing > manyEdges:
		b.least = 2
	}
	var groups []group
	members := map[group][]int{} // looked up only
	for i, e := range d.Edges {
		if e.Kind == Control || out[i] {
			continue
		}
		g := group{e.Kind, e.Rule, e.Both, zone[e.From], zone[e.To]}
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
		b.group(g, members[g])
	}
	for i := range b.hubs {
		h := &b.hubs[i]
		h.track = b.tracks[h.zone][h.side()]
		b.tracks[h.zone][h.side()]++
	}
	return &b.bundling
}

// single draws one edge by a line of its own.
func (b *bundler) single(i int) {
	e := &b.d.Edges[i]
	arrow := e.Kind != Meet
	b.routes[i] = []int{len(b.strands)}
	b.strands = append(b.strands, strand{a: e.From, b: e.To, kind: e.Kind, rule: e.Rule, start: arrow && e.Both,
		end: arrow, lit: e.Lit, edges: []int{i}})
}

// group splits the edges of a group into pairs of sets that are joined
// completely: by equal sets of targets, or if that gives fewer lines of
// sources.
func (b *bundler) group(g group, edges []int) {
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

// parallel reports whether edges join the same two nodes.
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

// hub returns the point of a set of nodes, as -1-hub; of one node the node itself.
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

// spokeOf returns the line between a node and its hub, shared by all trunks there.
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

package render

// This file bundles lines between tasks: MIP edges, removed ones, and meetings. If several nodes of one column are all
// joined to the same nodes of another, their lines run together: from each node to a point beside its column (a hub),
// by one line (the trunk) to a hub beside the other column, and from there to each node. So n nodes before m nodes need
// n+m+1 lines and not n*m, and a reader who follows the lines finds exactly the edges. (M. Dickerson, D. Eppstein, M.
// T. Goodrich, J. Y. Meng, Confluent drawings, Journal of Graph Algorithms and Applications 9(1), 2005; L. Royer et
// al., Unraveling protein networks with power graph analysis, 2008. Ours differs: the groups are within columns, and
// found by equal neighbours only.)
//
// This file decides which lines run together, without coordinates. hubs.go and strands.go decide where they run.

import (
	"encoding/binary"
	"slices"
)

// The number of edges between tasks decides what is bundled: up to fewEdges nothing, then bundles of at least minBundle
// edges, and beyond manyEdges every two edges that can run together.
const (
	fewEdges  = 14
	manyEdges = 40
	minBundle = 4
)

// group is a class of edges that may run together: those of one style from one zone to another. A zone is a column, or
// a gap between columns.
type group struct {
	kind     Kind
	rule     int
	both     bool
	from, to int // zones
}

// hub is a point where lines run together.
type hub struct {
	zone    int
	right   bool  // it is on the right side of its zone
	track   int   // its distance from the zone, in hubs; 0 is the outermost
	members []int // the nodes whose lines meet there
}

// side returns 1 for a hub on the right, and 0 for one on the left.
func (h *hub) side() int {
	if h.right {
		return 1
	}
	return 0
}

// strand is one line to be drawn: a whole edge, a trunk, or the line between a node and a hub.
type strand struct {
	a, b       int // its ends: a node, or -1-h for the hub with index h
	kind       Kind
	rule       int
	start, end bool // it has an arrow at a, at b
	lit        bool
	count      int   // for a trunk the number of edges that it stands for; otherwise 0
	edges      []int // the edges that it belongs to
}

// bundling has all lines between tasks.
type bundling struct {
	zone    []int // by node: 2*position for a column, 2*gap+1 for a gap, -1 for neither
	hubs    []hub
	tracks  [][2]int // by zone: number of hubs on its left and on its right
	strands []strand
	routes  [][]int // by edge: the strands that show it
}

// bundler makes a bundling.
type bundler struct {
	bundling
	d     *Drawing
	least int            // smallest number of edges that run together
	index map[string]int // by members: the hub; looked up only
	spoke map[[2]int]int // by hub and node: the strand between them; looked up only
}

// bundle returns the lines between tasks. Their coordinates follow when nodes have positions. zone is the zone of each
// node, and out has the edges that are left out, because they are in cables.
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

// group splits the edges of a group into pairs of sets of nodes such that each node of the first set is joined to each
// of the second. It puts nodes together that have the same targets, or, if that gives fewer lines, the same sources.
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

// parallel reports whether all edges of part join the same two nodes.
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

// hub returns the hub for a set of nodes, as an end of a strand. For a single node it returns the node itself. role is
// 0 if lines leave the nodes, and 1 if they enter; for lines in both directions it makes no difference.
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

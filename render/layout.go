package render

// This file turns a drawing into positions (Place). The steps, in this order:
//
//   - the order of columns (columns.go),
//   - the layered graph (layers.go),
//   - rows (rank.go),
//   - the order of vertices in a row, and x coordinates in each column (coordinates.go),
//   - y coordinates, and columns side by side (here),
//   - lines (route.go, strands.go).

import "slices"

// Sizes, in pixels.
const (
	FontSize    = 12.0
	charWidth   = 7.5 // of a character in the widest of the usual monospaced fonts
	BoxHeight   = 26.0
	pointSize   = 7.0
	BoxPad      = 10.0 // left and right of a label
	boxGap      = 14.0 // between boxes side by side
	lanePad     = 16.0
	laneGap     = 14.0   // between columns without a communication node between them
	trackGap    = 9.0    // between lines beside a column
	rowGap      = 26.0   // between rows
	rowGapMax   = 52.0   // between rows with many lines
	headHeight  = 34.0   // of the names of columns
	MaxLabel    = 28     // characters of a label that are shown
	maxSpan     = 24     // rows that an edge may cross within its column
	maxImproved = 400    // columns up to which their order is improved
	maxLabelled = 120    // nodes up to which every node has its label
	dotSize     = 11.0   // of a node without a label
	hubGap      = 6.0    // between hubs (bundle.go)
	maxTracks   = 90.0   // width of all hubs on one side of a column
	aliasSize   = 20.0   // of I and F if each column has its own
	wideEnough  = 2600.0 // a drawing is broken into bands only if it is wider than this
	highEnough  = 1500.0 // or higher than this
	bandGap     = 26.0   // between bands
	goodAspect  = 1.7    // width divided by height that a comparison aims at
	bandAspect  = 0.9    // the same for bands, because scrolling down a page is easier than to the right
	farLanes    = 4      // columns between a column and a communication from which on the latter is shown again
	manyLanes   = 8      // columns from which on each has its own I and F
)

// Pt is a point of a picture.
type Pt struct{ X, Y float64 }

// Box is the area of a node: its centre and its size.
type Box struct{ X, Y, W, H float64 }

// Lane is the area of a column: its upper left corner and its size.
type Lane struct{ X, Y, W, H float64 }

// Alias is a second place where a node is shown, for edges that would be too long otherwise.
type Alias struct {
	Node int
	Box  Box
}

// Shape says how the points of a line are joined.
type Shape uint8

const (
	Curve  Shape = iota // from point to point, leaving and entering vertically
	Orthog              // horizontal and vertical, with round corners
	Bezier              // one cubic curve: start, two controls, end
)

// Line is one line of the picture.
type Line struct {
	Shape Shape
	Pts   []Pt
	Kind  Kind
	Rule  int
	Arrow bool // it has an arrow at its end
	Both  bool // it has an arrow at its start, too
	Lit   bool
	Hop   bool  // it is control flow from one task to another, as to start it
	Edges []int // the edges that it belongs to
	Count int   // for the trunk of a bundle the number of its edges, both directions counted; otherwise 0
}

// Placed is a drawing with positions. The graph's own area begins at (0,0).
type Placed struct {
	D             *Drawing
	Width, Height float64
	Order         []int  // the columns from left to right
	Lanes         []Lane // by column
	Boxes         []Box  // by node
	Aliases       []Alias
	Small         []bool // by node: it is a dot without a label
	Tags          []Tag  // by node: the numbers of its edges in cables
	Points        []Pt   // where edges are joined
	Lines         []Line
	// Routes has, for each edge, the chains of lines that show it. That is one chain, or two for an edge between two
	// communications of the same tasks, or none if the edge is in a cable.
	Routes [][][]int
	Cables []Cable
	Foot   float64 // y where cables leave the columns, or the upper edge of a matrix
	Cell   Pt      // the size of the cells of a matrix; zero if cables run in a channel
}

// Place computes positions. Boxes do not overlap, every edge leads from its node to its node or is counted in a cable,
// and the result depends on d alone. The work is linear in nodes and edges, except that the edges at a box are sorted,
// and that an edge over k rows of its column (k <= maxSpan) takes k steps.
func Place(d *Drawing) *Placed {
	order := columnOrder(d)
	small := unlabelled(d)
	cables := newCabling(d, order)
	p, l := placeIn(d, order, small, cables, make([]int, len(order)))
	// The smaller this size of a picture is, the larger the picture appears on a screen of fixed shape.
	size := func(p *Placed) float64 { return max(p.Width/bandAspect, p.Height) }
	for _, bands := range l.breaks(p) {
		if q, m := placeIn(d, order, small, cables, bands); size(q) < 0.75*size(p) {
			p, l = q, m
		}
	}
	l.lines(p)
	l.bundles.lines(l, p)
	p.placeCables()
	return p
}

// placeIn computes the positions of nodes with columns in bands. bandOf has the band of each position, ascending.
func placeIn(d *Drawing, order []int, small []bool, c *cabling, bandOf []int) (*Placed, *layered) {
	p := &Placed{D: d, Order: order, Boxes: make([]Box, len(d.Nodes)), Small: small, Tags: c.tags, Cables: c.cables,
		Routes: make([][][]int, len(d.Edges))}
	l := newLayered(d, order, small, c.tags, bandOf)
	l.backArcs()
	l.rank()
	l.alias()
	l.split()
	l.coordinates()
	l.channels()
	l.bundles = bundle(d, l.zones(), 2*len(order), c.in)
	l.horizontal(p)
	l.vertical(p)
	l.place(p)
	return p, l
}

// unlabelled returns, for each node, whether it is drawn as a dot. A waiting place is a dot only if communications are
// drawn, because their labels have the name.
func unlabelled(d *Drawing) []bool {
	small := make([]bool, len(d.Nodes))
	if d.Full || len(d.Nodes) <= maxLabelled {
		return small
	}
	joint := slices.ContainsFunc(d.Nodes, func(n Node) bool { return n.Class == Communication })
	for i := range d.Nodes {
		n := &d.Nodes[i]
		small[i] = !n.Lit && !n.Marked && (n.Class == Tau || n.Class == Site && joint)
	}
	return small
}

// horizontal gives every vertex its x. In each band, columns and the gaps between them follow from left to right.
func (l *layered) horizontal(p *Placed) {
	n := len(l.order)
	p.Lanes = make([]Lane, len(p.D.Columns))
	x := 0.0
	first := 0.0 // width of the first band
	for t := 0; t < n; t++ {
		if t > 0 && l.bandOf[t] != l.bandOf[t-1] {
			x = 0
		}
		left, right := 0.0, 0.0 // extents of the column's content
		for i, v := range l.inLane[t] {
			a := &l.v[v]
			if i == 0 || a.x-a.w/2 < left {
				left = a.x - a.w/2
			}
			if i == 0 || a.x+a.w/2 > right {
				right = a.x + a.w/2
			}
		}
		side := [2]float64{}
		for s := range side {
			if k := l.tracks[t][s]; k > 0 {
				side[s] = 8 + trackGap*float64(k)
			}
		}
		content := right - left
		for s := range side {
			side[s] += l.bundles.room(2*t, s)
		}
		width := content + side[0] + side[1] + 2*lanePad
		head := TextWidth(Shorten(p.D.Columns[l.order[t]], MaxLabel))*14/FontSize + 2*lanePad
		extra := max(0, head-width) / 2
		p.Lanes[l.order[t]] = Lane{X: x, W: width + 2*extra}
		at := x + extra + lanePad + side[0]
		for _, v := range l.inLane[t] {
			l.v[v].x += at - left
		}
		l.edge[t] = [2]float64{at, at + content}
		x += width + 2*extra
		gutter := 0.0
		for _, row := range l.gutter[t] {
			gutter = max(gutter, l.rowWidth(row)+2*boxGap)
		}
		if gutter == 0 && t < n-1 && l.bandOf[t+1] == l.bandOf[t] {
			gutter = laneGap
		}
		for _, row := range l.gutter[t] {
			l.spread(row, x+l.bundles.room(2*t+1, 0)+gutter/2)
		}
		if gutter > 0 {
			gutter += l.bundles.room(2*t+1, 0) + l.bundles.room(2*t+1, 1)
		}
		l.gap = append(l.gap, gutter)
		x += gutter
		p.Width = max(p.Width, x)
		if l.bandOf[t] == 0 {
			first = x
		}
	}
	// I, F and whatever has no column stand in the middle, side by side if in
	// one row.
	for _, row := range l.free {
		p.Width = max(p.Width, l.rowWidth(row))
		l.spread(row, first/2)
	}
}

// rowWidth returns the width of vertices side by side.
func (l *layered) rowWidth(row []int) float64 {
	w := -boxGap
	for _, v := range row {
		w += l.v[v].w + boxGap
	}
	return w
}

// spread puts vertices side by side around x.
func (l *layered) spread(row []int, x float64) {
	at := x - l.rowWidth(row)/2
	for _, v := range row {
		l.v[v].x = at + l.v[v].w/2
		at += l.v[v].w + boxGap
	}
}

// vertical gives every row of every band its y. There is more room above rows to which long horizontal lines lead. A
// row without a vertex in a band takes no room there.
func (l *layered) vertical(p *Placed) {
	bands := 1
	if n := len(l.bandOf); n > 0 {
		bands = l.bandOf[n-1] + 1
	}
	height, reach, used := l.perRow(bands), l.perRow(bands), make([][]bool, bands)
	for b := range used {
		used[b] = make([]bool, l.rows)
	}
	for i := range l.v {
		v := &l.v[i]
		b := l.band(i)
		height[b][v.row] = max(height[b][v.row], v.h)
		used[b][v.row] = used[b][v.row] || v.h > 0
	}
	for i := range l.arcs {
		a := &l.arcs[i]
		if a.channel {
			continue
		}
		prev := a.from
		for _, v := range append(a.chain, a.to) {
			dx := l.v[v].x - l.v[prev].x
			r := &reach[l.band(v)][l.v[v].row]
			*r = max(*r, max(dx, -dx))
			prev = v
		}
	}
	l.rowY, l.rowH = l.perRow(bands), height
	y := 0.0
	gap, gapMax := rowGap, rowGapMax
	if l.tight {
		gap, gapMax = rowGap*0.6, rowGapMax*0.7
	}
	for b := range bands {
		top := y
		y += headHeight + 14
		if len(l.order) == 0 {
			y = 8
		}
		any := false
		for r := range l.rows {
			if used[b][r] && any {
				y += min(gapMax, gap+reach[b][r]*0.035)
			}
			any = any || used[b][r]
			l.rowY[b][r] = y + height[b][r]/2
			y += height[b][r]
		}
		y += 18
		for t, c := range l.order {
			if l.bandOf[t] == b {
				p.Lanes[c].Y, p.Lanes[c].H = top, y-top
			}
		}
		p.Height = y
		y += bandGap
	}
}

func (l *layered) perRow(bands int) [][]float64 {
	out := make([][]float64, bands)
	for b := range out {
		out[b] = make([]float64, l.rows)
	}
	return out
}

// place copies the coordinates of boxes and points.
func (l *layered) place(p *Placed) {
	for i := range l.v {
		v := &l.v[i]
		v.y = l.rowY[l.band(i)][v.row]
		switch {
		case v.alias && !v.first:
			p.Aliases = append(p.Aliases, Alias{v.node, Box{v.x, v.y, v.w, v.h}})
		case v.gone:
		case v.node >= 0:
			p.Boxes[v.node] = Box{v.x, v.y, v.w, v.h}
		case v.joint:
			p.Points = append(p.Points, Pt{v.x, v.y})
		}
	}
}

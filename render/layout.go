package render

// Place: from a drawing to positions. The steps, in this order: columns
// (columns.go), the layered graph (layers.go), rows (rank.go), orders and
// horizontal coordinates in each column (coordinates.go), vertical
// coordinates here, lines (route.go).

// Sizes, in pixels.
const (
	fontSize    = 12.0
	charWidth   = 7.5 // of fontSize in the widest of the usual monospaced fonts
	boxHeight   = 26.0
	pointSize   = 7.0
	boxPad      = 11.0 // left and right of a label
	boxGap      = 16.0 // between boxes side by side
	lanePad     = 16.0
	laneGap     = 14.0 // between columns without a communication node between them
	trackGap    = 9.0  // between lines beside a column
	rowGap      = 26.0
	rowGapMax   = 64.0
	headHeight  = 34.0
	maxLabel    = 28 // characters of a label that are shown
	maxSpan     = 24 // rows that an edge may cross within its column
	maxImproved = 400
)

// Pt is a point of a picture.
type Pt struct{ X, Y float64 }

// Box is where a node is: its centre and its size.
type Box struct{ X, Y, W, H float64 }

// Lane is where a column is.
type Lane struct{ X, W float64 }

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
	Arrow bool // at the end
	Both  bool // at the start too
	Lit   bool
	Edges []int // the edges it belongs to
}

// Placed is a drawing with positions. The graph's own area begins at (0,0).
type Placed struct {
	D             *Drawing
	Width, Height float64
	Order         []int  // columns from left to right
	Lanes         []Lane // by column
	Boxes         []Box  // by node
	Points        []Pt   // where edges are joined
	Lines         []Line
	// Routes lists, by edge, the chains of lines that show it: one chain, or
	// two for an edge between two communications of the same tasks.
	Routes [][][]int
}

// Place computes positions. Boxes do not overlap, every edge leads from its
// node to its node, and the result depends on nothing but d. Work: linear in
// nodes and edges, but for the sorting of edges at a box, and for an edge over
// k rows in its column (k <= maxSpan) k.
func Place(d *Drawing) *Placed {
	p := &Placed{D: d, Boxes: make([]Box, len(d.Nodes)), Routes: make([][][]int, len(d.Edges))}
	p.Order = columnOrder(d)
	l := newLayered(d, p.Order)
	l.backArcs()
	l.rank()
	l.split()
	l.coordinates()
	l.channels()
	l.horizontal(p)
	l.vertical(p)
	l.place(p)
	l.lines(p)
	p.mip()
	return p
}

// boxSize is the size of a node's box.
func boxSize(n *Node) (w, h float64) {
	switch n.Class {
	case Initial, Final:
		return 30, 30
	}
	return textWidth(shorten(n.Label, maxLabel)) + 2*boxPad, boxHeight
}

// horizontal gives every vertex its x: columns and the gaps between them from
// left to right.
func (l *layered) horizontal(p *Placed) {
	n := len(l.order)
	p.Lanes = make([]Lane, len(p.D.Columns))
	x := 0.0
	for t := 0; t < n; t++ {
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
		width := content + side[0] + side[1] + 2*lanePad
		head := textWidth(shorten(p.D.Columns[l.order[t]], maxLabel))*14/fontSize + 2*lanePad
		extra := max(0, head-width) / 2
		p.Lanes[l.order[t]] = Lane{x, width + 2*extra}
		at := x + extra + lanePad + side[0]
		for _, v := range l.inLane[t] {
			l.v[v].x += at - left
		}
		l.edge[t] = [2]float64{at, at + content}
		x += width + 2*extra
		if t == n-1 {
			break
		}
		gutter := 0.0
		for _, row := range l.gutter[t] {
			w := boxGap
			for _, v := range row {
				w += l.v[v].w + boxGap
			}
			gutter = max(gutter, w)
		}
		if gutter == 0 {
			gutter = laneGap
		}
		for _, row := range l.gutter[t] {
			w := -boxGap
			for _, v := range row {
				w += l.v[v].w + boxGap
			}
			at := x + gutter/2 - w/2
			for _, v := range row {
				l.v[v].x = at + l.v[v].w/2
				at += l.v[v].w + boxGap
			}
		}
		x += gutter
	}
	p.Width = x
	// I, F and whatever has no column stand in the middle, side by side if in
	// one row.
	for _, row := range l.free {
		w := -boxGap
		for _, v := range row {
			w += l.v[v].w + boxGap
		}
		p.Width = max(p.Width, w)
		at := x/2 - w/2
		for _, v := range row {
			l.v[v].x = at + l.v[v].w/2
			at += l.v[v].w + boxGap
		}
	}
}

// vertical gives every row its y. Rows that long horizontal lines lead to get
// more room above them.
func (l *layered) vertical(p *Placed) {
	height, reach := make([]float64, l.rows), make([]float64, l.rows)
	for i := range l.v {
		v := &l.v[i]
		height[v.row] = max(height[v.row], v.h)
	}
	for i := range l.arcs {
		a := &l.arcs[i]
		if a.channel {
			continue
		}
		prev := a.from
		for _, v := range append(a.chain, a.to) {
			dx := l.v[v].x - l.v[prev].x
			reach[l.v[v].row] = max(reach[l.v[v].row], max(dx, -dx))
			prev = v
		}
	}
	l.rowY = make([]float64, l.rows)
	l.rowH = height
	y := headHeight + 14
	if len(l.order) == 0 {
		y = 8
	}
	for r := range l.rowY {
		if r > 0 {
			y += min(rowGapMax, rowGap+reach[r]*0.055)
		}
		l.rowY[r] = y + height[r]/2
		y += height[r]
	}
	p.Height = y + 18
}

// place copies the coordinates of boxes and points.
func (l *layered) place(p *Placed) {
	for i := range l.v {
		v := &l.v[i]
		v.y = l.rowY[v.row]
		switch {
		case v.node >= 0:
			p.Boxes[v.node] = Box{v.x, v.y, v.w, v.h}
		case v.joint:
			p.Points = append(p.Points, Pt{v.x, v.y})
		}
	}
}

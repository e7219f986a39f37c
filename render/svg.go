package render

// SVG of a placed drawing.

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// SVGOptions say where a picture is put. The zero value is a file of its own.
type SVGOptions struct {
	// Inline leaves out what a page around the picture has once: the XML
	// namespace is kept, the style sheet is not.
	Inline bool
	// Prefix is put before every id, so that several pictures fit in a page.
	Prefix string
}

const margin = 16.0

// svgWriter collects the text of a picture.
type svgWriter struct {
	strings.Builder
	opt   SVGOptions
	taken taken
}

func (s *svgWriter) printf(format string, args ...any) { fmt.Fprintf(s, format, args...) }

// num writes a coordinate with at most one decimal.
func num(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}

// open begins a picture of a size, with title and description for readers that
// cannot see it.
func (s *svgWriter) open(w, h float64, title, desc string) {
	s.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="fl" width="%s" height="%s" viewBox="0 0 %s %s" role="img">`+"\n",
		num(w), num(h), num(w), num(h))
	if title != "" {
		s.printf("<title>%s</title>\n", escape(title))
	}
	if desc != "" {
		s.printf("<desc>%s</desc>\n", escape(desc))
	}
	if !s.opt.Inline {
		s.printf("<style>\n%s</style>\n", StyleSheet())
	}
	s.printf("<defs>\n")
	for _, c := range append([]string{"c", "m", "l", "j"}, removedNames()...) {
		s.printf(`<marker id="%sa%s" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="a%s" d="M0 1L10 5L0 9z" style="fill-opacity:1"/></marker>`+"\n", s.opt.Prefix, c, c)
	}
	s.printf("</defs>\n")
	s.printf(`<rect class="bg" width="%s" height="%s"/>`+"\n", num(w), num(h))
}

func removedNames() []string {
	var names []string
	for i := range removedStyles {
		names = append(names, fmt.Sprintf("x%d", i))
	}
	return names
}

// heading writes title and notes and returns the y below them.
func (s *svgWriter) heading(title string, notes []string) float64 {
	y := margin
	if title != "" {
		y += 12
		s.text(margin, y, "title", title)
		y += 8
	}
	for _, n := range notes {
		y += 14
		s.text(margin, y, "note", n)
		y += 4
	}
	if y > margin {
		y += 10
	}
	return y
}

func headingWidth(title string, notes []string) float64 {
	w := textWidth(title) * 15 / fontSize
	for _, n := range notes {
		w = max(w, textWidth(n))
	}
	return w
}

func (s *svgWriter) text(x, y float64, class, text string) {
	s.printf(`<text x="%s" y="%s" class="%s">%s</text>`+"\n", num(x), num(y), class, escape(text))
}

// WriteSVG writes the picture.
func (p *Placed) WriteSVG(w io.Writer, opt SVGOptions) error {
	s := &svgWriter{opt: opt}
	d := p.D
	legend := legendOf(p)
	inner := max(p.Width, headingWidth(d.Title, d.Notes), min(legend.natural(), 640))
	key := legend.place(inner)
	top := s.headHeight(d.Title, d.Notes)
	// Curves may bow out of the graph's own area.
	over := p.overhang()
	dx := margin + over[0] + max(0, inner-p.Width-over[0]-over[1])/2
	width := max(inner, p.Width+over[0]+over[1]) + 2*margin
	area := p.Height + max(0, over[3]-10)
	height := top + area + key + margin
	desc := fmt.Sprintf("%d nodes, %d control edges, %d MIP edges, %d removed MIP edges",
		len(d.Nodes), d.Count(Control), d.Count(MIP), d.Count(Removed))
	s.open(width, height, d.Title, desc)
	s.heading(d.Title, d.Notes)
	s.printf(`<g transform="translate(%s %s)">`+"\n", num(dx), num(top))
	for c, lane := range p.Lanes {
		s.printf(`<rect class="lane" x="%s" y="%s" width="%s" height="%s" rx="8"/>`+"\n", num(lane.X), num(lane.Y), num(lane.W), num(lane.H))
		s.printf(`<text x="%s" y="%s" class="head mid">%s<title>%s</title></text>`+"\n", num(lane.X+lane.W/2), num(lane.Y+22),
			escape(shorten(d.Columns[c], maxLabel)), escape(d.Columns[c]))
	}
	between := p.Between()
	for _, lit := range []bool{false, true} {
		for _, k := range []Kind{Removed, Meet, MIP, Control} {
			for i := range p.Lines {
				if p.Lines[i].Kind == k && p.Lines[i].Lit == lit {
					s.line(p, &p.Lines[i], between)
				}
			}
		}
	}
	for _, q := range p.Points {
		s.printf(`<circle class="joint" cx="%s" cy="%s" r="%s"/>`+"\n", num(q.X), num(q.Y), num(pointSize/2))
	}
	s.taken = taken{}
	for i := range p.Boxes {
		s.taken.box(p.Boxes[i])
	}
	for i := range p.Aliases {
		s.taken.box(p.Aliases[i].Box)
	}
	for i := range p.Lines {
		s.count(&p.Lines[i])
	}
	for i := range d.Nodes {
		s.node(p, i)
	}
	for i := range p.Aliases {
		s.again(p, &p.Aliases[i])
	}
	for i := range d.Nodes {
		if n := &d.Nodes[i]; n.Badge != "" {
			b := p.Boxes[i]
			w := max(16, float64(len([]rune(n.Badge)))*6.4+8)
			s.printf(`<g class="badge"><rect x="%s" y="%s" width="%s" height="15" rx="7.5"/><text x="%s" y="%s" class="mid">%s</text></g>`+"\n",
				num(b.X-b.W/2-w/2+2), num(b.Y-b.H/2-9), num(w), num(b.X-b.W/2+2), num(b.Y-b.H/2+2), escape(n.Badge))
		}
	}
	s.printf("</g>\n")
	s.printf(`<g transform="translate(%s %s)">`+"\n", num(margin), num(top+area+14))
	legend.write(s)
	s.printf("</g>\n</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// headHeight is what heading will return.
func (s *svgWriter) headHeight(title string, notes []string) float64 {
	return (&svgWriter{}).heading(title, notes)
}

// overhang is how far curves reach beyond the area at most: left, right, above
// (of which the heading has room for any) and below.
func (p *Placed) overhang() [4]float64 {
	var o [4]float64
	for i := range p.Lines {
		for _, q := range p.Lines[i].Pts {
			o[0], o[1], o[3] = max(o[0], -q.X), max(o[1], q.X-p.Width), max(o[3], q.Y-p.Height)
		}
	}
	for _, b := range p.Boxes {
		o[0], o[1] = max(o[0], b.W/2-b.X), max(o[1], b.X+b.W/2-p.Width)
	}
	return o
}

// line writes one line.
func (s *svgWriter) line(p *Placed, l *Line, between int) {
	class, marker := "c", "c"
	switch l.Kind {
	case MIP:
		class, marker = "m", "m"
	case Removed:
		class, marker = fmt.Sprintf("x x%d", l.Rule), fmt.Sprintf("x%d", l.Rule)
	case Meet:
		class = "p"
	}
	if l.Lit {
		class, marker = class+" lit", "l"
	} else if l.Kind == MIP || l.Kind == Removed {
		switch {
		case between > 240:
			class += " crowd"
		case between > 60:
			class += " many"
		}
	}
	s.printf(`<path class="%s" d="%s"`, class, l.path())
	if l.Count > 0 && !l.Lit {
		s.printf(` stroke-width="%s"`, num(min(6, 1.3+0.5*math.Log2(float64(l.Count)/2))))
	}
	if l.Arrow {
		s.printf(` marker-end="url(#%sa%s)"`, s.opt.Prefix, marker)
	}
	if l.Both {
		s.printf(` marker-start="url(#%sa%s)"`, s.opt.Prefix, marker)
	}
	from, to := l.sides(p.D)
	s.printf(` data-from="%s" data-to="%s"`, escape(strings.Join(from, " ")), escape(strings.Join(to, " ")))
	if l.Kind == Control {
		s.printf("/>\n")
		return
	}
	e := p.D.Edges[l.Edges[0]]
	arrow := " → "
	if e.Both {
		arrow = " ↔ "
	}
	tip := p.D.Nodes[e.From].Label + arrow + p.D.Nodes[e.To].Label
	if len(l.Edges) > 1 {
		tip = l.ends(p.D)
	}
	switch l.Kind {
	case Removed:
		tip += "\n" + p.D.Rules[l.Rule]
	case Meet:
		tip = strings.NewReplacer(arrow, " meets ").Replace(tip)
	}
	s.printf("><title>%s</title></path>\n", escape(tip))
}

// sides are the nodes that a line joins, by ID: every edge of the line leads from
// one of the first to one of the second, and all of them are joined. A line
// between a node and the point where lines run together has this node alone on
// one side.
func (l *Line) sides(d *Drawing) (from, to []string) {
	edges := make([]Edge, len(l.Edges))
	for i, e := range l.Edges {
		edges[i] = d.Edges[e]
	}
	// A point can be the source of one bundle and the target of another.
	for _, n := range []int{edges[0].From, edges[0].To} {
		if !slices.ContainsFunc(edges, func(e Edge) bool { return e.From != n && e.To != n }) {
			for i := range edges {
				if edges[i].From != n {
					edges[i].From, edges[i].To = edges[i].To, edges[i].From
				}
			}
			break
		}
	}
	seen := map[[2]int]bool{} // looked up only
	for _, e := range edges {
		if !seen[[2]int{0, e.From}] {
			seen[[2]int{0, e.From}] = true
			from = append(from, d.Nodes[e.From].ID)
		}
		if !seen[[2]int{1, e.To}] {
			seen[[2]int{1, e.To}] = true
			to = append(to, d.Nodes[e.To].ID)
		}
	}
	return from, to
}

// ends says what a line of several edges joins: a few nodes of each end.
func (l *Line) ends(d *Drawing) string {
	var names [2][]string
	seen := map[[2]int]bool{} // looked up only
	both := false
	edges := 0
	for _, i := range l.Edges {
		e := &d.Edges[i]
		both = both || e.Both
		edges++
		if e.Both && e.Kind != Meet {
			edges++
		}
		for k, n := range [2]int{e.From, e.To} {
			if !seen[[2]int{k, n}] {
				seen[[2]int{k, n}] = true
				names[k] = append(names[k], d.Nodes[n].Label)
			}
		}
	}
	const most = 8
	for k := range names {
		if more := len(names[k]) - most; more > 0 {
			names[k] = append(names[k][:most], fmt.Sprintf("and %d more", more))
		}
	}
	arrow := " → "
	if both {
		arrow = " ↔ "
	}
	return fmt.Sprintf("%d edges: %s%s%s", edges, strings.Join(names[0], ", "), arrow, strings.Join(names[1], ", "))
}

// count writes how many edges a bundle stands for.
func (s *svgWriter) count(l *Line) {
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
	s.printf(`<text class="times t%s mid over" x="%s" y="%s">%d</text>`+"\n", class, num(x), num(y+3.5), l.Count)
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

// clear finds a place for a number on a curve, near its middle, that is not
// taken; the middle if there is none.
func (s *svgWriter) clear(l *Line) (x, y float64) {
	at := func(t float64) (x, y float64) {
		u := 1 - t
		w := [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
		for i, q := range l.Pts {
			x, y = x+w[i]*q.X, y+w[i]*q.Y
		}
		return x, y
	}
	for _, t := range []float64{0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78} {
		x, y = at(t)
		if c := s.taken.cell(x, y); !s.taken[c] {
			s.taken[c] = true
			return x, y
		}
	}
	return at(0.5)
}

// again writes a node's second place.
func (s *svgWriter) again(p *Placed, a *Alias) {
	n := p.D.Nodes[a.Node]
	class := "n again " + n.Class.String()
	if n.Lit {
		class += " lit"
	}
	s.printf(`<g class="%s" data-node="%s"`, class, escape(n.ID))
	if len(n.Steps) > 0 {
		s.printf(` data-steps="%s"`, strings.Trim(fmt.Sprint(n.Steps), "[]"))
	}
	s.printf("><title>%s</title>", escape(strings.TrimSpace(n.Title+"\nshown again here")))
	s.shape(&n, a.Box)
	s.printf(`<text x="%s" y="%s" class="mid">%s</text></g>`+"\n", num(a.Box.X), num(a.Box.Y+4), escape(shorten(n.Label, maxLabel)))
}

// path is the line in the language of SVG.
func (l *Line) path() string {
	var b strings.Builder
	at := func(q Pt) string { return num(q.X) + " " + num(q.Y) }
	b.WriteString("M" + at(l.Pts[0]))
	switch l.Shape {
	case Bezier:
		fmt.Fprintf(&b, "C%s %s %s", at(l.Pts[1]), at(l.Pts[2]), at(l.Pts[3]))
	case Curve:
		for i := 1; i < len(l.Pts); i++ {
			p, q := l.Pts[i-1], l.Pts[i]
			if math.Abs(p.X-q.X) < 0.5 {
				b.WriteString("L" + at(q))
				continue
			}
			mid := (p.Y + q.Y) / 2
			fmt.Fprintf(&b, "C%s %s %s", at(Pt{p.X, mid}), at(Pt{q.X, mid}), at(q))
		}
	case Orthog:
		for i := 1; i < len(l.Pts); i++ {
			q := l.Pts[i]
			if i == len(l.Pts)-1 {
				b.WriteString("L" + at(q))
				break
			}
			p, r := l.Pts[i-1], l.Pts[i+1]
			round := min(6, length(p, q)/2, length(q, r)/2)
			fmt.Fprintf(&b, "L%sQ%s %s", at(toward(q, p, round)), at(q), at(toward(q, r, round)))
		}
	}
	return b.String()
}

func length(p, q Pt) float64 { return math.Abs(p.X-q.X) + math.Abs(p.Y-q.Y) }

// toward is the point by d from p in the direction of q.
func toward(p, q Pt, d float64) Pt {
	n := length(p, q)
	if n == 0 {
		return p
	}
	return Pt{p.X + (q.X-p.X)*d/n, p.Y + (q.Y-p.Y)*d/n}
}

// node writes one node.
func (s *svgWriter) node(p *Placed, i int) {
	n, b := &p.D.Nodes[i], p.Boxes[i]
	class := "n " + n.Class.String()
	if n.Lit {
		class += " lit"
	}
	if p.Small[i] {
		class += " dotted"
	}
	s.printf(`<g class="%s" id="%s%s" data-node="%s"`, class, s.opt.Prefix, escape(n.ID), escape(n.ID))
	if len(n.Steps) > 0 {
		s.printf(` data-steps="%s"`, strings.Trim(fmt.Sprint(n.Steps), "[]"))
	}
	s.printf(">")
	if n.Title != "" {
		s.printf("<title>%s</title>", escape(n.Title))
	}
	if p.Small[i] {
		s.printf(`<circle cx="%s" cy="%s" r="%s"/></g>`+"\n", num(b.X), num(b.Y), num(b.W/2))
		return
	}
	s.shape(n, b)
	s.printf(`<text x="%s" y="%s" class="mid">%s</text></g>`+"\n", num(b.X), num(b.Y+4), escape(shorten(n.Label, maxLabel)))
}

// shape draws the outline of a node: twice if it is marked.
func (s *svgWriter) shape(n *Node, b Box) {
	rect := func(in, r float64) {
		s.printf(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s"/>`, num(b.X-b.W/2+in), num(b.Y-b.H/2+in), num(b.W-2*in), num(b.H-2*in), num(r))
	}
	switch n.Class {
	case Initial, Final:
		s.printf(`<circle cx="%s" cy="%s" r="%s"/>`, num(b.X), num(b.Y), num(b.W/2))
	case Communication, End:
		rect(0, b.H/2)
	case Site:
		rect(0, 3)
	default:
		rect(0, 6)
		if n.Marked {
			rect(3, 4)
		}
	}
}

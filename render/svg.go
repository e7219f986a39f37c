package render

// SVG of a placed drawing.

import (
	"fmt"
	"io"
	"math"
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
	out   []string // by node: its edges in cables, as Placed.wires says
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
	inner := max(p.Width, headingWidth(d.Title, d.Notes), min(legend.natural(), 640), textWidth(legend.advice))
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
	head := p.headSize()
	for c, lane := range p.Lanes {
		s.printf(`<rect class="lane" x="%s" y="%s" width="%s" height="%s" rx="8"/>`+"\n", num(lane.X), num(lane.Y), num(lane.W), num(lane.H))
		s.printf(`<text x="%s" y="%s" class="head mid"`, num(lane.X+lane.W/2), num(lane.Y+22+(head-headSize)*0.6))
		if head > headSize {
			s.printf(` style="font-size:%spx"`, num(head))
		}
		s.printf(">%s<title>%s</title></text>\n",
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
	s.cables(p)
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
	s.out = p.wires()
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

// headSize is the size of the letters of the names of columns, larger in a large
// picture, which is first looked at as a whole.
const headSize = 14.0

func (p *Placed) headSize() float64 {
	size := min(24, max(headSize, max(p.Width/goodAspect, p.Height)/90))
	for c, lane := range p.Lanes {
		size = min(size, (lane.W-lanePad)/textWidth(shorten(p.D.Columns[c], maxLabel))*fontSize)
	}
	return max(headSize, size)
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

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

// Margin is the space around a picture.
const Margin = 16.0

// Writer collects the text of a picture; the zero value has its own style sheet.
type Writer struct {
	strings.Builder
	Opt   SVGOptions
	taken taken
	out   []string // by node: its edges in cables, as Placed.wires says
	// copied is of a graph whose nodes have been written: a script finds a node by the first one.
	copied bool
}

// Printf writes.
func (s *Writer) Printf(format string, args ...any) { fmt.Fprintf(s, format, args...) }

// Num writes a coordinate with at most one decimal.
func Num(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}

// Open begins a picture of a size, with title and description for readers that
// cannot see it.
func (s *Writer) Open(w, h float64, title, desc string) {
	s.Printf(`<svg xmlns="http://www.w3.org/2000/svg" class="fl" width="%s" height="%s" viewBox="0 0 %s %s" role="img">`+
		"\n",
		Num(w), Num(h), Num(w), Num(h))
	if title != "" {
		s.Printf("<title>%s</title>\n", Escape(title))
	}
	if desc != "" {
		s.Printf("<desc>%s</desc>\n", Escape(desc))
	}
	if !s.Opt.Inline {
		s.Printf("<style>\n:root{color-scheme:light dark}\n%s</style>\n", StyleSheet())
	}
	s.Printf("<defs>\n")
	for _, c := range append([]string{"c", "m", "l", "j"}, removedNames()...) {
		s.Printf(`<marker id="%sa%s" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="a%s" d="M0 1L10 5L0 9z" style="fill-opacity:1"/></marker>`+"\n", s.Opt.Prefix, c, c)
	}
	s.Printf("</defs>\n")
	s.Printf(`<rect class="bg" width="%s" height="%s"/>`+"\n", Num(w), Num(h))
}

func removedNames() []string {
	var names []string
	for i := range removedStyles {
		names = append(names, fmt.Sprintf("x%d", i))
	}
	return names
}

// Heading writes title and notes and returns the y below them.
func (s *Writer) Heading(title string, notes []string) float64 {
	y := Margin
	if title != "" {
		y += 12
		s.Text(Margin, y, "title", title)
		y += 8
	}
	for _, n := range notes {
		for _, line := range Lines(n, longestNote) {
			y += 14
			s.Text(Margin, y, "note", line)
			y += 4
		}
	}
	if y > Margin {
		y += 10
	}
	return y
}

// HeadingWidth returns how wide title and notes are at most.
func HeadingWidth(title string, notes []string) float64 {
	w := TextWidth(title) * 15 / FontSize
	for _, n := range notes {
		for _, line := range Lines(n, longestNote) {
			w = max(w, TextWidth(line))
		}
	}
	return w
}

// longestNote is how wide lines below the title are, at most: a picture of few things is to be narrow.
const longestNote = 580.0

// Text writes a line of text at a place.
func (s *Writer) Text(x, y float64, class, text string) {
	s.Printf(`<text x="%s" y="%s" class="%s">%s</text>`+"\n", Num(x), Num(y), class, Escape(text))
}

// WriteSVG writes the picture.
func (p *Placed) WriteSVG(w io.Writer, opt SVGOptions) error {
	return p.write(w, opt, []panel{{p: p}})
}

// panel is one of the graphs of a picture, all of which have their nodes at the same places in them.
type panel struct {
	p       *Placed
	caption string // above it
}

const (
	panelGap    = 28.0
	captionHigh = 26.0
)

// write writes a picture of panels with one legend.
func (p *Placed) write(w io.Writer, opt SVGOptions, panels []panel) error {
	s := &Writer{Opt: opt}
	d := p.D
	legend := legendOf(p)
	a := p.arrange(len(panels))
	inner := max(a.width, HeadingWidth(d.Title, d.Notes), min(legend.natural(), 640), TextWidth(legend.advice))
	key := legend.place(inner)
	top := s.HeadHeight(d.Title, d.Notes)
	example := (&Writer{}).Example(d, 0, 0, inner)
	desc := fmt.Sprintf("%d nodes, %d control edges, %d MIP edges, %d removed MIP edges",
		len(d.Nodes), d.Count(Control), d.Count(MIP), d.Count(Removed))
	s.Open(inner+2*Margin, top+a.height+key+example+Margin, d.Title, desc)
	s.Heading(d.Title, d.Notes)
	x, y := Margin+max(0, inner-a.width)/2, top
	for i := range panels {
		if a.caption > 0 {
			s.Text(x, y+10, "head", panels[i].caption)
		}
		s.Printf(`<g transform="translate(%s %s)">`+"\n", Num(x+a.over), Num(y+a.caption))
		s.copied = i > 0
		s.graph(panels[i].p)
		s.Printf("</g>\n")
		x, y = x+a.dx, y+a.dy
	}
	s.Printf(`<g transform="translate(%s %s)">`+"\n", Num(Margin), Num(top+a.height+14))
	legend.write(s)
	s.Example(d, 0, key+4, inner)
	s.Printf("</g>\n</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// arrangement is where the panels of a picture are.
type arrangement struct {
	width, height float64 // of all
	dx, dy        float64 // from one to the next
	caption       float64 // height of what is above each
	over          float64 // curves may bow out of the graph's own area to the left
}

// arrange puts n panels side by side if they can be read so; otherwise one below the other, if they can be read so or
// the shape is better.
func (p *Placed) arrange(n int) arrangement {
	over := p.overhang()
	w, h := p.Width+over[0]+over[1], p.Height+max(0, over[3]-10)
	a := arrangement{width: w, height: h, over: over[0]}
	if n == 1 {
		return a
	}
	a.caption = captionHigh
	h += a.caption
	more := float64(n - 1)
	beside, below := w+more*(w+panelGap), h+more*(h+panelGap)
	fits := w+2*Margin <= Narrow && below <= highest
	if beside+2*Margin > Narrow && (fits || max(w/goodAspect, below) < max(beside/goodAspect, h)) {
		a.height, a.dy = below, h+panelGap
	} else {
		a.height, a.width, a.dx = h, beside, w+panelGap
	}
	return a
}

// graph writes columns, lines and nodes.
func (s *Writer) graph(p *Placed) {
	d := p.D
	head := p.headSize()
	for c, lane := range p.Lanes {
		s.Printf(`<rect class="lane" x="%s" y="%s" width="%s" height="%s" rx="8"/>`+"\n", Num(lane.X), Num(lane.Y),
			Num(lane.W), Num(lane.H))
		s.Printf(`<text x="%s" y="%s" class="head mid"`, Num(lane.X+lane.W/2), Num(lane.Y+22+(head-headSize)*0.6))
		if head > headSize {
			s.Printf(` style="font-size:%spx"`, Num(head))
		}
		s.Printf(">%s<title>%s</title></text>\n",
			Escape(Shorten(d.Columns[c], MaxLabel)), Escape(d.Columns[c]))
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
		s.Printf(`<circle class="joint" cx="%s" cy="%s" r="%s"/>`+"\n", Num(q.X), Num(q.Y), Num(pointSize/2))
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
		s.alias(p, &p.Aliases[i])
	}
	for i := range d.Nodes {
		if n := &d.Nodes[i]; n.Badge != "" {
			b := p.Boxes[i]
			w := max(16, float64(len([]rune(n.Badge)))*6.4+8)
			s.Printf(`<g class="badge"><rect x="%s" y="%s" width="%s" height="15" rx="7.5"/><text x="%s" y="%s" class="mid">%s</text></g>`+"\n",
				Num(b.X-b.W/2-w/2+2), Num(b.Y-b.H/2-9), Num(w), Num(b.X-b.W/2+2), Num(b.Y-b.H/2+2), Escape(n.Badge))
		}
	}
}

// headSize is the size of the letters of the names of columns, larger in a large
// picture, which is first looked at as a whole.
const headSize = 14.0

func (p *Placed) headSize() float64 {
	size := min(24, max(headSize, max(p.Width/goodAspect, p.Height)/90))
	for c, lane := range p.Lanes {
		size = min(size, (lane.W-lanePad)/TextWidth(Shorten(p.D.Columns[c], MaxLabel))*FontSize)
	}
	return max(headSize, size)
}

// HeadHeight returns what Heading will return.
func (s *Writer) HeadHeight(title string, notes []string) float64 {
	return (&Writer{}).Heading(title, notes)
}

// overhang returns how far curves reach beyond the area at most: left, right, above
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

package render

// How a node is written.

import (
	"fmt"
	"strings"
)

// node writes one node.
func (s *svgWriter) node(p *Placed, i int) {
	n, b := &p.D.Nodes[i], p.Boxes[i]
	class := "n " + n.Class.String()
	if n.Lit {
		class += " lit"
	}
	if n.Focus {
		class += " focus"
	}
	if p.Small[i] {
		class += " dotted"
	}
	s.printf(`<g class="%s" id="%s%s" data-node="%s"`, class, s.opt.Prefix, escape(n.ID), escape(n.ID))
	if len(n.Steps) > 0 {
		s.printf(` data-steps="%s"`, strings.Trim(fmt.Sprint(n.Steps), "[]"))
	}
	if out := s.out[i]; out != "" {
		s.printf(` data-out="%s"`, escape(out))
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
	w := p.Tags[i].width()
	s.label(n.Label, b.X-w/2, b.Y)
	if w > 0 && n.Class != Initial && n.Class != Final {
		s.printf(`<path class="split" d="M%s %sV%s"/>`, num(b.X+b.W/2-w-1), num(b.Y-b.H/2+4), num(b.Y+b.H/2-4))
		s.tag(p.Tags[i], b.X+b.W/2-w/2-1, b.Y)
	}
	s.printf("</g>\n")
}

// label writes a node's label around a point.
func (s *svgWriter) label(label string, x, y float64) {
	lines := wrap(label)
	y += 4 - lineHeight/2*float64(len(lines)-1)
	s.printf(`<text x="%s" y="%s" class="mid">`, num(x), num(y))
	for i, line := range lines {
		if i == 0 {
			s.printf("%s", escape(line))
			continue
		}
		s.printf(`<tspan x="%s" dy="%s">%s</tspan>`, num(x), num(lineHeight), escape(line))
	}
	s.printf("</text>")
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
	w := p.Tags[a.Node].width()
	s.label(n.Label, a.Box.X-w/2, a.Box.Y)
	if w > 0 && n.Class != Initial && n.Class != Final {
		s.tag(p.Tags[a.Node], a.Box.X+a.Box.W/2-w/2-1, a.Box.Y)
	}
	s.printf("</g>\n")
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

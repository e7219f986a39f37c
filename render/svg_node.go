package render

// This file writes the nodes of a picture as SVG. A node becomes a group, such as
//
//	<g class="n local" id="n12" data-node="n12" data-steps="3 7">
//	  <title>..</title><rect ../><text>eat(1)</text>
//	</g>
//
// The script of a page finds nodes by data-node, and the steps of an execution by data-steps.

import (
	"fmt"
	"strings"
)

// node writes node i: a dot if the node is drawn small, else its outline with its label, and at the right end its tag.
func (s *Writer) node(p *Placed, i int) {
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
	s.Printf(`<g class="%s"`, class)
	if !s.copied {
		s.Printf(` id="%s%s"`, s.Opt.Prefix, Escape(n.ID))
	}
	s.Printf(` data-node="%s"`, Escape(n.ID))
	if len(n.Steps) > 0 {
		s.Printf(` data-steps="%s"`, strings.Trim(fmt.Sprint(n.Steps), "[]"))
	}
	if out := s.out[i]; out != "" && !s.copied {
		s.Printf(` data-out="%s"`, Escape(out))
	}
	s.Printf(">")
	if n.Title != "" {
		s.Printf("<title>%s</title>", Escape(n.Title))
	}
	if p.Small[i] {
		s.Printf(`<circle cx="%s" cy="%s" r="%s"/></g>`+"\n", Num(b.X), Num(b.Y), Num(b.W/2))
		return
	}
	s.shape(n, b)
	w := p.Tags[i].width()
	s.label(n.Label, b.X-w/2, b.Y)
	if w > 0 && n.Class != Initial && n.Class != Final {
		s.Printf(`<path class="split" d="M%s %sV%s"/>`, Num(b.X+b.W/2-w-1), Num(b.Y-b.H/2+4), Num(b.Y+b.H/2-4))
		s.tag(p.Tags[i], b.X+b.W/2-w/2-1, b.Y)
	}
	s.Printf("</g>\n")
}

// label writes a node's label around a point.
func (s *Writer) label(label string, x, y float64) {
	lines := wrap(label)
	y += 4 - lineHeight/2*float64(len(lines)-1)
	s.Printf(`<text x="%s" y="%s" class="mid">`, Num(x), Num(y))
	for i, line := range lines {
		if i == 0 {
			s.Printf("%s", Escape(line))
			continue
		}
		s.Printf(`<tspan x="%s" dy="%s">%s</tspan>`, Num(x), Num(lineHeight), Escape(line))
	}
	s.Printf("</text>")
}

// alias writes the second place of a node, which has no id and no number of steps that lead out.
func (s *Writer) alias(p *Placed, a *Alias) {
	n := p.D.Nodes[a.Node]
	class := "n again " + n.Class.String()
	if n.Lit {
		class += " lit"
	}
	s.Printf(`<g class="%s" data-node="%s"`, class, Escape(n.ID))
	if len(n.Steps) > 0 {
		s.Printf(` data-steps="%s"`, strings.Trim(fmt.Sprint(n.Steps), "[]"))
	}
	s.Printf("><title>%s</title>", Escape(strings.TrimSpace(n.Title+"\nshown again here")))
	s.shape(&n, a.Box)
	w := p.Tags[a.Node].width()
	s.label(n.Label, a.Box.X-w/2, a.Box.Y)
	if w > 0 && n.Class != Initial && n.Class != Final {
		s.tag(p.Tags[a.Node], a.Box.X+a.Box.W/2-w/2-1, a.Box.Y)
	}
	s.Printf("</g>\n")
}

// shape draws the outline of a node in box b. A marked node has a second outline inside of the first.
func (s *Writer) shape(n *Node, b Box) {
	rect := func(in, r float64) { // in: its distance from the box; r: the radius of its corners
		s.Printf(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s"/>`, Num(b.X-b.W/2+in), Num(b.Y-b.H/2+in), Num(b.W-2*in),
			Num(b.H-2*in), Num(r))
	}
	switch n.Class {
	case Initial, Final:
		s.Printf(`<circle cx="%s" cy="%s" r="%s"/>`, Num(b.X), Num(b.Y), Num(b.W/2))
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

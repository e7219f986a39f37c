package render

// How cables are written.

import (
	"fmt"
	"strings"
)

// styleClass returns the class of lines of a style, and of text in its colour.
func styleClass(style int) (line, text string) {
	switch style {
	case 0:
		return "m", "tm"
	case 1:
		return "p", "tp"
	}
	return fmt.Sprintf("x x%d", style-2), fmt.Sprintf("tx%d", style-2)
}

// cables writes all cables.
func (s *Writer) cables(p *Placed) {
	if len(p.Cables) == 0 {
		return
	}
	if p.Cell.X > 0 {
		s.matrix(p)
		return
	}
	for i := range p.Cables {
		c := &p.Cables[i]
		s.Printf(`<g class="cable"><title>%s</title>`, Escape(p.says(c)))
		off := -c.thickness() / 2
		for k := range styles {
			n := c.total(k)
			if n == 0 {
				continue
			}
			w := stroke(n)
			d := off + w/2
			off += w + 1
			line, _ := styleClass(k)
			x, z, y := c.Left-d, c.Right+d, c.Y+d
			round := min(7, (z-x)/2)
			s.Printf(`<path class="%s" d="M%s %sV%sQ%s %s %s %sH%sQ%s %s %s %sV%s" style="stroke-width:%s"/>`, line, Num(x),
				Num(p.Foot-4), Num(y-round),
				Num(x), Num(y), Num(x+round), Num(y), Num(z-round), Num(z), Num(y), Num(z), Num(y-round), Num(p.Foot-4), Num(w))
		}
		s.Printf("</g>\n")
	}
	// All numbers are above all lines.
	for i := range p.Cables {
		c := &p.Cables[i]
		w := c.numbersWidth()
		h := max(13, c.thickness()+1)
		s.Printf(`<rect class="bg" x="%s" y="%s" width="%s" height="%s"/>`+"\n", Num(c.Label-w/2-1), Num(c.Y-h/2), Num(w+2),
			Num(h))
		x := c.Label - w/2
		for k := range styles {
			if n := c.total(k); n > 0 {
				cell := tagDigit*float64(digits(n)) + tagPad
				_, text := styleClass(k)
				s.Printf(`<text class="times %s mid" x="%s" y="%s">%d</text>`+"\n", text, Num(x+cell/2), Num(c.Y+3.5), n)
				x += cell
			}
		}
	}
}

// matrix writes the cells and the names of tasks on the diagonal.
func (s *Writer) matrix(p *Placed) {
	s.Text(0, p.Foot-8, "note", "edges between two tasks: of the row, and of the column")
	most := 1
	for i := range p.Cables {
		most = max(most, p.Cables[i].sum())
	}
	for i := range p.Cables {
		c := &p.Cables[i]
		b := c.Cell
		class := "none"
		if c.total(0) > 0 {
			class = "some"
		} else if c.total(1) > 0 {
			class = "meets"
		}
		s.Printf(`<g class="cable"><title>%s</title><rect class="cell %s" x="%s" y="%s" width="%s" height="%s" rx="3" fill-opacity="%s"/>`, Escape(p.says(c)), class,
			Num(b.X-b.W/2+1), Num(b.Y-b.H/2+1), Num(b.W-2), Num(b.H-2),
			fmt.Sprintf("%.2f", 0.08+0.3*stroke(c.sum())/stroke(most)))
		s.tag(c.tag(), b.X, b.Y)
		s.Printf("</g>\n")
	}
	for i, t := range p.tabled() {
		y := p.Foot + p.Cell.Y*(float64(i)+0.5)
		s.Printf(`<text class="note" x="%s" y="%s">%s<title>%s</title></text>`+"\n", Num(p.Cell.X*float64(i)+6), Num(y+4),
			Escape(Shorten(p.D.Columns[t], MaxLabel)), Escape(p.D.Columns[t]))
	}
}

// tag writes one or two numbers around a point.
func (s *Writer) tag(t Tag, x, y float64) {
	text, class := t.rows()
	for i := range text {
		s.Printf(`<text class="times %s mid" x="%s" y="%s">%s</text>`, class[i], Num(x),
			Num(y+3.5+10.5*(float64(i)-float64(len(text)-1)/2)), text[i])
	}
}

// wires lists the edges in cables by the nodes they leave, so that a script can
// draw those of one node: for each style its class and the IDs of the nodes that they
// lead to, as "m:n3 n4;x0:n7".
func (p *Placed) wires() []string {
	to := make([][styles][]string, len(p.D.Nodes))
	for i := range p.Cables {
		for _, k := range p.Cables[i].Edges {
			e := &p.D.Edges[k]
			s := styleOf(e.Kind, e.Rule)
			to[e.From][s] = append(to[e.From][s], p.D.Nodes[e.To].ID)
			if e.Both {
				to[e.To][s] = append(to[e.To][s], p.D.Nodes[e.From].ID)
			}
		}
	}
	out := make([]string, len(to))
	for i := range to {
		var parts []string
		for s, ids := range to[i] {
			if len(ids) > 0 {
				parts = append(parts, wireClass(s)+":"+strings.Join(ids, " "))
			}
		}
		out[i] = strings.Join(parts, ";")
	}
	return out
}

// wireClass returns how a script knows a style.
func wireClass(style int) string {
	line, _ := styleClass(style)
	return strings.TrimPrefix(line, "x ")
}

// says lists what is in a cable.
func (p *Placed) says(c *Cable) string {
	a, b := p.D.Columns[c.A], p.D.Columns[c.B]
	lines := []string{a + " and " + b}
	for k := range styles {
		n := c.Counts[k]
		if n[0]+n[1] == 0 {
			continue
		}
		what := "MIP edges"
		switch {
		case k == 1:
			lines = append(lines, fmt.Sprintf("%d can meet", n[0]+n[1]))
			continue
		case k >= 2:
			what = p.D.Rules[k-2]
		}
		lines = append(lines, fmt.Sprintf("%d %s: %d from %s, %d from %s", n[0]+n[1], what, n[0], a, n[1], b))
	}
	return strings.Join(lines, "\n")
}

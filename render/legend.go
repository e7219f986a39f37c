package render

// The legend: what of the following occurs in the drawing.

import "fmt"

type legendItem struct {
	text  string
	node  *Node
	dot   bool
	again bool
	line  *Line
	x, y  float64
}

type legend struct{ items []legendItem }

const (
	swatch    = 34.0
	legendRow = 24.0
)

func legendOf(p *Placed) *legend {
	d := p.D
	l := &legend{}
	var classes, dots [len(classNames)]bool
	marked, lit := false, false
	for i := range d.Nodes {
		if p.Small[i] {
			dots[d.Nodes[i].Class] = true
		} else {
			classes[d.Nodes[i].Class] = true
		}
		marked = marked || d.Nodes[i].Marked
		lit = lit || d.Nodes[i].Lit
	}
	for _, c := range []struct {
		class Class
		text  string
	}{
		{Tau, "τ: no automaton reacts"},
		{Local, "local: only automata of its task"},
		{Global, "global: seen by several tasks"},
		{Communication, "communication: a joint step"},
		{Site, "waits here for a partner"},
	} {
		if classes[c.class] {
			l.items = append(l.items, legendItem{text: c.text, node: &Node{Class: c.class}})
		}
		if dots[c.class] {
			l.items = append(l.items, legendItem{text: c.text, node: &Node{Class: c.class}, dot: true})
		}
	}
	for i := range p.Aliases {
		if d.Nodes[p.Aliases[i].Node].Class == Communication {
			l.items = append(l.items, legendItem{text: "shown again: it is elsewhere too", node: &Node{Class: Communication}, again: true})
			break
		}
	}
	if marked {
		l.items = append(l.items, legendItem{text: "marked: a MIP edge may enter", node: &Node{Class: Local, Marked: true}})
	}
	line := func(text string, ln Line) { l.items = append(l.items, legendItem{text: text, line: &ln}) }
	if n := d.Count(Control); n > 0 {
		line("control flow", Line{Kind: Control, Arrow: true})
	}
	if d.Count(Meet) > 0 {
		line("can meet", Line{Kind: Meet})
	}
	if n := d.Count(MIP); n > 0 {
		text := fmt.Sprintf("MIP edge (%d)", n)
		if d.Count(Removed) > 0 {
			text = fmt.Sprintf("MIP edge, kept (%d)", n)
		}
		line(text, Line{Kind: MIP, Arrow: true})
	}
	for r, name := range d.Rules {
		n := 0
		for i := range d.Edges {
			if e := &d.Edges[i]; e.Kind == Removed && e.Rule == r {
				n++
				if e.Both {
					n++
				}
			}
		}
		if n > 0 {
			line(fmt.Sprintf("%s (%d)", name, n), Line{Kind: Removed, Rule: r, Arrow: true})
		}
	}
	for i := range p.Lines {
		if p.Lines[i].Count > 0 {
			line("so many edges: all from all to all", Line{Kind: p.Lines[i].Kind, Rule: p.Lines[i].Rule, Count: 12})
			break
		}
	}
	if lit {
		line("on the path", Line{Kind: Control, Arrow: true, Lit: true})
	}
	return l
}

func (it *legendItem) width() float64 { return swatch + 8 + textWidth(it.text) + 22 }

// natural is the width of the legend in one row.
func (l *legend) natural() float64 {
	w := 0.0
	for i := range l.items {
		w += l.items[i].width()
	}
	return w
}

// place breaks the legend into rows of columns and returns its height.
func (l *legend) place(width float64) float64 {
	if len(l.items) == 0 {
		return 0
	}
	column := 0.0
	for i := range l.items {
		column = max(column, l.items[i].width())
	}
	perRow := max(1, min(len(l.items), int(width/column)))
	for i := range l.items {
		l.items[i].x = float64(i%perRow) * column
		l.items[i].y = float64(i/perRow) * legendRow
	}
	return float64((len(l.items)-1)/perRow+1)*legendRow + 12
}

func (l *legend) write(s *svgWriter) {
	for i := range l.items {
		it := &l.items[i]
		if it.node != nil {
			class := it.node.Class.String()
			if it.again {
				class += " again"
			}
			s.printf(`<g class="n %s">`, class)
			if it.dot {
				s.printf(`<circle cx="%s" cy="%s" r="%s"/>`, num(it.x+swatch/2), num(it.y+8), num(dotSize/2))
			} else {
				s.shape(it.node, Box{it.x + swatch/2, it.y + 8, swatch - 2, 16})
			}
			s.printf("</g>\n")
		} else {
			it.line.Shape = Curve
			it.line.Pts = []Pt{{it.x, it.y + 8}, {it.x + swatch, it.y + 8}}
			s.swatchLine(it.line)
			if it.line.Count > 0 {
				mid := Pt{it.x + swatch/2, it.y + 8}
				it.line.Pts = []Pt{mid, mid, mid, mid}
				s.taken = taken{}
				s.count(it.line)
			}
		}
		s.text(it.x+swatch+8, it.y+12, "note", it.text)
	}
}

// swatchLine draws a line of the legend.
func (s *svgWriter) swatchLine(l *Line) {
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
	}
	s.printf(`<path class="%s" d="M%s %sH%s"`, class, num(l.Pts[0].X), num(l.Pts[0].Y), num(l.Pts[1].X))
	if l.Arrow {
		s.printf(` marker-end="url(#%sa%s)"`, s.opt.Prefix, marker)
	}
	s.printf("/>\n")
}

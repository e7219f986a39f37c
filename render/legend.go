package render

// The legend: what of the following occurs in the drawing.

import (
	"fmt"
	"slices"
)

type legendItem struct {
	text  string
	node  *Node
	dot   bool
	again bool
	tag   Tag
	cable bool
	line  *Line
	x, y  float64
}

// legend is the items in columns, and below them a line of advice.
type legend struct {
	items  []legendItem
	advice string
	below  float64 // where the advice stands
}

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
			l.items = append(l.items, legendItem{text: c.text + " (--full: labels)", node: &Node{Class: c.class}, dot: true})
		}
	}
	for i := range p.Aliases {
		if d.Nodes[p.Aliases[i].Node].Class == Communication {
			l.items = append(l.items, legendItem{text: "shown again: it is elsewhere too", node: &Node{Class: Communication},
				again: true})
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
	if slices.ContainsFunc(p.Lines, func(l Line) bool { return l.Hop }) {
		line("control flow to another task", Line{Kind: Control, Arrow: true, Hop: true})
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
	if len(p.Cables) > 0 {
		l.cables(p)
	}
	if lit {
		line("on the path", Line{Kind: Control, Arrow: true, Lit: true})
	}
	return l
}

// cables explains what stands for many edges.
func (l *legend) cables(p *Placed) {
	var all Tag
	for _, t := range p.Tags {
		all.Kept, all.Meet, all.Removed = max(all.Kept, t.Kept), max(all.Meet, t.Meet), max(all.Removed, t.Removed)
	}
	example, text := Tag{}, "MIP edges of a step"
	switch {
	case all.Meet > 0:
		example.Meet, text = 3, "with so many it can meet"
	case all.Removed > 0 && all.Kept > 0:
		example, text = Tag{Kept: 7, Removed: 9}, "edges of a step: kept, removed"
	case all.Removed > 0:
		example.Removed, text = 9, "removed edges of a step"
	default:
		example.Kept = 7
	}
	l.items = append(l.items, legendItem{text: text, tag: example})
	if p.Cell.X == 0 {
		l.items = append(l.items, legendItem{text: "so many edges between two tasks", cable: true,
			line: &Line{Kind: []Kind{MIP, Meet}[min(1, all.Meet)]}})
		l.advice = "A thick line stands for all edges between two tasks; click a node (in a page), or --around NODE, for the single ones."
	} else {
		l.advice = "A cell of the table stands for all edges between two tasks; click a node (in a page), or --around NODE, for the single ones."
	}
}

func (it *legendItem) width() float64 { return swatch + 8 + TextWidth(it.text) + 22 }

// natural returns the width of the legend in one row.
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
	row := legendRow
	if slices.ContainsFunc(l.items, func(it legendItem) bool { return it.tag != Tag{} }) {
		row += 6
	}
	for i := range l.items {
		l.items[i].x = float64(i%perRow) * column
		l.items[i].y = float64(i/perRow) * row
	}
	height := float64((len(l.items)-1)/perRow+1) * row
	if l.advice != "" {
		l.below = height
		height += legendRow
	}
	return height + 12
}

func (l *legend) write(s *Writer) {
	if l.advice != "" {
		s.Text(0, l.below+12, "note", l.advice)
	}
	for i := range l.items {
		it := &l.items[i]
		switch {
		case it.tag != Tag{}:
			s.Printf(`<g class="n plain"><rect x="%s" y="%s" width="%s" height="26" rx="4"/>`, Num(it.x+2), Num(it.y-5),
				Num(swatch-4))
			s.tag(it.tag, it.x+swatch/2, it.y+8)
			s.Printf("</g>\n")
		case it.cable:
			style := styleOf(it.line.Kind, 0)
			line, text := styleClass(style)
			s.Printf(`<path class="%s" d="M%s %sH%s" style="stroke-width:%s"/>`+"\n", line, Num(it.x), Num(it.y+8),
				Num(it.x+swatch), Num(stroke(12)))
			s.Printf(`<rect class="bg" x="%s" y="%s" width="16" height="13"/><text class="times %s mid" x="%s" y="%s">12</text>`+
				"\n", Num(it.x+swatch/2-8), Num(it.y+1.5), text, Num(it.x+swatch/2), Num(it.y+11.5))
		case it.node != nil:
			class := it.node.Class.String()
			if it.again {
				class += " again"
			}
			s.Printf(`<g class="n %s">`, class)
			if it.dot {
				s.Printf(`<circle cx="%s" cy="%s" r="%s"/>`, Num(it.x+swatch/2), Num(it.y+8), Num(dotSize/2))
			} else {
				s.shape(it.node, Box{it.x + swatch/2, it.y + 8, swatch - 2, 16})
			}
			s.Printf("</g>\n")
		default:
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
		s.Text(it.x+swatch+8, it.y+12, "note", it.text)
	}
}

// swatchLine draws a line of the legend.
func (s *Writer) swatchLine(l *Line) {
	class, marker := l.class()
	s.Printf(`<path class="%s" d="M%s %sH%s"`, class, Num(l.Pts[0].X), Num(l.Pts[0].Y), Num(l.Pts[1].X))
	if l.Arrow {
		s.Printf(` marker-end="url(#%sa%s)"`, s.Opt.Prefix, marker)
	}
	s.Printf("/>\n")
}

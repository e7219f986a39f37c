package engine

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// This file draws the graph of a search, a tree: time goes down, and each
// subtree has columns of its own, as wide as what is in it. A node stands over
// the middle between its first and its last child, or as near to it as its
// subtree's columns allow. Three passes over the nodes: children come after their
// parents, so a pass backwards goes up, and one forwards goes down.

// place is where a node is drawn: the middle of its box, and the box's size, in pixels.
type place struct{ x, y, w, h float64 }

// Sizes, in pixels.
const (
	charWidth  = 6.6 // at 11 px, wide letters and digits
	lineHeight = 14.0
	padding    = 8.0
	columnGap  = 18.0
	rowGap     = 34.0
	edgeChars  = 5.9 // width of a letter at 10 px
)

// layout returns the place of each node, and the size of the drawing.
func (g *Graph) layout() (at []place, width, height float64) {
	kids := g.children()
	n := len(g.Nodes)
	at = make([]place, n)
	depth := make([]int, n)
	own := make([]float64, n)  // by node: the width of its box, or of the text at its edge if that is wider
	span := make([]float64, n) // by node: the width of its subtree
	left := make([]float64, n) // by node: the left side of its subtree
	var rows []float64         // by depth: the height of the highest box
	for i := range g.Nodes {
		k := &g.Nodes[i]
		lines := strings.Split(k.label(), "\n")
		w := 0.0
		for _, l := range lines {
			w = max(w, charWidth*float64(len([]rune(l))))
		}
		at[i].w, at[i].h = w+2*padding, lineHeight*float64(len(lines))+padding
		own[i] = max(at[i].w, edgeChars*float64(len([]rune(k.edge())))+padding)
		if k.Parent >= 0 {
			depth[i] = depth[k.Parent] + 1
		}
		if len(rows) == depth[i] {
			rows = append(rows, 0)
		}
		rows[depth[i]] = max(rows[depth[i]], at[i].h)
	}
	inside := func(i int) float64 { // the width of the subtrees of node i's children
		sum := float64(max(len(kids[i])-1, 0)) * columnGap
		for _, k := range kids[i] {
			sum += span[k]
		}
		return sum
	}
	// Up: widths of subtrees.
	for i := n - 1; i >= 0; i-- {
		span[i] = max(own[i], inside(i))
	}
	top := make([]float64, len(rows))
	y := padding
	for r, h := range rows {
		top[r] = y + h/2
		y += h + rowGap
	}
	// Down: their left sides.
	for i := range g.Nodes {
		if i == 0 {
			left[i] = padding
		}
		x := left[i] + (span[i]-inside(i))/2
		for _, k := range kids[i] {
			left[k] = x
			x += span[k] + columnGap
		}
		at[i].y = top[depth[i]]
	}
	// Up: each node over the middle of its children, within its subtree.
	for i := n - 1; i >= 0; i-- {
		at[i].x = left[i] + span[i]/2
		if k := kids[i]; len(k) > 0 {
			at[i].x = (at[k[0]].x + at[k[len(k)-1]].x) / 2
		}
		at[i].x = min(max(at[i].x, left[i]+own[i]/2), left[i]+span[i]-own[i]/2)
	}
	if n > 0 {
		width, height = span[0]+2*padding, y-rowGap+padding
	}
	return at, width, height
}

// WriteSVG draws the graph.
func (g *Graph) WriteSVG(out io.Writer) error {
	w := bufio.NewWriter(out)
	at, width, height := g.layout()
	title := "Graph of the search of " + g.Name
	if g.Truncated {
		title += fmt.Sprintf(" (the first %d nodes)", len(g.Nodes))
	}
	fmt.Fprintf(w,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="Helvetica, Arial, sans-serif">`+"\n", width, height, width, height)
	fmt.Fprintf(w, "<style>@media (prefers-color-scheme:dark){svg{color-scheme:dark;"+
		"filter:invert(.93) hue-rotate(180deg)}}</style>\n")
	fmt.Fprintf(w, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n", escape(title))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Parent < 0 {
			continue
		}
		p, c := at[n.Parent], at[i]
		y1, y2 := p.y+p.h/2, c.y-c.h/2
		fmt.Fprintf(w, `<path d="M%.1f %.1f L%.1f %.1f" stroke="#555555" fill="none"/>`+"\n", p.x, y1, c.x, y2)
		if text := n.edge(); text != "" {
			x, y := c.x, y2-9 // over the child: there it has room
			half := edgeChars*float64(len([]rune(text)))/2 + 2
			fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%.1f" height="13" fill="#ffffff" fill-opacity="0.85"/>`, x-half, y-9,
				2*half)
			fmt.Fprintf(w, `<text x="%.1f" y="%.1f" font-size="10" text-anchor="middle">%s</text>`+"\n", x, y+1, escape(text))
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		c := at[i]
		fill, line := n.colours()
		fmt.Fprintf(w, `<g class="%s"><rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="5" fill="%s" stroke="%s"/>`,
			strings.ToLower(n.Kind), c.x-c.w/2, c.y-c.h/2, c.w, c.h, fill, line)
		lines := strings.Split(n.label(), "\n")
		for k, l := range lines {
			y := c.y + lineHeight*(float64(k)-float64(len(lines)-1)/2) + 4
			fmt.Fprintf(w, `<text x="%.1f" y="%.1f" font-size="11" text-anchor="middle">%s</text>`, c.x, y, escape(l))
		}
		fmt.Fprint(w, "</g>\n")
	}
	fmt.Fprint(w, "</svg>\n")
	return w.Flush()
}

// escape writes text for XML.
func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err) // a builder takes everything
	}
	return b.String()
}

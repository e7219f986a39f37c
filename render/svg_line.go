package render

// How a line is written: its path, and which nodes it joins, for scripts and for
// readers.

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// class returns the style of a line, and that of its arrow head.
func (l *Line) class() (class, marker string) {
	class, marker = "c", "c"
	switch l.Kind {
	case MIP:
		class, marker = "m", "m"
	case Removed:
		class, marker = fmt.Sprintf("x x%d", l.Rule), fmt.Sprintf("x%d", l.Rule)
	case Meet:
		class = "p"
	}
	if l.Lit {
		return class + " lit", "l"
	} else if l.Hop {
		class += " hop"
	}
	return class, marker
}

// line writes one line.
func (s *Writer) line(p *Placed, l *Line, between int) {
	class, marker := l.class()
	if !l.Lit && !l.Hop && (l.Kind == MIP || l.Kind == Removed) {
		switch {
		case between > 240:
			class += " crowd"
		case between > 60:
			class += " many"
		}
	}
	s.Printf(`<path class="%s" d="%s"`, class, l.path())
	if l.Count > 0 && !l.Lit {
		s.Printf(` style="stroke-width:%s"`, Num(min(4, 1.3+0.35*math.Log2(float64(l.Count)/2))))
	}
	if l.Arrow {
		s.Printf(` marker-end="url(#%sa%s)"`, s.Opt.Prefix, marker)
	}
	if l.Both {
		s.Printf(` marker-start="url(#%sa%s)"`, s.Opt.Prefix, marker)
	}
	from, to := l.sides(p.D)
	s.Printf(` data-from="%s" data-to="%s"`, Escape(strings.Join(from, " ")), Escape(strings.Join(to, " ")))
	if l.Kind == Control {
		s.Printf("/>\n")
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
	s.Printf("><title>%s</title></path>\n", Escape(tip))
}

// sides returns the nodes that a line joins, by ID: every edge of the line leads from
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

// path returns the line in the language of SVG.
func (l *Line) path() string {
	var b strings.Builder
	at := func(q Pt) string { return Num(q.X) + " " + Num(q.Y) }
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

// toward returns the point by d from p in the direction of q.
func toward(p, q Pt, d float64) Pt {
	n := length(p, q)
	if n == 0 {
		return p
	}
	return Pt{p.X + (q.X-p.X)*d/n, p.Y + (q.Y-p.Y)*d/n}
}

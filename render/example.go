package render

// An example below the legend: one of the edges that were removed, and why.

import "strings"

// Example is a removed edge and why it is not needed.
type Example struct {
	Edge int    // of the drawing
	Rule int    // of the drawing
	Text string // a few sentences
}

// Example returns the first edge that the rule that removes most edges has removed; false if no rule that says why has.
func (d *Drawing) Example() (Example, bool) {
	count := make([]int, len(d.Because))
	for _, e := range d.Edges {
		if e.Kind == Removed && e.Rule < len(count) {
			count[e.Rule]++
			if e.Both {
				count[e.Rule]++
			}
		}
	}
	most := 0
	for r := range count {
		if count[r] > count[most] {
			most = r
		}
	}
	for i, e := range d.Edges {
		if e.Kind == Removed && e.Rule == most && most < len(count) {
			return Example{Edge: i, Rule: most, Text: d.explain(e)}, true
		}
	}
	return Example{}, false
}

// explain says why an edge was removed.
func (d *Drawing) explain(e Edge) string {
	tasks := func(n int) string {
		var names []string
		for _, c := range d.Nodes[n].Columns {
			names = append(names, d.Columns[c])
		}
		return strings.Join(names, " and ")
	}
	name := func(n int) string { return "“" + d.Nodes[n].Label + "”" }
	of := func(n int) string {
		if len(d.Nodes[n].Columns) == 0 {
			return name(n)
		}
		return name(n) + " of " + tasks(n)
	}
	why := strings.NewReplacer("{m}", name(e.From), "{n}", name(e.To), "{first}", tasks(e.From), "{second}",
		tasks(e.To)).Replace(d.Because[e.Rule])
	return "For example, the edge from " + of(e.From) + " to " + of(e.To) + " is removed. " + why
}

const (
	widestProse = 900.0 // width of lines of prose, at most
	proseLine   = 18.0
)

// Example writes the example of a drawing below y, within a width, beside the line that its edge is drawn as. It
// returns the y below it.
func (s *Writer) Example(d *Drawing, x, y, width float64) float64 {
	e, ok := d.Example()
	if !ok {
		return y
	}
	s.swatchLine(&Line{Kind: Removed, Rule: e.Rule, Arrow: true, Pts: []Pt{{x, y + 8}, {x + swatch, y + 8}}})
	for _, line := range Lines(e.Text, min(width, widestProse)-swatch-8) {
		s.Text(x+swatch+8, y+12, "prose", line)
		y += proseLine
	}
	return y + 10
}

// Lines breaks a text at spaces into lines of at most a width; a word that is wider has a line of its own.
func Lines(text string, width float64) []string {
	var out []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && TextWidth(line+" "+word) > width {
			out = append(out, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

package picture

// A drawing of pruned MIP edges, as a comparison of two graphs or as a table of tasks.

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"flavers/render"
	"flavers/render/crosstab"
)

// Comparisons are the forms of a picture of what a rule removes: that which can be read, two graphs, or a table of
// tasks.
var Comparisons = []string{"auto", "graphs", "table"}

// Compare makes the picture of a drawing of "pruned", in a form of Comparisons: what writes it. The form "auto" is
// graphs if they are Comparable; otherwise it is the table, which says so. Without edges there is nothing to compare:
// "auto" is one graph then, of few tasks.
func Compare(d *render.Drawing, form string) func(w io.Writer, opt render.SVGOptions) error {
	if form == "auto" && d.Count(render.MIP)+d.Count(render.Removed) == 0 {
		if p := render.Place(fewColumns(d, 1)); p.Readable() {
			return p.WriteSVG
		}
	}
	if form == "graphs" || form == "auto" && d.MayBeComparable() {
		p := render.Place(d)
		if form == "graphs" || p.Comparable() {
			return p.WriteComparison
		}
	}
	table := *d
	table.Notes = slices.DeleteFunc(slices.Clone(d.Notes), func(note string) bool {
		return strings.HasPrefix(note, litNote)
	})
	if form == "auto" {
		table.Notes = append(table.Notes, fmt.Sprintf("A table, because the graph of %d nodes would be too large to read; "+
			"--compare graphs draws it.", len(d.Nodes)))
	}
	return crosstab.Of(&table).WriteSVG
}

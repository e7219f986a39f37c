// Package plot draws, from the statistics of package report/stats, how much work each elimination rule leaves:
//
//	plot.Write(w, stats)
//
// writes an SVG picture. It has two panels side by side, one for MIP edges and one for visits. In each panel, each row
// of the statistics has a bar for each rule: its number in percent of the number for rule none, which removes nothing.
// The first row is the sum of all rows.
package plot

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"flavers/internal/english"
	"flavers/render"
	"flavers/report/stats"
)

// Sizes, in units of the picture, which are pixels.
const (
	margin    = 16.0
	legend    = 30.0  // height of the line with the rules
	heads     = 26.0  // height of the line with the titles of the panels
	nameHigh  = 18.0  // height of the name of a row
	barHeight = 13.0  // of one rule
	lineGap   = 12.0  // between the bars of two rows
	barLength = 200.0 // of a bar of 100 percent, so that the picture fits on a small screen
	numbers   = 96.0  // room for the number behind the longest bar
	most      = 110.0 // percent at which a bar ends: if a rule makes more work, only its number says how much
)

// lineHeight is the height of a row: its name, and a bar for each rule except none.
const lineHeight = nameHigh + barHeight*float64(len(stats.Rules)-1) + lineGap

// barColors are the colours of the rules, except none.
var barColors = [len(stats.Rules) - 1]string{"#a0a0a0", "#5b94d6", "#e0713c"}

// panel is one of the two charts, which stand side by side.
type panel struct {
	title string
	value func(r *stats.Row, k int) (part, all int64) // the number for rule k, and for rule none
}

var panels = []panel{
	{"MIP edges, of those of rule none",
		func(r *stats.Row, k int) (part, all int64) { return int64(r.MIP[k]), int64(r.MIP[0]) }},
	{"visits, of those of rule none",
		func(r *stats.Row, k int) (part, all int64) { return r.Visits[k], r.Visits[0] }},
}

// panelWidth is the width of a panel with the numbers behind its bars.
const panelWidth = barLength*most/100 + numbers

// Write draws the statistics as SVG. If s has no rows, it writes nothing. The error is that of w.
func Write(w io.Writer, s *stats.Report) error {
	if len(s.Rows) == 0 {
		return nil
	}
	sum := stats.Row{}
	names, longest := []string{english.Plural(int64(len(s.Rows)), "row") + " together"}, 0.0
	for i := range s.Rows {
		names = append(names, label(&s.Rows[i], i, s.Rows))
		for k := range stats.Rules {
			sum.MIP[k] += s.Rows[i].MIP[k]
			sum.Visits[k] += s.Rows[i].Visits[k]
		}
	}
	for _, name := range names {
		longest = max(longest, render.TextWidth(name))
	}
	rows := append([]stats.Row{sum}, s.Rows...)
	width := max(panelWidth*float64(len(panels)), longest) + 2*margin
	height := margin + legend + heads + lineHeight*float64(len(rows)) + margin
	p := &picture{}
	p.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %[1]f %[2]f" `+
		`font-family="%s" font-size="12">`, width, height, render.FontFamily)
	p.printf("<style>%s</style>", style)
	p.printf(`<rect class="back" width="%.0f" height="%.0f"/>`, width, height)
	p.legend(margin)
	top := margin + legend + heads
	for i, name := range names {
		p.text(margin, top+lineHeight*float64(i)+nameHigh-5, "start", name)
	}
	for i := range panels {
		panels[i].draw(p, rows, margin+panelWidth*float64(i), top)
	}
	p.printf("</svg>")
	_, err := io.WriteString(w, p.String())
	return err
}

// style has the colours of everything except bars, for light and dark pages.
const style = `:root{color-scheme:light dark}.back{fill:#fff}.says{fill:#222}.number{fill:#444;paint-order:stroke;stroke:#fff;stroke-width:3px}.says{paint-order:stroke;stroke:#fff;stroke-width:3px}.line{stroke:#ddd}` +
	`@media (prefers-color-scheme:dark){.back{fill:#0d1117}.says{fill:#e6edf3;stroke:#0d1117}.number{fill:#9198a1;stroke:#0d1117}.line{stroke:#30363d}}`

// picture collects the text of the SVG.
type picture struct{ strings.Builder }

func (p *picture) printf(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *picture) text(x, y float64, anchor, words string) {
	p.printf(`<text x="%.1f" y="%.1f" text-anchor="%s" class="says">%s</text>`, x, y, anchor, render.Escape(words))
}

// legend draws the colour and the name of each rule in one line.
func (p *picture) legend(x float64) {
	for k, color := range barColors {
		p.printf(`<rect x="%.1f" y="%.1f" width="12" height="12" fill="%s"/>`, x, margin, color)
		p.text(x+18, margin+10, "start", "rule "+stats.Rules[k+1])
		x += 18 + render.TextWidth("rule "+stats.Rules[k+1]) + 28
	}
}

// draw draws a panel whose bars begin at left, below top.
func (n *panel) draw(p *picture, rows []stats.Row, left, top float64) {
	bottom := top + lineHeight*float64(len(rows))
	p.text(left, top-heads+8, "start", n.title)
	for percent := 0.0; percent <= 100; percent += 25 {
		x := left + barLength*percent/100
		p.printf(`<line x1="%.1f" x2="%[1]f" y1="%.1f" y2="%.1f" class="line"/>`, x, top-4, bottom-lineGap/2)
	}
	for i := range rows {
		y := top + lineHeight*float64(i) + nameHigh
		for k := 1; k < len(stats.Rules); k++ {
			part, all := n.value(&rows[i], k)
			if all <= 0 {
				continue
			}
			percent := 100 * float64(part) / float64(all)
			length := barLength * min(percent, most) / 100
			at := y + barHeight*float64(k-1)
			p.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, left, at, length, barHeight-1,
				barColors[k-1])
			p.printf(`<text x="%.1f" y="%.1f" font-size="11" class="number">%s, %.0f %%</text>`, left+length+4, at+barHeight-3,
				english.Thousands(part), percent)
		}
	}
}

// label returns the name of a row: the program and the property, and the constraints if the program and the property
// have several rows.
func label(r *stats.Row, at int, rows []stats.Row) string {
	name := strings.TrimSuffix(filepath.Base(r.Program), filepath.Ext(r.Program))
	if r.Settings != "" {
		name += " " + r.Settings
	}
	name += ": " + r.Property
	for i := range rows {
		if o := &rows[i]; i != at && o.Program == r.Program && o.Settings == r.Settings && o.Property == r.Property {
			return name + ", " + r.Set
		}
	}
	return name
}

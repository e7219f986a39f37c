// Package plot draws how much of MIP edges and visits each elimination rule keeps,
// from the statistics of package report/stats:
//
//	plot.Write(w, stats)
//
// is an SVG picture with a group of bars for each row, edges above and visits below, in percent of rule none.
package plot

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"flavers/render"
	"flavers/report/stats"
)

// Places in units of the picture, which are pixels.
const (
	barWidth  = 11.0
	rowWidth  = 50.0
	left      = 44.0  // of the bars: numbers stand there
	right     = 70.0  // room for the legend
	titleRoom = 30.0  // above the bars
	barRoom   = 170.0 // as high as 110 %
	most      = 110.0 // percent
	turn      = 40.0  // degrees, by which names of rows are turned
)

// barColors are those of the rules but none.
var barColors = [len(stats.Rules) - 1]string{"#bbbbbb", "#77aadd", "#ee8866"}

// panel is one of the two charts.
type panel struct {
	title string
	value func(r *stats.Row, k int) (part, all float64) // of rule k
}

var panels = []panel{
	{"MIP edges kept, % of all",
		func(r *stats.Row, k int) (part, all float64) { return float64(r.MIP[k]), float64(r.MIP[0]) }},
	{"visits, % of those without elimination",
		func(r *stats.Row, k int) (part, all float64) { return float64(r.Visits[k]), float64(r.Visits[0]) }},
}

// Write draws what each rule keeps, as SVG. The error is that of w. Of no rows nothing is written.
func Write(w io.Writer, s *stats.Report) error {
	if len(s.Rows) == 0 {
		return nil
	}
	names, longest := make([]string, len(s.Rows)), 0.0
	for i := range s.Rows {
		names[i] = label(&s.Rows[i], i, s.Rows)
		longest = max(longest, render.TextWidth(names[i]))
	}
	radians := turn * math.Pi / 180
	below := 20 + longest*math.Sin(radians)                        // room for the names of rows
	margin := max(left, longest*math.Cos(radians)-rowWidth/2+10)   // a long name of the first row
	width := max(480, margin+rowWidth*float64(len(s.Rows))+right)  // of the picture
	height := float64(len(panels)) * (titleRoom + barRoom + below) // of all panels
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %[1]f %[2]f" `+
		`font-family="Helvetica,Arial,sans-serif" font-size="%.0f">`+"\n", width, height, 12.0)
	fmt.Fprintf(&b, `<rect width="%.0f" height="%.0f" fill="#ffffff"/>`+"\n", width, height)
	for i := range panels {
		fmt.Fprintf(&b, `<g transform="translate(%.1f %.1f)">`+"\n", margin, titleRoom+float64(i)*(titleRoom+barRoom+below))
		panels[i].draw(&b, s, names, width-margin)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// draw draws a panel whose bars begin at x = 0, in a band of y from 0 to barRoom.
func (p *panel) draw(b *strings.Builder, s *stats.Report, names []string, width float64) {
	y := func(percent float64) float64 { return barRoom * (1 - percent/most) }
	text := func(x, at float64, anchor, more, words string) {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>`+"\n", x, at, anchor, more, render.Escape(words))
	}
	text((width-right)/2, -12, "middle", ` font-size="14"`, p.title)
	for percent := 0.0; percent <= 100; percent += 20 {
		fmt.Fprintf(b, `<line x1="0" x2="%.1f" y1="%.1f" y2="%[2]f" stroke="#dddddd"/>`+"\n", width-right, y(percent))
		text(-6, y(percent)+4, "end", "", fmt.Sprintf("%.0f", percent))
	}
	for k := 1; k < len(stats.Rules); k++ {
		for i := range s.Rows {
			part, all := p.value(&s.Rows[i], k)
			if all <= 0 {
				continue
			}
			percent := min(100*part/all, most)
			x := rowWidth*(float64(i)+0.5) + barWidth*(float64(k-1)-float64(len(stats.Rules)-1)/2)
			fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", x, y(percent), barWidth,
				barRoom-y(percent), barColors[k-1])
		}
		at := 18 * float64(k-1)
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="10" height="10" fill="%s"/>`+"\n", width-right+12, at, barColors[k-1])
		text(width-right+26, at+10, "start", "", stats.Rules[k])
	}
	for i, name := range names {
		x := rowWidth * (float64(i) + 0.5)
		turned := fmt.Sprintf(` font-size="10" transform="rotate(%.0f %.1f %.1f)"`, -turn, x, barRoom+14)
		text(x, barRoom+14, "end", turned, name)
	}
}

// label names a row: the program and the property, and the constraints if these have
// several rows.
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

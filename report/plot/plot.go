// Package plot draws how much of MIP edges and visits each elimination rule keeps,
// from the statistics of package report/stats:
//
//	plot.Write(w, stats, "svg")
//
// is a group of bars for each row, edges above and visits below, in percent of rule
// none. It is apart from report so that reports do not depend on a plotting library.
package plot

import (
	"bytes"
	"flavers/report/stats"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Formats are the extensions that Write knows.
var Formats = []string{"svg", "png"}

// Write draws what each rule keeps. format is one of Formats; the error is that of w,
// or says that there is no such format. Of no rows nothing is written.
func Write(w io.Writer, s *stats.Report, format string) error {
	if len(s.Rows) == 0 {
		return nil
	}
	width := vg.Length(max(480, 120+44*len(s.Rows)))
	const height = vg.Length(560)
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch format {
	case "svg":
		canvas = vgsvg.New(width, height)
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.New(width, height)}
	default:
		return fmt.Errorf("a plot cannot be written as %q (%s)", format, strings.Join(Formats, ", "))
	}
	edges, err := bars(s, "MIP edges kept, % of all", func(r *stats.Row, k int) (part, all float64) {
		return float64(r.MIP[k]), float64(r.MIP[0])
	})
	if err != nil {
		return err
	}
	visits, err := bars(s, "visits, % of those without elimination", func(r *stats.Row, k int) (part, all float64) {
		return float64(r.Visits[k]), float64(r.Visits[0])
	})
	if err != nil {
		return err
	}
	grid := [][]*plot.Plot{{edges}, {visits}}
	tiles := draw.Tiles{Rows: 2, Cols: 1, PadTop: 8, PadBottom: 8, PadLeft: 8, PadRight: 8, PadY: 12}
	parts := plot.Align(grid, tiles, draw.New(canvas))
	edges.Draw(parts[0][0])
	visits.Draw(parts[1][0])
	return withFonts(w, canvas)
}

// barColors are those of the rules but none, a test counts them.
var barColors = [len(stats.Rules) - 1]color.Color{
	color.RGBA{R: 0xbb, G: 0xbb, B: 0xbb, A: 0xff}, color.RGBA{R: 0x77, G: 0xaa, B: 0xdd, A: 0xff},
	color.RGBA{R: 0xee, G: 0x88, B: 0x66, A: 0xff},
}

func bars(s *stats.Report, title string, value func(r *stats.Row, k int) (part, all float64)) (*plot.Plot, error) {
	p := plot.New()
	for _, text := range []*draw.TextStyle{&p.Title.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		text.Font.Variant = "Sans"
	}
	p.Title.Text = title
	p.Y.Min, p.Y.Max = 0, 110
	p.Legend.Top = true
	var names []string
	for i := range s.Rows {
		names = append(names, label(&s.Rows[i], i, s.Rows))
	}
	p.NominalX(names...)
	p.X.Tick.Label.Rotation = 0.7
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.Tick.Label.Font.Size = font.Length(8)
	const width = vg.Length(10)
	for k := 1; k < len(stats.Rules); k++ {
		values := make(plotter.Values, len(s.Rows))
		for i := range s.Rows {
			if part, all := value(&s.Rows[i], k); all > 0 {
				values[i] = 100 * part / all
			}
		}
		if len(values) == 0 {
			continue
		}
		bars, err := plotter.NewBarChart(values, width)
		if err != nil {
			return nil, err
		}
		bars.Color = barColors[k-1]
		bars.LineStyle.Width = 0
		bars.Offset = width * vg.Length(k-2)
		p.Add(bars)
		p.Legend.Add(stats.Rules[k], bars)
	}
	p.X.Min, p.X.Max = -0.6, float64(len(s.Rows))+1.3 // room for the legend
	return p, nil
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

// The font that the library measures, and those of the same measures that a viewer has.
const (
	measured = "font-family:Liberation Sans"
	shown    = measured + ",Arial,Helvetica,sans-serif"
)

// withFonts writes what a canvas holds, with all names for the font in an SVG.
func withFonts(w io.Writer, canvas io.WriterTo) error {
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte(measured), []byte(shown)))
	return err
}

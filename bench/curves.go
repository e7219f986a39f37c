package main

import (
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// colors are those of the engines, to be told apart by everyone.
var colors = []color.RGBA{
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, {R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, {R: 0x00, G: 0x9e, B: 0x73, A: 0xff},
	{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, {R: 0xe6, G: 0x9f, B: 0x00, A: 0xff},
}

// curves draws a panel for each problem: seconds by size, both logarithmic.
func (r *results) curves(w io.Writer) error {
	const across = 2
	down := (len(r.rows) + across - 1) / across
	canvas := vgsvg.New(across*420, vg.Length(down)*280)
	grid := make([][]*plot.Plot, down)
	for i := range grid {
		grid[i] = make([]*plot.Plot, across)
		for k := range grid[i] {
			if at := i*across + k; at < len(r.rows) {
				p, err := r.rows[at].panel(at == 0)
				if err != nil {
					return err
				}
				grid[i][k] = p
			}
		}
	}
	tiles := draw.Tiles{Rows: down, Cols: across, PadTop: 6, PadBottom: 6, PadLeft: 6, PadRight: 6, PadX: 14, PadY: 14}
	for i, line := range plot.Align(grid, tiles, draw.New(canvas)) {
		for k, c := range line {
			if grid[i][k] != nil {
				grid[i][k].Draw(c)
			}
		}
	}
	_, err := canvas.WriteTo(w)
	return err
}

// panel is one problem.
func (w *row) panel(legend bool) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = w.title
	p.X.Label.Text, p.Y.Label.Text = w.size, "CPU seconds"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	const least = 0.001 // seconds; a logarithm needs some
	p.Y.Min, p.Y.Max = least, 100
	p.X.Min, p.X.Max = 1, 10
	for i, e := range engines {
		var points plotter.XYs
		for _, f := range w.holds[e.name] {
			if f.cut == "" {
				points = append(points, plotter.XY{X: float64(f.n), Y: math.Max(f.cpu.Seconds(), least)})
				p.X.Max = math.Max(p.X.Max, float64(f.n))
			}
		}
		if len(points) == 0 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return nil, err
		}
		line.Color, dots.Color = colors[i], colors[i]
		line.Width, dots.Radius, dots.Shape = 1.5, 2, draw.CircleGlyph{}
		p.Add(line, dots)
		if legend {
			p.Legend.Add(e.name, line, dots)
		}
	}
	p.Legend.Top, p.Legend.Left = true, true
	return p, nil
}

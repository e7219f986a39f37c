package picture

import (
	"bytes"
	"fmt"
	"html/template"

	"flavers/automata"
	"flavers/cfg"
	"flavers/render"
	"flavers/report"
)

// What is still readable: nodes of a graph, steps of an execution.
const (
	MaxNodes = 1500
	MaxSteps = 1000
)

// Page is what a page has for a result beside the result: what the steps of its
// execution do, a chart of them, and the graph, which draw makes. i numbers the
// result among those of the page.
func Page(p *cfg.Program, specs []*automata.Spec, r *report.Result, draw func() (*render.Drawing, error), i int) (view report.PageResult, err error) {
	view.Result = r
	if holds, err := States(p, r.Schedule); err == nil {
		for k, name := range holds.Objects {
			view.Objects = append(view.Objects, report.ObjectValues{Name: name, Values: holds.Values[k]})
		}
		view.Untouched = holds.Untouched
	}
	view.Vars, view.Start = Start(p, SpecOf(specs, r))
	if sp := SpecOf(specs, r); sp != nil {
		view.Text = sp.Text
	}
	if n := len(r.Trace); n > 0 && n <= MaxSteps {
		c := Chart(p, specs, r)
		c.Title = ""
		var b bytes.Buffer
		if err := c.WriteSVG(&b, render.SVGOptions{Inline: true, Prefix: fmt.Sprintf("c%d-", i)}); err != nil {
			return view, err
		}
		view.Chart = template.HTML(b.String())
	}
	svg, note := pagePicture(r, draw, i)
	view.Picture, view.PictureNote = template.HTML(svg), note
	return view, nil
}

// pagePicture draws the graph with the path of a result; if that is too large
// to be read, the path alone, or nothing, with a sentence.
func pagePicture(r *report.Result, draw func() (*render.Drawing, error), number int) (svg, note string) {
	d, err := draw()
	if err != nil {
		return "", "No picture: " + err.Error()
	}
	if len(d.Nodes) > MaxNodes/3 {
		note = fmt.Sprintf("The graph has %d nodes, too many to read; only those on the path are shown.", len(d.Nodes))
		d = d.Path()
		if len(d.Nodes) > MaxNodes/3 || len(r.Trace) == 0 {
			return "", "The graph is too large to be read; flavers render draws parts of it."
		}
	}
	d.Title, d.Notes = "", nil
	var b bytes.Buffer
	if err := render.Place(d).WriteSVG(&b, render.SVGOptions{Inline: true, Prefix: fmt.Sprintf("g%d-", number)}); err != nil {
		return "", "No picture: " + err.Error()
	}
	return b.String(), note
}

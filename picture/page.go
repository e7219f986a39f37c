package picture

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/english"
	"flavers/limit"
	"flavers/render"
	"flavers/render/diagram"
	viewer "flavers/render/page"
	"flavers/report"
	"flavers/report/markup"
	"flavers/verify/follow"
)

// What is still readable: nodes of a graph, steps of an execution.
const (
	MaxNodes = 1500
	MaxSteps = 1000
	// MaxResults is how many checks without an execution a page has that is written late.
	MaxResults = 200
)

// byHandBounds is up to which size a program's page has all its states.
var byHandBounds = follow.Bounds{States: 5000, Steps: 25000, Cells: 200000}

// byHand returns all that the program can do, or why the page has not got it.
func byHand(ctx context.Context, p *cfg.Program, specs []*automata.Spec) (g *report.Graph, why string) {
	const instead = " flavers sim executes it by hand in a terminal."
	if slices.ContainsFunc(specs, func(sp *automata.Spec) bool { return sp.DFA == nil }) {
		return nil, ""
	}
	type listed struct {
		g    *report.Graph
		fits bool
		err  error
	}
	l, done := limit.Within(ctx, func() (l listed) {
		if ctx.Err() == nil {
			l.g, l.fits, l.err = follow.Graph(limit.New(ctx), p, specs, byHandBounds)
		}
		return l
	})
	switch {
	case l.err != nil:
		return nil, ""
	case !done || ctx.Err() != nil:
		return nil, "The limits of the run were reached before all states of the program were listed." + instead
	case !l.fits:
		return nil, fmt.Sprintf("The program has more than %s states, or they are too large, to be executed in this page.%s",
			english.Thousands(int64(byHandBounds.States)), instead)
	}
	return l.g, ""
}

// pageOf returns what a page has for a result beside the result: what the steps of its execution do, a chart of
// them, and the graph, which draw makes. i numbers the result among those of the page. The result is shown as of:
// with the names of a Go package, if names is not nil.
func pageOf(p *cfg.Program, specs []*automata.Spec, r, of *report.Result, draw func() (*render.Drawing, error),
	i int, names *report.Names) (view report.PageResult, err error) {
	view.Result = of
	if holds, err := follow.States(p, r.Schedule); err == nil {
		for k, name := range holds.Objects {
			view.Objects = append(view.Objects, report.ObjectValues{Name: name, Values: holds.Values[k]})
		}
		view.Untouched = holds.Untouched
	}
	view.Objects = report.InSource(names, view.Objects)
	view.Vars, view.Start = Start(p, SpecOf(specs, r))
	view.Vars = report.InSource(names, view.Vars)
	if sp := SpecOf(specs, r); sp != nil {
		view.Text = sp.Text
	}
	if n := len(r.Trace); n > 0 && n <= MaxSteps {
		c := Chart(renamed(p, names), specs, of)
		c.Title, c.Below = "", below(names, c.Tasks)
		for k, st := range of.Trace {
			if st.Partial && st.Test != "" { // as the source says it
				c.Steps[k].Events[0] = st.Test
			}
		}
		var b bytes.Buffer
		if err := c.WriteSVG(&b, render.SVGOptions{Inline: true, Prefix: fmt.Sprintf("c%d-", i)}); err != nil {
			return view, err
		}
		view.Chart = markup.HTML(b.String())
	}
	if err := diagrams(&view, SpecOf(specs, r), i); err != nil {
		return view, err
	}
	svg, whole, note := pagePicture(r, func() (*render.Drawing, error) {
		d, err := draw()
		return report.InSource(names, d), err
	}, i)
	view.Picture, view.Whole, view.PictureNote = markup.HTML(svg), markup.HTML(whole), note
	return view, nil
}

// maxStates is up to how many states the automaton of a property stands beside it.
const maxStates = 12

// diagrams draws the automaton of the property of a result, and who waits for whom at its end.
func diagrams(view *report.PageResult, sp *automata.Spec, number int) error {
	draw := func(g *diagram.Graph, kind string) (markup.HTML, error) {
		var b bytes.Buffer
		err := g.WriteSVG(&b, render.SVGOptions{Inline: true, Prefix: fmt.Sprintf("%s%d-", kind, number)})
		return markup.HTML(b.String()), err
	}
	var err error
	if sp != nil && sp.DFA != nil {
		if g := Automaton(sp); len(g.Nodes) <= maxStates {
			g.Title = ""
			if view.Automaton, err = draw(g, "a"); err != nil {
				return err
			}
		}
	}
	if g := Waits(view.Waiting); g != nil {
		view.Waits, err = draw(g, "w")
	}
	return err
}

// pagePicture draws the graph with the path of a result; if that is too large
// to be read, the path alone, or nothing, with a sentence. If it has few of many
// tasks, whole has all, unless they are too many for a page.
func pagePicture(r *report.Result, draw func() (*render.Drawing, error), number int) (svg, whole, note string) {
	d, err := draw()
	if err != nil {
		return "", "", "No picture: " + err.Error()
	}
	written := func(d *render.Drawing, prefix string) (string, error) {
		d.Title, d.Notes = "", nil
		var b bytes.Buffer
		err := render.Place(d).WriteSVG(&b, render.SVGOptions{Inline: true, Prefix: fmt.Sprintf("%s%d-", prefix, number)})
		return b.String(), err
	}
	if few := FewColumns(d); few != d {
		note = fmt.Sprintf("Of %d tasks few are shown: the first ones of each array and those on the path.", len(d.Columns))
		all := *d
		if len(r.Trace) > 0 && len(d.Nodes) <= MaxNodes/2 {
			whole, err = written(&all, "u")
		} else {
			note += " flavers render --unfolded draws all."
		}
		d = few
	}
	if len(d.Nodes) > MaxNodes/3 {
		note = fmt.Sprintf("The graph has %d nodes, too many to read; only those on the path are shown.", len(d.Nodes))
		d = d.Path()
		if whole = ""; len(d.Nodes) > MaxNodes/3 || len(r.Trace) == 0 {
			return "", "", "The graph is too large to be read; flavers render draws parts of it."
		}
	}
	if err == nil {
		svg, err = written(d, "g")
	}
	if err != nil {
		return "", "", "No picture: " + err.Error()
	}
	return svg, whole, note
}

// Write writes a report as a page, with what its program and the drawings add: p is
// nil where there is no program. When ctx ends, it soon writes what there is, with
// the first steps of long executions.
func Write(ctx context.Context, w io.Writer, page *report.Page, p *cfg.Program, specs []*automata.Spec,
	draw func(*report.Result) (*render.Drawing, error)) error {
	page.PictureCSS, page.PictureJS = render.StyleSheet(), viewer.PanZoom()
	if p != nil {
		page.Graph, page.NoGraph = byHand(ctx, p, specs)
	}
	names := page.Check.Names
	page.Graph = report.InSource(names, page.Graph)
	results := page.Check.Ordered()
	page.Check = page.Check.InSource()
	for i, of := range page.Check.Ordered() {
		r := results[i]
		view := report.PageResult{Result: of}
		if p != nil {
			// The verdict is known; where time has run out the page has it without pictures.
			if len(r.Trace) > 0 {
				view.Vars, view.Start = Start(p, SpecOf(specs, r))
			}
			view.PictureNote = "No picture: the limits of the run were reached."
		}
		if view.PictureNote != "" && ctx.Err() == nil {
			type made struct {
				view report.PageResult
				err  error
			}
			m, ok := limit.Within(ctx, func() made {
				v, err := pageOf(p, specs, r, of, func() (*render.Drawing, error) { return draw(r) }, i, names)
				if len(r.Trace) <= MaxSteps { // a chart shows them
					v.Own = r.Own()
				}
				return made{v, err}
			})
			if m.err != nil {
				return m.err
			}
			if ok {
				view = m.view
			}
		}
		page.Results = append(page.Results, view)
	}
	if ctx.Err() == nil {
		type written struct {
			text []byte
			err  error
		}
		got, ok := limit.Within(ctx, func() written {
			var b bytes.Buffer
			err := page.Write(&b)
			return written{b.Bytes(), err}
		})
		if ok && got.err == nil {
			_, got.err = w.Write(got.text)
		}
		if ok {
			return got.err
		}
	}
	return shortPage(page).Write(w)
}

// shortPage returns a page that is soon written: of a long execution it has the first
// steps, and says so.
func shortPage(page *report.Page) *report.Page {
	short := *page
	short.Results = nil
	for i, r := range page.Results {
		if i < MaxResults || len(r.Trace) > 0 {
			short.Results = append(short.Results, r)
		}
	}
	if left := len(page.Results) - len(short.Results); left > 0 {
		c := *page.Check
		c.Diagnostics = append(slices.Clip(c.Diagnostics), diag.Diagnostic{Severity: diag.Note, Code: diag.VNotLooked,
			Message: fmt.Sprintf("%s without an execution are not in this page: the limits of the run were reached",
				english.Plural(int64(left), "check"))})
		short.Check = &c
	}
	for i := range short.Results {
		view := &short.Results[i]
		if n := len(view.Trace); n > MaxSteps {
			r := *view.Result
			r.Trace, r.Loop, r.Omitted = r.Trace[:MaxSteps], 0, r.Omitted+n-MaxSteps
			view.Result, view.Objects, view.Untouched, view.Chart = &r, nil, 0, ""
			view.PictureNote = strings.TrimSpace(fmt.Sprintf("%s Only the first %d of %d steps are shown: the limits of the run were reached. flavers replay shows all of them.",
				view.PictureNote, MaxSteps, n))
		}
	}
	return &short
}

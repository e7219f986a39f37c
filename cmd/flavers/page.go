package main

// What the page of --html-output, charts and SARIF need from the inputs.

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/limit"
	"flavers/picture"
	"flavers/render"
	viewer "flavers/render/page"
	"flavers/report"
)

// sarif are the options of the SARIF form.
func (in *inputs) sarif() report.SARIFOptions {
	all := explanations()
	return report.SARIFOptions{Version: version(), Sources: report.Sources(in.sources), Explain: func(code string) string {
		for _, e := range all {
			if string(e.Code) == code {
				return strings.TrimSpace(e.Title + ". " + e.Text)
			}
		}
		return ""
	}}
}

// page writes the page of --html-output.
func (a *app) page(ctx context.Context, w io.Writer, in *inputs, p *cfg.Program, specs []*automata.Spec, f *checkFlags, c *report.Check) error {
	page := &report.Page{Check: c, Sources: report.Sources(in.sources), Version: version(), Replay: f.replayCommand(c.Program),
		PictureCSS: render.StyleSheet(), PictureJS: viewer.PanZoom()}
	for i, r := range c.Ordered() {
		view := report.PageResult{Result: r}
		if p != nil && !in.list.HasErrors() {
			// The verdict is known; where time has run out the page has it without pictures.
			view.Vars, view.Start = picture.Start(p, picture.SpecOf(specs, r))
			view.PictureNote = "No picture: the limits of the run were reached."
		}
		if view.PictureNote != "" && ctx.Err() == nil {
			type made struct {
				view report.PageResult
				err  error
			}
			m, ok := limit.Within(ctx, func() made {
				v, err := picture.Page(p, specs, r, func() (*render.Drawing, error) {
					return a.engine.draw(ctx, "tfg", p, specs, r, f.opt)
				}, i)
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

// shortPage is a page that is soon written: of a long execution it has the first
// steps, and says so.
func shortPage(page *report.Page) *report.Page {
	short := *page
	short.Results = slices.Clone(page.Results)
	for i := range short.Results {
		view := &short.Results[i]
		if n := len(view.Trace); n > picture.MaxSteps {
			r := *view.Result
			r.Trace = r.Trace[:picture.MaxSteps]
			view.Result, view.Objects, view.Untouched, view.Chart = &r, nil, 0, ""
			view.PictureNote = strings.TrimSpace(fmt.Sprintf("%s Only the first %d of %d steps are shown: the limits of the run were reached. flavers replay shows all of them.",
				view.PictureNote, picture.MaxSteps, n))
		}
	}
	return &short
}

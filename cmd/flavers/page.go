package main

// What the page of --html-output, charts and SARIF need from the inputs.

import (
	"context"
	"io"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/codes"
	"flavers/internal/version"
	"flavers/picture"
	"flavers/render"
	"flavers/report"
	"flavers/report/sarif"
)

// sarif returns the options of the SARIF form.
func (in *inputs) sarif() sarif.Options {
	return sarif.Options{Possible: in.app.verbose, Version: version.String(), Sources: report.Sources(in.sources), Explain: codes.Explainer()}
}

// page writes the page of --html-output.
func (a *app) page(ctx context.Context, w io.Writer, in *inputs, p *cfg.Program, specs []*automata.Spec, f *checkFlags, c *report.Check) error {
	page := &report.Page{Check: c, Sources: report.Sources(in.sources), Version: version.String()}
	if c.Root == "" { // else there is no file with the program
		page.Replay = a.again("replay", f, c.Program)
	}
	if in.list.HasErrors() {
		p = nil
	}
	return picture.Write(ctx, w, page, p, specs, func(r *report.Result) (*render.Drawing, error) {
		return a.engine.draw(ctx, "tfg", p, specs, r, f.opt)
	})
}

package main

// What the page of --html-output, charts and SARIF need from the inputs.

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/limit"
	"flavers/picture"
	"flavers/render"
	"flavers/render/chart"
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

// specOf is the property of a result, or nil.
func specOf(specs []*automata.Spec, r *report.Result) *automata.Spec {
	i := slices.IndexFunc(specs, func(s *automata.Spec) bool { return s.Property && s.Name == r.Spec() })
	if i < 0 {
		return nil
	}
	return specs[i]
}

// fewTasks is up to how many tasks a chart shows those that do not move too.
const fewTasks = 8

// chartOf makes the message sequence chart of a result's trace.
func chartOf(p *cfg.Program, specs []*automata.Spec, r *report.Result) *chart.Chart {
	moves := map[string]bool{} // looked up only
	for _, st := range r.Trace {
		moves[st.Task] = true
		for _, t := range st.Tasks {
			moves[t] = true
		}
		for _, q := range st.Sends {
			moves[q.To] = true
		}
	}
	c := &chart.Chart{Title: p.Name + ": " + r.Spec() + " is " + string(r.Verdict)}
	index := map[string]int{} // looked up only
	still := 0
	for i := range p.Tasks {
		t := &p.Tasks[i]
		if !moves[t.Name] && (len(p.Tasks) > fewTasks || !t.Static()) {
			still++
			continue
		}
		index[t.Name] = len(c.Tasks)
		c.Tasks = append(c.Tasks, t.Name)
	}
	if still > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%d more tasks take no step", still))
	}
	if r.Verdict == report.Possible && r.Schedule == "" {
		c.Notes = append(c.Notes, "a path of the graph: no execution that follows it was found")
	}
	if sp := specOf(specs, r); sp != nil {
		c.Property = r.Spec()
		_, c.Start = picture.Start(p, sp)
	}
	for i, st := range r.Trace {
		m := chart.Message{Task: index[st.Task], Label: st.Event, After: st.State, Silent: st.Silent,
			Title: st.Task + ": " + st.Event + "\n" + st.Pos}
		for _, t := range st.Tasks {
			if t != st.Task {
				m.Others = append(m.Others, index[t])
			}
		}
		for _, q := range st.Sends {
			send := chart.Send{To: -1, Step: q.Step - 1, Title: fmt.Sprintf("%s, sent in step %d", q.Message, i+1)}
			if k, ok := index[q.To]; ok {
				send.To = k
			}
			if q.Step > 0 {
				send.Title += fmt.Sprintf(", taken in step %d", q.Step)
			} else {
				send.Title += ", not taken yet"
			}
			m.Sends = append(m.Sends, send)
		}
		m.Bad = i == len(r.Trace)-1
		for _, v := range st.Vars {
			m.Title += "\n" + v.Name + " = " + v.Value
		}
		c.Steps = append(c.Steps, m)
	}
	return c
}

// page writes the page of --html-output.
func (a *app) page(ctx context.Context, w io.Writer, in *inputs, p *cfg.Program, specs []*automata.Spec, f *checkFlags, c *report.Check) error {
	page := &report.Page{Check: c, Sources: report.Sources(in.sources), Version: version(), Replay: f.replayCommand(c.Program),
		PictureCSS: render.StyleSheet(), PictureJS: viewer.PanZoom()}
	for i, r := range c.Ordered() {
		view := report.PageResult{Result: r}
		if p != nil && !in.list.HasErrors() {
			// The verdict is known; where time has run out the page has it without pictures.
			view.Vars, view.Start = picture.Start(p, specOf(specs, r))
			view.PictureNote = "No picture: the limits of the run were reached."
		}
		if view.PictureNote != "" && ctx.Err() == nil {
			type made struct {
				view report.PageResult
				err  error
			}
			m, ok := limit.Within(ctx, func() made {
				v, err := a.pageResult(ctx, p, specs, r, f, i)
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
		if n := len(view.Trace); n > maxSteps {
			r := *view.Result
			r.Trace = r.Trace[:maxSteps]
			view.Result, view.Objects, view.Untouched, view.Chart = &r, nil, 0, ""
			view.PictureNote = strings.TrimSpace(fmt.Sprintf("%s Only the first %d of %d steps are shown: the limits of the run were reached. flavers replay shows all of them.",
				view.PictureNote, maxSteps, n))
		}
	}
	return &short
}

// pageResult is what the page has for a result beside the result: what the steps
// of its execution do, a chart of them, and the graph.
func (a *app) pageResult(ctx context.Context, p *cfg.Program, specs []*automata.Spec, r *report.Result, f *checkFlags, i int) (view report.PageResult, err error) {
	view.Result = r
	if holds, err := picture.States(p, r.Schedule); err == nil {
		for k, name := range holds.Objects {
			view.Objects = append(view.Objects, report.ObjectValues{Name: name, Values: holds.Values[k]})
		}
		view.Untouched = holds.Untouched
	}
	view.Vars, view.Start = picture.Start(p, specOf(specs, r))
	if sp := specOf(specs, r); sp != nil {
		view.Text = sp.Text
	}
	if n := len(r.Trace); n > 0 && n <= maxSteps {
		c := chartOf(p, specs, r)
		c.Title = ""
		var b bytes.Buffer
		if err := c.WriteSVG(&b, render.SVGOptions{Inline: true, Prefix: fmt.Sprintf("c%d-", i)}); err != nil {
			return view, err
		}
		view.Chart = template.HTML(b.String())
	}
	picture, note := a.pagePicture(ctx, p, specs, r, f, i)
	view.Picture, view.PictureNote = template.HTML(picture), note
	return view, nil
}

// pagePicture draws the graph with the path of a result; if that is too large
// to be read, the path alone, or nothing, with a sentence.
func (a *app) pagePicture(ctx context.Context, p *cfg.Program, specs []*automata.Spec, r *report.Result, f *checkFlags, number int) (svg, note string) {
	d, err := a.engine.draw(ctx, "tfg", p, specs, r, f.opt)
	if err != nil {
		return "", "No picture: " + err.Error()
	}
	if len(d.Nodes) > maxNodes/3 {
		note = fmt.Sprintf("The graph has %d nodes, too many to read; only those on the path are shown.", len(d.Nodes))
		d = d.Path()
		if len(d.Nodes) > maxNodes/3 || len(r.Trace) == 0 {
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

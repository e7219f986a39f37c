package main

// flavers render: pictures of graphs and of executions.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flavers/automata"
	"flavers/cfg"
	"flavers/render"
	"flavers/report"
	"flavers/verify"
)

// What is still readable. DOT is written whatever its size.
const (
	maxNodes = 1500
	maxLines = 2500  // between tasks, after equal edges run together
	maxEdges = 50000 // MIP edges
	maxSteps = 1000
)

// renderFlags are the flags of flavers render.
type renderFlags struct {
	checkFlags
	graph, engine, output string
	tasks                 []string
	around                string
	radius                int
	onlyPath, large, full bool
}

func (a *app) renderCommand() *cobra.Command {
	f := &renderFlags{checkFlags: checkFlags{set: settings{}, maxMemory: size{auto: true}}}
	graphs := append(slices.Clone(verify.Graphs), "trace")
	cmd := &cobra.Command{
		Use:   "render PROGRAM -o FILE",
		Short: "draw the graphs of a program, or an execution",
		Long: `render draws a program: the control flow of its tasks (cfg), the trace flow graph
(tfg), its MIP edges (mip), which of them an elimination rule removes (pruned),
or the execution that violates a property (trace).

The property is the first of the specification, or --only; it is checked first,
and the picture has the constraints that the answer rests on and lights the
violating path. The extension of FILE says what is written: .svg, .dot, .png or
.html; - is SVG on standard output.`,
		Example: `  flavers render dining.tfg -o dining.svg
  flavers render dining.tfg --graph pruned --only exclusion -o edges.html
  flavers render dining.tfg --graph trace -o run.svg
  flavers render dining.tfg --graph tfg --engine dot -o dining.png`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("render takes one PROGRAM, not %d; see: flavers render --help", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.render(args[0], f) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []string{"tfg"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringVarP(&f.output, "output", "o", "", "`file` to write: .svg, .dot, .png or .html")
	choiceVar(cmd, &f.graph, "graph", "tfg", graphs, "what to draw: "+strings.Join(graphs, ", "))
	fl.StringArrayVar(&f.properties, "property", nil, "`file` with properties (repeatable)")
	fl.StringArrayVar(&f.constraints, "constraint", nil, "`file` with constraints to assume (repeatable)")
	fl.StringVar(&f.opt.Only, "only", "", "draw for the property of this `name`")
	fl.StringArrayVar(&f.tasks, "task", nil, "only the column of the task of this `name` (repeatable)")
	fl.StringVar(&f.around, "around", "", "only what is near this `node`: its number, as n12, or its label")
	fl.IntVar(&f.radius, "radius", 2, "with --around: at most this `number` of edges away")
	fl.BoolVar(&f.onlyPath, "only-path", false, "only the nodes on the violating path")
	fl.BoolVar(&f.full, "full", false, "label every node of a large graph, even what nothing reacts to")
	fl.BoolVar(&f.large, "large", false, "draw even what is too large to be read")
	choiceVar(cmd, &f.opt.POR, "por", "normal", []string{"none", "paper", "safe", "normal"}, "elimination of MIP edges: none, paper, safe or normal")
	choiceVar(cmd, &f.opt.Refine, "refine", "auto", []string{"auto", "none", "all"}, "constraints made from the program: auto (as needed), none or all")
	choiceVar(cmd, &f.engine, "engine", "own", append([]string{"own"}, render.Engines...), "layout: own, or that of an installed Graphviz")
	fl.Var(f.set, "set", "set a constant of the program, `NAME=VALUE` (repeatable)")
	fl.DurationVar(&f.opt.Timeout, "timeout", time.Minute, "give up checking and laying out after this `time`; 0: never")
	must(cmd.MarkFlagRequired("output"))
	must(cmd.MarkFlagFilename("output", "svg", "dot", "png", "html"))
	for _, name := range []string{"property", "constraint"} {
		must(cmd.MarkFlagFilename(name, "fsa"))
	}
	for _, name := range []string{"only", "task", "around", "radius", "set", "timeout"} {
		must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

// pictureFormat is the format that a file's name asks for.
func pictureFormat(name string) (string, error) {
	if name == stdin {
		return "svg", nil
	}
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	switch ext {
	case "svg", "dot", "png", "html":
		return ext, nil
	case "gv":
		return "dot", nil
	case "htm":
		return "html", nil
	}
	return "", fmt.Errorf("-o %s: the extension says what to write: .svg, .dot, .png or .html", name)
}

func (f *renderFlags) validate(format string) error {
	switch {
	case f.radius < 0:
		return errors.New("--radius must not be negative")
	case f.opt.Timeout < 0:
		return errors.New("--timeout must not be negative")
	case f.graph == "trace" && (f.around != "" || len(f.tasks) > 0 || f.onlyPath):
		return errors.New("--around, --task and --only-path are for graphs, not for --graph trace")
	case f.graph == "trace" && (format == "dot" || f.engine != "own"):
		return errors.New("--graph trace is a chart, not a graph: Graphviz cannot draw it; use -o F.svg")
	}
	return nil
}

// render runs the command.
func (a *app) render(program string, f *renderFlags) error {
	format, err := pictureFormat(f.output)
	if err != nil {
		return err
	}
	if err := f.validate(format); err != nil {
		return err
	}
	ctx, end := a.interruptible()
	defer end()
	in := newInputs(a)
	p, specs := a.renderInputs(in, program, f)
	out := &output{}
	if f.output != stdin {
		if out, err = openOutput("-o", f.output, in); err != nil {
			return err
		}
		defer out.close()
	}
	var picture []byte
	if !in.list.HasErrors() {
		a.stage = "drawing " + program
		if picture, err = a.picture(ctx, in, p, specs, f, format); err != nil {
			return err
		}
	}
	in.list.Sort()
	if err := in.list.Write(a.err, in.sources); err != nil {
		return err
	}
	if in.list.HasErrors() || picture == nil {
		a.status = report.ExitInput
		out.discard()
		return nil
	}
	if f.output == stdin {
		_, err := a.out.Write(picture)
		return ignoreWrite(err, a.out)
	}
	return out.put(picture)
}

// renderInputs reads the program and what specifications there are: a graph
// can be drawn without any.
func (a *app) renderInputs(in *inputs, program string, f *renderFlags) (*cfg.Program, []*automata.Spec) {
	load := f.checkFlags
	if f.graph != "trace" {
		load.dump = "tfg" // specifications are used if there are any
	}
	if f.graph == "cfg" && len(f.properties) == 0 && f.opt.Only == "" {
		load.dump = "cfg"
	}
	p, specs := in.load(program, &load)
	if !in.list.HasErrors() && f.graph != "trace" {
		in.needOnly(f.opt.Only, specs)
	}
	return p, specs
}

// picture makes the bytes of the picture; nil after an error in in.list.
func (a *app) picture(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec, f *renderFlags, format string) ([]byte, error) {
	of, ok := a.checkedFor(ctx, in, p, specs, f)
	if !ok {
		return nil, nil
	}
	if f.graph == "trace" {
		if of == nil || len(of.Trace) == 0 {
			in.list.Errorf(noPos, codeNoTrace, "there is no execution to draw: %s", why(of)).
				WithHint("--graph tfg draws the graph; --only chooses another property")
			return nil, nil
		}
		if len(of.Trace) > maxSteps && !f.large {
			in.list.Errorf(noPos, codeTooLargeToRead, "the execution has %d steps: too many for a picture", len(of.Trace)).
				WithHint("check -v prints them all; --large draws them all the same")
			return nil, nil
		}
		chart := chartOf(p, specs, of)
		return a.encode(ctx, in, format, chart.Title, chart.WriteSVG)
	}
	d, err := a.engine.draw(ctx, f.graph, p, specs, of, f.opt)
	if err != nil {
		return nil, err
	}
	if d = a.view(in, d, f); d == nil {
		return nil, nil
	}
	d.Full = f.full
	between := d.Count(render.MIP) + d.Count(render.Removed)
	tooLarge := len(d.Nodes) > maxNodes || between > maxEdges || f.engine != "own" && between > maxLines
	var placed *render.Placed
	if format != "dot" && f.engine == "own" && (!tooLarge || f.large) {
		placed = render.Place(d)
		tooLarge = tooLarge || placed.Between() > maxLines
	}
	if tooLarge && format != "dot" && !f.large {
		in.list.Errorf(noPos, codeTooLargeToRead, "the picture would have %d nodes and %d MIP edges: nobody could read it", len(d.Nodes), between).
			WithHint("draw a part: --task NAME, --around NODE, --only-path; or write .dot; or --large")
		return nil, nil
	}
	if placed != nil {
		return a.encode(ctx, in, format, d.Title, placed.WriteSVG)
	}
	var dot bytes.Buffer
	if err := d.WriteDOT(&dot); err != nil {
		return nil, err
	}
	if format == "dot" {
		return dot.Bytes(), nil
	}
	kind := format
	if format == "html" {
		kind = "svg"
	}
	out, err := render.Graphviz(ctx, f.engine, kind, dot.Bytes(), render.GraphvizLimits{Time: f.opt.Timeout})
	if err != nil {
		in.list.Errorf(noPos, codeEngine, "%v", err).WithHint("--engine own needs no other program")
		return nil, nil
	}
	if format == "html" {
		var b bytes.Buffer
		err := render.WritePage(&b, d.Title, trimProlog(out))
		return b.Bytes(), err
	}
	return out, nil
}

// why says why there is no trace.
func why(of *report.Result) string {
	switch {
	case of == nil:
		return "no property is violated"
	case of.Verdict == report.Holds:
		return of.Property + " holds"
	}
	return of.Property + " is " + string(of.Verdict)
}

// checkedFor checks the property that is drawn for; nil if there is none. For
// a trace, and no property named, it is the first that is not held.
func (a *app) checkedFor(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec, f *renderFlags) (*report.Result, bool) {
	var names []string
	for _, s := range specs {
		if s.Property && (f.opt.Only == "" || s.Name == f.opt.Only) {
			names = append(names, s.Name)
		}
	}
	if f.graph == "cfg" && f.opt.Only == "" {
		return nil, true
	}
	for _, name := range names {
		opt := f.opt
		opt.Only = name
		opt.MaxMemory = f.maxMemory.limit()
		c := a.engine.check(ctx, p, specs, a.watched(opt))
		a.err.clear()
		before := in.list
		in.list.All = append(in.list.All, c.Diagnostics...)
		if in.list.HasErrors() {
			return nil, false
		}
		if len(c.Results) > 0 && (f.graph != "trace" || len(c.Results[0].Trace) > 0 || len(names) == 1) {
			return &c.Results[0], true
		}
		in.list = before
	}
	return nil, true
}

// view cuts a drawing down to the part that was asked for; nil after an error
// in in.list.
func (a *app) view(in *inputs, d *render.Drawing, f *renderFlags) *render.Drawing {
	for _, t := range f.tasks {
		if !slices.Contains(d.Columns, t) {
			e := in.list.Errorf(noPos, codeNoView, "--task: no task is named %q", t)
			if near := nearest(t, d.Columns); near != "" {
				e.WithHint("did you mean %q?", near)
			}
			return nil
		}
	}
	if f.around != "" {
		at := findNode(d, f.around)
		if at < 0 {
			var labels []string
			for i := range d.Nodes {
				labels = append(labels, d.Nodes[i].Label)
			}
			e := in.list.Errorf(noPos, codeNoView, "--around: no node is called %q", f.around)
			if near := nearest(f.around, labels); near != "" {
				e.WithHint("did you mean %q?", near)
			} else {
				e.WithHint("a node's number, as n12, is in its tooltip and in --dump tfg")
			}
			return nil
		}
		d = d.Around(at, f.radius)
	}
	if len(f.tasks) > 0 {
		d = d.Tasks(f.tasks)
	}
	if f.onlyPath {
		if !slices.ContainsFunc(d.Nodes, func(n render.Node) bool { return n.Lit }) {
			in.list.Errorf(noPos, codeNoTrace, "--only-path: there is no violating path to draw")
			return nil
		}
		d = d.Path()
	}
	return d
}

// findNode finds a node by number or label, or -1.
func findNode(d *render.Drawing, name string) int {
	if i := d.Index(name); i >= 0 {
		return i
	}
	if i := d.Index("n" + name); i >= 0 {
		return i
	}
	return slices.IndexFunc(d.Nodes, func(n render.Node) bool { return n.Label == name })
}

// encode turns an SVG picture into a format; nil after an error in in.list.
func (a *app) encode(ctx context.Context, in *inputs, format, title string, write func(w io.Writer, opt render.SVGOptions) error) ([]byte, error) {
	var svg, b bytes.Buffer
	if err := write(&svg, render.SVGOptions{Inline: format == "html"}); err != nil {
		return nil, err
	}
	switch format {
	case "html":
		err := render.WritePage(&b, title, svg.Bytes())
		return b.Bytes(), err
	case "png":
		out, err := rasterize(ctx, svg.Bytes())
		if err != nil {
			in.list.Errorf(noPos, codeEngine, "%v", err).
				WithHint("write .svg, which needs no other program; or install Graphviz and use --engine dot")
			return nil, nil
		}
		return out, nil
	}
	return svg.Bytes(), nil
}

// rasterize turns SVG into PNG by rsvg-convert, which installations of
// Graphviz that can write PNG usually come with.
func rasterize(ctx context.Context, svg []byte) ([]byte, error) {
	path, err := exec.LookPath("rsvg-convert")
	if err != nil {
		return nil, errors.New("PNG needs an installed program: rsvg-convert for this layout, or Graphviz for its own")
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--format", "png", "--zoom", "2")
	cmd.Stdin = bytes.NewReader(svg)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("rsvg-convert failed: %v %s", err, strings.TrimSpace(complaint.String()))
	}
	return out.Bytes(), nil
}

// trimProlog leaves out what comes before the <svg> element.
func trimProlog(svg []byte) []byte {
	if i := bytes.Index(svg, []byte("<svg")); i > 0 {
		return svg[i:]
	}
	return svg
}

package main

// flavers render: pictures of graphs and of executions.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/flags"
	"flavers/internal/printable"
	"flavers/limit"
	"flavers/picture"
	"flavers/render"
	"flavers/render/external"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/explored"
)

// What is still readable. DOT is written whatever its size.
const (
	maxLines = 2500  // between tasks, after equal edges run together
	maxEdges = 50000 // MIP edges
)

// Values of --engine. A layout of Graphviz is another one: it stands for graphviz with that layout.
const ownEngine, graphvizEngine = "own", "graphviz"

// renderFlags are the flags of flavers render.
type renderFlags struct {
	checkFlags
	graph, engine, output string
	layout                string // of Graphviz
	compare               string // the form of --graph pruned
	part                  picture.View
	execution             string // the schedule of --schedule
	large, full           bool
	unfolded              bool // tasks and states that are folded otherwise
}

func (a *app) renderCommand() *cobra.Command {
	f := &renderFlags{}
	graphs := append(slices.Clone(picture.Graphs), "trace", "waits", statesGraph, productGraph)
	cmd := &cobra.Command{
		Use:   "render PROGRAM -o FILE",
		Short: "draw the graphs of a program, an execution, or an automaton",
		Long: `render draws a program: the control flow of its tasks (cfg), the trace flow graph
(tfg), its MIP edges (mip), which of them an elimination rule removes (pruned),
the execution that violates a property (trace), who waits for whom at the end of
it (waits), all states of a small program (states), or the tuples of the property
and the constraints that the fixed point meets (product). Of a specification,
FILE.fsa, it draws the automaton; of a Petri net, FILE.pnml, the net.

The property is the first of the specification, or --only; it is checked first,
and the picture has the constraints that the answer rests on and lights the
violating path. With --only deadlock, trace and waits draw an execution that ends
in a deadlock. With --schedule nothing is checked: they draw that execution, as a
deadlock that explore found. The extension of FILE says what is written: .svg,
.dot, .png or .html; - is SVG on standard output.

Exit status: 0 the picture is written, 2 the input or the command line is wrong,
or the picture cannot be written, 3 it was interrupted, or a limit was hit
before there was anything to draw; then nothing is written.`,
		Example: `  flavers render dining.tfg -o dining.svg
  flavers render dining.tfg --graph pruned --only exclusion -o edges.html
  flavers render dining.tfg --graph trace -o run.svg
  flavers render dining.tfg --graph waits --only deadlock -o waits.svg
  flavers render dining.fsa --only exclusion -o exclusion.svg
  flavers render peterson.tfg --graph states --engine graphviz -o states.svg
  flavers render dining.tfg --graph trace --schedule 1:3f0a9c12:0,4.1,7 -o run.html
  flavers render dining.tfg --graph tfg --engine graphviz --layout sfdp -o dining.png`,
		Args: takesOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.output == "" && f.dump == "" {
				return fmt.Errorf("render needs a file to write: flavers render %s -o picture.svg (or .png, .dot, .html)",
					strings.Join(args, " "))
			}
			return a.one(args, func(p string) error { return a.render(p, f) })
		},
		ValidArgsFunction: oneProgram,
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringVarP(&f.output, "output", "o", "", "`file` to write: .svg, .dot, .png or .html")
	flags.Choice(cmd, &f.graph, "graph", "tfg", graphs, "what to draw: "+strings.Join(graphs, ", "))
	f.selection(cmd, "draw for the property of this `name`; of several, for the first that has an execution")
	fl.StringVar(&f.execution, "schedule", "", "with --graph trace or waits: draw this `schedule`, as explore and replay print it, or the file that holds it; -: standard input")
	fl.StringArrayVar(&f.part.Tasks, "task", nil, "only the column of the task of this `name`; * and ? stand for any letters, any letter (repeatable)")
	fl.StringVar(&f.part.Around, "around", "", "only what is near this `node`: its number, as n12, its label, or an event, as 'eat(1)'")
	fl.IntVar(&f.part.Radius, "radius", 2, "with --around: at most this `number` of edges away")
	fl.BoolVar(&f.part.OnlyPath, "only-path", false, "only the nodes on the violating path")
	flags.Choice(cmd, &f.compare, "compare", "auto", picture.Comparisons, "--graph pruned as graphs before and after, as a table of tasks, or as what can be read")
	fl.BoolVar(&f.full, "full", false, "label every node of a large graph, even what nothing reacts to")
	fl.BoolVar(&f.unfolded, "unfolded", false, "draw every task and every state, even those that are alike or too many")
	fl.BoolVar(&f.large, "large", false, "draw even what is too large to be read")
	flags.Choice(cmd, &f.opt.POR, "por", verify.DefaultRule, verify.Rules(), "elimination of MIP edges")
	flags.Choice(cmd, &f.opt.Refine, "refine", verify.RefineAuto, verify.Refinements, "constraints made from the program: auto (as needed), none or all")
	flags.Choice(cmd, &f.engine, "engine", ownEngine, append([]string{ownEngine, graphvizEngine}, external.Layouts...),
		"who lays the graph out: own, graphviz (flavers-graphviz, or an installed one), or graphviz with this layout")
	flags.Choice(cmd, &f.layout, "layout", external.Layouts[0], external.Layouts,
		"with --engine graphviz: the layout, one of "+strings.Join(external.Layouts, ", "))
	fl.BoolVar(&f.opt.Check, "check", false, "check the result of every stage (slower)")
	f.limits(cmd, time.Minute)
	f.confirmed(cmd)
	must(cmd.MarkFlagFilename("output", "svg", "dot", "png", "html"))
	for _, name := range []string{"around", "radius"} {
		flags.Words(cmd, name)
	}
	const picture = "render writes a picture, with -o; flavers check writes reports"
	a.common(cmd, &f.checkFlags, map[string]string{
		"format": picture, otherOutput: picture, "html-output": picture + "; -o F.html is a page with the picture",
		"max-executions": "only the execution of the picture is made",
		"seed":           "nothing is random here",
	})
	return cmd
}

// validate returns an error if a combination of flags is not allowed.
func (f *renderFlags) validate(program, format string) error {
	if err := f.wrongForm(); err != nil {
		return err
	}
	given := f.cmd.Flags().Changed("layout")
	if slices.Contains(external.Layouts, f.engine) {
		if given && f.layout != f.engine {
			return fmt.Errorf("--engine %s is --engine graphviz --layout %[1]s: --layout %s is another one", f.engine, f.layout)
		}
		f.engine, f.layout = graphvizEngine, f.engine
	}
	if drawnAlone(program) {
		if err := f.onlyAlone(program); err != nil {
			return err
		}
	}
	switch {
	case given && f.engine == ownEngine:
		return errors.New("--layout is for --engine graphviz")
	case (f.executes() || f.graph == statesGraph || f.graph == productGraph) && (f.part.Around != "" || len(f.part.Tasks) > 0 || f.part.OnlyPath || f.full):
		return errors.New("--around, --task, --only-path and --full are for graphs of a program's points")
	case f.graph == "trace" && f.engine != ownEngine && format != "dot":
		return errors.New("--graph trace is a chart, which Graphviz has no layout for: leave out --engine, or write .dot")
	case !f.executes() && f.execution != "":
		return errors.New("--schedule is for --graph trace and --graph waits")
	case f.execution == stdin && program == stdin:
		return errors.New("the program and the schedule cannot both be standard input")
	case f.cmd.Flags().Changed("compare") && !f.compares(format):
		return errors.New("--compare is for --graph pruned, in .svg, .png or .html, without --engine")
	case f.part.Around == "" && f.cmd.Flags().Changed("radius"):
		return errors.New("--radius is for --around")
	}
	return nil
}

// render runs the command.
func (a *app) render(program string, f *renderFlags) error {
	format, err := pictureFormat(f.output)
	if err != nil {
		return err
	}
	if err := f.validate(program, format); err != nil {
		return err
	}
	f.useJobs()
	f.opt.MaxMemory = f.maxMemory.Limit()
	ctx, end := a.limited(f.opt.Timeout, f.opt.MaxMemory)
	defer end()
	in := newInputs(a)
	why := ""
	switch {
	case f.execution != "":
		why = "with --schedule nothing is checked"
	case f.graph == statesGraph:
		why = "the states of a program are drawn without a check"
	case f.graph == "cfg" && len(f.only) == 0:
		why = "control flow is drawn without a check, unless --only names a property"
	}
	for _, name := range []string{"por", "refine", "max-tuples", "depth", "check"} {
		f.idle[name] = why
	}
	f.notes(in)
	var p *cfg.Program
	var specs []*automata.Spec
	if !drawnAlone(program) {
		p, specs = a.renderInputs(in, program, f)
		if f.dump != "" {
			return a.dump(in, p, specs, &f.checkFlags)
		}
	}
	var picture []byte
	if f.output != stdin {
		if err := in.output("-o", f.output, func() ([]byte, error) { return picture, nil }); err != nil {
			return err
		}
	}
	if !in.list.HasErrors() {
		a.stage = "drawing " + program
		switch {
		case specification(program):
			picture, err = a.automaton(ctx, in, program, f, format)
		case petriNet(program):
			picture, err = a.drawnNet(ctx, in, program, f, format)
		default:
			picture, err = a.picture(ctx, in, p, specs, f, format)
		}
	}
	stopped := interrupted(ctx)
	if stopped {
		in.list.Warnf(noPos, codes.NoVerdict, "interrupted: no picture is written")
	}
	in.list.Sort()
	in.list.Write(a.err, in.sources) // a.err remembers that it failed
	switch {
	case stopped:
		a.status = report.ExitOpen
		return nil
	case err != nil:
		return err
	case in.list.HasErrors() || picture == nil:
		a.status = report.ExitInput
		return nil
	}
	if format != "png" {
		picture = printable.Markup(picture)
	}
	if f.output == stdin {
		_, err := a.out.Write(picture)
		return ignoreWrite(err, a.out)
	}
	return in.files.Write()
}

// renderInputs reads the program and what specifications there are: a graph
// can be drawn without any.
func (a *app) renderInputs(in *inputs, program string, f *renderFlags) (*cfg.Program, []*automata.Spec) {
	load := f.checkFlags
	required := f.executes() && f.execution == "" && f.dump == "" && !f.deadlocked()
	if !required {
		load.lacking = silent // specifications are used if there are any
	}
	if f.graph == "cfg" && len(f.properties) == 0 && len(f.only) == 0 {
		load.dump = "cfg"
	}
	p, specs := in.load(program, &load)
	if !in.list.HasErrors() && !required && !f.deadlocked() {
		in.validateOnly(&f.checkFlags, specs)
	}
	return p, in.selectOnly(specs, &f.checkFlags)
}

// picture returns the bytes of the picture, or nil after an error in in.list.
func (a *app) picture(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec, f *renderFlags, format string) ([]byte, error) {
	if f.executes() {
		return a.execution(ctx, in, p, specs, f, format)
	}
	if f.graph == statesGraph {
		return a.states(ctx, in, p, specs, f, format)
	}
	if f.graph == productGraph {
		return a.product(ctx, in, p, specs, f, format)
	}
	if ok, err := a.worthChecking(ctx, in, p, specs, f, format); !ok || err != nil {
		return nil, err
	}
	of, ok := a.checkedFor(ctx, in, p, specs, f)
	if !ok {
		return nil, nil
	}
	d, err := a.engine.draw(ctx, f.graph, p, specs, of, f.opt)
	if err != nil {
		return nil, err
	}
	if d = f.part.Of(d, in.list); d == nil {
		return nil, nil
	}
	if !f.unfolded && !f.compares(format) && format != "dot" && len(f.part.Tasks) == 0 && f.part.Around == "" {
		d = picture.FewColumns(d)
	}
	d.Full = f.full
	var placed *render.Placed
	if !f.compares(format) || f.compare == "graphs" {
		ok := false
		if placed, ok, err = a.readable(ctx, in, d, f, format); !ok || err != nil {
			return nil, err
		}
	}
	if f.compares(format) {
		write, ok := limit.Within(ctx, func() func(io.Writer, render.SVGOptions) error { return picture.Compare(d, f.compare) })
		if !ok {
			return nil, limit.CutOffIn(ctx, "laying the picture out; --compare table needs no layout")
		}
		return a.encode(ctx, in, format, d.Title, write)
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
	return a.graphviz(ctx, in, dot.Bytes(), d.Title, f, format)
}

// noPicture says in in.list why Graphviz drew nothing; the error is that of a limit of the run.
func (f *renderFlags) noPicture(ctx context.Context, in *inputs, err error) error {
	switch {
	case ctx.Err() != nil:
		return limit.CutOffIn(ctx, "Graphviz ("+f.layout+") laid the graph out; --engine own is faster")
	case errors.Is(err, external.ErrNoGraphviz):
		in.list.Errorf(noPos, codes.Engine, "%v", err).
			WithHint("%s; --engine own needs no other program", external.HowToInstall)
	default:
		in.list.Errorf(noPos, codes.Engine, "%v", err).WithHint("--engine own needs no other program")
	}
	return nil
}

// compares reports whether the picture shows edges before and after.
func (f *renderFlags) compares(format string) bool {
	return f.graph == "pruned" && f.engine == ownEngine && format != "dot"
}

// readable refuses a drawing that is too large, unless it is wanted all the same
// or written as DOT. It returns the own layout, if that is what is written.
func (a *app) readable(ctx context.Context, in *inputs, d *render.Drawing, f *renderFlags, format string) (*render.Placed, bool, error) {
	if format == "dot" {
		return nil, true, nil
	}
	crowd := f.crowded(d)
	var placed *render.Placed
	if f.engine == ownEngine && (!crowd || f.large) {
		var ok bool
		if placed, ok = limit.Within(ctx, func() *render.Placed { return render.Place(d) }); !ok {
			return nil, false, limit.CutOffIn(ctx, "laying the picture out; --task NAME or --around NODE draws a part")
		}
		crowd = crowd || placed.Between() > maxLines
	}
	return placed, !crowd || f.large || in.refuse(d), nil
}

// crowded reports, before the layout is made, whether a drawing is too large to be read.
func (f *renderFlags) crowded(d *render.Drawing) bool {
	between := betweenTasks(d)
	return len(d.Nodes) > picture.MaxNodes || between > maxEdges || f.engine != ownEngine && between > maxLines
}

func betweenTasks(d *render.Drawing) int { return d.Count(render.MIP) + d.Count(render.Removed) }

// refuse adds the error that a drawing is too large, and returns false.
func (in *inputs) refuse(d *render.Drawing) bool {
	in.list.Errorf(noPos, codes.TooLargeToRead, "the picture would have %d nodes and %d MIP edges: too large to read", len(d.Nodes), betweenTasks(d)).
		WithHint("draw a part: --task NAME, --around NODE, --only-path; or write .dot; or --large")
	return false
}

// worthChecking reports whether the picture may be small enough to be drawn. It is asked before the check takes its
// time: a check that stops at once leaves the constraints with which it began, and the picture has at least what
// these need.
func (a *app) worthChecking(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec, f *renderFlags, format string) (bool, error) {
	if format == "dot" || f.large || f.part.OnlyPath || f.graph == "cfg" || f.compares(format) && f.compare != "graphs" {
		return true, nil
	}
	properties := explored.Properties(specs)
	if len(properties) == 0 {
		return true, nil
	}
	opt := f.opt
	opt.Only, opt.MaxTuples, opt.Check = []string{properties[0].Property}, 1, false
	opt.Timeout = share(ctx)
	if opt.Refine != verify.RefineAll {
		opt.Refine = verify.RefineNone
	}
	c := check.Program(ctx, in.sourceOf(p.File, p, specs), check.Options{Verify: drawn(opt), Analysis: a.engine.check})
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Severity == diag.Error {
			return true, nil // the check will tell
		}
	}
	if len(c.Results) == 0 {
		return true, nil
	}
	least := c.Results[0]
	least.Trace, least.Schedule = nil, ""
	d, err := a.engine.draw(ctx, f.graph, p, specs, &least, f.opt)
	if err != nil {
		return false, err
	}
	if d = f.part.Of(d, &diag.List{}); d == nil {
		return true, nil // a node may come in only with the constraints of the answer
	}
	return !f.crowded(d) || in.refuse(d), nil
}

// checkedFor checks the property that is drawn for; nil if there is none. For
// a trace it is the first that has one; if none has, one that does not say so, if
// there is one.
func (a *app) checkedFor(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec, f *renderFlags) (*report.Result, bool) {
	if f.graph == "cfg" && len(f.only) == 0 {
		return nil, true
	}
	if f.deadlocked() {
		return a.deadlock(ctx, in, p, specs, f)
	}
	properties := explored.Properties(specs)
	var rest []*report.Result // without an execution, although there may be one
	for i := range properties {
		opt := f.opt
		opt.Only = []string{properties[i].Property}
		opt.Timeout = share(ctx)
		a.stage = "checking " + properties[i].Property
		m, end := a.progress(a.stage)
		c := check.Program(ctx, in.sourceOf(p.File, p, specs), check.Options{Verify: a.watched(drawn(opt), m), Analysis: a.engine.check})
		end()
		a.stage = "drawing " + p.File
		before := *in.list
		in.list.All = append(in.list.All, c.Diagnostics...)
		if in.list.HasErrors() {
			return nil, false
		}
		if len(c.Results) > 0 {
			r := &c.Results[0]
			if !f.executes() || len(r.Trace) > 0 || len(properties) == 1 {
				in.undecided(f, r)
				return r, true
			}
			if r.Verdict != report.Holds && !never(r) {
				rest = append(rest, r)
			}
		}
		*in.list = before
	}
	in.undecided(f, rest...)
	return append(rest, nil)[0], true
}

// share returns the part of the time left that a check may take, so that there is some for the picture, or 0 if
// there is no limit.
func share(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return 0
	}
	return max(time.Until(end)*6/10, 1)
}

// undecided warns of results without an answer. An interrupted one has no picture.
func (in *inputs) undecided(f *renderFlags, of ...*report.Result) {
	for _, r := range of {
		if r.Verdict != report.Unknown || r.Limit == report.LimitInterrupt {
			continue
		}
		in.app.late = true // what cannot be drawn now is no wrong input
		why := "the check came to no answer"
		if r.Limit != "" {
			why = "the limit on " + string(r.Limit) + " was hit"
		}
		d := in.list.Warnf(noPos, codes.NoVerdict, "the verdict of %s is unknown: %s", r.Spec(), why)
		if !f.executes() {
			d.WithHint("the picture has the constraints that were in use then, and lights no path")
		}
	}
}

// never reports whether it was shown that nothing reaches what r asks for.
func never(r *report.Result) bool { return r.Reach && r.Verdict == report.Violated }

// why says why there is no trace.
func why(of *report.Result) string {
	switch {
	case of == nil:
		return "no property has one"
	case of.Verdict == report.Holds:
		return of.Property + " holds"
	case never(of):
		return of.Property + " never happens"
	case of.Verdict == report.Violated:
		return of.Property + " is violated by the execution without steps"
	}
	return of.Property + " is " + string(of.Verdict)
}

// drawn returns the options of a check whose constraints and edges are drawn.
func drawn(opt verify.Options) verify.Options {
	opt.ByConstraints = true
	return opt
}

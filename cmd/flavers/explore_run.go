package main

// flavers explore: what it does, from files to a report.

import (
	"cmp"
	"context"
	"errors"
	"go/token"
	"io"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/pflag"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/farm/job"
	"flavers/internal/codes"
	"flavers/internal/english"
	"flavers/internal/outfile"
	"flavers/lang/parts"
	"flavers/picture"
	"flavers/render"
	"flavers/render/diagram"
	"flavers/report"
	"flavers/report/lcov"
	"flavers/report/sarif"
	"flavers/sem"
	"flavers/verify/explored"
)

// explore runs the command. Its error is a mistake of the command line; what is wrong with files is a diagnostic.
func (a *app) explore(program string, f *exploreFlags) error {
	k := kindOf(program)
	if err := f.validate(program, &k); err != nil {
		return err
	}
	f.explore.Algorithm = f.algorithm
	f.explore.HighestFirst = f.prefer == "highest"
	f.explore.DepthFirst = f.search == "dfs"
	f.explore.MaxMemory = f.maxMemory.Limit()
	ctx, end := a.limited(f.opt.Timeout, f.explore.MaxMemory)
	defer end()
	in := newInputs(a)
	f.notes(in)
	switch { // after the notes, which look at the value that was given
	case f.idle["jobs"] != "", f.explore.Jobs == 0 && (f.explore.DepthFirst || f.graph != "" || !k.takes(f, "jobs")):
		f.explore.Jobs = 1
	case f.explore.Jobs == 0:
		f.explore.Jobs = runtime.GOMAXPROCS(0)
	}
	x := k.read(in, program, &f.checkFlags, f.dependence)
	p, specs := x.program()
	if f.dump != "" {
		return a.dump(in, p, specs, &f.checkFlags)
	}
	out := &report.Explore{Version: report.Version, Program: program, Algorithm: f.algorithm}
	files, err := in.outputs(&f.checkFlags, writers{
		"json":  func(w io.Writer) error { return out.WriteJSON(w) },
		"sarif": func(w io.Writer) error { return sarif.Write(w, out.AsCheck(explored.Properties(specs)), in.sarif()) },
		"html": func(w io.Writer) error {
			return a.page(ctx, w, in, p, specs, &f.checkFlags, out.AsCheck(explored.Properties(specs)))
		},
		"github": func(w io.Writer) error { return out.AsCheck(explored.Properties(specs)).WriteGitHub(w) },
	})
	if err != nil {
		return err
	}
	if err := errors.Join(f.drawing(in), f.tracefile(in, out)); err != nil {
		return err
	}
	if !in.list.HasErrors() {
		a.stage = "exploring " + program
		m, end := a.progress(a.stage)
		if f.meter = m; m != nil {
			f.explore.Progress = m.Explore
		}
		err = x.explore(ctx, a, in, out, f)
		end()
	}
	if err != nil {
		return err
	}
	out.Meant = in.Blocks() || f.deadlock == "off" || x.stops()
	a.stage = "reporting"
	in.list.Sort()
	out.Diagnostics = in.list.All
	if f.noTimes {
		out.ZeroTimes()
	}
	a.status = out.ExitCode()
	opt := a.textOptions(&f.checkFlags, program)
	return a.deliver(in, files, &f.checkFlags, func() error { return x.text(a, out, opt) })
}

// programInput is a program with its specifications; p is nil after an error.
type programInput struct {
	p     *cfg.Program
	specs []*automata.Spec
}

func readProgram(in *inputs, file string, f *checkFlags, _ string) input {
	p, specs := in.load(file, f)
	specs = in.wanted(specs, f)
	in.Bind(p, specs, f.opt.Strict)
	return &programInput{p, specs}
}

func (x *programInput) program() (*cfg.Program, []*automata.Spec) { return x.p, x.specs }

func (x *programInput) stops() bool { return false }

func (x *programInput) text(a *app, out *report.Explore, opt report.TextOptions) error {
	return out.WriteText(a.out, opt)
}

func (x *programInput) replay(a *app, in *inputs, schedule string) *replayed {
	run := a.scheduled(in, x.p, x.specs, schedule)
	if run == nil {
		return nil
	}
	return &replayed{run, func(opt report.TextOptions) error { return run.WriteText(a.out, opt) }}
}

func (x *programInput) explore(ctx context.Context, a *app, in *inputs, out *report.Explore, f *exploreFlags) error {
	switch {
	case f.farm.Farm != "" && !f.cmd.Flags().Changed("algorithm"):
		f.explore.Algorithm = "source" // complete, and can be cut into parts
	case f.mayChange():
		f.explore.Algorithm = ""
	}
	explores := a.engine.explore
	if f.farm.Farm != "" {
		content := job.ContentOf(x.p.File, f.set, in.sources, x.specs)
		explores = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
			return f.farm.Explore(ctx, a.err, p, specs, opt, content)
		}
	}
	r, err := explores(ctx, x.p, x.specs, f.explore)
	f.explore.Record = nil
	if err == nil {
		out.Algorithm = cmp.Or(r.Algorithm, f.algorithm)
		explored.Program(ctx, out, x.p, x.specs, r)
		f.drawVisited(ctx, in, x, out.Algorithm)
		err = explored.Infinite(ctx, out, x.p, x.specs, f.explore)
	}
	if err == nil {
		if f.opt.Check {
			a.stage = "checking what " + out.Algorithm + " found"
			if err := explored.Check(ctx, x.p, x.specs, out.Findings); err != nil {
				panic(err)
			}
		}
		out.Classes, err = a.classesOf(ctx, r, x, f)
	}
	covered := f.coverage || f.lcov != ""
	if err == nil && (f.dataRaces || covered) {
		a.stage = "visiting all states"
		f.meter.Doing(a.stage)
		err = explored.Survey(ctx, out, x.p, f.explore, f.dataRaces, covered)
	}
	if err != nil {
		return in.refused(err, x.p)
	}
	return nil
}

// mayChange reports whether the command may choose the explorer: it takes optimal, or states if executions need not
// end. A bound of 0 counts as one that was not given.
func (f *exploreFlags) mayChange() bool {
	may := !f.cmd.Flags().Changed("algorithm")
	f.given(func(flag *pflag.Flag) {
		may = may && !slices.Contains([]string{"depth", "max-executions", "prefer"}, flag.Name)
	})
	return may
}

// refused makes a diagnostic of an error that says why an explorer cannot take a program. It returns other errors.
func (in *inputs) refused(err error, p *cfg.Program) error {
	var large *sem.TooLarge
	var refused *explore.Refused
	switch {
	case errors.As(err, &large):
		in.list.Errorf(large.Object.Pos, codes.Buffer, "%v", err).WithHint("make it smaller, or the range of its values")
	case errors.As(err, &refused):
		at := refused.Pos
		if !at.IsValid() {
			at = token.Position{Filename: parts.File(p.File), Line: 1, Column: 1}
		}
		in.list.Errorf(at, codes.Refused, "%v", refused).
			WithHint("use another explorer, as --algorithm optimal or --algorithm states")
	default:
		return err
	}
	return nil
}

// classesOf returns the number of classes of executions, or 0 if it is not known. Explorers that use sleep sets
// complete one execution of each class.
func (a *app) classesOf(ctx context.Context, r *explore.Result, x *programInput, f *exploreFlags) (int64, error) {
	switch r.Algorithm {
	case "optimal", "source", "dpor+sleep":
	default:
		if !f.classes {
			return 0, nil
		}
		opt := f.explore
		opt.Algorithm, opt.StopAtFirst = "optimal", false
		opt.Order, opt.Net, opt.Initial, opt.Stateless = "", "", "", false
		opt.Jobs, opt.Graph, opt.Record = 0, nil, nil
		var err error
		if r, err = a.engine.explore(ctx, x.p, x.specs, opt); err != nil {
			return 0, err
		}
	}
	if !r.Complete {
		return 0, nil
	}
	return r.Executions + r.Excluded, nil
}

// wanted drops the properties that --only does not name.
func (in *inputs) wanted(specs []*automata.Spec, f *checkFlags) []*automata.Spec {
	if in.list.HasErrors() {
		return nil
	}
	in.validateOnly(f, specs)
	return in.selectOnly(specs, f)
}

// tracefile adds the file of --lcov-output, if there is one. Wrong input has no coverage.
func (f *exploreFlags) tracefile(in *inputs, out *report.Explore) error {
	return in.output("--lcov-output", f.lcov, outfile.ContentOf(func(w io.Writer) error {
		if out.Survey == nil {
			return nil
		}
		return lcov.Write(w, out.Survey.Coverage)
	}))
}

// record is what an explorer visited: executions, up to a number of steps.
type record struct {
	schedules [][]sem.Choice
	steps     int
	full      bool // some are left out
}

// maxRecorded is how many steps of executions are recorded.
const maxRecorded = 4_000_000

func (r *record) add(schedule []sem.Choice) {
	if r.steps += len(schedule) + 1; r.steps > maxRecorded {
		r.full = true
		return
	}
	r.schedules = append(r.schedules, schedule)
}

// visitedGraph is a diagram as an explorer's record.
type visitedGraph struct{ *diagram.Graph }

func (d visitedGraph) WriteSVG(w io.Writer) error { return d.Graph.WriteSVG(w, render.SVGOptions{}) }

// drawVisited makes the picture of what an explorer has visited, if it is wanted and the explorer has recorded no
// search: executions as a graph, with equal states as one.
func (f *exploreFlags) drawVisited(ctx context.Context, in *inputs, x *programInput, name string) {
	if f.graph == "" || f.recorded != nil {
		return
	}
	room := picture.OwnRoom
	if filepath.Ext(f.graph) == ".dot" {
		room = picture.Room{Boxes: picture.MaxStates}
	}
	g, err := picture.Visited(ctx, x.p, x.specs, name, f.visited.schedules, room)
	if err == nil && g != nil {
		if f.visited.full {
			g.Notes = append(g.Notes, "Only what was visited first is drawn: too much was.")
		}
		f.recorded = visitedGraph{g}
		return
	}
	d := in.list.Warnf(noPos, codes.TooLargeToRead, "--graph: there are more than %s states, or they are too large to be drawn",
		english.Number(picture.MostStates))
	if err != nil {
		d.WithHint("%v", err)
	}
}

// drawing adds the file of --graph, if there is one, and asks for the record of
// the search. Wrong input has none.
func (f *exploreFlags) drawing(in *inputs) error {
	if f.graph == "" {
		return nil
	}
	f.explore.Graph = func(g explore.Graph) { f.recorded = g }
	f.explore.Record = f.visited.add
	return in.output("--graph", f.graph, outfile.Markup(func(w io.Writer) error {
		switch {
		case f.recorded == nil || in.list.HasErrors():
			return nil
		case filepath.Ext(f.graph) == ".dot":
			return f.recorded.WriteDOT(w)
		}
		return f.recorded.WriteSVG(w)
	}))
}

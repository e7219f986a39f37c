package main

// flavers explore: what it does, from files to a report.

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/families"
	"flavers/internal/limit"
	"flavers/report"
	"flavers/sem"
)

// explore runs the command; its errors are those of the command line.
func (a *app) explore(program string, f *exploreFlags) error {
	k := kindOf(program)
	if err := f.validate(program, &k); err != nil {
		return err
	}
	f.explore.Algorithm = f.algorithm
	f.explore.HighestFirst = f.prefer == "highest"
	f.explore.DepthFirst = f.search == "dfs"
	f.explore.MaxMemory = f.maxMemory.limit()
	ctx, end := a.limited(f.opt.Timeout, f.explore.MaxMemory)
	defer end()
	in := newInputs(a)
	f.notes(in)
	switch { // after the notes, which look at the value that was given
	case f.idle["jobs"] != "", f.explore.Jobs == 0 && f.explore.DepthFirst:
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
	files, err := in.outputs(&f.checkFlags, forms{
		json:  func(w io.Writer) error { return out.WriteJSON(w) },
		sarif: func(w io.Writer) error { return out.AsCheck(propertiesOf(specs)).WriteSARIF(w, in.sarif()) },
		html: func(w io.Writer) error {
			return a.page(ctx, w, in, p, specs, &f.checkFlags, out.AsCheck(propertiesOf(specs)))
		},
	})
	if err != nil {
		return err
	}
	if err := f.drawing(in, files); err != nil {
		return err
	}
	if !in.list.HasErrors() {
		a.stage = "exploring " + program
		if a.err.terminal {
			f.explore.Progress = func(p explore.Progress) { a.err.progress(exploreLine(p)) }
		}
		err = x.explore(ctx, a, in, out, f)
		a.err.clear()
	}
	if err != nil {
		return err
	}
	out.Meant = in.blocks() || f.deadlock == "off" || x.stops()
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
	in.bind(p, specs, f.opt.Strict)
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
	return a.exploreProgram(ctx, in, out, x.p, x.specs, f)
}

// exploreProgram fills in what the explorer finds, or why it cannot be used.
func (a *app) exploreProgram(ctx context.Context, in *inputs, out *report.Explore, p *cfg.Program, specs []*automata.Spec, f *exploreFlags) error {
	x, _ := families.ByName(f.algorithm) // validate has found it
	f.explore.StopAtCut = f.mayChange()
	r, err := a.engine.explore(ctx, x, p, specs, f.explore)
	if err == nil && f.explore.StopAtCut && r.Cut > 0 {
		f.algorithm, f.explore.Algorithm, out.Algorithm = "states", "states", "states"
		x, _ = families.ByName(f.algorithm)
		note := fmt.Sprintf("optimal met an execution of %d steps, so states was used instead; --algorithm chooses an explorer", r.MaxDepth)
		if r, err = a.engine.explore(ctx, x, p, specs, f.explore); err == nil {
			r.Notes = append([]string{note}, r.Notes...)
		}
	}
	if err == nil {
		a.fill(out, p, specs, r)
		if f.opt.Check {
			a.certify(out, p, specs)
		}
		out.Classes, err = a.classesOf(ctx, r, p, specs, f)
	}
	if err != nil {
		return in.refused(err, p)
	}
	return nil
}

// mayChange tells whether the explorer is for the command to choose: optimal,
// or states where an execution need not end. A bound that is given as 0 is one that
// is not given.
func (f *exploreFlags) mayChange() bool {
	may := !f.cmd.Flags().Changed("algorithm")
	f.given(func(flag *pflag.Flag) {
		may = may && !slices.Contains([]string{"depth", "max-executions", "prefer"}, flag.Name)
	})
	return may
}

// refused makes a diagnostic of what keeps an explorer from a program; another
// error is returned.
func (in *inputs) refused(err error, p *cfg.Program) error {
	var large *sem.TooLarge
	var refused *explore.Refused
	switch {
	case errors.As(err, &large):
		in.list.Errorf(large.Object.Pos, codeBuffer, "%v", err).WithHint("make it smaller, or the range of its values")
	case errors.As(err, &refused):
		at := refused.Pos
		if !at.IsValid() {
			at = token.Position{Filename: p.File, Line: 1, Column: 1}
		}
		in.list.Errorf(at, codeRefused, "%v", refused).
			WithHint("use another explorer, as --algorithm optimal or --algorithm states")
	default:
		return err
	}
	return nil
}

// runExplorer asks an explorer whether it is right for a program, and runs it.
func runExplorer(ctx context.Context, x explore.Explorer, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
	return bounded(ctx, func() (*explore.Result, error) {
		if x.Applies != nil {
			if err := x.Applies(p, specs); err != nil {
				return nil, err
			}
		}
		return x.Run(ctx, p, specs, opt)
	}, func() *explore.Result { return late(ctx) })
}

// late is the result of an explorer that did not come to explore.
func late(ctx context.Context) *explore.Result { return &explore.Result{Limit: limit.Reason(ctx)} }

// bounded runs an explorer, which looks at ctx as soon as it explores. What it
// makes before may take longer than there is time: then the result is late.
func bounded[T any](ctx context.Context, run func() (T, error), late func() T) (T, error) {
	type outcome struct {
		result T
		err    error
	}
	if o, ok := limit.Within(ctx, func() outcome { r, err := run(); return outcome{r, err} }); ok {
		return o.result, o.err
	}
	return late(), nil
}

// classesOf is the number of classes of executions, 0 if it is not known.
// Explorers that use sleep sets complete one execution of each class.
func (a *app) classesOf(ctx context.Context, r *explore.Result, p *cfg.Program, specs []*automata.Spec, f *exploreFlags) (int64, error) {
	switch f.algorithm {
	case "optimal", "source", "dpor+sleep":
	default:
		if !f.classes {
			return 0, nil
		}
		opt := f.explore
		opt.Algorithm, opt.StopAtFirst = "optimal", false
		opt.Order, opt.Net, opt.Initial, opt.Stateless = "", "", "", false
		opt.Jobs, opt.Graph = 0, nil
		x, _ := families.ByName("optimal")
		var err error
		if r, err = a.engine.explore(ctx, x, p, specs, opt); err != nil {
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
	in.needNames(f, specs)
	return in.named(specs, f)
}

// bind finds symbols that match nothing, or two symbols that match one event.
// A program that is too large to be tabled is explored without that.
func (in *inputs) bind(p *cfg.Program, specs []*automata.Spec, strict bool) {
	if in.list.HasErrors() || len(specs) == 0 {
		return
	}
	in.app.stage = "binding the specifications"
	type analysed struct {
		s   *monitor.Semantics
		err error
	}
	got, ok := limit.Within(in.app.ctx, func() analysed {
		s, err := monitor.AnalyseUntil(limit.New(in.app.ctx), p, 0)
		return analysed{s, err}
	})
	s, err := got.s, got.err
	if !ok || err != nil {
		return
	}
	_, ds := monitor.BindAll(s, specs, strict)
	in.list.Append(ds)
}

// fill copies a result into the report, with the steps of its findings.
func (a *app) fill(out *report.Explore, p *cfg.Program, specs []*automata.Spec, r *explore.Result) {
	out.Executions, out.Blocked, out.Transitions, out.States = r.Executions, r.Blocked, r.Transitions, r.States
	out.Deadlocks, out.Violations, out.Errors = r.Deadlocks, r.Violations, r.Errors
	out.Complete, out.Limit, out.Seconds = r.Complete, r.Limit, r.Seconds
	out.Cut, out.Excluded, out.MaxDepth, out.Bytes = r.Cut, r.Excluded, r.MaxDepth, r.Bytes
	out.Notes = r.Notes
	for _, c := range r.More {
		out.More = append(out.More, report.Count{Name: c.Name, What: c.What, Value: c.Value})
	}
	chosen := -1
	for i := range r.Findings {
		out.Findings = append(out.Findings, a.found(p, specs, &r.Findings[i]))
		if chosen < 0 || r.Findings[chosen].Kind == explore.Deadlock && r.Findings[i].Kind != explore.Deadlock {
			chosen = i
		}
	}
	if chosen >= 0 {
		out.Trace, out.Schedule = out.Findings[chosen].Trace, out.Findings[chosen].Schedule
	}
}

// certify executes every finding once more, and stops at one that does not show
// what it is said to show: a bug.
func (a *app) certify(out *report.Explore, p *cfg.Program, specs []*automata.Spec) {
	a.stage = "checking what " + out.Algorithm + " found"
	for _, g := range out.Findings {
		run, problems := a.engine.run(p, specs, g.Schedule)
		shown := false
		switch explore.Kind(g.Kind) {
		case explore.Deadlock:
			shown = run.Deadlock
		case explore.Error:
			shown = run.Error != ""
		case explore.Violation:
			for _, st := range run.Final {
				shown = shown || st.Spec == g.Property && st.Violated
			}
		}
		if problems.HasErrors() || run.Stuck != "" || !shown {
			panic(fmt.Sprintf("the schedule %s does not show a %s %s: %s", g.Schedule, g.Kind, g.Property, run.Stuck))
		}
	}
}

// found is a finding with its steps, as replay shows them.
func (a *app) found(p *cfg.Program, specs []*automata.Spec, f *explore.Finding) report.ExploreFinding {
	g := report.ExploreFinding{Kind: string(f.Kind), Property: f.Property, AtEnd: f.AtEnd, Schedule: sem.FormatSchedule(p, f.Schedule)}
	if f.Err != nil {
		g.Text = f.Err.Error()
	}
	run, _ := a.engine.run(p, specs, g.Schedule)
	g.Waiting = run.Waiting
	for _, s := range run.Steps {
		for _, st := range s.States {
			if st.Spec == f.Property {
				s.State = st.State
			}
		}
		g.Trace = append(g.Trace, s.Step)
	}
	return g
}

// exploreLine is what a running exploration shows on a terminal. The share
// that is done is an estimate: it takes what is ahead to be as large as what
// was seen.
func exploreLine(p explore.Progress) string {
	s := fmt.Sprintf("%4ds", int(p.Elapsed/time.Second))
	if p.States > 0 {
		s += fmt.Sprintf("  %d states", p.States)
	} else {
		s += fmt.Sprintf("  %d executions", p.Executions)
	}
	s += fmt.Sprintf(", %d transitions, depth %d", p.Transitions, p.Depth)
	if p.Share > 0 {
		s += fmt.Sprintf(", perhaps %.1f %% done", 100*p.Share)
	}
	if p.Share > 0.01 && p.Share < 1 {
		left := time.Duration(float64(p.Elapsed) * (1 - p.Share) / p.Share)
		s += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	return s
}

// drawing adds the file of --graph, if there is one, and asks for the record of
// the search. Wrong input has none.
func (f *exploreFlags) drawing(in *inputs, files *sinks) error {
	if f.graph == "" {
		return nil
	}
	f.explore.Graph = func(g explore.Graph) { f.recorded = g }
	return files.add(in, "--graph", f.graph, markup(func(w io.Writer) error {
		switch {
		case f.recorded == nil || in.list.HasErrors():
			return nil
		case filepath.Ext(f.graph) == ".dot":
			return f.recorded.WriteDOT(w)
		}
		return f.recorded.WriteSVG(w)
	}))
}

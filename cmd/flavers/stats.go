package main

// This file is the command stats, which solves the same problems under each elimination rule and prints what each rule
// keeps, side by side.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/farm"
	"flavers/internal/flags"
	"flavers/internal/names"
	"flavers/internal/outfile"
	"flavers/limit"
	"flavers/render/external"
	"flavers/report"
	"flavers/report/plot"
	"flavers/report/stats"
	"flavers/verify"
)

// statsFlags are the flags of flavers stats.
type statsFlags struct {
	checkFlags
	constraintSets []string
	refine         string
	plot           string
}

func (a *app) statsCommand() *cobra.Command {
	f := &statsFlags{}
	cmd := &cobra.Command{
		Use:   "stats PROGRAM...",
		Short: "compare the rules that eliminate MIP edges",
		Long: `stats solves every property of every PROGRAM under each rule for the elimination
of MIP edges (none, paper, safe, normal), and prints nodes, edges, tuples, visits
and times side by side, with totals. It compares; to check a program use check.

Which constraints are used is fixed for all rules: all that can be made from the
program (--refine all, the default), none (--refine none), or those whose names
match patterns: --constraints 'var:*'. Several --constraints make several rows.

Without --property, each program's own specifications are used, as by check.

Exit status: 0, 2 if the input or the command line is wrong, 3 if it was
interrupted, or if time ran out before every problem was measured.`,
		Example: `  flavers stats examples/*.tfg
  flavers stats dining_manager.tfg --set N=7 --only neighbours --constraints 'var:*' --constraints 'var:*,task:*'
  flavers stats examples/*.tfg --format markdown --plot stats.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("stats takes at least one PROGRAM; see: flavers stats --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.stats(args, f) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"tfg", "adb"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	f.selection(cmd, "measure only the property of this `name` (repeatable)")
	flags.Choice(cmd, &f.refine, "refine", "all", []string{"none", "all"},
		"constraints made from the program: none or all")
	fl.StringArrayVar(&f.constraintSets, "constraints", nil,
		"only constraints whose names match one of these `patterns`, as 'var:*,task:*' (repeatable: a row for each)")
	flags.Choice(cmd, &f.opt.POR, "por", verify.DefaultRule, verify.Forms(),
		"form of rule normal: early, late or normal (chosen for each problem)")
	flags.Choice(cmd, &f.opt.Order, "order", verify.Orders()[0], verify.Orders(), "order of the search")
	fl.BoolVar(&f.opt.Check, "check", false, "check the result of every stage (slower)")
	f.limits(cmd, 0)
	flags.Choice(cmd, &f.format, "format", "text", []string{"text", "markdown", "csv", "json"},
		"what to print: text, markdown, csv or json")
	f.fileOf(cmd, "json")
	f.farm.Declare(cmd)
	fl.StringVar(&f.plot, "plot", "", "draw what each rule keeps into this `file`, .svg or .png")
	fl.BoolVar(&f.noTimes, "no-times", false, "no times, so that equal input gives equal output")

	must(cmd.MarkFlagFilename("plot", plotFormats...))
	flags.Words(cmd, "constraints")
	a.common(cmd, &f.checkFlags, map[string]string{
		"sarif-output":   "stats measures and finds nothing; flavers check has a SARIF form",
		"html-output":    "stats has no page; --plot F.svg is its picture, and --format markdown its table",
		otherOutput:      "stats has the forms of --format, JSON and --plot",
		"max-executions": "nothing is executed",
		"depth":          "nothing is executed",
		"seed":           "nothing is random here",
	})
	return cmd
}

// stats runs the command. It returns an error for a mistake of the command line, or a failure of the farm or of
// writing. Problems of files are diagnostics.
func (a *app) stats(programs []string, f *statsFlags) error {
	// 1. The command line.
	if err := f.validate(); err != nil {
		return err
	}
	plotFormat := strings.TrimPrefix(filepath.Ext(f.plot), ".")
	if f.plot != "" && !slices.Contains(plotFormats, plotFormat) {
		return fmt.Errorf("--plot %s: the extension must be .%s", f.plot, strings.Join(plotFormats, " or ."))
	}
	f.useJobs()
	f.opt.MaxMemory = f.maxMemory.Limit()
	ctx, end := a.limited(f.farm.Limit(f.opt.Timeout), f.opt.MaxMemory)
	defer end()
	f.opt.Timeout = 0 // the context or the farm ends the work
	in := newInputs(a)
	if len(f.constraintSets) > 0 {
		f.idle["refine"] = "--constraints says which constraints are used"
	}
	f.notes(in)

	// 2. The programs.
	programs = in.Each(programs)
	problems, err := a.statsProblems(in, programs, f)
	if err != nil || f.dump != "" {
		return err
	}
	out := &stats.Report{}
	files, err := f.outputs(in, out, plotFormat)
	if err != nil {
		return err
	}

	// 3. The measurements. If a program cannot be read, nothing is measured: a table without it would mislead.
	if !in.list.HasErrors() {
		measured, err := a.measurer(ctx, problems, f)
		if err != nil {
			return err
		}
		a.measure(ctx, in, programs, measured, f, out)
	}

	// 4. The report.
	a.stage = "reporting"
	in.list.Sort()
	out.Diagnostics = in.list.All
	if in.list.HasErrors() {
		a.status = report.ExitInput
		out.Rows = nil
	}
	if f.noTimes {
		out.ZeroTimes()
	}
	if (interrupted(ctx) || limit.Reason(ctx) == limit.Memory) && a.status == report.ExitHolds {
		a.status = report.ExitOpen
	}
	out.Sum()
	return a.deliver(in, files, &f.checkFlags, func() error {
		switch f.format {
		case "csv":
			return out.WriteCSV(a.out)
		case "markdown":
			return out.WriteMarkdown(a.out, !f.noTimes)
		}
		return out.WriteText(a.out, !f.noTimes)
	})
}

// sets returns the choices of constraints to be compared, one for each row of a property.
func (f *statsFlags) sets() []verify.ConstraintSet {
	if len(f.constraintSets) == 0 {
		return []verify.ConstraintSet{verify.ConstraintSet(f.refine)}
	}
	var sets []verify.ConstraintSet
	for _, s := range f.constraintSets {
		sets = append(sets, verify.ConstraintSet(s))
	}
	return sets
}

// statsProblems reads the programs with their specifications. It reads all of them, even if one has errors, because the
// errors of the others are worth knowing too. With --dump it prints them instead.
func (a *app) statsProblems(in *inputs, programs []string, f *statsFlags) ([]farm.Problem, error) {
	problems := make([]farm.Problem, len(programs))
	for i, program := range programs {
		read := in.Apart()
		p, specs := in.load(program, &f.checkFlags)
		texts := read()
		chosen := in.selectOnly(specs, &f.checkFlags)
		if f.dump != "" {
			if err := a.dump(in, p, chosen, &f.checkFlags); err != nil {
				return nil, err
			}
			continue
		}
		problems[i] = farm.ProblemOf(p, chosen, f.set, texts)
	}
	return problems, nil
}

// measurer returns a function that measures problem i: on a farm, if the command line names one, and else here, where
// each problem gets an equal share of the time that is left.
func (a *app) measurer(ctx context.Context, problems []farm.Problem, f *statsFlags) (
	func(i int) ([]stats.Row, []diag.Diagnostic), error) {
	if f.farm.Farm != "" {
		return f.farm.Stats(ctx, a.err, problems, f.sets(), !f.noTimes, f.opt)
	}
	return func(i int) ([]stats.Row, []diag.Diagnostic) {
		share, free := limit.Share(ctx, len(problems)-i)
		defer free()
		m, done := a.progress(a.stage)
		defer done()
		return verify.Stats(share, problems[i].Program, problems[i].Specs, f.sets(), !f.noTimes, a.watched(f.opt, m))
	}, nil
}

// measure measures the programs one after the other, and adds their rows to out. It warns of patterns of --constraints
// that match no constraint of any program.
func (a *app) measure(ctx context.Context, in *inputs, programs []string,
	measured func(i int) ([]stats.Row, []diag.Diagnostic), f *statsFlags, out *stats.Report) {
	patterns := names.Patterns(f.constraintSets)
	unmatched := map[string]int{} // by pattern: the number of programs in which it matches nothing
	for i, program := range programs {
		if in.list.HasErrors() {
			return
		}
		a.stage = "measuring " + program
		rows, found := measured(i)
		if slices.ContainsFunc(found, unmeasured) {
			a.status = report.ExitOpen
		}
		for i := range rows {
			rows[i].Program, rows[i].Settings = program, f.set.Text()
		}
		for _, pattern := range patterns {
			if !matches(pattern, rows) {
				unmatched[pattern]++
			}
		}
		out.Rows = append(out.Rows, rows...)
		in.list.All = append(in.list.All, found...)
	}
	for _, pattern := range patterns {
		if unmatched[pattern] == len(programs) && !in.list.HasErrors() && ctx.Err() == nil {
			in.list.Warnf(noPos, codes.Unmatched, "--constraints: the pattern %q matches no constraint", pattern).
				WithHint("--dump automata shows the names of all")
		}
	}
}

// unmeasured reports whether a diagnostic says that a problem was not measured.
func unmeasured(d diag.Diagnostic) bool {
	return d.Code == diag.VNotMeasured || d.Code == codes.NoAnswer
}

// matches reports whether a pattern matches a constraint of some row.
func matches(pattern string, rows []stats.Row) bool {
	return slices.ContainsFunc(rows, func(r stats.Row) bool {
		return slices.ContainsFunc(r.Constraints, func(name string) bool { return names.Match(pattern, name) })
	})
}

// plotFormats are the extensions of --plot.
var plotFormats = []string{"svg", "png"}

// outputs prepares the files of --json-output and --plot, which deliver writes. If the input is wrong, nothing is
// drawn.
func (f *statsFlags) outputs(in *inputs, out *stats.Report, plotFormat string) (sinks, error) {
	files, err := in.outputs(&f.checkFlags, writers{"json": func(w io.Writer) error { return out.WriteJSON(w) }})
	if err != nil {
		return nil, err
	}
	draw := func(w io.Writer) error {
		if in.list.HasErrors() {
			return nil
		}
		return plot.Write(w, out)
	}
	if plotFormat != "png" {
		return files, in.output("--plot", f.plot, outfile.Markup(draw))
	}
	return files, in.output("--plot", f.plot, outfile.ContentOf(func(w io.Writer) error {
		var svg bytes.Buffer
		if err := draw(&svg); err != nil || svg.Len() == 0 {
			return err
		}
		picture, err := external.PNG(in.Ctx, svg.Bytes())
		if err != nil {
			return err
		}
		_, err = w.Write(picture)
		return err
	}))
}

package main

// flavers stats: the same problems under each elimination rule, side by side.

import (
	"bytes"
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
	fl.StringVar(&f.jsonOutput, "json-output", "", "write JSON to this `file` as well")
	f.farm.Declare(cmd)
	fl.StringVar(&f.plot, "plot", "", "draw what each rule keeps into this `file`, .svg or .png")
	fl.BoolVar(&f.noTimes, "no-times", false, "no times, so that equal input gives equal output")

	must(cmd.MarkFlagFilename("plot", plotFormats...))
	must(cmd.MarkFlagFilename("json-output", "json"))
	flags.Words(cmd, "constraints")
	a.common(cmd, &f.checkFlags, map[string]string{
		"sarif-output":   "stats measures and finds nothing; flavers check has a SARIF form",
		"html-output":    "stats has no page; --plot F.svg is its picture, and --format markdown its table",
		"max-executions": "nothing is executed",
		"depth":          "nothing is executed",
		"seed":           "nothing is random here",
	})
	return cmd
}

// stats runs the command. Its error is a mistake of the command line, or a failure of the farm or of writing. What is
// wrong with files is a diagnostic.
func (a *app) stats(programs []string, f *statsFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	plotFormat := strings.TrimPrefix(filepath.Ext(f.plot), ".")
	if f.plot != "" && !slices.Contains(plotFormats, plotFormat) {
		return fmt.Errorf("--plot %s: the extension must be .%s", f.plot, strings.Join(plotFormats, " or ."))
	}
	f.useJobs()
	f.opt.MaxMemory = f.maxMemory.Limit()
	sets := []verify.ConstraintSet{verify.ConstraintSet(f.refine)}
	if len(f.constraintSets) > 0 {
		sets = nil
		for _, s := range f.constraintSets {
			sets = append(sets, verify.ConstraintSet(s))
		}
	}
	ctx, end := a.limited(f.farm.Limit(f.opt.Timeout), f.opt.MaxMemory)
	defer end()
	f.opt.Timeout = 0 // ctx has it, or the farm
	in := newInputs(a)
	if len(f.constraintSets) > 0 {
		f.idle["refine"] = "--constraints says which constraints are used"
	}
	f.notes(in)
	out := &stats.Report{}
	unmatched := map[string]int{} // by pattern: in how many programs it matches no constraint
	patterns := names.Patterns(f.constraintSets)
	programs = in.Each(programs)
	problems := make([]farm.Problem, len(programs))
	for i, program := range programs { // the other programs' errors are worth knowing too
		read := in.Apart()
		p, specs := in.load(program, &f.checkFlags)
		texts := read()
		if f.dump != "" {
			if err := a.dump(in, p, in.selectOnly(specs, &f.checkFlags), &f.checkFlags); err != nil {
				return err
			}
			continue
		}
		problems[i] = farm.ProblemOf(p, in.selectOnly(specs, &f.checkFlags), f.set, texts)
	}
	if f.dump != "" {
		return nil
	}
	files, err := f.outputs(in, out, plotFormat)
	if err != nil {
		return err
	}
	measured := func(i int) ([]stats.Row, []diag.Diagnostic) {
		share, free := limit.Share(ctx, len(programs)-i)
		defer free()
		m, done := a.progress(a.stage)
		defer done()
		return verify.Stats(share, problems[i].Program, problems[i].Specs, sets, !f.noTimes, a.watched(f.opt, m))
	}
	if f.farm.Farm != "" && !in.list.HasErrors() {
		if measured, err = f.farm.Stats(ctx, a.err, problems, sets, !f.noTimes, f.opt); err != nil {
			return err
		}
	}
	for i, program := range programs {
		if in.list.HasErrors() {
			break
		}
		a.stage = "measuring " + program
		rows, found := measured(i)
		if slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.VNotMeasured || d.Code == codes.NoAnswer }) {
			a.status = report.ExitOpen
		}
		for i := range rows {
			rows[i].Program, rows[i].Settings = program, f.set.Text()
		}
		for _, pattern := range patterns {
			if !slices.ContainsFunc(rows, func(r stats.Row) bool {
				return slices.ContainsFunc(r.Constraints, func(name string) bool { return names.Match(pattern, name) })
			}) {
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

// plotFormats are the extensions of --plot.
var plotFormats = []string{"svg", "png"}

// outputs names the files of --json-output and --plot, which deliver writes. If the input is wrong, nothing is drawn.
func (f *statsFlags) outputs(in *inputs, out *stats.Report, plotFormat string) (*sinks, error) {
	files, err := in.outputs(&f.checkFlags, forms{json: func(w io.Writer) error { return out.WriteJSON(w) }})
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

package main

// flavers crosscheck: all engines on one program.

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/report"
	"flavers/report/sarif"
	"flavers/verify"
	"flavers/verify/crosscheck"

	"flavers/internal/farm"
	"flavers/internal/flags"
)

// crossFlags are the flags of flavers crosscheck.
type crossFlags struct {
	checkFlags
	cross  crosscheck.Options
	random farm.Random
}

// Limits that the cross-check and every explorer have unless others are given.
const (
	crossTimeout    = time.Minute // for everything
	crossExecutions = 5000
	crossStates     = 1_000_000
	crossDepth      = 200
)

func (a *app) crosscheckCommand() *cobra.Command {
	f := &crossFlags{checkFlags: checkFlags{lacking: silent}}
	cmd := &cobra.Command{
		Use:   "crosscheck {PROGRAM | --random N}",
		Short: "compare the static verdict with every explorer",
		Long: `crosscheck asks the static analysis (as check) and every explorer that finds
everything (as explore) for the same properties of PROGRAM. It prints a line if
they agree, and what disagrees; -v shows what each engine says. Engines that cannot both be right are a bug in flavers: one finds a
violation, a run-time error or a deadlock that another one excludes, or the final
states differ. The executions that were found, and some random ones, are compared with
the MIP edges and with every constraint made from the program.

The engines share the time: what one does not use goes to the next ones. Each has
limits of its own too. An engine that hits a limit answers unknown, which is never
a disagreement. Properties are found as by check; without any, run-time errors,
deadlocks and final states are compared.

--random N cross-checks N random programs, on all processors or in a farm. A program that
engines disagree about is made smaller and printed, with a command that repeats it.

Exit status: 0 all engines agree and nothing is violated, 1 they agree that
something is, 2 the input or the command line is wrong, 3 no engine could answer
for some property, 4 engines disagree.`,
		Example: `  flavers crosscheck dining.tfg
  flavers crosscheck server.tfg --set N=2 --timeout 1m --max-executions 0
  flavers crosscheck --random 1000 --seed 1`,
		Args: f.random.Args(takesOne),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.crosscheck("", f) // of random programs
			}
			return a.one(args, func(p string) error { return a.crosscheck(p, f) })
		},
		ValidArgsFunction: oneProgram,
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	f.selection(cmd, "compare only the property of this `name`, or deadlock, runtime-errors (repeatable)")
	fl.BoolVar(&f.runtimeErrors, "runtime-errors", false,
		"no properties: compare run-time errors, deadlocks and final states")
	f.deadlockFlag(cmd)
	fl.DurationVar(&f.opt.Timeout, "timeout", crossTimeout,
		"`time` for the whole command, which the engines share, as 90s or 5m; 0: no limit")
	fl.Int64Var(&f.cross.MaxExecutions, "max-executions", crossExecutions,
		"`number` of executions of each explorer; 0: no limit")
	fl.Int64Var(&f.cross.MaxStates, "max-states", crossStates, "`number` of states of each explorer; 0: no limit")
	fl.Int64Var(&f.opt.MaxTuples, "max-tuples", 0, "`number` of tuples of the static analysis; 0: no limit")
	f.memoryLimit(cmd)
	fl.IntVar(&f.cross.Depth, "depth", crossDepth, "cut executions at this `length`; 0: at 10000")
	fl.BoolVar(&f.opt.Check, "check", false, "check the result of every stage of the static analysis (slower)")
	a.outputs(cmd, &f.checkFlags, "json", "sarif", "html")
	for _, name := range []string{"timeout", "max-executions", "max-states", "max-tuples", "depth"} {
		flags.Words(cmd, name)
	}
	f.random.Declare(cmd)
	f.farm.Declare(cmd)
	a.common(cmd, &f.checkFlags, nil)
	return cmd
}

// crosscheck runs the command. Its error is a mistake of the command line; what is wrong with files is a diagnostic.
func (a *app) crosscheck(program string, f *crossFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	f.useJobs()
	ctx, end := a.limited(f.random.Limit(&f.farm, f.opt.Timeout), f.maxMemory.Limit())
	defer end()
	if f.random.Programs > 0 {
		a.stage = "cross-checking random programs"
		var err error
		a.status, err = f.random.Run(ctx, &f.farm, a.out, a.err, f.jobs)
		return err
	}
	f.idle["seed"] = "the random executions that are compared with the edges are always the same"
	in := newInputs(a)
	f.notes(in)
	p, specs := in.load(program, &f.checkFlags)
	specs = in.wanted(specs, &f.checkFlags)
	if f.dump != "" {
		return a.dump(in, p, specs, &f.checkFlags)
	}
	out := &report.Crosscheck{Agree: true}
	agreed := &report.Check{Version: report.Version}
	files, err := in.outputs(&f.checkFlags, writers{
		"json": func(w io.Writer) error { return out.WriteJSON(w) },
		"sarif": func(w io.Writer) error {
			return sarif.Write(w, agreed, in.sarif())
		},
		"html": func(w io.Writer) error {
			return a.page(ctx, w, in, p, specs, &f.checkFlags, agreed)
		},
	})
	if err != nil {
		return err
	}
	var static *report.Check // it has the executions of violated properties
	if !in.list.HasErrors() {
		f.cross.Meant = in.Blocks() || f.deadlock == "off"
		f.cross.Only = f.only
		f.cross.Strict, f.cross.MaxTuples = f.opt.Strict, f.opt.MaxTuples
		f.cross.MaxMemory = f.maxMemory.Limit()
		f.cross.Static = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
			opt.Check = f.opt.Check
			static = a.engine.check(ctx, p, specs, opt)
			return static
		}
		a.stage = "cross-checking " + program
		m, end := a.progress(a.stage)
		if m != nil {
			f.cross.Doing, f.cross.Progress = m.Doing, m.Explore
		}
		if f.farm.Farm == "" {
			out = a.engine.crosscheck(ctx, p, specs, f.cross)
		} else {
			x := farm.ProblemOf(p, specs, f.set, in.sources)
			out, static, err = f.farm.Crosscheck(ctx, a.err, x, f.cross, f.opt.Check)
		}
		if end(); err != nil {
			return err
		}
	}
	a.stage = "reporting"
	out.Version, out.Program = report.Version, program
	in.list.All = append(in.list.All, out.Diagnostics...)
	in.list.Sort()
	out.Diagnostics = in.list.All
	if f.noTimes {
		out.ZeroTimes()
	}
	agreed = check.Agreed(in.sourceOf(program, p, specs), out, static)
	a.status = out.ExitCode()
	opt := a.textOptions(&f.checkFlags, program)
	err = a.deliver(in, files, &f.checkFlags, func() error { return out.WriteText(a.out, opt) })
	if a.status == report.ExitInternal {
		fmt.Fprintf(a.err, "flavers: internal error: engines disagree: %s\n", out.Disagreements[0].What)
		a.askForReport()
	}
	return err
}

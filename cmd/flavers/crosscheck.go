package main

// flavers crosscheck: all engines on one program.

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flavers/report"
	"flavers/verify"
)

// crossFlags are the flags of flavers crosscheck.
type crossFlags struct {
	checkFlags
	cross verify.CrossOptions
}

// Limits that every engine has unless others are given: with them all
// examples end within a minute.
const (
	crossTimeout    = 5 * time.Second
	crossExecutions = 5000
	crossStates     = 1_000_000
	crossDepth      = 200
)

func (a *app) crosscheckCommand() *cobra.Command {
	f := &crossFlags{checkFlags: checkFlags{set: settings{}, maxMemory: size{auto: true}, schedule: true}}
	cmd := &cobra.Command{
		Use:   "crosscheck PROGRAM",
		Short: "hold the static verdict against every explorer",
		Long: `crosscheck asks the static analysis (as check) and every explorer that finds
everything (as explore) for the same properties of PROGRAM, and prints one
table. Engines that cannot both be right are a bug in flavers: one finds a
violation, a run-time error or a deadlock that another one excludes, or the final
states differ. The executions that were found, and some random ones, are held
against the MIP edges and against every constraint made from the program.

Every engine has limits. One that is hit makes its verdict unknown, and is never
a disagreement. Properties are found as by check; without any, run-time errors,
deadlocks and final states are compared.

Exit status: 0 all engines agree and nothing is violated, 1 they agree that
something is, 2 the input or the command line is wrong, 3 no engine could answer
for some property, 4 engines disagree.`,
		Example: `  flavers crosscheck dining.tfg
  flavers crosscheck server.tfg --set N=2 --timeout 1m --max-executions 0`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("crosscheck takes one PROGRAM, not %d; see: flavers crosscheck --help", len(args))
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return a.crosscheck(args[0], f) },
		ValidArgsFunction: oneProgram,
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringArrayVar(&f.properties, "property", nil, "`file` with properties to compare (repeatable)")
	fl.StringArrayVar(&f.constraints, "constraint", nil, "`file` with constraints to assume (repeatable)")
	fl.StringVar(&f.opt.Only, "only", "", "compare only the property of this `name`")
	fl.BoolVar(&f.runtimeErrors, "runtime-errors", false, "no properties: compare run-time errors, deadlocks and final states")
	fl.Var(f.set, "set", "set a constant of the program, `NAME=VALUE` (repeatable)")
	fl.BoolVar(&f.opt.Strict, "strict", false, "a symbol that matches nothing in the program is an error")
	fl.DurationVar(&f.opt.Timeout, "timeout", crossTimeout, "`time` for each engine, as 90s or 5m; 0: no limit")
	fl.Int64Var(&f.cross.MaxExecutions, "max-executions", crossExecutions, "`number` of executions of each explorer; 0: no limit")
	fl.Int64Var(&f.cross.MaxStates, "max-states", crossStates, "`number` of states of each explorer; 0: no limit")
	fl.Int64Var(&f.opt.MaxTuples, "max-tuples", 0, "`number` of tuples of the static analysis; 0: no limit")
	fl.Var(&f.maxMemory, "max-memory", "`size` that each engine may use, as 4GiB; auto: 75 % of what there is; 0: no limit")
	fl.IntVar(&f.cross.Depth, "depth", crossDepth, "cut executions at this `length`; 0: at 10000")
	choiceVar(cmd, &f.format, "format", "text", []string{"text", "json"}, "what to print: text or json")
	fl.StringVar(&f.jsonOutput, "json-output", "", "write JSON to this `file` as well")
	choiceVar(cmd, &f.color, "color", "auto", []string{"auto", "always", "never"}, "colours: auto (on a terminal), always or never")
	fl.BoolVar(&f.noTimes, "no-times", false, "print zero for all times, so that equal input gives equal output")
	fl.BoolVarP(&a.verbose, "verbose", "v", false, "print every step of a disagreement")
	for _, name := range []string{"property", "constraint"} {
		must(cmd.MarkFlagFilename(name, "fsa"))
	}
	must(cmd.MarkFlagFilename("json-output", "json"))
	for _, name := range []string{"only", "set", "timeout", "max-executions", "max-states", "max-tuples", "max-memory", "depth"} {
		must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	return cmd
}

// validate finds what is wrong with values and combinations of flags.
func (f *crossFlags) validate() error {
	if err := f.checkFlags.validate(); err != nil {
		return err
	}
	for _, n := range []struct {
		name  string
		value int64
	}{{"max-executions", f.cross.MaxExecutions}, {"max-states", f.cross.MaxStates}, {"depth", int64(f.cross.Depth)}} {
		if n.value < 0 {
			return fmt.Errorf("--%s must not be negative", n.name)
		}
	}
	return nil
}

// crosscheck runs the command; its errors are those of the command line.
func (a *app) crosscheck(program string, f *crossFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	ctx, end := a.interruptible()
	defer end()
	in := newInputs(a)
	p, specs := in.load(program, &f.checkFlags)
	specs = in.wanted(specs, f.opt.Only)
	file, err := in.jsonFile(f.jsonOutput)
	if err != nil {
		return err
	}
	if file != nil {
		defer file.close()
	}
	out := &report.Crosscheck{Agree: true}
	if !in.list.HasErrors() {
		f.cross.Strict, f.cross.Timeout, f.cross.MaxTuples = f.opt.Strict, f.opt.Timeout, f.opt.MaxTuples
		f.cross.MaxMemory = f.maxMemory.limit()
		a.stage = "cross-checking " + program
		if a.err.terminal {
			f.cross.Progress = func(engine, done string) {
				if done != "" {
					done = ": " + done
				}
				a.err.progress(engine + done)
			}
		}
		out = a.engine.crosscheck(ctx, p, specs, f.cross)
		a.err.clear()
	}
	a.stage = "reporting"
	out.Version, out.Program = report.Version, program
	in.list.All = append(in.list.All, out.Diagnostics...)
	in.list.Sort()
	out.Diagnostics = in.list.All
	if f.noTimes {
		out.ZeroTimes()
	}
	a.status = out.ExitCode()
	opt := a.textOptions(&f.checkFlags, program)
	if err := a.deliver(in, file, f.format, out, func() error { return out.WriteText(a.out, opt) }); err != nil {
		return err
	}
	if a.status == report.ExitInternal {
		fmt.Fprintf(a.err, "flavers: internal error: engines disagree: %s\n", out.Disagreements[0].What)
		a.askForReport()
	}
	return nil
}

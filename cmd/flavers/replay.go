package main

// flavers replay: one execution, step by step.

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"flavers/limit"
	"flavers/report"
	"flavers/report/sarif"
	"flavers/verify/explored"
)

func (a *app) replayCommand() *cobra.Command {
	f := &checkFlags{lacking: silent}
	cmd := &cobra.Command{
		Use:   "replay PROGRAM SCHEDULE",
		Short: "run one schedule, step by step",
		Long: `replay executes the steps of SCHEDULE and prints each with the values it changed
and the states of the specifications it moved. SCHEDULE is a schedule as check
and explore print it, or a file that holds one, or - for standard input. Give the
same --set as to check: a schedule is valid for one program and its constants.

Specifications are found as for check; without any, the steps are shown alone.
PROGRAM may also be a trace, FILE.trace, or a Petri net, FILE.pnml, as explore
takes them.

Exit status: 0 the execution violates nothing, 1 it violates a property, or ends
in a run-time error or in a deadlock that is not intended, 2 the input or the command line is wrong, 3 the schedule
cannot be followed, or exceeds a bound of the model.`,
		Example: `  flavers replay dining.tfg 1:3f0a9c12:0,4.1,7
  flavers replay dining.tfg --set N=10 schedule.txt --format json
  flavers replay dining.tfg - --html-output run.html < schedule.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 && (len(args) < 2 || !onlyAda(args[:len(args)-1])) {
				return fmt.Errorf("replay takes a PROGRAM and a SCHEDULE, not %d words: copy both from the last line of a "+
					"violation, \"To run it again: flavers replay ...\"; see: flavers replay --help", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			last := len(args) - 1
			return a.one(args[:last], func(p string) error { return a.replay(p, args[last], f) })
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			switch len(args) {
			case 0:
				return oneInput(nil, args, "")
			case 1:
				return nil, cobra.ShellCompDirectiveDefault
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	f.selection(cmd, "follow only the property of this `name`, beside all constraints (repeatable)")
	fl.BoolVar(&f.runtimeErrors, "runtime-errors", false, "no properties: follow only the program")
	f.deadlockFlag(cmd)
	f.timeLimit(cmd, 0)
	f.memoryLimit(cmd)
	a.outputs(cmd, f, "json", "sarif", "html")
	const short = "a schedule has an end"
	a.common(cmd, f, map[string]string{
		"max-tuples": short, "max-executions": "one execution is made", "depth": short,
		"seed": "nothing is random here", "check": "every step is checked anyway",
	})
	return cmd
}

// replay runs the command. Its error is a mistake of the command line; what is wrong with files is a diagnostic.
func (a *app) replay(program, schedule string, f *checkFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	if program == stdin && schedule == stdin {
		return errors.New("the program and the schedule cannot both be standard input")
	}
	k := kindOf(program)
	if err := k.onlyPrograms(f, program); err != nil {
		return err
	}
	f.useJobs()
	ctx, end := a.limited(f.opt.Timeout, f.maxMemory.Limit())
	defer end()
	in := newInputs(a)
	f.notes(in)
	x := k.read(in, program, f, "")
	p, specs := x.program()
	if f.dump != "" {
		return a.dump(in, p, specs, f)
	}
	text := in.Schedule(schedule)
	var run *replayed
	files, err := in.outputs(f, writers{
		"json":  func(w io.Writer) error { return run.WriteJSON(w) },
		"sarif": func(w io.Writer) error { return sarif.Write(w, run.AsCheck(explored.Properties(specs)), in.sarif()) },
		"html": func(w io.Writer) error {
			return a.page(ctx, w, in, p, specs, f, run.AsCheck(explored.Properties(specs)))
		},
	})
	if err != nil {
		return err
	}
	if _, ok := limit.Within(ctx, func() (none struct{}) {
		if in.list.HasErrors() {
			return none
		}
		a.stage = "replaying " + program
		run = x.replay(a, in, text)
		return none
	}); !ok {
		return limit.CutOffIn(ctx, "replaying "+program)
	}
	if run == nil || in.list.HasErrors() {
		run = &replayed{Run: &report.Run{}}
	}
	run.Meant = in.Blocks() || f.deadlock == "off" || x.stops()
	a.stage = "reporting"
	run.Version, run.Program = report.Version, program
	in.list.Sort()
	run.Diagnostics = in.list.All
	a.status = run.ExitCode()
	return a.deliver(in, files, f, func() error { return run.text(a.textOptions(f, program)) })
}

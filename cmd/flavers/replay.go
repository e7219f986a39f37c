package main

// flavers replay: one execution, step by step.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore/em/trace"
	"flavers/report"
)

func (a *app) replayCommand() *cobra.Command {
	f := &checkFlags{set: settings{}, schedule: true}
	cmd := &cobra.Command{
		Use:   "replay PROGRAM SCHEDULE",
		Short: "run one schedule, step by step",
		Long: `replay executes the steps of SCHEDULE and prints each with the values it changed
and the states of the specifications it moved. SCHEDULE is a schedule as check
prints it for a violated property, or a file that holds one, or - for standard
input. Give the same --set as to check: a schedule is of one program.

Specifications are found as for check; without any, the steps are shown alone.

Exit status: 0 the execution violates nothing, 1 it violates a property or ends
in a run-time error, 2 the input or the command line is wrong, 3 the schedule
cannot be followed.`,
		Example: `  flavers replay dining.tfg 1:3f0a9c12:0,4.1,7
  flavers replay dining.tfg --set N=10 schedule.txt --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("replay takes a PROGRAM and a SCHEDULE, not %d words; see: flavers replay --help", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.replay(args[0], args[1], f) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			switch len(args) {
			case 0:
				return []string{"tfg"}, cobra.ShellCompDirectiveFilterFileExt
			case 1:
				return nil, cobra.ShellCompDirectiveDefault
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringArrayVar(&f.properties, "property", nil, "`file` with properties to follow (repeatable)")
	fl.StringArrayVar(&f.constraints, "constraint", nil, "`file` with constraints to follow (repeatable)")
	fl.Var(f.set, "set", "set a constant of the program, `NAME=VALUE` (repeatable)")
	choiceVar(cmd, &f.format, "format", "text", []string{"text", "json"}, "what to print: text or json")
	for _, name := range []string{"property", "constraint"} {
		must(cmd.MarkFlagFilename(name, "fsa"))
	}
	must(cmd.RegisterFlagCompletionFunc("set", cobra.NoFileCompletions))
	return cmd
}

func (a *app) replay(program, schedule string, f *checkFlags) error {
	if program == stdin && schedule == stdin {
		return errors.New("the program and the schedule cannot both be standard input")
	}
	in := newInputs(a)
	var p *cfg.Program
	var specs []*automata.Spec
	var recorded *trace.Trace
	if trace.Named(program) {
		recorded = in.trace(program, "")
	} else {
		p, specs = in.load(program, f)
	}
	text := in.schedule(schedule)
	if !in.list.HasErrors() {
		a.stage = "replaying " + program
		var run *report.Run
		if recorded != nil {
			run = a.replayTrace(in, program, recorded, text)
		} else {
			var problems diag.List
			run, problems = a.engine.run(p, specs, text)
			in.list.Append(problems)
		}
		if !in.list.HasErrors() {
			a.status = run.ExitCode()
			write := run.WriteText
			if f.format == "json" {
				write = run.WriteJSON
			}
			if err := ignoreWrite(write(a.out), a.out); err != nil {
				return err
			}
		}
	}
	if in.list.HasErrors() {
		a.status = 2
	}
	in.list.Sort()
	return in.list.Write(a.err, in.sources)
}

// schedule is the text of a schedule: the word itself, or what a file of that
// name or standard input holds.
func (in *inputs) schedule(word string) string {
	if word != stdin {
		if _, err := os.Stat(word); errors.Is(err, fs.ErrNotExist) || strings.Contains(word, ":") {
			return word
		}
	}
	text, _ := in.read(word, noPos, "schedule")
	return string(text)
}

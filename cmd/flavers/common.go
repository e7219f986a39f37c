package main

// This file has the flags that every command accepts that reads a program. A command declares those that mean something
// to it, with its own words. The method common adds the others, so that one command line fits all commands:
//
//   - A limit, a seed or a check of results that has no effect on a command is accepted, and a note says so.
//   - A form of output that a command does not have is refused, with the reason.
//
// docs/manual.md has the table.

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/flags"
	"flavers/report"
	"flavers/verify/dump"
)

// commonFlags returns the names of these flags in the order of the manual. -v is not among them, because it is a flag
// of flavers itself.
func commonFlags() []string {
	return slices.Concat([]string{"set", "format"}, fileFlags(true), []string{"timeout", "max-tuples", "max-memory",
		"max-executions", "depth", "seed", "jobs", "check", "allow-outside", "dump"})
}

// otherOutput is the key in the reasons of common for each file of a form that has no reason of its own.
const otherOutput = "output"

// common adds the flags that cmd does not have yet. For each of them, why gives the reason why it means nothing to this
// command, as a clause. Files of forms may lack a reason: then it is only said that the command does not have the form.
func (a *app) common(cmd *cobra.Command, f *checkFlags, why map[string]string) {
	f.cmd, f.idle = cmd, map[string]string{}
	fl := cmd.Flags()
	a.include(cmd)
	for _, name := range commonFlags() {
		if fl.Lookup(name) != nil {
			continue
		}
		reason, ok := why[name]
		if !ok && isFileFlag(name) {
			if reason, ok = why[otherOutput]; !ok {
				reason, ok = cmd.Name()+" does not have this form; flavers check has it", true
			}
		}
		if name == "format" || isFileFlag(name) {
			fl.String(name, "", "refused")
			if f.refused == nil {
				f.refused = map[string]string{}
			}
			f.refused[name] = reason
		}
		switch name {
		case "dump":
			stages := slices.Concat([]string{dump.Source}, dump.Stages)
			flags.Choice(cmd, &f.dump, "dump", "", stages, "print what this stage has, and stop: "+strings.Join(stages, ", "))
			continue
		case "jobs":
			fl.IntVar(&f.jobs, "jobs", 0, "use at most this `number` of processors; 0: all")
			flags.Words(cmd, "jobs")
			continue
		case "allow-outside":
			fl.BoolVar(&f.allowOutside, name, false, "read specifications that the program names outside its folder, too")
			continue
		case "timeout":
			fl.Duration(name, 0, "no effect")
		case "max-tuples", "max-executions":
			fl.Int64(name, 0, "no effect")
		case "max-memory":
			fl.Var(new(flags.Size), name, "no effect")
		case "depth":
			fl.Int(name, 0, "no effect")
		case "seed":
			fl.Uint64(name, 0, "no effect")
		case "check":
			fl.Bool(name, false, "no effect")
		}
		if !ok {
			panic("no reason why " + cmd.Name() + " has no --" + name)
		}
		must(fl.MarkHidden(name))
		if f.refused[name] == "" {
			f.idle[name] = reason
		}
	}
	for name, complete := range map[string]completer{"only": completeOnly, "set": completeSet, "task": completeTask} {
		if fl.Lookup(name) != nil {
			a.completions = append(a.completions, func() {
				must(cmd.RegisterFlagCompletionFunc(name, a.completion(f, complete)))
			})
		}
	}
}

// choice declares the flags that select the checks and set the constants of a program. only is the usage of
// --only.
func (f *checkFlags) choice(cmd *cobra.Command, only string) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.only, "only", nil, only)
	fl.Var(&f.set, "set", "set a constant of the program, `NAME=VALUE` (repeatable)")
	fl.BoolVar(&f.opt.Strict, "strict", true,
		"a symbol that matches nothing in the program is an error; with --strict=false it is a warning")
}

// selection declares the same, and which specifications are read.
func (f *checkFlags) selection(cmd *cobra.Command, only string) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.properties, "property", "p", nil, "`file` with properties (repeatable)")
	fl.StringArrayVar(&f.constraints, "constraint", nil, "`file` with constraints to assume (repeatable)")
	for _, name := range []string{"property", "constraint"} {
		must(cmd.MarkFlagFilename(name, "fsa"))
	}
	f.choice(cmd, only)
}

// limits declares the limits of the static analysis: on time, usual unless the flag is given, and on tuples.
func (f *checkFlags) limits(cmd *cobra.Command, usual time.Duration) {
	f.timeLimit(cmd, usual)
	cmd.Flags().Int64Var(&f.opt.MaxTuples, "max-tuples", 0, "stop after this `number` of tuples; 0: no limit")
	flags.Words(cmd, "max-tuples")
	f.memoryLimit(cmd)
}

func (f *checkFlags) timeLimit(cmd *cobra.Command, usual time.Duration) {
	timeLimit(cmd, &f.opt.Timeout, usual)
}

func timeLimit(cmd *cobra.Command, limit *time.Duration, usual time.Duration) {
	cmd.Flags().DurationVar(limit, "timeout", usual, "stop after this `time` (90s, 5m); 0: no limit")
	flags.Words(cmd, "timeout")
}

// eachLimit declares the limit of time of a single check.
func (f *checkFlags) eachLimit(cmd *cobra.Command, usual time.Duration) {
	cmd.Flags().DurationVar(&f.opt.TimeoutEach, "timeout-per-property", usual,
		"stop each check when it has run for this `time`; 0: no limit")
	flags.Words(cmd, "timeout-per-property")
}

func (f *checkFlags) memoryLimit(cmd *cobra.Command) { memoryLimit(cmd, &f.maxMemory) }

func memoryLimit(cmd *cobra.Command, size *flags.Size) {
	cmd.Flags().Var(size, "max-memory",
		"stop when the process needs more than this `size`, as 4GiB; auto: 75 % of the available memory; 0: no limit")
	flags.Words(cmd, "max-memory")
}

// textLimits are the limits of commands that only read texts.
type textLimits struct {
	timeout time.Duration
	memory  flags.Size
}

func (l *textLimits) declare(cmd *cobra.Command) {
	timeLimit(cmd, &l.timeout, time.Minute)
	memoryLimit(cmd, &l.memory)
}

// confirmed declares the bound on executions that confirm violations.
func (f *checkFlags) confirmed(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.opt.Depth, "depth", 0, "confirm violations by executions of at most this `length` only; 0: any")
	flags.Words(cmd, "depth")
}

// outputs declares the flags of a command whose reports have the given forms, besides text.
func (a *app) outputs(cmd *cobra.Command, f *checkFlags, forms ...string) {
	fl := cmd.Flags()
	formats := printedForms(forms)
	flags.Choice(cmd, &f.format, "format", formats[0], formats, "what to print: "+strings.Join(formats, ", "))
	for _, name := range forms {
		if formOf(name).file != "" {
			f.fileOf(cmd, name)
		}
	}
	flags.Choice(cmd, &f.color, "color", "auto", []string{"auto", "always", "never"},
		"colours: auto (on a terminal), always or never")
	fl.BoolVar(&f.noTimes, "no-times", false, "print zero for all times, so that equal input gives equal output")
}

// given calls do for each flag of the command line that has another value than it would have without being given.
func (f *checkFlags) given(do func(*pflag.Flag)) {
	if f.cmd == nil {
		return
	}
	f.cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Value.String() != flag.DefValue || flag.Value.Type() == "NAME=VALUE" {
			do(flag)
		}
	})
}

// wrongForm returns the error of an output that the command does not have, and of
// negative numbers.
func (f *checkFlags) wrongForm() error {
	var err error
	f.given(func(flag *pflag.Flag) {
		switch {
		case err != nil:
		case f.refused[flag.Name] != "":
			err = fmt.Errorf("--%s: %s", flag.Name, f.refused[flag.Name])
		default:
			err = flags.Negative(flag)
		}
	})
	return err
}

// notes appends a note for each flag that was given and has no effect, or a smaller one.
func (f *checkFlags) notes(in *inputs) {
	f.given(func(flag *pflag.Flag) {
		if why := f.idle[flag.Name]; why != "" {
			in.list.All = append(in.list.All, diag.Diagnostic{Severity: diag.Note, Code: codes.Idle,
				Message: fmt.Sprintf("--%s has no effect here: %s", flag.Name, why)})
		}
	})
	f.bound(in)
}

// useJobs sets the number of processors of the whole process.
func (f *checkFlags) useJobs() {
	if f.jobs > 0 {
		runtime.GOMAXPROCS(min(f.jobs, runtime.NumCPU()))
	}
}

// dump prints one stage's form of the program, and nothing else.
func (a *app) dump(in *inputs, p *cfg.Program, specs []*automata.Spec, f *checkFlags) error {
	in.list.Sort()
	in.list.Write(a.err, in.sources) // a.err remembers that it failed
	if in.list.HasErrors() {
		a.status = report.ExitInput
		return nil
	}
	a.stage = "dumping " + f.dump
	if f.dump == dump.Source {
		_, err := a.out.Write(p.Source(in.sources[p.File]))
		return ignoreWrite(err, a.out)
	}
	return ignoreWrite(a.engine.dump(a.ctx, a.out, f.dump, p, specs, a.watched(f.opt, nil)), a.out)
}

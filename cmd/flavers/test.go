package main

// This file is the command test, which checks all programs below some folders, and compares each with its own lines
// "//! expect".

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/diag"
	"flavers/farm/checks"
	"flavers/farm/job"
	"flavers/internal/codes"
	"flavers/report"
	"flavers/report/tests"
	"flavers/verify"

	"flavers/internal/flags"
)

func (a *app) testCommand() *cobra.Command {
	f := &checkFlags{lacking: silent}
	cmd := &cobra.Command{
		Use:   "test PATH...",
		Short: "check programs against their expected verdicts",
		Long: `test checks every program (*.tfg) below each PATH, a folder or a file, and
compares the verdicts with the lines "//! expect" of the program and of its
specifications:

  //! expect exclusion holds
  //! expect first_come violated
  //! expect no-deadlock

A line is printed for each program. A check without an expectation is
expected to hold. A program without expectations is not checked.

Exit status: 0 all is as expected, 1 something is not, 2 some input or the command
line is wrong, 3 a verdict is possible or unknown where another one is expected,
or no program expects anything.`,
		Example: `  flavers test examples
  flavers test . --timeout 30s --jobs 2 --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("test takes at least one PATH; see: flavers test --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.test(args, f) },
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	f.choice(cmd, "look only at expectations of this `name`: a property, deadlock or runtime-errors (repeatable)")
	flags.Choice(cmd, &f.opt.Refine, "refine", verify.RefineAuto, verify.Refinements,
		"constraints made from the program: auto (as needed), none or all")
	fl.BoolVar(&f.opt.Check, "check", false, "check the result of every stage (slower)")
	f.limits(cmd, 0)
	f.eachLimit(cmd, time.Minute)
	f.confirmed(cmd)
	fl.IntVar(&f.jobs, "jobs", 0, "check this `number` of programs at the same time; 0: one for each processor")
	flags.Choice(cmd, &f.format, "format", "text", []string{"text", "json"}, "what to print: text, json")
	f.fileOf(cmd, "json")
	fl.BoolVar(&f.noTimes, "no-times", false, "no times, so that equal input gives equal output")
	fl.BoolVar(&f.noCache, "no-cache", false, "keep no answers and use none of before")
	f.farm.Declare(cmd)
	flags.Words(cmd, "jobs")
	a.common(cmd, f, map[string]string{
		"sarif-output":   "test reports on programs; flavers check has a SARIF form",
		"html-output":    "test has no page; flavers check has one",
		otherOutput:      "test has text and JSON",
		"max-executions": "the analysis executes nothing but the paths it finds; --max-tuples limits it",
		"seed":           "nothing is random here",
	})
	return cmd
}

// trial is a program to be tested.
type trial struct {
	program string
	in      *inputs
	p       *cfg.Program // nil: it is not checked, and done has the result already
	specs   []*automata.Spec
	opt     check.Options
	list    []report.Expected  // what the program expects
	done    chan tests.Program // gets the result; has room for it
	late    bool               // it could not be read in time
	crash   any                // a panic of the check
}

// test runs the command. It returns an error for a mistake of the command line. Problems of files are diagnostics.
func (a *app) test(paths []string, f *checkFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	if f.dump != "" {
		return errors.New("--dump is for one program: flavers check PROGRAM --dump " + f.dump)
	}
	f.opt.MaxMemory = f.maxMemory.Limit()
	ctx, end := a.limited(0, f.opt.MaxMemory)
	defer end()

	// 1. Read the programs.
	in := newInputs(a)
	f.notes(in)
	out := tests.New()
	var trials []*trial
	programs := in.Programs(paths, f.opt.Timeout)
	cut := a.late
	for _, name := range programs {
		trials = append(trials, a.prepare(ctx, name, f))
	}
	a.late = cut || slices.ContainsFunc(trials, func(t *trial) bool { return t.late }) &&
		!slices.ContainsFunc(trials, func(t *trial) bool { return t.in.list.HasErrors() && !t.late })
	for _, t := range trials {
		in.list.Append(*t.in.list)
		*t.in.list = diag.List{}
		for name, text := range t.in.sources {
			in.sources[name] = text
		}
		in.Used = append(in.Used, t.in.Used...)
	}
	files, err := in.outputs(f, writers{"json": func(w io.Writer) error { return out.WriteJSON(w) }})
	if err != nil {
		return err
	}

	// 2. Check them side by side, and print the results in the order of programs.
	a.stage = "checking programs"
	wait, err := a.inParallel(ctx, trials, f)
	if err != nil {
		return err
	}
	for _, t := range trials {
		one := <-t.done
		if t.crash != nil {
			panic(t.crash)
		}
		out.Add(one)
		if f.noTimes {
			out.ZeroTimes()
			one.Seconds = 0
		}
		if f.format == "text" {
			fmt.Fprintln(a.out, one.Line(a.verbose && !f.noTimes))
		}
	}
	wait()
	for _, t := range trials {
		if t.p != nil {
			in.list.Append(*t.in.list)
		}
	}

	// 3. Report.
	a.stage = "reporting"
	if out.Nothing() && !in.list.HasErrors() {
		in.list.Warnf(noPos, codes.Nothing, "nothing was tested: no program expects anything of a check that is asked for").
			WithHint("write what it expects: //! expect NAME holds, or //! expect no-deadlock")
	}
	in.list.Sort()
	out.Diagnostics = append(out.Diagnostics, in.list.All...)
	a.status = out.ExitCode()
	if a.late && out.Count[tests.Surprise] > 0 { // a program that was not read in time is no wrong input
		a.status = report.ExitViolated
	}
	if f.format == "text" {
		fmt.Fprintln(a.out, out.Summary())
	}
	return a.deliver(in, files, f, func() error { return nil })
}

// prepare reads a program. If it has errors, or expects nothing, the trial is done. The time for reading counts as time
// of the program.
func (a *app) prepare(ctx context.Context, program string, f *checkFlags) *trial {
	t := &trial{program: program, in: newInputs(a), opt: a.options(f), done: make(chan tests.Program, 1)}
	began := time.Now()
	if f.opt.Timeout > 0 {
		reading, end := context.WithTimeout(ctx, f.opt.Timeout)
		defer end()
		t.in.Ctx = reading
	}
	a.late = false
	t.p, t.specs = t.in.load(program, f)
	t.late = a.late
	if f.opt.Timeout > 0 {
		t.opt.Verify.Timeout = max(1, f.opt.Timeout-time.Since(began))
	}
	t.list = f.expectations(t.in, t.specs)
	t.opt.Several = true
	switch {
	case t.late:
		t.done <- tests.Program{Program: program, Result: tests.Open}
	case t.in.list.HasErrors():
		t.done <- tests.Program{Program: program, Result: tests.Wrong}
	case len(t.list) == 0:
		t.done <- tests.Program{Program: program, Result: tests.None}
	default:
		return t
	}
	t.p = nil
	return t
}

// inParallel begins to check the trials that are not done, as many at a time as --jobs allows, here or in a farm. The
// function wait waits for their end.
func (a *app) inParallel(ctx context.Context, trials []*trial, f *checkFlags) (wait func(), err error) {
	pool, end, err := f.farm.Pool(ctx, a.err, f.jobs, f.noCache || f.opt.Check, a.verbose)
	if err != nil {
		return nil, err
	}
	var items []*checks.Item
	var open []*trial
	for _, t := range trials {
		if t.p != nil {
			open = append(open, t)
			items = append(items, &checks.Item{Source: t.in.sourceOf(t.program, t.p, t.specs), Options: t.opt,
				Content: job.ContentOf(t.program, f.set, t.in.sources, t.specs)})
		}
	}
	var group sync.WaitGroup
	group.Go(func() { pool.All(ctx, items, func(i int, x checks.Answer) { open[i].answered(x) }) })
	return func() { group.Wait(); end() }, nil
}

// answered compares the answer about the program with what it expects, and sends the result to done.
func (t *trial) answered(x checks.Answer) {
	t.crash = x.Crash
	one := tests.Program{Program: t.program, Result: tests.Open, Seconds: x.Seconds}
	if c := x.Check; c != nil {
		c.Compare(t.list, t.opt.Verify.Wants(report.RuntimeErrors))
		one = tests.Of(t.program, c, x.Seconds)
		t.in.list.All = c.Diagnostics
	} else if x.Crash == nil {
		t.in.list.Warnf(noPos, codes.NoAnswer, "%s: %s", t.program, x.Why)
	}
	t.done <- one
}

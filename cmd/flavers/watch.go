package main

// This file is the command watch, which checks a program after every save.

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flavers/internal/flags"
	"flavers/internal/printable"
	"flavers/internal/watcher"
	"flavers/limit"
	"flavers/report"
)

func (a *app) watchCommand() *cobra.Command {
	f := &checkFlags{format: "text", lacking: told}
	cmd := &cobra.Command{
		Use:   "watch PROGRAM",
		Short: "check a program again whenever it or a property is saved",
		Long: `watch checks PROGRAM as check does, and again whenever the program or one of its
specifications is saved. A verdict that is new is shown with its execution, one
that is as before in a line. A save during a check begins it anew. An interrupt
(Ctrl-C) ends watching.

Exit status: that of the last check: 0 all hold, 1 violated, 2 some input or the
command line is wrong, 3 possible or unknown, or no check came to its end.`,
		Example: `  flavers watch dining.tfg
  flavers watch dining.tfg --only no_deadlock --timeout 10s`,
		Args: takesOne,
		RunE: func(_ *cobra.Command, args []string) error {
			return a.one(args, func(p string) error { return a.watching(p, f) })
		},
		ValidArgsFunction: oneProgram,
	}
	cmd.Flags().SortFlags = false
	f.selection(cmd, "check only the property of this `name`; deadlock and runtime-errors are names, too (repeatable)")
	f.deadlockFlag(cmd)
	f.fairnessFlag(cmd)
	flags.Choice(cmd, &f.color, "color", "auto", []string{"auto", "always", "never"}, "colours: auto (on a terminal), always or never")
	f.limits(cmd, 0)
	cmd.Flag("timeout").Usage = "stop each check after this `time` (90s, 5m); 0: no limit"
	f.confirmed(cmd)
	const talk = "watching has no end with a report; flavers check makes one"
	a.common(cmd, f, map[string]string{"max-executions": "the analysis executes nothing but the paths it finds; --max-tuples limits it",
		"seed": "nothing is random here", "check": "flavers check --check does it once",
		"format": talk, otherOutput: talk})
	return cmd
}

// watching runs the command. It returns an error for a mistake of the command line. Problems of files are diagnostics.
func (a *app) watching(program string, f *checkFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	switch k := kindOf(program); {
	case k.one != "":
		return fmt.Errorf("watch checks programs, not %s (%s is one by its name)", k.many, program)
	case program == stdin:
		return errors.New("standard input cannot be watched: name a file")
	case f.dump != "":
		return errors.New("watch has no --dump: flavers check " + program + " --dump " + f.dump)
	}
	f.useJobs()
	f.opt.MaxMemory = f.maxMemory.Limit()
	ctx, end := a.limited(0, f.opt.MaxMemory)
	defer end()
	w, err := watcher.New()
	if err != nil {
		return fmt.Errorf("files cannot be watched: %w", err)
	}
	defer w.Close()
	a.status = report.ExitOpen
	known := map[string]report.Verdict{} // the verdicts of the last check
	for first := true; ctx.Err() == nil; first = false {
		in := newInputs(a)
		if first {
			f.notes(in)
		}
		again := a.oneCheck(ctx, w, in, program, f, known)
		a.out.Flush()
		if again {
			continue
		}
		select {
		case <-w.Changed:
		case <-ctx.Done():
		}
	}
	if limit.Reason(ctx) == limit.Memory {
		fmt.Fprintf(a.err, "flavers: watching ends: %s\n", limit.Words(ctx))
		a.status = report.ExitOpen // nothing is known about the files as they are now
	}
	return nil
}

// oneCheck checks the files as they are now, and prints what is new. It returns true if a file was saved meanwhile:
// then the check was given up, and has to be made again.
func (a *app) oneCheck(ctx context.Context, w *watcher.Watcher, in *inputs, program string, f *checkFlags, known map[string]report.Verdict) (again bool) {
	round, cancel := context.WithCancel(ctx)
	defer cancel()
	if f.opt.Timeout > 0 {
		round, cancel = context.WithTimeout(round, f.opt.Timeout)
		defer cancel()
	}
	in.Ctx, a.late = round, false
	p, specs := in.load(program, f)
	specs = in.selectOnly(specs, f)
	select {
	case <-w.Changed: // an old change: the files were read after it
	default:
	}
	w.Set(in.Looked.Files())
	fmt.Fprintf(a.out, "%s  %s\n", time.Now().Format(time.TimeOnly), printable.Line(program))
	if in.list.HasErrors() {
		in.list.Sort()
		a.out.Flush()
		in.list.Write(a.err, in.sources)
		a.status = report.ExitInput
		return false
	}
	a.out.Flush()
	finished, told := make(chan struct{}), make(chan bool)
	go func() {
		select {
		case <-w.Changed:
			cancel()
			told <- true
		case <-finished:
			told <- false
		}
	}()
	c := a.checked(round, in, in.sourceOf(program, p, specs), f, a.options(f))
	close(finished)
	if again = <-told; again || ctx.Err() != nil {
		return again
	}
	in.list.Write(a.err, in.sources)
	c.Diagnostics = nil
	a.status = c.ExitCode()
	a.printNew(c, f, known)
	return false
}

// printNew prints each new verdict with its section, and each other one in a line.
func (a *app) printNew(c *report.Check, f *checkFlags, known map[string]report.Verdict) {
	fresh, same := c.Since(known)
	if len(same) < len(c.Ordered()) {
		fresh.WriteText(a.out, a.textOptions(f, c.Program)) // app.run reports what fails
	}
	for _, r := range same {
		line := fmt.Sprintf("  %s: %s, as before", printable.Line(r.Property), r.Verdict)
		if r.Expected {
			line += " and as expected"
		}
		if r.Schedule != "" {
			line += "; to see it: " + a.again("replay", f, c.Program) + " " + r.Schedule
		}
		fmt.Fprintln(a.out, line)
	}
	clear(known)
	for _, r := range c.Ordered() {
		known[r.Property] = r.Verdict
	}
}

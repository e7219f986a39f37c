package main

// flavers sim: a person chooses the steps.

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/internal/flags"
	"flavers/internal/outfile"
	"flavers/internal/printable"
	"flavers/internal/terminal"
	"flavers/limit"
	"flavers/report"
	"flavers/report/made"
	"flavers/sem"
	"flavers/sim"
	"flavers/verify/follow"
)

func (a *app) simCommand() *cobra.Command {
	f := &checkFlags{lacking: silent}
	var seed uint64
	cmd := &cobra.Command{
		Use:   "sim PROGRAM [SCHEDULE]",
		Short: "execute a program by hand",
		Long: `sim shows what every task of PROGRAM can do, why the others wait, and where the
properties stand; you choose the next step, go back, let tasks run, jump to a
violation, and save the schedule. With SCHEDULE it begins where that ends.

Commands are read from standard input: a terminal, or a file.

Exit status: 0, or 2 if the input or the command line is wrong.`,
		Example: `  flavers sim dining.tfg
  flavers sim dining.tfg --set N=5 1:3f0a9c12:0,4.1,7`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 2 && (len(args) == 0 || !onlyAda(args[:len(args)-1])) {
				return fmt.Errorf("sim takes a PROGRAM and perhaps a SCHEDULE, not %d words; see: flavers sim --help", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			schedule := ""
			if last := len(args) - 1; last > 0 && !onlyAda(args[last:]) {
				args, schedule = args[:last], args[last]
			}
			return a.one(args, func(p string) error { return a.sim(p, schedule, f, seed) })
		},
		ValidArgsFunction: oneProgram,
	}
	cmd.Flags().SortFlags = false
	f.selection(cmd, "follow only the property of this `name`, beside all constraints (repeatable)")
	cmd.Flags().Uint64Var(&seed, "seed", 0, "of random steps: equal `seeds` choose equal steps")
	flags.Choice(cmd, &f.color, "color", "auto", []string{"auto", "always", "never"},
		"colours: auto (on a terminal), always or never")
	f.timeLimit(cmd, 10*time.Second)
	cmd.Flag("timeout").Usage = "read the program, and look for violations (find), for this `time` at most; 0: no limit"
	f.memoryLimit(cmd)
	const by = "a person ends the session"
	const talk = "a session is a conversation; flavers replay makes a report of its schedule"
	a.common(cmd, f, map[string]string{"max-tuples": by, "max-executions": by, "depth": by,
		"check":  "every step is checked anyway",
		"format": talk, otherOutput: talk})
	return cmd
}

func (a *app) sim(program, schedule string, f *checkFlags, seed uint64) error {
	if err := f.validate(); err != nil {
		return err
	}
	if k := kindOf(program); k.one != "" {
		return fmt.Errorf("sim executes programs, not %s (%s is one by its name)", k.many, program)
	}
	if program == stdin {
		return errors.New("the program cannot be standard input: the commands are")
	}
	f.useJobs()
	ctx, end := a.limited(0, f.maxMemory.Limit())
	defer end()
	in := newInputs(a)
	f.notes(in)
	p, specs, walk, err := a.simInputs(ctx, in, program, schedule, f)
	if f.dump != "" {
		return a.dump(in, p, specs, f)
	} else if err != nil {
		return err
	}
	in.list.Sort()
	in.list.Write(a.err, in.sources)
	if in.list.HasErrors() {
		a.status = report.ExitInput
		return nil
	}
	for _, note := range made.Notes(p) {
		fmt.Fprintln(a.err, "Note: "+printable.Line(note))
	}
	a.stage = "executing " + program
	console, err := sim.Open(ctx, a.in, a.out.Raw(), append(sim.Commands(), taskNames(p)...))
	if err != nil {
		return err
	}
	out, look := terminal.NewOutput(console.Out), a.textOptions(f, program)
	out.Colours(look.Color)
	s := sim.New(walk, sim.Options{Lines: console.Lines, Out: out, Width: look.Width, Color: look.Color, Seed: seed,
		Again: a.again("sim", f, program),
		Find:  func() ([]sim.Finding, []string, error) { return a.findings(ctx, in.sourceOf(program, p, specs), f) },
		Save: func(file, schedule string) error {
			t, err := outfile.Find(file)
			if err == nil {
				err = t.Write([]byte(schedule), a.stop)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", printable.Line(file), outfile.Reason(err))
			}
			return nil
		}})
	err = s.Run()
	out.Flush()
	return errors.Join(err, console.Close())
}

// simInputs reads the program and its specifications, and executes the schedule, within the time of one search. walk is
// nil if what was read has errors.
func (a *app) simInputs(ctx context.Context, in *inputs, program, schedule string, f *checkFlags) (p *cfg.Program, specs []*automata.Spec, walk *follow.Walk, err error) {
	if f.opt.Timeout > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, f.opt.Timeout)
		defer end()
	}
	in.Ctx = ctx
	p, specs = in.load(program, f)
	if f.dump != "" || in.list.HasErrors() {
		return p, specs, nil, nil
	}
	text := ""
	if schedule != "" {
		text = in.Schedule(schedule)
	}
	_, ok := limit.Within(ctx, func() (none struct{}) {
		if walk, err = follow.NewWalk(p, specs); err == nil && schedule != "" {
			err = walk.Follow(text)
		}
		return none
	})
	if !ok {
		return p, specs, nil, limit.CutOffIn(ctx, "beginning to execute "+program)
	}
	return p, specs, walk, err
}

// findings returns the executions that a check shows, and the checks without an answer.
func (a *app) findings(ctx context.Context, s *check.Source, f *checkFlags) (out []sim.Finding, open []string, err error) {
	for _, r := range check.Program(ctx, s, a.options(f)).Ordered() {
		if r.Verdict == report.Possible || r.Verdict == report.Unknown {
			open = append(open, r.Property)
		}
		if r.Schedule == "" {
			continue
		}
		steps, loop, _, err := sem.ParseLasso(s.Program, r.Schedule)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, sim.Finding{Name: r.Property, Steps: steps, Loop: loop})
	}
	return out, open, nil
}

func taskNames(p *cfg.Program) []string {
	names := make([]string, len(p.Tasks))
	for i := range names {
		names[i] = p.Tasks[i].Name
	}
	return names
}

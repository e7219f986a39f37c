package farm

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flavers/farm/checks"
	"flavers/farm/job"
	"flavers/farm/seeds"
	"flavers/internal/english"
	"flavers/internal/flags"
	"flavers/internal/printable"
	"flavers/internal/terminal"
	"flavers/internal/version"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/verify/crosscheck/random"
)

// Random is flavers crosscheck --random.
type Random struct {
	Programs uint64 // 0: the flag is not there
	seed     uint64
	cmd      *cobra.Command
}

// Declare declares the flags.
func (x *Random) Declare(cmd *cobra.Command) {
	x.cmd = cmd
	fl := cmd.Flags()
	fl.Uint64Var(&x.Programs, "random", 0, "no PROGRAM: cross-check this `number` of random programs")
	fl.Uint64Var(&x.seed, "seed", 1, "the first `seed` of --random; each program has the next one")
	flags.Words(cmd, "random")
	flags.Words(cmd, "seed")
}

// Args says what the arguments have to be: with --random none, or else what alone says.
func (x *Random) Args(alone cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case x.Programs == 0 && cmd.Flags().Changed("random"):
			return fmt.Errorf("--random 0 is no program")
		case x.Programs == 0:
			return alone(cmd, args)
		case len(args) > 0:
			return fmt.Errorf("--random makes its own programs: it cannot go with %s", args[0])
		}
		return nil
	}
}

// Limit returns the limit of time of this process: the usual one of a program is not one of many programs.
func (x *Random) Limit(f *Flags, timeout time.Duration) time.Duration {
	switch {
	case x.Programs == 0:
		return f.Limit(timeout)
	case x.cmd.Flags().Changed("timeout"):
		return timeout
	}
	return 0
}

// refused returns the error of a flag that means nothing for random programs.
func (x *Random) refused() (err error) {
	x.cmd.Flags().Visit(func(f *pflag.Flag) {
		known := slices.Contains([]string{"random", "seed", "jobs", "timeout", "max-memory", "verbose", "color", "no-times"}, f.Name)
		known = known || f.Name == "format" && slices.Contains([]string{"text", "json"}, f.Value.String())
		if !known && !strings.HasPrefix(f.Name, "farm") && err == nil {
			err = fmt.Errorf("--%s cannot go with --random, which makes its own programs, within limits of its own, and prints text or JSON",
				f.Name)
		}
	})
	return err
}

// Run cross-checks the programs, here, so many jobs at a time (0: one for each processor), or in the farm, and
// prints what came of it. The status is 0, 3 if not all were cross-checked, or 4 if engines disagree.
func (x *Random) Run(ctx context.Context, f *Flags, out io.Writer, console *terminal.Console,
	jobs int) (status int, err error) {
	if err := x.refused(); err != nil {
		return report.ExitInput, err
	}
	if last := x.seed + x.Programs - 1; last < x.seed {
		return report.ExitInput, fmt.Errorf("there are no %d seeds from %d on", x.Programs, x.seed)
	}
	plan := seeds.Plan{From: x.seed, Count: x.Programs, Processes: jobs}
	if plan.Processes <= 0 {
		plan.Processes = runtime.GOMAXPROCS(0)
	}
	var q checks.Queue
	j := job.Job{}
	show := progress(console)
	if f.Farm != "" {
		if j.Version, err = version.Identity(); err != nil {
			return report.ExitInput, err
		}
		farm, err := f.Open(ctx, console, j.Version, show)
		if err != nil {
			return report.ExitInput, err
		}
		defer farm.Close()
		plan.Processes = max(f.number(), farm.Processes(ctx))
		q, show = farm, nil
	} else {
		ctx, end := context.WithCancel(ctx)
		defer end()
		q = seeds.Here(ctx, plan.Processes)
	}
	defer console.Clear()
	sum, began, told := &random.Report{From: x.seed}, time.Now(), time.Now()
	err = seeds.Run(ctx, q, j, plan, func(from, n uint64, r *job.Result) {
		if r.Random == nil {
			fmt.Fprintf(console, "flavers: the seeds %d to %d: %s\n", from, from+n-1, r.Failed)
			return
		}
		sum.Add(r.Random)
		for i := range r.Random.Findings { // at once: the others may take hours
			fmt.Fprintf(console, "flavers: internal error: engines disagree about seed %d\n", r.Random.Findings[i].Seed)
		}
		if show != nil && time.Since(told) > time.Second {
			told = time.Now()
			rate := float64(sum.Programs) / time.Since(began).Seconds()
			show(fmt.Sprintf("%d of %s, %d findings, %.1f a second", sum.Programs, english.Plural(int64(x.Programs), "program"),
				len(sum.Findings), rate))
		}
	})
	if err != nil { // what is known is printed
		fmt.Fprintf(console, "flavers: %s\n", printable.Line(err.Error()))
	}
	slices.SortFunc(sum.Findings, func(a, b random.Finding) int { return cmp.Compare(a.Seed, b.Seed) })
	console.Clear()
	write := x.write
	if x.cmd.Flag("format").Value.String() == "json" {
		write = x.writeJSON
	}
	if err := write(out, sum); err != nil {
		return report.ExitInput, err
	}
	switch {
	case len(sum.Findings) > 0:
		return report.ExitInternal, nil
	case uint64(sum.Programs) < x.Programs:
		return report.ExitOpen, nil
	}
	return report.ExitHolds, nil
}

// write prints what came of the programs.
func (x *Random) write(w io.Writer, sum *random.Report) error {
	var b strings.Builder
	for i := range sum.Findings {
		f := &sum.Findings[i]
		fmt.Fprintf(&b, "seed %d (%s): %s\n", f.Seed, f.Family, f.What)
		if f.Schedule != "" {
			fmt.Fprintf(&b, "schedule: %s\n", f.Schedule)
		}
		fmt.Fprintf(&b, "again: %s\n", commandOf(f.Seed))
		fmt.Fprintf(&b, "program, made smaller from %s:\n\n%s\n%s\n\n", english.Plural(int64(f.Lines), "line"),
			strings.TrimSpace(f.Program), strings.TrimSpace(f.Spec))
	}
	last := x.seed + x.Programs - 1
	if uint64(sum.Programs) < x.Programs {
		fmt.Fprintf(&b, "%d of %s were cross-checked.\n", sum.Programs, english.Plural(int64(x.Programs), "program"))
	}
	fmt.Fprintf(&b, "seeds %d to %d: %s, %s", x.seed, last, english.Plural(int64(sum.Programs), "program"),
		english.Plural(int64(len(sum.Findings)), "disagreement"))
	var parts []string
	for _, v := range outcome.Verdicts() {
		if n := sum.Answers[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", english.Thousands(int64(n)), v))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(&b, "\nanswers of engines: %s\nexecutions held against the static analysis: %s", strings.Join(parts, ", "),
			english.Thousands(int64(sum.Audited)))
	}
	if sum.Unfit > 0 {
		fmt.Fprintf(&b, "\nprograms whose properties do not fit, so that nothing was asked: %d", sum.Unfit)
	}
	fmt.Fprintln(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

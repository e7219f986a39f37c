package main

// This file has the command check: its flags, and what it does for one program. check_all.go does it for several
// programs, check_go.go for the roots of Go packages.
//
// For one program, a.check reads the program and its specifications (in.load), prepares the output files, asks package
// check for the answers (a.checked), and writes the report in the forms that are asked for (a.deliver, sink.go).

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/internal/farm"
	"flavers/internal/flags"
	"flavers/internal/outfile"
	"flavers/internal/printable"
	"flavers/internal/progress"
	"flavers/internal/source"
	"flavers/internal/terminal"
	"flavers/limit"
	"flavers/report"
	"flavers/report/sarif"
	"flavers/verify"
)

// checkFlags are the flags of check. Other commands embed it, because they read programs in the same way, and declare
// those of the flags that mean something to them.
type checkFlags struct {
	// What is checked.
	properties, constraints []string // files
	only                    []string // names of checks
	set                     flags.Settings
	runtimeErrors           bool
	races, partial          check.Switch
	deadlock                string // on or off
	expect                  bool
	allowOutside            bool    // programs may name specifications outside their folder
	lacking                 lacking // what to do about a program without a property

	// How.
	opt       verify.Options
	maxMemory flags.Size
	jobs      int
	noCache   bool
	farm      farm.Flags

	// Go packages.
	bindings  *check.Bindings // of the specifications
	entries   []string        // the wanted roots
	clients   string          // which clients are written
	roots     bool            // print each root
	contracts bool            // show executions in which callers break a contract
	confirm   bool            // run the packages to confirm violations
	gates     string          // folder for the packages as they are run
	keepTests string          // folder for tests that show violations

	// Output.
	dump            string             // the stage to print instead of a report
	format          string             // of standard output
	files           map[string]*string // by form: the file that it goes to (fileOf)
	constraintsFile string
	color           string
	noTimes         bool

	cmd     *cobra.Command    // the command with these flags
	idle    map[string]string // by flag without effect on this command: the reason
	refused map[string]string // by flag that this command does not take: the reason
}

// meant returns an error with the command line that the user probably meant, if this one names no program, or a
// specification in place of a program.
func (f *checkFlags) meant(args []string) error {
	spec := func(s string) bool { return strings.HasSuffix(s, ".fsa") }
	specs := slices.DeleteFunc(slices.Clone(args), func(s string) bool { return !spec(s) })
	programs := slices.DeleteFunc(slices.Clone(args), spec)
	wrong := slices.DeleteFunc(slices.Clone(f.properties), func(s string) bool { return !strings.HasSuffix(s, ".tfg") })
	switch {
	case len(wrong) > 0 && len(programs) == 0:
		return fmt.Errorf("-p names a file with properties, and %s is a program: flavers check %[1]s%s", wrong[0],
			withProperties(specs))
	case len(wrong) > 0:
		return fmt.Errorf("-p names a file with properties, and %s is a program", wrong[0])
	case len(specs) > 0 && len(programs) == 0:
		return fmt.Errorf("%s has properties: which program shall have them? flavers check PROGRAM%s, or "+
			"flavers check %s if its properties are in %s", specs[0], withProperties(specs),
			strings.TrimSuffix(specs[0], ".fsa")+".tfg", specs[0])
	case len(specs) > 0:
		return fmt.Errorf("%s has properties, and is no program: flavers check %s%s", specs[0],
			strings.Join(programs, " "), withProperties(specs))
	case len(args) == 0:
		return errors.New("check takes a PROGRAM, as in: flavers check dining.tfg, or flavers check ./... for all programs " +
			"below this folder; see: flavers check --help")
	}
	return nil
}

// withProperties returns flags for specifications, each with a blank before it.
func withProperties(specs []string) (text string) {
	for _, s := range specs {
		text += " -p " + s
	}
	return text
}

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check PROGRAM...",
		Short: "check the properties of programs",
		Long: `check reads PROGRAM (- is standard input) and says of every property whether it
holds in every execution. PROGRAM may be a folder: then all programs below it are
checked (./... is the same as .). Of several programs, those that need attention
are reported first, and the others in a line each. Files in Ada (.adb, .ads) are
together one program, or one for each main procedure; a project file (.gpr) names
its sources. .go files, and folders that have
no programs but Go files, are checked as Go packages: each root is a program.

Without --property, the properties are in the files that PROGRAM names in lines
"//! property F.fsa", or else in the file that has PROGRAM's name with .fsa. If
there are none, only deadlock and run-time errors are checked.

Exit status: 0 every property holds, 1 one is violated, 2 the input or the
command line is wrong, 3 one is possible or unknown, 4 internal error.`,
		Example: `  flavers check dining.tfg
  flavers check dining.tfg --set N=10 --property order.fsa --constraint fair.fsa
  flavers check dining.tfg --only exclusion --format json
  flavers check ./... --timeout 10s
  flavers check ./server --entry server.TestStop`,
		Args: func(cmd *cobra.Command, args []string) error {
			return f.meant(args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.opt.MaxMemory = f.maxMemory.Limit()
			ctx, end := a.limited(f.opt.Timeout, f.opt.MaxMemory) // files in Ada are read to see how many programs they are
			defer end()
			if program, alone := newInputs(a).Alone(args); alone && !strings.HasSuffix(program, ".go") {
				return a.check(ctx, program, f)
			}
			return a.checkAll(ctx, args, f)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"tfg", "adb"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	f.selection(cmd, "make only the check of this `name`: a property, deadlock or runtime-errors (repeatable)")
	fl.BoolVar(&f.runtimeErrors, "runtime-errors", false,
		"no properties: check only for deadlocks and run-time errors")
	f.deadlockFlag(cmd)
	flags.Choice(cmd, &f.clients, "clients", check.ClientsAuto, check.Clients(),
		"of Go packages, write clients: auto, for what synchronizes in packages other than main; all, also for "+
			"functions that are roots; or none")
	fl.BoolVar(&f.roots, "roots", false, "of Go packages, print each root, with its execution if it is violated, and not "+
		"only the findings")
	fl.BoolVar(&f.contracts, "contracts", false, "of Go packages, also show executions that need callers who use an "+
		"object while or after a method ends its use; without this flag they are counted")
	f.fairnessFlag(cmd)
	fl.StringArrayVar(&f.entries, "entry", nil, "of Go packages, check only this root, `package.Function`, or Function if no other has this name (repeatable)")
	fl.BoolVar(&f.confirm, "confirm", false,
		"of Go packages, run the tests or functions that are violated in the model, with gates that keep to the order of the trace")
	fl.StringVar(&f.keepTests, "keep-tests", "",
		"with --confirm, write clients of which a run has shown a finding as Go tests into this `folder`")
	fl.StringVar(&f.gates, "keep-gates", "", "with --confirm, leave the files with gates and the test binary in this `folder`")
	fl.BoolVar(&f.noCache, "no-cache", false, "keep no answers and use none of before")
	fl.BoolVar(&f.expect, "expect", false,
		"compare with the lines \"//! expect\" of the program and its specifications: the exit status says whether all is as expected")
	flags.Switch(cmd, &f.races, "races",
		"also look for data races: by control flow and locks, and where these leave some open, in up to a million states")
	flags.Switch(cmd, &f.partial, "partial",
		"a task that can never move again while others go on is a deadlock, too; of Go packages it is without this flag")
	flags.Choice(cmd, &f.opt.POR, "por", verify.DefaultRule, verify.Rules(), "elimination of MIP edges")
	flags.Choice(cmd, &f.opt.Refine, "refine", verify.RefineAuto, verify.Refinements,
		"constraints made from the program: auto (as needed), none or all")
	fl.BoolVar(&f.opt.Minimize, "minimize", false,
		"drop constraints while a property still holds, and name the set that suffices")
	fl.BoolVar(&f.opt.NoQuick, "no-quick", false,
		"do not look for a violating execution between rounds of refinement, for comparison")
	fl.BoolVar(&f.opt.NoSymmetry, "no-symmetry", false, "keep interchangeable tasks and values apart, for comparison")
	fl.StringVar(&f.constraintsFile, "constraints-file", "",
		"start refinement from the constraint sets saved in this `file`, and save those of this run")
	flags.Choice(cmd, &f.opt.Order, "order", verify.Orders()[0], verify.Orders(), "order of the search")
	fl.BoolVar(&f.opt.Check, "check", false, "check the result of every stage (slower)")
	f.limits(cmd, 0)
	f.eachLimit(cmd, 0)
	f.confirmed(cmd)
	a.outputs(cmd, f, "json", "sarif", "html", "github")

	must(cmd.MarkFlagFilename("constraints-file", "json"))
	a.common(cmd, f, map[string]string{
		"max-executions": "the analysis executes nothing but the paths it finds; --max-tuples limits it",
		"seed":           "nothing is random here",
	})
	return cmd
}

// deadlockFlag declares --deadlock.
func (f *checkFlags) deadlockFlag(cmd *cobra.Command) {
	flags.Choice(cmd, &f.deadlock, "deadlock", "on", []string{"on", "off"},
		"a deadlock is a violation: on, or off (blocking is intended)")
}

// fairnessFlag declares --fairness.
func (f *checkFlags) fairnessFlag(cmd *cobra.Command) {
	flags.Choice(cmd, &f.opt.Fairness, "fairness", verify.Fairnesses[0], verify.Fairnesses,
		"which executions that go on for ever count: weak, strong, none (all), or off (they are not judged)")
}

// must panics if a declaration of this package is wrong.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// validate returns an error if the value of a flag, or a combination of flags, is not allowed.
func (f *checkFlags) validate() error {
	if err := f.wrongForm(); err != nil {
		return err
	}
	if f.runtimeErrors && (len(f.properties) > 0 || len(f.only) > 0) {
		return fmt.Errorf("--runtime-errors checks no properties: leave out --property and --only")
	}
	if slices.ContainsFunc(f.properties, func(name string) bool { return strings.HasPrefix(name, "roperty") }) {
		return errors.New("unknown flag: -property; did you mean --property?") // -p would have the value roperty
	}
	if f.gates+f.keepTests != "" && !f.confirm {
		return errors.New("--keep-gates and --keep-tests need --confirm")
	}
	f.opt.Only = slices.Clone(f.only)
	return nil
}

// onlyErrors restricts the check to run-time errors and deadlock, if --runtime-errors asks for that.
func (f *checkFlags) onlyErrors() {
	if f.runtimeErrors {
		f.opt.Only = []string{report.RuntimeErrors, report.Deadlock}
	}
}

// notGo refuses the flags for Go packages. It is called if the input is something else.
func (f *checkFlags) notGo() error {
	var names []string
	if f.cmd != nil {
		f.cmd.Flags().Visit(func(flag *pflag.Flag) {
			if flags.OfGo(flag.Name) {
				names = append(names, "--"+flag.Name)
			}
		})
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("%s: only for Go packages, so name a folder, ./... or .go files", strings.Join(names, ", "))
}

// check runs the command for one program, and sets the exit status. It returns an error for a mistake of the command
// line. Problems of files are diagnostics.
func (a *app) check(ctx context.Context, program string, f *checkFlags) error {
	constant, err := f.takeAny()
	if err = errors.Join(err, f.validate(), f.notGo()); err != nil {
		return err
	}
	f.onlyErrors()
	f.useJobs()

	// 1. Read the program and its specifications.
	in := newInputs(a)
	f.notes(in)
	f.lacking = told
	if f.races == check.On { // a check for data races needs no property
		f.lacking = silent
	}
	p, specs := in.load(program, f)
	specs = in.selectOnly(specs, f)

	// 2. Look at the output files before any work, so that a wrong name costs no time.
	c := &report.Check{}
	err = in.output("--constraints-file", f.constraintsFile, outfile.ContentOf(func(w io.Writer) error {
		if in.list.HasErrors() || ctx.Err() != nil {
			return nil
		}
		return source.SaveConstraintSets(w, f.opt.Saved, c)
	}))
	if err != nil {
		return err
	}
	f.opt.Saved = in.ConstraintSets(f.constraintsFile) // the file is read and written
	f.opt.SavedFile = f.constraintsFile
	files, err := in.outputs(f, writers{
		"json":   func(w io.Writer) error { return c.WriteJSON(w) },
		"sarif":  func(w io.Writer) error { return sarif.Write(w, c, in.sarif()) },
		"html":   func(w io.Writer) error { return a.page(ctx, w, in, p, specs, f, c) },
		"github": func(w io.Writer) error { return c.WriteGitHub(w) },
	})
	if err != nil {
		return err
	}

	// 3. Check, and write the report.
	if f.dump != "" {
		return a.dump(in, p, specs, f)
	}
	opt := a.options(f)
	if constant != "" {
		opt.Analysis = a.every(in, program, f, constant)
	} else if !f.noCache {
		opt.Kept = a.kept(in, program, f)
	}
	c = a.checked(ctx, in, in.sourceOf(program, p, specs), f, opt)
	a.status = c.ExitCode()
	return a.deliver(in, files, f, func() error { return a.print(c, f, constants(p, constant)) })
}

// constants returns the values of the constants of a program, as "N=2", but for the one that is each value.
func constants(p *cfg.Program, every string) (list []string) {
	if p == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(p.Constants)) {
		if name != every {
			list = append(list, fmt.Sprintf("%s=%d", name, p.Constants[name]))
		}
	}
	return list
}

// options returns the options of package check that the flags stand for.
func (a *app) options(f *checkFlags) check.Options {
	opt := check.Options{Verify: f.opt, Races: f.races, Partial: f.partial, Analysis: a.engine.check}
	if f.deadlock == "off" {
		opt.Verify.Deadlock = "off"
	}
	return opt
}

// sourceOf returns the program that was read, with its specifications.
func (in *inputs) sourceOf(name string, p *cfg.Program, specs []*automata.Spec) *check.Source {
	return &check.Source{Name: name, Program: p, Specs: specs, Meant: in.Blocks()}
}

// checked checks a program that was read, unless it has errors. The answer has the diagnostics of reading it, too.
func (a *app) checked(ctx context.Context, in *inputs, s *check.Source, f *checkFlags, opt check.Options) *report.Check {
	c := &report.Check{Version: report.Version, Program: s.Name}
	if !in.list.HasErrors() {
		a.stage = "checking " + s.Name
		c = a.watch(opt, func(opt check.Options) *report.Check { return check.Program(ctx, s, opt) })
	}
	a.stage = "reporting"
	in.list.All = append(in.list.All, c.Diagnostics...)
	in.list.Sort()
	c.Diagnostics = in.list.All
	if f.noTimes {
		c.ZeroTimes()
	}
	if f.expect {
		c.Compare(f.expectations(in, s.Specs), opt.Verify.Wants(report.RuntimeErrors))
	}
	return c
}

// limited returns the context of a whole command. It ends at an interrupt, after a time, and when the process needs
// more than so many bytes. A limit of 0 is none. end releases the context.
func (a *app) limited(timeout time.Duration, memory int64) (ctx context.Context, end func()) {
	ctx, free := a.interruptible()
	cancel := func() {}
	if timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, timeout)
	}
	ctx, unwatch := limit.Watch(ctx, memory)
	a.ctx = ctx
	return ctx, func() {
		unwatch()
		cancel()
		free()
	}
}

// interruptible returns a context that the first interrupt cancels. The second interrupt ends the process. end
// releases the context.
func (a *app) interruptible() (ctx context.Context, end func()) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	a.stop = ctx.Done()
	finished, told := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		select {
		case <-ctx.Done():
		case <-finished:
		}
		if ctx.Err() != nil {
			stop() // the next signal ends the process
			fmt.Fprintln(a.err, "flavers: interrupted, stopping; once more to stop at once")
		}
	}()
	return ctx, func() {
		close(finished)
		<-told
		stop()
	}
}

// interrupted reports whether the context of interruptible was cancelled by a signal.
func interrupted(ctx context.Context) bool { return limit.Reason(ctx) == limit.Interrupt }

// watch calls answer, which asks the service of package check, and shows its progress on standard error meanwhile.
func (a *app) watch(opt check.Options, answer func(check.Options) *report.Check) *report.Check {
	m, end := a.progress(a.stage)
	defer end()
	opt.Verify = a.watched(opt.Verify, m)
	if m != nil {
		opt.Progress = m.Explore
	}
	opt.Doing = func(what string) {
		a.stage = what
		m.Doing(what)
	}
	if a.verbose || a.err.Terminal {
		w := terminal.NewAnswers(a.err, a.verbose)
		defer w.End()
		opt.Verify.Answered = func(r *report.Result, known, all int) {
			m.Answered(known, all)
			w.Add(r, known, all)
		}
	}
	return answer(opt)
}

// watched adds the log to the options of a check, and what a progress line shows of it.
func (a *app) watched(opt verify.Options, m *progress.Meter) verify.Options {
	if a.verbose {
		opt.Log = a.err
	}
	if m != nil {
		opt.Progress = m.Check
	}
	return opt
}

// progress shows on a terminal what is being done, until end is called. m is nil if standard error is no terminal.
func (a *app) progress(doing string) (m *progress.Meter, end func()) {
	if a.whole != nil {
		a.whole.Doing(doing)
		return a.whole, a.err.Clear
	}
	if a.err.Terminal {
		m = progress.Start(a.err.Progress, doing)
	}
	return m, func() {
		m.End()
		a.err.Clear()
	}
}

// print writes the report for people.
func (a *app) print(c *report.Check, f *checkFlags, constants []string) error {
	// If no step can fail, the check for run-time errors has no result. Who has asked for it gets a sentence instead.
	some := len(c.Ordered()) > 0
	if c.ErrorFree && (!some || slices.Contains(f.opt.Only, report.RuntimeErrors)) {
		_, err := fmt.Fprintf(a.out, "%s: %s\n", printable.Line(c.Program), report.NoRuntimeError)
		if err != nil || !some {
			return err
		}
	}
	opt := a.textOptions(f, c.Program)
	opt.Constants = constants
	return c.WriteText(a.out, opt)
}

// textOptions returns the options for printing a report as text.
func (a *app) textOptions(f *checkFlags, program string) report.TextOptions {
	width, shown := a.out.Width()
	colours := f.color == "always" || f.color == "auto" && shown && terminal.WantsColour()
	a.out.Colours(colours)
	return report.TextOptions{
		Replay:    a.again("replay", f, program),
		Width:     width,
		Color:     colours,
		Verbose:   a.verbose,
		Roots:     f.roots,
		Contracts: f.contracts,
		Refined:   f.opt.Refine == verify.RefineAll,
	}
}

// ignoreWrite drops an error that app.run reports itself.
func ignoreWrite(err error, w *terminal.Output) error {
	if err != nil && w.Failed != nil {
		return nil
	}
	return err
}

// Command flavers checks the order of events in concurrent programs.
//
//	flavers check dining.tfg
//
// reads the program dining.tfg and the properties of dining.fsa, and says of
// each whether it holds in every execution. The exit status is the worst
// verdict; docs/manual.md is the reference.
//
// This package declares commands and their flags, calls the packages that do the
// work, and sets the exit status: programs are read by internal/source and loaded by
// lang, checked by package check, and printed by report; engine.go has the functions
// that tests replace.
//
// To add a command:
//
//  1. What it computes: elsewhere, in code that knows no flags, with an entry in internal/policy/policy_test.go
//     (allowed) and in docs/design.md.
//  2. A file in cmd/flavers with a method of app that returns its *cobra.Command: takesOne or its like for the
//     arguments, a flags.Choice for each choice of words, and app.common, which adds the flags that every command on
//     programs accepts, with the reason why one has no effect.
//  3. A line for that method in app.root.
//  4. What it does: another method, which reads files with newInputs, writes them with inputs.outputs, and leaves the
//     exit status in app.status.
//  5. Its diagnostics, if there are any, in internal/codes/command.go.
//  6. Its text in docs/manual.md, with a column in the table of common flags.
//  7. Tests that run it, as runReal does: on its own, and in TestCommonFlags and everyCommand.
//
// Only commands and flags that work are declared.
//
// To add a flag of check that changes answers:
//
//  1. A field of verify.Options, whose zero value means that the flag is not given, and a case in Valid if it is a
//     choice; only a whole analysis is a Switch of check.Options.
//  2. Its field of Setting in farm/job/job.go, with For and Options in farm/job/run.go, or its term in Covers there if
//     answers with it are not kept; docs/farm.md names these, too.
//  3. Its line in checkCommand, and what it does not go with in validate, takeAny or onlyOne. If it is not a field of
//     verify.Options, also its field of checkFlags, and its line in the method options in cmd/flavers/check.go. The
//     usage says what 0 means, as "; 0: no limit", and the error for negative numbers repeats it.
//  4. Its name in groups of internal/flags/usage.go and in internal/attack/command.go. Flags in goPackages, which is
//     one of these groups, are refused for other inputs. If memory is taken for the number that it has, its largest
//     value in the function most of internal/flags/bounds.go.
//  5. Whether lsp, lang/golang/analyzer and lang/golang/vettool have it, too. The library has each field of
//     verify.Options.
//  6. docs/manual.md and CHANGELOG.md.
//
// TestCovers, TestFlagsHaveGroups, TestAttackFlags and TestManualIsComplete fail until steps 2, 4 and 6 are done. The
// name of such a flag must not be in without of internal/roots/settings.go: an answer that was kept without the flag
// would be given with it.
//
// To add a flag of check that does not change answers: steps 3 to 6, and its name in without of
// internal/roots/settings.go: then an answer is found again whatever value the flag has.
//
// To add a flag that every command on programs accepts: its declaration where it means something, its name in
// commonFlags of cmd/flavers/common.go, with how it is declared without effect in the method common, and a row in the
// table of common flags in docs/manual.md. common panics for a command that gives no reason why it has no effect.
//
// To add a flag of explore:
//
//  1. A field of Options in explore/model/options.go.
//  2. Its line in exploreCommand, and what it does not go with in the method validate of exploreFlags.
//  3. If only some explorers use it, its name in Flags of explore/explorer.go, in the lists of these explorers in
//     explore/explore.go, and in docs/explorers.md. If it means nothing for traces and nets, its name in programsOnly.
//  4. If parts of an exploration in a farm need it, a field of Setting in farm/job/job.go, with ForExploring and
//     Exploring in farm/job/run.go; otherwise its name in TestForExploring.
//  5. Its name in groups of internal/flags/usage.go and in internal/attack/command.go.
//  6. docs/manual.md and CHANGELOG.md.
//
// TestForExploring, TestAttackFlags and TestManualIsComplete fail until steps 4 to 6 are done.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/farm"
	"flavers/internal/flags"
	"flavers/internal/outfile"
	"flavers/internal/printable"
	"flavers/internal/progress"
	"flavers/internal/properties"
	"flavers/internal/starter"
	"flavers/internal/terminal"
	"flavers/internal/topics"
	"flavers/internal/version"
	"flavers/lang/golang/vettool"
	"flavers/lang/parts"
	"flavers/limit"
	"flavers/report"
	"flavers/verify"
)

func main() {
	// Standard output that nobody reads any more is a failed output like others:
	// files are written all the same. Programs that are started get the signal.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	if vettool.Asked(os.Args[1:]) {
		vettool.Main()
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command, and returns its exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newApp(stdin, stdout, stderr, realEngine()).run(args)
}

// app is one run of the command.
type app struct {
	in     io.Reader
	out    *terminal.Output
	err    *terminal.Console
	engine engine

	ctx     context.Context // of the command, once its flags are known: it ends reading too
	stage   string          // what is being done, for reports of internal errors
	whole   *progress.Meter // of several programs that are checked one after the other; nil: there is one
	late    bool            // a limit ended what was to be read, or to be drawn: nothing is known
	verbose bool
	helpAll bool                   // help has the flags for research, too
	parts   map[string]parts.Parts // of what programs may be made
	folders []string               // where units of all programs are looked for
	// completions register what completes flags. They are called where a shell asks:
	// cobra keeps what is registered, and its command, for as long as the process lives.
	completions []func()

	status int             // exit status if no error is returned
	stop   <-chan struct{} // closed by an interrupt; nil before a command that looks for one
}

func newApp(stdin io.Reader, stdout, stderr io.Writer, e engine) *app {
	return &app{in: stdin, out: terminal.NewOutput(stdout), err: terminal.NewConsole(stderr), engine: e, stage: "command line", ctx: context.Background(),
		parts: map[string]parts.Parts{}}
}

func (a *app) run(args []string) (status int) {
	defer func() {
		if bug := recover(); bug != nil {
			a.err.Clear()
			stack := debug.Stack()
			if c, ok := bug.(*verify.Crash); ok {
				stack = c.Stack
			}
			status = a.internalError(bug, stack)
		}
	}()
	root := a.root()
	args = slices.Clone(args)
	if args == nil {
		args = []string{} // cobra would take os.Args for nil
	}
	if i := slices.Index(args, "--"+flags.AllName); i >= 0 && !slices.Contains(args[:i], "--") {
		a.helpAll, args[i] = true, "--help"
	}
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		// What is wrong with them cobra writes to standard error as it is.
		for i := range args {
			args[i] = printable.Line(args[i])
		}
		flags.Complete(root)
		for _, register := range a.completions {
			register()
		}
	}
	root.SetArgs(args)
	err := root.Execute()
	if err != nil {
		a.complain(err)
	}
	if a.out.Flush(); a.out.Failed != nil {
		a.complain(fmt.Errorf("cannot write the output: %w", outfile.Reason(a.out.Failed)))
	}
	if cut := new(limit.CutOff); errors.As(err, &cut) && a.out.Failed == nil && a.err.Failed == nil {
		return report.ExitOpen
	}
	if err != nil || a.out.Failed != nil || a.err.Failed != nil { // of the last nobody can be told
		return report.ExitInput
	}
	if a.late && a.status == report.ExitInput {
		return report.ExitOpen
	}
	return a.status
}

// complain prints an error, each of several on a line.
func (a *app) complain(err error) {
	var several interface{ Unwrap() []error }
	if errors.As(err, &several) {
		for _, e := range several.Unwrap() {
			a.complain(e)
		}
		return
	}
	var use *usageError
	usage := ""
	if errors.As(err, &use) {
		usage = use.usage
	}
	fmt.Fprintf(a.err, "flavers: %s\n%s", printable.Line(strings.TrimSpace(err.Error())), usage)
}

// usageError is an error of the command line that is followed by what would be
// right.
type usageError struct{ text, usage string }

func (e *usageError) Error() string { return e.text }

// internalError tells of a bug in this program.
func (a *app) internalError(bug any, stack []byte) int {
	fmt.Fprintf(a.err, "flavers: internal error while %s: %v\n", printable.Line(a.stage), bug)
	if a.verbose {
		a.err.Write(stack)
	} else {
		fmt.Fprintln(a.err, "  -v shows where.")
	}
	a.askForReport()
	return report.ExitInternal
}

// askForReport says what to do about a bug.
func (a *app) askForReport() {
	fmt.Fprintln(a.err, "  This is a bug in flavers, and no verdict was reached. Please report it with the program,")
	fmt.Fprintf(a.err, "  the specification, the command line, and this version: %s\n", version.String())
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "flavers",
		Short: "check the order of events in concurrent programs",
		Long: `flavers checks properties of the order of events in concurrent programs: it says
of each property whether it holds in every execution, or shows an execution
that violates it.`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: false},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			if meant := elsewhere[args[0]]; meant != "" {
				return fmt.Errorf("there is no command %s: %s", args[0], meant)
			}
			var names []string
			for _, c := range cmd.Commands() {
				names = append(names, c.Name())
			}
			if near := diag.Suggest(args[0], names); near != "" {
				return fmt.Errorf("unknown command %q; did you mean %s?", args[0], near)
			}
			return fmt.Errorf("unknown command %q; see: flavers --help", args[0])
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if on, err := cmd.Flags().GetBool("version"); on && err == nil {
				_, err = fmt.Fprintf(a.out, "flavers %s\n", version.String())
				return err
			}
			return &usageError{"no command is given", cmd.UsageString()}
		},
	}
	root.Flags().Bool("version", false, "print the version")
	root.PersistentFlags().BoolVarP(&a.verbose, "verbose", "v", false, "log what each stage does; print every step of a trace, times, and the stack of an internal error")
	root.PersistentFlags().Bool(flags.AllName, false, "help with the flags for research and comparison, too")
	root.SetUsageFunc(func(cmd *cobra.Command) error { return flags.Usage(cmd.OutOrStdout(), cmd, a.helpAll) })
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flags.Error)
	root.SetHelpCommand(topics.Help())
	for _, g := range a.groups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, command := range g.commands {
			c := command()
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	root.AddCommand(farm.Process(a.in, a.out.Raw()))
	root.AddCommand(append(topics.Commands(), explorersTopic())...)
	flags.Completion(root)
	return root
}

// elsewhere are words that people try as commands, and what does what they mean.
var elsewhere = map[string]string{
	"reach":  "a property asks whether something can happen, property q { reach EVENT }, and check answers it",
	"run":    "sim executes a program by hand, explore all of its executions, and check decides its properties",
	"verify": "check does it",
	"prove":  "check does it",
	"draw":   "render does it, as in: flavers render PROGRAM -o picture.svg",
	"show":   "render draws a program, and sim executes it by hand",
	"race":   "check --races looks for data races",
	"new":    "init writes a program to begin with",
	"events": "check PROGRAM --dump events lists them",
}

// group is commands that are listed together.
type group struct {
	title    string
	commands []func() *cobra.Command
}

// groups returns all commands, in the order of the list of help. Most people need the first two groups.
func (a *app) groups() []group {
	return []group{
		{"To begin with", []func() *cobra.Command{a.checkCommand, starter.Command,
			func() *cobra.Command { return codes.Command(a.out) }}},
		{"To look at a program", []func() *cobra.Command{a.simCommand, a.replayCommand, a.renderCommand, a.watchCommand}},
		{"For many programs", []func() *cobra.Command{a.testCommand, a.fmtCommand, a.lintCommand,
			func() *cobra.Command { return properties.Command(a.out) },
			func() *cobra.Command { return farm.Worker(a.err) }, func() *cobra.Command { return farm.Farm(a.out) }}},
		{"For editors and installation", []func() *cobra.Command{a.lspCommand, topics.Man, a.versionCommand}},
		{"For research", []func() *cobra.Command{a.exploreCommand, a.crosscheckCommand, a.statsCommand}},
	}
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.out, "flavers %s\n", version.String())
			return ignoreWrite(err, a.out)
		},
	}
}

// Command flavers checks the order of events in concurrent programs.
//
//	flavers check dining.tfg
//
// reads the program dining.tfg and the properties of dining.fsa, and says of
// each whether it holds in every execution. The exit status is the worst
// verdict; docs/manual.md is the reference.
//
// This package has flags, files, the terminal and exit statuses, and nothing
// else: programs are loaded by package lang, checked by verify, and printed by
// report; engine.go is the only file that calls the first two.
//
// To add a command: 1. a file with a function that returns its
// *cobra.Command, 2. a line in app.root, 3. its text in docs/manual.md. Only
// commands and flags that work are declared.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flavers/report"
	"flavers/verify"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole command; it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newApp(stdin, stdout, stderr, realEngine()).run(args)
}

// app is one run of the command.
type app struct {
	in     io.Reader
	out    *failing
	err    *console
	engine engine

	stage   string // what is being done, for reports of internal errors
	verbose bool
	status  int // exit status if no error is returned
}

func newApp(stdin io.Reader, stdout, stderr io.Writer, e engine) *app {
	return &app{in: stdin, out: &failing{w: stdout}, err: newConsole(stderr), engine: e, stage: "command line"}
}

func (a *app) run(args []string) (status int) {
	defer func() {
		if bug := recover(); bug != nil {
			a.err.clear()
			stack := debug.Stack()
			if c, ok := bug.(*verify.Crash); ok {
				stack = c.Stack
			}
			status = a.internalError(bug, stack)
		}
	}()
	root := a.root()
	if args == nil {
		args = []string{} // cobra would take os.Args for nil
	}
	root.SetArgs(args)
	if err := root.Execute(); err != nil {
		fmt.Fprintf(a.err, "flavers: %s\n", strings.TrimSpace(err.Error()))
		return report.ExitInput
	}
	if a.out.failed != nil {
		fmt.Fprintf(a.err, "flavers: cannot write the output: %v\n", a.out.failed)
		return report.ExitInput
	}
	return a.status
}

// internalError tells of a bug in this program.
func (a *app) internalError(bug any, stack []byte) int {
	fmt.Fprintf(a.err, "flavers: internal error while %s: %v\n", a.stage, bug)
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
	fmt.Fprintf(a.err, "  the specification, the command line, and this version: %s\n", version())
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "flavers",
		Short: "check the order of events in concurrent programs",
		Long: `flavers checks properties of the order of events in concurrent programs: it says
of each property whether it holds in every execution, or shows an execution
that violates it.`,
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: false},
		RunE: func(cmd *cobra.Command, args []string) error {
			return errors.New("no command is given\n" + cmd.UsageString())
		},
	}
	root.PersistentFlags().BoolVarP(&a.verbose, "verbose", "v", false, "tell what each stage does; print every step of a trace, and times; of an internal error, the stack")
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetVersionTemplate("flavers {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(a.helpCommand())
	root.AddCommand(a.checkCommand(), a.exploreCommand(), a.crosscheckCommand(), a.replayCommand(), a.statsCommand(), a.renderCommand(), a.manCommand(), a.explainCommand(), a.versionCommand())
	root.AddCommand(topicCommands()...)
	completionCommand(root)
	return root
}

// wanted says what values the types of pflag have.
var wanted = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint64": "a whole number, not negative",
	"duration": "a time with its unit, as 90s, 5m or 1h30m", "bool": "true or false",
}

// flagError adds what was probably meant to an error of the command line.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &invalid):
		if want := wanted[invalid.GetFlag().Value.Type()]; want != "" {
			return fmt.Errorf("invalid argument %q for \"--%s\" flag: it must be %s", invalid.GetValue(), invalid.GetFlag().Name, want)
		}
		return err
	case !errors.As(err, &missing):
		return err
	}
	name := missing.GetSpecifiedName()
	if group := missing.GetSpecifiedShortnames(); group != "" {
		name, _, _ = strings.Cut(group, "=") // -property: one dash too few
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	near := nearest(name, known)
	for _, k := range known {
		if k == name {
			near = k
		}
	}
	if near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; see: %s --help", err, cmd.CommandPath())
}

// failing remembers the first failed write, so that a full disk is no success.
type failing struct {
	w      io.Writer
	failed error
}

func (f *failing) Write(b []byte) (int, error) {
	n, err := f.w.Write(b)
	if err != nil && f.failed == nil {
		f.failed = err
	}
	return n, err
}

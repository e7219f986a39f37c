package main

// flavers fmt: programs and specifications in one layout.

import (
	"errors"
	"fmt"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"flavers/diag"
	"flavers/internal/outfile"
	"flavers/lang/format"
	"flavers/report"
)

// fmtFlags are the flags of flavers fmt.
type fmtFlags struct{ write, list, diff, spec bool }

func (a *app) fmtCommand() *cobra.Command {
	f := &fmtFlags{}
	cmd := &cobra.Command{
		Use:   "fmt [PATH]...",
		Short: "format programs and specifications",
		Long: `fmt writes programs (*.tfg) and specifications (*.fsa) in one layout: blanks,
indentation, blank lines. Comments and the ends of lines stay where they are, and
so does the meaning. A PATH is a file or a folder; ./... is a folder, too. Without
one, standard input is formatted. Without -w, -l and -d the texts are printed.

A file that cannot be parsed is left as it is.

Exit status: 0, or 1 if -l or -d without -w finds a file that is not formatted, or 2
if some input or the command line is wrong.`,
		Example: `  flavers fmt -w .
  flavers fmt -l ./...           # in continuous integration
  flavers fmt --spec < order.fsa`,
		RunE: func(_ *cobra.Command, args []string) error { return a.fmt(args, f) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"tfg", "fsa"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.BoolVarP(&f.write, "write", "w", false, "write the files instead of printing them")
	fl.BoolVarP(&f.list, "list", "l", false, "print the names of files that are not formatted")
	fl.BoolVarP(&f.diff, "diff", "d", false, "print what formatting changes")
	fl.BoolVar(&f.spec, "spec", false, "standard input is a specification")
	return cmd
}

// fmt runs the command; its errors are those of the command line.
func (a *app) fmt(paths []string, f *fmtFlags) error {
	if len(paths) == 0 {
		paths = []string{stdin}
	}
	ctx, end := a.limited(0, 0)
	defer end()
	in := newInputs(a)
	var failed []error
	for _, path := range paths {
		files := []string{stdin}
		switch {
		case path != stdin:
			files = in.Below([]string{path}, 0, "program or specification", ".tfg", ".fsa")
		case f.write:
			return errors.New("standard input cannot be written: -w is for files")
		}
		for _, name := range files {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := a.fmtFile(in, name, f); err != nil {
				failed = append(failed, fmt.Errorf("%s cannot be written: %w", name, outfile.Reason(err)))
			}
		}
	}
	in.list.Sort()
	in.list.Write(a.err, in.sources)
	if in.list.HasErrors() {
		a.status = report.ExitInput
	}
	return errors.Join(failed...)
}

// fmtFile formats one file; its error is that of writing it.
func (a *app) fmtFile(in *inputs, name string, f *fmtFlags) error {
	a.stage = "formatting " + name
	src, ok := in.Read(name, noPos, "program")
	if !ok {
		return nil
	}
	as := name
	if name == stdin && f.spec {
		as = "-.fsa"
	}
	out, problems := format.Source(as, src)
	if problems.HasErrors() {
		for i := range problems.All {
			problems.All[i].Pos.Filename = name
		}
		in.list.Append(diag.List{All: problems.All})
		return nil
	}
	same := string(out) == string(src)
	switch {
	case !f.write && !f.list && !f.diff:
		a.out.Write(out)
		return nil
	case same:
		return nil
	}
	if f.list {
		fmt.Fprintln(a.out, name)
	}
	if f.diff {
		fmt.Fprint(a.out, udiff.Unified(name, name+" (formatted)", string(src), string(out)))
	}
	if f.write {
		return outfile.Replace(name, out)
	}
	a.status = report.ExitViolated
	return nil
}

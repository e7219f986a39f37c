// Package formatter is `flavers fmt`: programs and specifications of files in one layout.
//
//	f := &formatter.Flags{List: true}
//	changed, err := f.Run(reader, os.Stdout, []string{"./..."})
//
// prints the names of the files that are not formatted. Package format has the layout. Ada programs have none:
// gnatpp formats them.
package formatter

import (
	"errors"
	"fmt"
	"go/token"
	"io"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"flavers/diag"
	"flavers/internal/outfile"
	"flavers/internal/source"
	"flavers/lang/format"
	"flavers/lang/parts"
	"flavers/limit"
)

// Flags are the flags of flavers fmt.
type Flags struct{ Write, List, Diff, Spec bool }

// Command declares the command flavers fmt. Its arguments and flags go to run, which the command line tool has.
func Command(run func(paths []string, f *Flags) error) *cobra.Command {
	f := &Flags{}
	cmd := &cobra.Command{
		Use:   "fmt [PATH]...",
		Short: "format programs and specifications",
		Long: `fmt writes programs (*.tfg) and specifications (*.fsa) in one layout: blanks,
indentation, blank lines. Comments and the ends of lines stay where they are, and
so does the meaning. A PATH is a file or a folder; ./... is a folder, too. Without
one, standard input is formatted. Without -w, -l and -d the texts are printed.

A file that cannot be parsed is left as it is. Programs in Ada are not formatted:
gnatpp does that; the specifications beside them are.

Exit status: 0, or 1 if -l or -d without -w finds a file that is not formatted, or 2
if some input or the command line is wrong, or 3 if a limit ended the run.`,
		Example: `  flavers fmt -w .
  flavers fmt -l ./...           # in continuous integration
  flavers fmt --spec < order.fsa`,
		RunE: func(_ *cobra.Command, args []string) error { return run(args, f) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"tfg", "fsa"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.BoolVarP(&f.Write, "write", "w", false, "write the files instead of printing them")
	fl.BoolVarP(&f.List, "list", "l", false, "print the names of files that are not formatted")
	fl.BoolVarP(&f.Diff, "diff", "d", false, "print what formatting changes")
	fl.BoolVar(&f.Spec, "spec", false, "standard input is a specification")
	return cmd
}

// Run formats the files that paths name, or standard input. It reports whether -l or -d, without -w, found a file that
// is not formatted. Problems in files go to the list of r. The error is one of the command line, of writing, or of a
// limit.
func (f *Flags) Run(r *source.Reader, out io.Writer, paths []string) (changed bool, err error) {
	if len(paths) == 0 {
		paths = []string{source.Stdin}
	}
	var failed []error // of writing: the other files are formatted all the same
	for _, path := range paths {
		files := []string{source.Stdin}
		switch {
		case parts.Ada(path):
			return changed, fmt.Errorf("%s: fmt has no layout for Ada; gnatpp formats it", path)
		case path != source.Stdin:
			files = r.Below([]string{path}, 0, "program or specification", ".tfg", ".fsa")
		case f.Write:
			return changed, errors.New("standard input cannot be written: -w is for files")
		}
		for _, name := range files {
			if r.Ctx.Err() != nil {
				return changed, limit.CutOffIn(r.Ctx, "formatting; "+name+" is the first file that was not formatted")
			}
			found, err := f.file(r, out, name)
			if changed = changed || found; err != nil {
				failed = append(failed, fmt.Errorf("%s cannot be written: %w", name, outfile.Reason(err)))
			}
		}
	}
	return changed, errors.Join(failed...)
}

// file formats one file, as Run does. Its error is that of writing the file.
func (f *Flags) file(r *source.Reader, w io.Writer, name string) (changed bool, err error) {
	*r.Stage = "formatting " + name
	src, ok := r.Read(name, token.Position{}, "program")
	if !ok {
		return false, nil
	}
	language := name // its extension decides
	if name == source.Stdin && f.Spec {
		language = "-.fsa"
	}
	out, problems := source.Within(r, "file", name, func() ([]byte, diag.List) {
		return format.SourceUntil(limit.New(r.Ctx), language, src)
	})
	if problems.HasErrors() {
		for i := range problems.All {
			problems.All[i].Pos.Filename = name
		}
		r.List.Append(diag.List{All: problems.All})
		return false, nil
	}
	same := string(out) == string(src)
	switch {
	case !f.Write && !f.List && !f.Diff:
		_, err := w.Write(out)
		return false, err
	case same:
		return false, nil
	}
	if f.List {
		fmt.Fprintln(w, name)
	}
	if f.Diff {
		diff, problems := source.Within(r, "file", name, func() (string, diag.List) {
			return udiff.Unified(name, name+" (formatted)", string(src), string(out)), diag.List{}
		})
		r.List.Append(problems)
		fmt.Fprint(w, diff)
	}
	if f.Write {
		return false, outfile.Replace(name, out)
	}
	return true, nil
}

package starter

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flavers/internal/flags"
	"flavers/internal/outfile"
	"flavers/internal/printable"
)

// Command is flavers init.
func Command() *cobra.Command {
	var kind string
	var list bool
	var kinds []string
	for _, k := range Kinds() {
		kinds = append(kinds, k.Name)
	}
	cmd := &cobra.Command{
		Use:   "init [NAME]",
		Short: "write a small program with properties, to begin with",
		Long: `init writes a small program, NAME.tfg (or NAME.adb, in Ada), and its properties, NAME.fsa. Their
comments say what they show, which verdicts to expect and what to try. Without
NAME, the kind is the name; a NAME that is a kind, as in flavers init actors,
chooses it. A file that exists is never written.

Exit status: 0, or 2 if the files cannot be written or the command line is wrong.`,
		Example: `  flavers init --list
  flavers init actors
  flavers init pool --kind channels && flavers check pool.tfg`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("init takes one NAME, not %d; see: flavers init --help", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				for _, k := range Kinds() {
					fmt.Fprintf(cmd.OutOrStdout(), "%-11s %s\n", k.Name, k.What)
				}
				return nil
			}
			if len(args) == 1 && slices.Contains(kinds, args[0]) && !cmd.Flags().Changed("kind") {
				kind = args[0]
			}
			return start(cmd.OutOrStdout(), strings.Join(append(args, kind)[:1], ""), kind)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().SortFlags = false
	flags.Choice(cmd, &kind, "kind", kinds[0], kinds, "how the tasks meet")
	cmd.Flags().BoolVar(&list, "list", false, "list the kinds")
	return cmd
}

// start writes both files, or none.
func start(out io.Writer, name, kind string) error {
	ext := extension(kind)
	base := strings.TrimSuffix(name, ext)
	program, spec := Texts(kind, filepath.Base(base))
	texts := []struct{ name, text string }{{base + ext, program}, {base + ".fsa", spec}}
	for i, t := range texts {
		err := outfile.Create(t.name, []byte(t.text))
		if err == nil {
			continue
		}
		for _, written := range texts[:i] {
			os.Remove(written.name) // the first error is the one that counts
		}
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists, and nothing is written; choose another NAME: flavers init NAME --kind %s", t.name,
				kind)
		}
		return fmt.Errorf("%s cannot be written: %w", t.name, outfile.Reason(err))
	}
	fmt.Fprintf(out, "%s%s and %s.fsa are written. To check them: flavers check %s\n", printable.Line(base), ext,
		printable.Line(base), flags.ShellFile(base+ext))
	return nil
}

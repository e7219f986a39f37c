// Package properties lists and prints the properties of the standard library of Go that are in the command.
package properties

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"flavers/diag"
	"flavers/lang/golang/library"
)

// Command is flavers properties, which writes to out.
func Command(out io.Writer) *cobra.Command {
	return &cobra.Command{
		Use:   "properties [NAME]",
		Short: "list the properties of the standard library of Go, or print one",
		Long: `properties lists the files of properties of Go packages that are in the command:
each can be checked by its name, as in

  flavers check ./... --property go:files

and is printed by: flavers properties go:files. How to make one for other
functions, docs/go.md says.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return errors.New("properties takes at most one NAME; see: flavers properties --help")
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return library.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				text, err := Text(args[0])
				if err == nil {
					_, err = out.Write(text)
				}
				return err
			}
			var b strings.Builder
			for _, name := range library.Names() {
				text, _ := library.Text(name)
				fmt.Fprintf(&b, "%s\n", name)
				for _, line := range library.About(text) {
					fmt.Fprintf(&b, "    %s\n", line)
				}
			}
			_, err := io.WriteString(out, b.String())
			return err
		},
	}
}

// Text returns the text of properties that are in the command. The error says what there is.
func Text(name string) ([]byte, error) {
	if text, ok := library.Text(name); ok {
		return text, nil
	}
	if near := diag.Suggest(name, library.Names()); near != "" {
		return nil, fmt.Errorf("there are no properties %s; did you mean %s?", name, near)
	}
	return nil, fmt.Errorf("there are no properties %s; there are: %s", name, strings.Join(library.Names(), ", "))
}

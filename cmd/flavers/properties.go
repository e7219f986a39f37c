package main

// flavers properties: those of the standard library of Go, by name.

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"flavers/diag"
	"flavers/lang/golang/library"
)

func (a *app) propertiesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "properties [NAME]",
		Short: "list the properties of the standard library of Go, or print one",
		Long: `properties lists the files of properties of Go packages that are in the command:
each can be checked by its name, as in

  flavers check ./... --property go:files

and is printed by: flavers properties go:files. What to change there to make one
for other functions, docs/go.md says.`,
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
				text, ok := library.Text(args[0])
				if !ok {
					return noLibrary(args[0])
				}
				_, err := a.out.Write(text)
				return ignoreWrite(err, a.out)
			}
			var b strings.Builder
			for _, name := range library.Names() {
				text, _ := library.Text(name)
				fmt.Fprintf(&b, "%s\n", name)
				for _, line := range library.About(text) {
					fmt.Fprintf(&b, "    %s\n", line)
				}
			}
			_, err := a.out.Write([]byte(b.String()))
			return ignoreWrite(err, a.out)
		},
	}
}

// libraryText is the text of properties that are in the command.
func libraryText(name string) ([]byte, error) {
	if text, ok := library.Text(name); ok {
		return text, nil
	}
	return nil, noLibrary(name)
}

// noLibrary is what is wrong with a name that begins as those of the library.
func noLibrary(name string) error {
	if near := diag.Suggest(name, library.Names()); near != "" {
		return fmt.Errorf("there are no properties %s; did you mean %s?", name, near)
	}
	return fmt.Errorf("there are no properties %s; there are: %s", name, strings.Join(library.Names(), ", "))
}

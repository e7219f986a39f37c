package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Completion adds the command of cobra that prints completion scripts to root. cobra prints help if no shell is named,
// or one that it does not know; here that is an error.
func Completion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	i := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == "completion" })
	cmd := root.Commands()[i]
	cmd.Use, cmd.Short = "completion SHELL", "print a completion script for a shell"
	var shells []string
	for _, c := range cmd.Commands() {
		shells = append(shells, c.Name())
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("completion takes a SHELL: %s", strings.Join(shells, ", "))
		}
		return fmt.Errorf("no completion for the shell %q; there are %s", args[0], strings.Join(shells, ", "))
	}
}

package main

// flavers explain and flavers version.

import (
	"fmt"

	"github.com/spf13/cobra"

	"flavers/internal/codes"
	"flavers/internal/version"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "explain [CODE]...",
		Short:   "explain the code of a diagnostic, as T201; without CODE, list them all",
		Example: "  flavers explain C101",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, e := range codes.All() {
				names = append(names, cobra.CompletionWithDesc(string(e.Code), e.Title))
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return codes.Explain(a.out, args) },
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

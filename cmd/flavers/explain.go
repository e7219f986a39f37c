package main

// flavers explain and flavers version.

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"flavers/internal/codes"
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
			_, err := fmt.Fprintf(a.out, "flavers %s\n", version())
			return ignoreWrite(err, a.out)
		},
	}
}

// version is the module's version and the commit it was built from, as far as
// the build recorded them, and the Go version.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown build)"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	var revision, modified string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = " " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " with changes"
		}
	}
	return v + revision + modified + " " + info.GoVersion
}

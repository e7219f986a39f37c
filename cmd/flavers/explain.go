package main

// flavers explain and flavers version.

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flavers/diag"
	"flavers/explore/em/trace"
	"flavers/explore/lpor/petri"
	"flavers/internal/source"
)

// explanations are those of all front ends and of the command, by code.
func explanations() []diag.Explanation {
	all := slices.Concat(diag.Explanations(), trace.Explanations(), petri.Explanations(), source.Explanations(), commandCodes())
	slices.SortStableFunc(all, func(a, b diag.Explanation) int { return strings.Compare(string(a.Code), string(b.Code)) })
	return all
}

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "explain [CODE]...",
		Short:   "explain the code of a diagnostic, as T201; without CODE, list them all",
		Example: "  flavers explain C101",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var codes []string
			for _, e := range explanations() {
				codes = append(codes, cobra.CompletionWithDesc(string(e.Code), e.Title))
			}
			return codes, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.explain(args) },
	}
}

func (a *app) explain(codes []string) error {
	all := explanations()
	if len(codes) == 0 {
		for _, e := range all {
			fmt.Fprintf(a.out, "%s  %s\n", e.Code, e.Title)
		}
		return nil
	}
	var known []string
	for _, e := range all {
		known = append(known, string(e.Code))
	}
	var found []diag.Explanation
	for _, code := range codes {
		i := slices.Index(known, strings.ToUpper(code))
		if i < 0 {
			err := fmt.Errorf("no diagnostic has the code %q; \"flavers explain\" lists them", code)
			if near := diag.Suggest(strings.ToUpper(code), known); near != "" {
				err = fmt.Errorf("%w; did you mean %s?", err, near)
			}
			return err
		}
		found = append(found, all[i])
	}
	for i, e := range found {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		fmt.Fprintf(a.out, "%s: %s\n", e.Code, e.Title)
		if text := strings.TrimSpace(e.Text); text != "" {
			fmt.Fprintf(a.out, "\n%s\n", text)
		}
	}
	return nil
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

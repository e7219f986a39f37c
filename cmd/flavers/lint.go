package main

// flavers lint: warnings of what may be a mistake.

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/flags"
	"flavers/internal/source"
	"flavers/lang/parts"
	"flavers/limit"
	"flavers/report"
)

func (a *app) lintCommand() *cobra.Command {
	var ignore []string
	var kinds []string
	limits := &textLimits{}
	for _, e := range codes.All() {
		if e.Code.Lint() {
			kinds = append(kinds, string(e.Code))
		}
	}
	cmd := &cobra.Command{
		Use:   "lint PATH...",
		Short: "warn of what may be a mistake in programs",
		Long: `lint looks at every program (*.tfg, *.adb) below each PATH, a folder or a file, and at
its specifications, for what has a meaning but may be a mistake: code that is
never reached, names that nobody uses, locks that are never released, channels
with one side, events that no property names. "flavers explain" tells more about
each code; a line "//! ignore CODE" in a program leaves a warning out.

Exit status: 0, or 1 if there are warnings, or 2 if some input or the command line
is wrong, or 3 if a limit ended the run.`,
		Example: `  flavers lint .
  flavers lint dining.tfg --ignore T406`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("lint takes at least one PATH; see: flavers lint --help")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			for _, code := range ignore {
				if !slices.Contains(kinds, code) {
					return fmt.Errorf("--ignore takes a code of lint, not %q: %s to %s", code, kinds[0], kinds[len(kinds)-1])
				}
			}
			return a.lint(args, ignore, limits)
		},
	}
	a.include(cmd)
	cmd.Flags().StringArrayVar(&ignore, "ignore", nil, "do not warn of this `code` (repeatable)")
	flags.Words(cmd, "ignore", kinds...)
	limits.declare(cmd)
	return cmd
}

// lint runs the command. Its error is a mistake of the command line; what is wrong with files is a diagnostic.
func (a *app) lint(paths, ignore []string, limits *textLimits) error {
	ctx, end := a.limited(limits.timeout, limits.memory.Limit())
	defer end()
	in := newInputs(a)
	for _, name := range in.Programs(paths, 0) {
		if ctx.Err() != nil {
			return limit.CutOffIn(ctx, "looking at programs; "+name+" is the first that was not looked at")
		}
		a.lintProgram(in, name, ignore)
	}
	in.list.Sort()
	in.list.All = slices.CompactFunc(in.list.All, func(x, y diag.Diagnostic) bool { return x.Pos == y.Pos && x.Code == y.Code && x.Message == y.Message })
	in.list.Write(a.err, in.sources)
	switch {
	case in.list.HasErrors():
		a.status = report.ExitInput
	case len(in.list.All) > 0:
		a.status = report.ExitViolated
	}
	return nil
}

// lintProgram appends the warnings of one program.
func (a *app) lintProgram(in *inputs, name string, ignore []string) {
	l := in.Load(name, source.Wanted{Own: true})
	src, ok := in.sources[parts.File(name)]
	if !ok {
		return
	}
	for _, d := range l.Directives {
		if d.Word == "ignore" {
			ignore = append(slices.Clip(ignore), d.Args...)
		}
	}
	var named []string // nil without specifications
	if len(l.Files) > 0 {
		named = []string{}
	}
	_, warnings := source.Within(in.Reader, "program", name, func() (none struct{}, _ diag.List) {
		for _, f := range l.Files {
			named = append(named, a.engine.names(f.Name, in.sources[f.Name])...)
		}
		return none, a.engine.lint(name, src, named)
	})
	for _, d := range warnings.All {
		if !slices.Contains(ignore, string(d.Code)) {
			in.list.All = append(in.list.All, d)
		}
	}
}

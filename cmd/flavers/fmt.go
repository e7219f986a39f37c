package main

// flavers fmt: programs and specifications in one layout.

import (
	"github.com/spf13/cobra"

	"flavers/internal/formatter"
	"flavers/report"
)

func (a *app) fmtCommand() *cobra.Command {
	limits := &textLimits{}
	cmd := formatter.Command(func(paths []string, f *formatter.Flags) error {
		_, end := a.limited(limits.timeout, limits.memory.Limit())
		defer end()
		in := newInputs(a)
		changed, err := f.Run(in.Reader, a.out, paths)
		in.list.Sort()
		in.list.Write(a.err, in.sources)
		switch {
		case in.list.HasErrors():
			a.status = report.ExitInput
		case changed:
			a.status = report.ExitViolated
		}
		return err
	})
	limits.declare(cmd)
	return cmd
}

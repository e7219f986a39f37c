// Package command is flavers lsp as a command of cobra:
//
//	cmd := command.New(func(opt lsp.Options) error { ... lsp.Serve(ctx, in, out, opt) ... })
package command

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flavers/internal/flags"
	"flavers/internal/version"
	"flavers/lsp"
)

// New returns the command; serve serves an editor.
func New(serve func(lsp.Options) error) *cobra.Command {
	timeout, memory := time.Minute, flags.Size{}
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "serve an editor: the Language Server Protocol over standard input and output",
		Long: `lsp is started by editors, not by people. It speaks the Language Server Protocol
over standard input and output: diagnostics with quick fixes while a program or a
specification is typed, completion, hover, definitions and references across both,
renaming, an outline, and "check" and "explore" above each property. docs/editor.md
says how to set up an editor.

Exit status: 0 the editor ended the session, 1 it left without a shutdown request,
2 the command line is wrong.`,
		Example: `  flavers lsp --timeout 30s`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("lsp takes no words, not %d; see: flavers lsp --help", len(args))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := flags.Negative(cmd.Flag("timeout")); err != nil {
				return err
			}
			return serve(lsp.Options{Version: version.String(), Timeout: timeout, Memory: memory.Limit()})
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.DurationVar(&timeout, "timeout", timeout, "`time` for one check or exploration, as 90s or 5m; 0: no limit")
	fl.Var(&memory, "max-memory",
		"stop a check, or reading a file, when the process needs more than this `size`, as 4GiB; auto: 75 % of the available "+
			"memory; 0: no limit")
	fl.Bool("stdio", true, "what some editors add; there is no other way")
	_ = fl.MarkHidden("stdio") // it is declared
	flags.Words(cmd, "timeout")
	flags.Words(cmd, "max-memory")
	return cmd
}

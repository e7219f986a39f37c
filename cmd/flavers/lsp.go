package main

// flavers lsp: the server for editors.

import (
	"errors"

	"github.com/spf13/cobra"

	"flavers/lsp"
	lspcommand "flavers/lsp/command"
)

func (a *app) lspCommand() *cobra.Command {
	return lspcommand.New(func(opt lsp.Options) error {
		ctx, end := a.interruptible()
		defer end()
		a.stage = "serving an editor"
		err := lsp.Serve(ctx, a.in, a.out.Raw(), opt)
		if errors.Is(err, lsp.ErrLeft) {
			a.status = 1
		}
		if err != nil && err != lsp.ErrLeft { // an editor that is just gone needs no word
			a.complain(err)
		}
		return nil
	})
}

package main

// flavers man: the manual as man pages.

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "write man pages into a directory",
		Long: `man writes one man page for each command into DIR, which is created if it does
not exist: flavers.1, flavers-check.1, ... To read one: man DIR/flavers-check.1`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("man takes one DIR, not %d; see: flavers man --help", len(args))
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("man %s: %w", args[0], reason(err))
			}
			root := cmd.Root()
			root.InitDefaultCompletionCmd()
			root.DisableAutoGenTag = true
			// Same input, same bytes out: the date is not that of the day.
			date := time.Unix(0, 0).UTC()
			header := &doc.GenManHeader{Title: "FLAVERS", Section: "1", Source: "flavers", Manual: "flavers", Date: &date}
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return fmt.Errorf("man %s: %w", args[0], reason(err))
			}
			return nil
		},
	}
}

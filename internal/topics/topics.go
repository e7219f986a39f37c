// Package topics is flavers help, of commands and of topics that are no commands, and flavers
// man: the same as man pages.
package topics

import (
	"embed"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"flavers/diag"
	"flavers/internal/manpage"
	"flavers/internal/outfile"
)

//go:embed texts/*.txt
var texts embed.FS

// topics are the names of the files and what they are about.
var topics = []struct{ name, short string }{
	{"verdicts", "what holds, violated, possible and unknown mean"},
	{"language", "the language of programs, .tfg"},
	{"specifications", "the language of properties and constraints, .fsa"},
	{"exit-codes", "the exit statuses"},
}

// Commands are commands that only have a text; cobra lists them as
// further help topics.
func Commands() []*cobra.Command {
	var all []*cobra.Command
	for _, t := range topics {
		text, err := texts.ReadFile("texts/" + t.name + ".txt")
		if err != nil {
			panic(err) // it is in the binary
		}
		all = append(all, &cobra.Command{Use: t.name, Short: t.short, Long: strings.TrimSpace(string(text))})
	}
	return all
}

// Help is cobra's, except that an unknown topic is an error.
func Help() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND or TOPIC]",
		Short: "help about a command or a topic",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if len(args) == 0 {
				for _, c := range cmd.Root().Commands() {
					if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
						names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || target == nil || len(rest) > 0 {
				var names []string
				for _, c := range cmd.Root().Commands() {
					names = append(names, c.Name())
				}
				if near := diag.Suggest(strings.Join(args, " "), names); near != "" {
					return fmt.Errorf("no help on %q; did you mean %s?", strings.Join(args, " "), near)
				}
				return fmt.Errorf("no help on %q; there are: %s", strings.Join(args, " "), strings.Join(names, ", "))
			}
			target.InitDefaultHelpFlag()
			target.InitDefaultVersionFlag()
			return target.Help()
		},
	}
}

// Man is flavers man.
func Man() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "write man pages into a directory",
		Long: `man writes a man page for each command, and for each topic of help, into DIR,
which is created if it does not exist: flavers.1, flavers-check.1, ...,
flavers-language.7. To read one: man DIR/flavers-check.1`,
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
				return fmt.Errorf("man %s: %w", args[0], outfile.Reason(err))
			}
			topic, err := texts.ReadFile("texts/exit-codes.txt")
			if err != nil {
				return err
			}
			_, exit, _ := strings.Cut(string(topic), "\n")
			return manpage.Write(cmd.Root(), exit, args[0])
		},
	}
}

package codes

import (
	"io"

	"github.com/spf13/cobra"
)

// Command is flavers explain, which writes to out.
func Command(out io.Writer) *cobra.Command {
	return &cobra.Command{
		Use:     "explain [CODE]...",
		Short:   "explain the code of a diagnostic, as T201; without CODE, list them all",
		Example: "  flavers explain C101",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, e := range All() {
				names = append(names, cobra.CompletionWithDesc(string(e.Code), e.Title))
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return Explain(out, args) },
	}
}

package flags

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file prints the usage of a command: its flags in the groups of the table groups, and the commands below it in
// the groups that cobra knows.

// AllName is the flag that prints the flags for research, too.
const AllName = "help-all"

// research is the group that only --help-all prints, and man pages.
const research = "For research and comparison"

// goPackages is the group of the flags that mean something for Go packages only.
const goPackages = "Go packages"

// OfGo reports whether a flag means something for Go packages only.
func OfGo(name string) bool { return Group(name) == goPackages }

// group has the names of flags that belong together. A name that ends in "-", as "farm-", stands for all flags that
// begin with it, and one that begins with "-", as "-output", for all that end with it.
type group struct {
	title string
	names []string
}

// groups lists the groups in the order in which they are printed. Flags in no group are printed before them.
var groups = []group{
	{"What is checked", []string{"property", "constraint", "only", "set", "strict", "runtime-errors", "deadlock", "fairness",
		"races", "partial", "expect", "random", "coverage", "allow-outside"}},
	{"Limits", []string{"timeout", "timeout-per-property", "max-memory", "max-tuples", "max-executions", "max-states", "depth",
		"jobs"}},
	{"Output", []string{"output", "format", "-output", "color", "no-times", "plot"}},
	{goPackages, []string{"clients", "entry", "confirm", "keep-tests", "keep-gates"}},
	{"Ada programs", []string{"include"}},
	{"Farms of many machines", []string{"farm", "farm-", "max-time", "metrics", "log-"}},
	{research, []string{"por", "refine", "minimize", "no-quick", "no-symmetry", "constraints-file", "constraints", "order",
		"check",
		"dump", "no-cache", "search", "net", "initial", "stateless", "dependence", "bug-depth", "classes",
		"seed", "shortest", "no-", "sections", "deterministic", "highest-first"}},
}

// Group returns the title of the group of a flag, or "" if the flag is in none. A whole name counts more than a part
// of one: --no-cache may be in another group than the other flags that begin with "no-".
func Group(name string) string {
	whole := func(n string) bool { return n == name }
	part := func(n string) bool {
		return strings.HasSuffix(n, "-") && strings.HasPrefix(name, n) || strings.HasPrefix(n, "-") && strings.HasSuffix(name, n)
	}
	for _, matches := range []func(string) bool{whole, part} {
		for _, g := range groups {
			if slices.ContainsFunc(g.names, matches) {
				return g.title
			}
		}
	}
	return ""
}

// Usage prints the usage of a command. If all is set, that includes the flags for research.
func Usage(w io.Writer, cmd *cobra.Command, all bool) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [command]\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	commands(&b, cmd)
	hidden := local(&b, cmd, all)
	if cmd.HasAvailableInheritedFlags() {
		fmt.Fprintf(&b, "\nGlobal Flags:\n%s\n", strings.TrimRight(cmd.InheritedFlags().FlagUsages(), " \n"))
	}
	if hidden > 0 {
		fmt.Fprintf(&b, "\n%d more flags are for research and comparison: %s --%s\n", hidden, cmd.CommandPath(), AllName)
	}
	if cmd.HasHelpSubCommands() {
		b.WriteString("\nTopics of help:\n")
		for _, c := range cmd.Commands() {
			if c.IsAdditionalHelpTopicCommand() {
				fmt.Fprintf(&b, "  %-22s  %s\n", c.CommandPath(), c.Short)
			}
		}
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nMore about a command: %s [command] --help\n", cmd.CommandPath())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// commands prints the commands below one, group by group.
func commands(b *strings.Builder, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	list := func(title, id string) {
		first := true
		for _, c := range cmd.Commands() {
			if !c.IsAvailableCommand() || c.GroupID != id {
				continue
			}
			if first {
				fmt.Fprintf(b, "\n%s:\n", title)
			}
			first = false
			fmt.Fprintf(b, "  %-*s %s\n", cmd.NamePadding(), c.Name(), c.Short)
		}
	}
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID)
	}
	list(cmp.Or(map[bool]string{true: "More commands"}[len(cmd.Groups()) > 0], "Commands"), "")
}

// local prints the flags of a command, group by group. It returns the number of flags for research that it left out.
func local(b *strings.Builder, cmd *cobra.Command, all bool) (hidden int) {
	if !cmd.HasAvailableLocalFlags() {
		return 0
	}
	sets := map[string]*pflag.FlagSet{}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		title := Group(f.Name)
		if title == research && !all && !f.Hidden {
			hidden++
		}
		if sets[title] == nil {
			sets[title] = pflag.NewFlagSet(title, pflag.ContinueOnError)
			sets[title].SortFlags = false
		}
		sets[title].AddFlag(f)
	})
	show := func(title, heading string) {
		if sets[title] == nil || title == research && !all {
			return
		}
		if text := strings.TrimRight(sets[title].FlagUsages(), " \n"); text != "" {
			fmt.Fprintf(b, "\n%s:\n%s\n", heading, text)
		}
	}
	show("", "Flags")
	for _, g := range groups {
		show(g.title, g.title)
	}
	return hidden
}

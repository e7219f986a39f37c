// Package manpage turns the commands of a program into man pages: one for each
// command, in section 1, and one for each topic of help, in section 7.
//
//	manpage.Write(root, exitStatuses, "man") // man/flavers.1, man/flavers-check.1, ...
//
// A page has no date: equal programs have equal pages.
package manpage

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flavers/internal/outfile"
)

// Write writes the page of a command, and those of the commands below it, into a
// folder. exit is about exit statuses, for the page of the root.
func Write(cmd *cobra.Command, exit, dir string) error {
	name, section := pageName(cmd)
	if err := outfile.Replace(filepath.Join(dir, name+"."+section), []byte(page(cmd, exit))); err != nil {
		return fmt.Errorf("man %s: %w", dir, outfile.Reason(err))
	}
	for _, c := range cmd.Commands() {
		if c.Hidden {
			continue
		}
		if err := Write(c, exit, dir); err != nil {
			return err
		}
	}
	return nil
}

// pageName returns the name of a page without its section. Topics are in section 7.
func pageName(cmd *cobra.Command) (name, section string) {
	section = "1"
	if cmd.IsAdditionalHelpTopicCommand() {
		section = "7"
	}
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-"), section
}

// roff collects a page.
type roff struct{ strings.Builder }

func (r *roff) section(name string) { fmt.Fprintf(r, ".SH %s\n", name) }

// text writes what is no request of its own: a backslash is doubled, a minus is
// one that can be copied, and a line must not begin with a dot or a quote.
func (r *roff) text(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

// literal writes lines as they are.
func (r *roff) literal(lines []string) {
	r.WriteString(".PP\n.nf\n")
	for _, l := range lines {
		r.WriteString(r.text(l) + "\n")
	}
	r.WriteString(".fi\n")
}

// prose writes paragraphs, which blank lines separate. Lines that are indented,
// and the line before them, keep their form.
func (r *roff) prose(text string) {
	for _, paragraph := range strings.Split(strings.Trim(strings.TrimRight(text, " \n"), "\n"), "\n\n") {
		lines := strings.Split(strings.Trim(paragraph, "\n"), "\n")
		formed := false
		for _, l := range lines {
			formed = formed || strings.HasPrefix(l, " ") || strings.HasPrefix(l, "\t")
		}
		if formed {
			r.literal(lines)
			continue
		}
		r.WriteString(".PP\n")
		for _, l := range lines {
			r.WriteString(r.text(l) + "\n")
		}
	}
}

// exitStatuses are those of commands whose help says nothing of them.
const exitStatuses = "Exit status: 0, or 2 if the command line is wrong or the output cannot be written."

// page returns the page of one command.
func page(cmd *cobra.Command, rootExit string) string {
	r := &roff{}
	name, section := pageName(cmd)
	fmt.Fprintf(r, ".TH \"%s\" \"%s\" \"\" \"flavers\" \"FLAVERS\"\n.nh\n.ad l\n", r.text(strings.ToUpper(name)), section)
	r.section("NAME")
	fmt.Fprintf(r, "%s \\- %s\n", r.text(name), r.text(cmd.Short))
	long, exit := cmd.Long, exitStatuses
	if long == "" {
		long = strings.ToUpper(cmd.Short[:1]) + cmd.Short[1:] + "."
	}
	if i := strings.Index(long, "Exit status: "); i >= 0 {
		long, exit = long[:i], long[i:]
	}
	switch {
	case section == "7":
		r.section("DESCRIPTION")
		r.literal(strings.Split(strings.TrimSpace(long), "\n"))
		r.seeAlso(cmd)
		return r.String()
	case cmd.HasParent():
		r.section("SYNOPSIS")
		fmt.Fprintf(r, ".B %s\n", r.text(cmd.UseLine()))
	default:
		r.section("SYNOPSIS")
		fmt.Fprintf(r, ".B %s\n\\fICOMMAND\\fP [\\fIARGUMENT\\fP...] [\\fIFLAG\\fP...]\n", r.text(name))
		exit = rootExit
	}
	r.section("DESCRIPTION")
	r.prose(long)
	if cmd.HasAvailableSubCommands() {
		r.section("COMMANDS")
		for _, c := range cmd.Commands() {
			if !c.Hidden && !c.IsAdditionalHelpTopicCommand() {
				fmt.Fprintf(r, ".TP\n.B %s\n%s\n", r.text(c.Name()), r.text(c.Short))
			}
		}
	}
	cmd.InitDefaultHelpFlag()
	r.options("OPTIONS", cmd.NonInheritedFlags())
	r.options("OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if cmd.Example != "" {
		r.section("EXAMPLES")
		r.literal(strings.Split(strings.Trim(cmd.Example, "\n"), "\n"))
	}
	r.section("EXIT STATUS")
	r.prose(strings.TrimPrefix(exit, "Exit status: "))
	r.seeAlso(cmd)
	return r.String()
}

// options lists flags as --name value, with the default where it says something.
func (r *roff) options(title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	r.section(title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		r.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(r, "\\fB\\-%s\\fP, ", f.Shorthand)
		}
		fmt.Fprintf(r, "\\fB\\-\\-%s\\fP", r.text(f.Name))
		if value != "" {
			fmt.Fprintf(r, " \\fI%s\\fP", r.text(value))
		}
		switch f.DefValue {
		case "", "0", "0s", "false", "[]":
		default:
			usage += " (default " + f.DefValue + ")"
		}
		r.WriteString("\n" + r.text(usage) + "\n")
	})
}

// seeAlso names the command above, those below, and the topics.
func (r *roff) seeAlso(cmd *cobra.Command) {
	var pages []string
	add := func(c *cobra.Command) {
		name, section := pageName(c)
		pages = append(pages, fmt.Sprintf("\\fB%s\\fP(%s)", r.text(name), section))
	}
	if cmd.HasParent() {
		add(cmd.Parent())
	}
	for _, c := range cmd.Root().Commands() {
		if c != cmd && !c.Hidden && (c.IsAdditionalHelpTopicCommand() || !cmd.HasParent()) {
			add(c)
		}
	}
	r.section("SEE ALSO")
	r.WriteString(strings.Join(pages, ",\n") + "\n")
}

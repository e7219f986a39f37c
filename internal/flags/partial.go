package flags

import (
	"strconv"

	"github.com/spf13/cobra"

	"flavers/verify/partial"
)

// Partial declares --partial of a command.
func Partial(cmd *cobra.Command, to *partial.Meant) {
	cmd.Flags().Var(&partially{to}, "partial",
		"a task that can never move again while others go on is a deadlock, too; of Go packages it is without this flag")
	cmd.Flags().Lookup("partial").NoOptDefVal = "true"
}

// partially is the value of the flag.
type partially struct{ to *partial.Meant }

func (p *partially) Set(text string) error {
	is, err := strconv.ParseBool(text)
	if *p.to = nil; is {
		*p.to = partial.Never
	}
	return err
}

func (p *partially) String() string { return strconv.FormatBool(p.to != nil && *p.to != nil) }
func (*partially) Type() string     { return "bool" }

package flags

import (
	"strconv"

	"github.com/spf13/cobra"
)

// Switch declares a flag without a value that may also be turned off, --name=false: to is "on" or "off" then, and ""
// without the flag.
func Switch[T ~string](cmd *cobra.Command, to *T, name, usage string) {
	cmd.Flags().Var(&turned[T]{to}, name, usage)
	cmd.Flags().Lookup(name).NoOptDefVal = "true"
}

// turned is the value of such a flag.
type turned[T ~string] struct{ to *T }

func (s *turned[T]) Set(text string) error {
	is, err := strconv.ParseBool(text)
	if err == nil {
		*s.to = map[bool]T{true: "on", false: "off"}[is]
	}
	return err
}

// String tells the three apart: what is kept of answers depends on it.
func (s *turned[T]) String() string {
	switch {
	case s.to == nil || *s.to == "":
		return ""
	case *s.to == "on":
		return "true"
	}
	return "false"
}

func (*turned[T]) Type() string { return "bool" }

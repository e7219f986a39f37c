package flags

import (
	"strconv"

	"github.com/spf13/cobra"
)

// Switch declares a flag that has three states: --name sets to to "on", --name=false sets it to "off", and without the
// flag it stays "".
func Switch[T ~string](cmd *cobra.Command, to *T, name, usage string) {
	cmd.Flags().Var(&turned[T]{to}, name, usage)
	cmd.Flags().Lookup(name).NoOptDefVal = "true"
}

// turned is the value of a flag that Switch has declared.
type turned[T ~string] struct{ to *T }

func (s *turned[T]) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err == nil {
		*s.to = map[bool]T{true: "on", false: "off"}[on]
	}
	return err
}

// String returns different texts for the three states, because kept answers are found by the texts of flags (package
// internal/roots).
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

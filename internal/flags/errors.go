package flags

// What is said of a flag that does not exist, or of a value that it does not take.

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flavers/diag"
)

// wanted says what values the types of pflag have.
var wanted = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint64": "a whole number, not negative",
	"duration": "a time with its unit, as 90s, 5m or 1h30m", "bool": "true or false",
}

var digits = regexp.MustCompile(`^[+-]?[0-9]+$`)

// Error adds what was probably meant to an error of the command line.
func Error(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &invalid):
		if digits.MatchString(invalid.GetValue()) && wanted[invalid.GetFlag().Value.Type()] == "a whole number" {
			return fmt.Errorf("invalid argument %q for \"--%s\" flag: the number is too large", invalid.GetValue(),
				invalid.GetFlag().Name)
		}
		if want := wanted[invalid.GetFlag().Value.Type()]; want != "" {
			return fmt.Errorf("invalid argument %q for \"--%s\" flag: it must be %s", invalid.GetValue(), invalid.GetFlag().Name,
				want)
		}
		return err
	case !errors.As(err, &missing):
		return err
	}
	name := missing.GetSpecifiedName()
	if group := missing.GetSpecifiedShortnames(); group != "" {
		name, _, _ = strings.Cut(group, "=") // -property: one dash too few
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	near := diag.Suggest(name, known)
	for _, k := range known {
		if k == name {
			near = k
		}
	}
	if near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; see: %s --help", err, cmd.CommandPath())
}

// zero says what the value 0 of a flag means, for those who tried a negative one.
var zero = map[string]string{
	"jobs": "all processors", "timeout": "no limit", "timeout-per-property": "no limit", "max-tuples": "no limit",
	"max-executions": "the usual limit, or none", "max-states": "no limit",
	"depth": "the usual limit, or none", "radius": "the node alone",
}

// Negative is the error of a flag that is less than 0, or nil.
func Negative(flag *pflag.Flag) error {
	switch flag.Value.Type() {
	case "int", "int64", "duration":
	default:
		return nil
	}
	switch value := flag.Value.String(); {
	case flag.Name == "bug-depth" && (value == "0" || value[0] == '-'):
		return fmt.Errorf("--bug-depth must be at least 1; most bugs need 2 or 3")
	case value[0] != '-':
		return nil
	case zero[flag.Name] != "":
		return fmt.Errorf("--%s must not be negative; 0 is %s", flag.Name, zero[flag.Name])
	}
	return fmt.Errorf("--%s must not be negative", flag.Name)
}

package flags

// This file makes the errors of a command line: what is said of a flag that does not exist, or of a value that the flag
// does not take. For instance, pflag's "unknown flag: --tmeout" becomes
//
//	unknown flag: --tmeout; did you mean --timeout?

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flavers/diag"
)

// valuesOf says what values a flag takes, by its type in pflag.
var valuesOf = map[string]string{
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
		value, flag := invalid.GetValue(), invalid.GetFlag()
		values := valuesOf[flag.Value.Type()]
		switch {
		case values == "a whole number" && digits.MatchString(value):
			return fmt.Errorf("invalid argument %q for \"--%s\" flag: the number is too large", value, flag.Name)
		case values != "":
			return fmt.Errorf("invalid argument %q for \"--%s\" flag: it must be %s", value, flag.Name, values)
		}
		return err
	case !errors.As(err, &missing):
		return err
	}
	name := missing.GetSpecifiedName()
	if letters := missing.GetSpecifiedShortnames(); letters != "" {
		name, _, _ = strings.Cut(letters, "=") // -property: one dash too few
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	near := diag.Suggest(name, known)
	if slices.Contains(known, name) { // only the second dash is missing
		near = name
	}
	if near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; see: %s --help", err, cmd.CommandPath())
}

// Negative returns the error of a flag whose value is less than 0, or nil. The error says what 0 means if the usage of
// the flag does.
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
	}
	if zero := zeroClause.FindString(flag.Usage); zero != "" {
		return fmt.Errorf("--%s must not be negative (%s)", flag.Name, zero)
	}
	return fmt.Errorf("--%s must not be negative", flag.Name)
}

// zeroClause is the clause of a usage that says what the value 0 means, as "0: no limit" in "stop after this time;
// 0: no limit".
var zeroClause = regexp.MustCompile(`\b0: [^;,]+`)

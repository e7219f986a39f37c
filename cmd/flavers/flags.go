package main

// Kinds of flag values: a choice of words, a size of memory, NAME=VALUE.

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"flavers/diag"
)

// choice is a flag that takes one of a few words.
type choice[T ~string] struct {
	value   *T
	allowed []string
}

func (c *choice[T]) String() string {
	if c.value == nil { // pflag asks the zero value
		return ""
	}
	return string(*c.value)
}

func (c *choice[T]) Type() string { return "word" }

func (c *choice[T]) Set(s string) error {
	if !slices.Contains(c.allowed, s) {
		err := fmt.Errorf("it must be one of %s", strings.Join(c.allowed, ", "))
		if near := nearest(s, c.allowed); near != "" {
			err = fmt.Errorf("%w; did you mean %s?", err, near)
		}
		return err
	}
	*c.value = T(s)
	return nil
}

// nearest is the name that was probably meant, or "".
func nearest(name string, names []string) string {
	return diag.Suggest(name, slices.Sorted(slices.Values(names)))
}

// choiceVar declares a choice and its completion. The usage lists the values after
// a colon, unless it says them itself.
func choiceVar[T ~string](cmd *cobra.Command, p *T, name string, value T, allowed []T, usage string) {
	words := words(allowed)
	if !strings.Contains(usage, ":") {
		usage += ": " + strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
	}
	*p = value
	cmd.Flags().Var(&choice[T]{p, words}, name, usage)
	must(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)))
}

func words[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

// size is a number of bytes, or "auto".
type size struct {
	bytes int64
	auto  bool
}

func (s *size) String() string {
	if s.auto {
		return "auto"
	}
	return strconv.FormatInt(s.bytes, 10)
}

func (s *size) Type() string { return "size" }

var sizePattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]*)$`)

// units are powers of 1024 with an i or alone, of 1000 with a B only.
var units = map[string]float64{
	"": 1, "b": 1,
	"k": 1 << 10, "kib": 1 << 10, "kb": 1e3,
	"m": 1 << 20, "mib": 1 << 20, "mb": 1e6,
	"g": 1 << 30, "gib": 1 << 30, "gb": 1e9,
	"t": 1 << 40, "tib": 1 << 40, "tb": 1e12,
}

func (s *size) Set(text string) error {
	if text == "auto" {
		*s = size{auto: true}
		return nil
	}
	m := sizePattern.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("it must be a size such as 512MiB or 4GiB, or auto")
	}
	unit, ok := units[strings.ToLower(m[2])]
	if !ok {
		return fmt.Errorf("%q is no unit: use KiB, MiB, GiB or TiB", m[2])
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if err != nil || n*unit >= math.MaxInt64 {
		return fmt.Errorf("the size is too large")
	}
	*s = size{bytes: int64(n * unit)}
	return nil
}

// settings are the constants given by --set.
type settings map[string]string

func (s settings) String() string { return "" }

func (s settings) Type() string { return "NAME=VALUE" }

var settingName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (s settings) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !ok || value == "":
		return fmt.Errorf("it must be NAME=VALUE, as N=10")
	case !settingName.MatchString(name):
		return fmt.Errorf("%q is no name of a constant", name)
	}
	if old, twice := s[name]; twice && old != value {
		return fmt.Errorf("%s is set to %s already", name, old)
	}
	s[name] = value
	return nil
}

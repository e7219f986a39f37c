// Package flags has what the command line of flavers needs besides pflag: kinds of flag values (a choice of words, a
// size of memory, NAME=VALUE), bounds on numbers (bounds.go), errors that say what was probably meant (errors.go),
// usage in groups (usage.go), and completion by shells.
//
//	var memory flags.Size // auto
//	cmd.Flags().Var(&memory, "max-memory", "stop when the process needs more")
//	flags.Choice(cmd, &format, "format", "text", []string{"text", "json"}, "what to print")
package flags

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flavers/diag"
)

// choice is the value of a flag that takes one of a few words.
type choice[T ~string] struct {
	value   *T // where the word goes
	allowed []string
}

func (c *choice[T]) String() string {
	if c.value == nil { // pflag calls String on the zero value, to find out whether a default value is empty
		return ""
	}
	return string(*c.value)
}

func (c *choice[T]) Type() string { return "word" }

func (c *choice[T]) Set(s string) error {
	if !slices.Contains(c.allowed, s) {
		err := fmt.Errorf("it must be one of %s", strings.Join(c.allowed, ", "))
		if order := s == "dfs" || s == "bfs"; order && slices.Contains(c.allowed, "states") {
			err = fmt.Errorf("%s is an order of the explorer states: --algorithm states --search %[1]s", s)
		}
		if near := diag.Suggest(s, c.allowed); near != "" {
			err = fmt.Errorf("%w; did you mean %s?", err, near)
		}
		return err
	}
	*c.value = T(s)
	return nil
}

// Choice declares a flag that takes one of the words in allowed, with its completion. The usage lists the words after a
// colon, unless it has a colon already.
func Choice[T ~string](cmd *cobra.Command, p *T, name string, value T, allowed []T, usage string) {
	words := words(allowed)
	if !strings.Contains(usage, ":") {
		usage += ": " + strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
	}
	*p = value
	cmd.Flags().Var(&choice[T]{p, words}, name, usage)
	Words(cmd, name, words...)
}

// ChoicesOf returns the values of a flag that Choice has declared.
func ChoicesOf(f *pflag.Flag) []string { return f.Annotations[completion] }

// completion is the annotation of a flag with what completes it.
const completion = "flavers_words"

// Words declares what completes the value of a flag. Without words nothing does, and shells do not offer names of files
// either. Complete passes the words on to cobra.
func Words(cmd *cobra.Command, name string, words ...string) {
	if err := cmd.Flags().SetAnnotation(name, completion, words); err != nil {
		panic(err) // a mistake in the declaration
	}
}

// Complete registers the words of all flags of a command, and of those below it.
func Complete(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		words, ok := f.Annotations[completion]
		if !ok {
			return
		}
		fixed := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
		if err := cmd.RegisterFlagCompletionFunc(f.Name, fixed); err != nil {
			panic(err) // registered already
		}
	})
	for _, c := range cmd.Commands() {
		Complete(c)
	}
}

func words[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

// Size is the value of a flag for a number of bytes, or "auto", which is the zero value.
type Size struct {
	bytes int64
	given bool // bytes was given; otherwise the size is "auto"
}

func (s *Size) String() string {
	if !s.given {
		return "auto"
	}
	return strconv.FormatInt(s.bytes, 10)
}

func (s *Size) Type() string { return "size" }

var sizePattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]*)$`)

// units has the bytes of each unit, in small letters. Letters alone, as k, and those with an i, as kib, are powers of
// 1024; those with a b only, as kb, are powers of 1000.
var units = map[string]float64{
	"": 1, "b": 1,
	"k": 1 << 10, "kib": 1 << 10, "kb": 1e3,
	"m": 1 << 20, "mib": 1 << 20, "mb": 1e6,
	"g": 1 << 30, "gib": 1 << 30, "gb": 1e9,
	"t": 1 << 40, "tib": 1 << 40, "tb": 1e12,
}

func (s *Size) Set(text string) error {
	if text == "auto" {
		*s = Size{}
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
	*s = Size{bytes: int64(n * unit), given: true}
	return nil
}

// Settings has the constants given by --set, from names to values.
type Settings map[string]string

func (s *Settings) String() string { return "" }

func (s *Settings) Type() string { return "NAME=VALUE" }

var settingName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (s *Settings) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !ok || value == "":
		return fmt.Errorf("it must be NAME=VALUE, as N=10")
	case !settingName.MatchString(name):
		return fmt.Errorf("%q is no name of a constant", name)
	}
	if old, twice := (*s)[name]; twice && old != value {
		return fmt.Errorf("%s is set to %s already", name, old)
	}
	if *s == nil {
		*s = Settings{}
	}
	(*s)[name] = value
	return nil
}

// Any is the value that stands for every number from 1 on.
const Any = "any"

// TakeAny removes the constant whose value is Any from the settings, and returns its name, or "" if there is none. It
// is an error if there are two.
func (s *Settings) TakeAny() (name string, err error) {
	for n, value := range *s {
		switch {
		case value != Any:
		case name != "":
			return "", fmt.Errorf("%s and %s: only one constant can be any", min(name, n), max(name, n))
		default:
			name = n
		}
	}
	if name != "" {
		*s = maps.Clone(*s)
		delete(*s, name)
	}
	return name, nil
}

// With returns the settings with one more, or with another value for that name.
func (s Settings) With(name string, value int) Settings {
	out := Settings{name: strconv.Itoa(value)}
	maps.Copy(out, s)
	return out
}

// Text lists the settings in the order of their names.
func (s *Settings) Text() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(*s)) {
		out = append(out, name+"="+(*s)[name])
	}
	return strings.Join(out, " ")
}

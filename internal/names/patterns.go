package names

import (
	"slices"
	"strings"
)

// Patterns returns those with * or ? in lists of names and patterns, each once. Names in a list are separated by
// commas or blanks.
func Patterns(lists []string) []string {
	var out []string
	for _, list := range lists {
		for _, p := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
			if strings.ContainsAny(p, "*?") && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

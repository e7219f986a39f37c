// Package library has specifications about the standard library of Go, ready to be checked:
//
//	flavers check ./... --property go:files
//
// checks that files are closed, and not used afterwards. Each is a file NAME.fsa beside this one. The comment at its
// beginning says what it is about.
//
// To add a property: 1. its file here, which begins with a comment; 2. functions with and
// without the mistake in testdata; 3. docs/go.md has a line for each.
package library

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.fsa
var files embed.FS

// Prefix begins the names of these specifications, to tell them from names of files.
const Prefix = "go:"

// Names lists the names of the specifications with their prefix, sorted.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // they are in the binary
	}
	var out []string
	for _, e := range entries {
		out = append(out, Prefix+strings.TrimSuffix(e.Name(), ".fsa"))
	}
	slices.Sort(out)
	return out
}

// Text returns the text of the specification with a name; ok is false if there is none.
func Text(name string) (text []byte, ok bool) {
	if !slices.Contains(Names(), name) {
		return nil, false
	}
	text, err := files.ReadFile(strings.TrimPrefix(name, Prefix) + ".fsa")
	return text, err == nil
}

// About returns the lines of the comment at the beginning of a text, without their slashes.
func About(text []byte) []string {
	var words []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		rest, comment := strings.CutPrefix(line, "//")
		if !comment || rest == "" {
			break
		}
		words = append(words, strings.TrimSpace(rest))
	}
	return words
}

// Package attack makes hostile inputs for the command from the examples: it changes their
// texts at random places, and draws commands with their flags at random. The tests of
// cmd/flavers run the command on them and judge what it does. If it does wrong, Smaller
// makes the input small before the tests print it.
//
//	examples, err := attack.Read("../../examples")
//	in := attack.New(examples, seed)     equal seeds give equal inputs
//	in.Write(folder)                     program.tfg, program.fsa, ...
//	run(in.Command())                    there: check program.tfg --property ...
//
// An input need not be wrong, and one in four is not changed at all.
package attack

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Example is a program, a trace or a net, with what belongs to it.
type Example struct {
	Name string // its path below the folder of all
	Kind string // ".tfg", ".trace" or ".pnml"
	Text string
	Spec string // of a program: the text of its specifications; "": it has none
}

// Read reads all examples below a folder, in the order of their names.
func Read(folder string) ([]Example, error) {
	var out []Example
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		kind := filepath.Ext(path)
		if err != nil || d.IsDir() || !slices.Contains([]string{".tfg", ".trace", ".pnml"}, kind) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		spec, _ := os.ReadFile(strings.TrimSuffix(path, kind) + ".fsa") // not every program has one
		out = append(out, Example{filepath.ToSlash(name), kind, string(text), string(spec)})
		return nil
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("no examples below %s", folder)
	}
	return out, err
}

// File is a file of an input.
type File struct{ Name, Text string }

// Input is a command line and the files that it reads.
type Input struct {
	Seed  uint64
	From  string     // the name of the example
	Files []File     // the first one is the program
	Words []string   // the command and its operands
	Flags [][]string // the flags, each with its value
	Stdin string     // the name of the file that standard input is; "": none

	// The limits that the command line gives; 0: it gives none.
	Timeout time.Duration
	Memory  int64 // bytes

	algorithm string // the explorer that the command line names, or ""
}

// Command returns the command line without the name of the program.
func (in *Input) Command() []string {
	out := slices.Clone(in.Words)
	for _, f := range in.Flags {
		out = append(out, f...)
	}
	return out
}

// Has reports whether a flag is given.
func (in *Input) Has(flag string) bool {
	return slices.ContainsFunc(in.Flags, func(f []string) bool { return f[0] == flag })
}

// Write writes the files into a folder.
func (in *Input) Write(folder string) error {
	for _, f := range in.Files {
		if err := os.WriteFile(filepath.Join(folder, f.Name), []byte(f.Text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// String returns a line for a shell that runs the command in the folder of the files.
func (in *Input) String() string {
	var b strings.Builder
	b.WriteString("flavers")
	for _, word := range in.Command() {
		b.WriteString(" " + Quote(word))
	}
	if in.Stdin != "" {
		b.WriteString(" < " + Quote(in.Stdin))
	}
	return b.String()
}

// Input returns the text of standard input.
func (in *Input) Input() string {
	for _, f := range in.Files {
		if in.Stdin != "" && f.Name == in.Stdin {
			return f.Text
		}
	}
	return ""
}

// Quote writes a word for bash, without control characters.
func Quote(word string) string {
	plain := func(r rune) bool {
		return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("-_./=:,+", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	var b strings.Builder
	b.WriteString("$'")
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + "'"
}

// random draws the parts of an input.
type random struct {
	*rand.Rand
	all []Example
}

// New returns the input for a seed.
func New(examples []Example, seed uint64) *Input {
	r := &random{rand.New(rand.NewPCG(seed, 0xa77ac)), examples}
	e := examples[r.IntN(len(examples))]
	in := &Input{Seed: seed, From: e.Name}
	in.Files = append(in.Files, File{"program" + e.Kind, e.Text})
	if e.Kind == ".tfg" && (e.Spec != "" || r.one(2)) {
		if e.Spec == "" || r.one(20) { // the specifications of another program
			e.Spec = examples[r.IntN(len(examples))].Spec
		}
		in.Files[0].Text = strings.ReplaceAll(in.Files[0].Text, "//! property", "// property")
		in.Files = append(in.Files, File{"program.fsa", e.Spec})
	}
	if gentle := r.one(2); !r.one(4) { // gentle changes leave many programs right
		for n := 1 + min(r.IntN(3), r.IntN(3), r.IntN(4)); n > 0; n-- {
			f := &in.Files[0]
			if len(in.Files) > 1 && r.one(3) {
				f = &in.Files[1]
			}
			if gentle {
				f.Text = r.change(f.Text)
			} else {
				f.Text = r.mutate(f.Text)
			}
		}
	}
	r.command(in, e.Kind)
	return in
}

// one is true once in n times.
func (r *random) one(n int) bool { return r.IntN(n) == 0 }

// of draws one of some words.
func (r *random) of(words ...string) string { return words[r.IntN(len(words))] }

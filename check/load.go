package check

import (
	"context"
	"path/filepath"
	"strings"

	"flavers/automata/calls"
	"flavers/diag"
	"flavers/internal/source"
	"flavers/lang/parts"
)

// Text is a text with the name by which diagnostics and positions call it. The extension of a program's name says in
// which language it is (.tfg, .adb).
type Text struct {
	Name string
	Text []byte
}

// LoadOptions are choices of Load; the zero value changes nothing.
type LoadOptions struct {
	Set map[string]string // values of constants of the program, by name
	// Objects are those that specifications with events of Go calls are about; nil: the program is none of Go.
	Objects *calls.Objects
	// Files are others that a program in Ada is made of. Where several procedures could be its main one, its name is
	// FILE:PROCEDURE.
	Files []Text
}

// Load makes a program and its specifications from texts. The list has all problems of the texts, in the order of
// places. If it has errors, the source is nil. sources has the texts by name, so that the list can be printed with
// excerpts.
func Load(program Text, specs []Text, opt LoadOptions) (s *Source, list diag.List, sources diag.Sources) {
	return load(context.Background(), program, specs, opt)
}

// load is Load with a context. When the context ends, the list says so, as an error.
func load(ctx context.Context, program Text, specs []Text, opt LoadOptions) (*Source, diag.List, diag.Sources) {
	r := &source.Reader{Languages: source.AllLanguages(), Ctx: ctx, Standard: strings.NewReader(""),
		Held: map[string][]byte{}, NoDisk: true, Stage: new(string), Late: new(bool), Sources: diag.Sources{}}
	hold := func(t Text) string {
		r.Held[filepath.Clean(t.Name)] = t.Text
		return t.Name
	}
	r.Held[filepath.Clean(parts.File(program.Name))] = program.Text
	var others parts.Parts
	for _, t := range opt.Files {
		others.Files = append(others.Files, hold(t))
	}
	r.Parts = map[string]parts.Parts{program.Name: others}
	want := source.Wanted{Set: opt.Set, Objects: opt.Objects}
	for _, t := range specs {
		want.Specs = append(want.Specs, source.File{Name: hold(t)})
	}
	l := r.Load(program.Name, want)
	r.List.Sort()
	if !l.Right {
		return nil, r.List, r.Sources
	}
	return &Source{Name: program.Name, Program: l.Program, Specs: l.Specs, Meant: r.Blocks()}, r.List, r.Sources
}

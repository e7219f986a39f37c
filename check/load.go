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

// This file reads programs and specifications that are held in memory. The command reads files with the same
// source.Reader, so both find the same problems.

// Text is the content of a file, with the name that diagnostics and positions show. The extension of a program's name
// (.tfg, .adb) determines its language.
type Text struct {
	Name string
	Text []byte
}

// LoadOptions are choices of Load. The zero value is right for a program in the task language.
type LoadOptions struct {
	Set map[string]string // values that replace those of the program's constants, by name
	// Objects are the objects that specifications with events of Go calls are about. nil means that the program was
	// not made from Go.
	Objects *calls.Objects
	// Files are the other files of a program in Ada. If several procedures could be the main one, the name of the
	// program selects one, as FILE:PROCEDURE.
	Files []Text
}

// Load parses a program and its specifications. The list contains the problems of all texts, ordered by position. If
// one of them is an error, the source is nil. sources maps names to texts, so that the list can be printed with
// excerpts.
func Load(program Text, specs []Text, opt LoadOptions) (s *Source, list diag.List, sources diag.Sources) {
	return load(context.Background(), program, specs, opt)
}

// load is Load with a context. If the context ends first, the list has an error that says so.
func load(ctx context.Context, program Text, specs []Text, opt LoadOptions) (*Source, diag.List, diag.Sources) {
	r := &source.Reader{Languages: source.AllLanguages(), Ctx: ctx, Standard: strings.NewReader(""),
		Held: map[string][]byte{}, NoDisk: true, Stage: new(string), Late: new(bool), Sources: diag.Sources{}}
	// hold makes the reader find t under its name. NoDisk keeps it from looking anywhere else.
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

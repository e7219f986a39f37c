package main

// This file reads a program and its specifications as the flags say, and reports what is missing. Package source reads
// the files.

import (
	"go/token"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/automata/calls"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore/em/trace"
	"flavers/explore/lpor/petri"
	"flavers/internal/codes"
	"flavers/internal/outfile"
	"flavers/internal/properties"
	"flavers/internal/source"
	"flavers/lang/parts"
)

// inputs holds the files that a command reads, and those that it will write.
type inputs struct {
	*source.Reader
	app     *app
	list    *diag.List     // the diagnostics of the reader
	sources diag.Sources   // the texts that were read, for quoting
	files   outfile.Set    // the files to be written
	objects *calls.Objects // the objects of a Go program; nil: it is none
}

func newInputs(a *app) *inputs {
	r := &source.Reader{Languages: a.engine.Languages, Ctx: a.ctx, Standard: a.in, Stage: &a.stage, Late: &a.late, Sources: diag.Sources{},
		Looked: &source.Looked{}, Library: properties.Text, Parts: a.parts, Folders: a.folders}
	return &inputs{Reader: r, app: a, list: &r.List, sources: r.Sources}
}

// noPos is the position of problems of the command line.
var noPos token.Position

const stdin = source.Stdin

// load reads all files. If the list has errors afterwards, the program and the specifications must not be used.
func (in *inputs) load(program string, f *checkFlags) (*cfg.Program, []*automata.Spec) {
	in.AllowOutside = f.allowOutside
	want := source.Wanted{Set: f.set, Objects: in.objects}
	if f.dump == "cfg" {
		return in.Load(program, want).Program, nil
	}
	want.Own = len(f.properties) == 0 && !f.runtimeErrors
	if !f.runtimeErrors {
		want.Specs = source.Files(f.properties)
	}
	want.Specs = append(want.Specs, source.Files(f.constraints)...)
	l := in.Load(program, want)
	switch {
	case l.Program == nil:
		in.otherKind(program)
	// A file that is no program has an error already, and needs no second one about a missing property.
	case l.Missing != "" && f.dump == "" && !f.noProperties() && !parts.Ada(parts.File(program)):
		in.noSpecs(l.Missing, f)
	}
	if in.list.HasErrors() || f.runtimeErrors || f.dump != "" || f.lacking == silent {
		return l.Program, l.Specs
	}
	if named := l.Files[:len(l.Files)-len(f.constraints)]; !f.noProperties() && len(named) > 0 {
		in.needProperty(named, l.Specs, f)
	}
	if !in.list.HasErrors() {
		in.validateOnly(f, l.Specs)
	}
	return l.Program, l.Specs
}

// otherKind adds a hint to the error about a file that is no program. If it is a net or a trace, the hint names the
// commands that take one.
func (in *inputs) otherKind(file string) {
	if !petri.Named(file) && !trace.Named(file) {
		return
	}
	i := slices.IndexFunc(in.list.All, func(d diag.Diagnostic) bool { return d.Pos.Filename == file })
	if i >= 0 {
		in.list.All[i].WithHint("nets and traces are for explore and replay: flavers explore %s", file)
	}
}

// lacking is what a command does about a program that has no property.
type lacking int

const (
	refused lacking = iota // it is an error: the command is about properties
	told                   // deadlock and run-time errors are checked, and a note says so
	silent                 // no message: deadlock and run-time errors are checked as with told, or nothing is
)

// noSpecs reports that a program has no specification. missing says where one was looked for.
func (in *inputs) noSpecs(missing string, f *checkFlags) {
	switch f.lacking {
	case refused:
		in.list.Errorf(noPos, source.NoSpec, "no property: %s", missing).
			WithHint("name a specification: --property F.fsa")
	case told:
		in.list.All = append(in.list.All, diag.Diagnostic{Severity: diag.Note, Code: source.NoSpec,
			Message: "only deadlock and run-time errors are checked: " + missing,
			Hint:    "name a specification: --property F.fsa"})
	}
}

// needProperty reports that there is no property among specs, which were read from files. It is a note if the command
// makes other checks (told) and --property names none of the files. Otherwise it is an error.
func (in *inputs) needProperty(files []source.File, specs []*automata.Spec, f *checkFlags) {
	if slices.ContainsFunc(specs, func(s *automata.Spec) bool { return s.Property }) {
		return
	}
	var names []string
	for _, file := range files {
		names = append(names, file.Name)
	}
	text := "no property in " + strings.Join(names, ", ")
	if f.lacking == told && len(f.properties) == 0 {
		in.list.All = append(in.list.All, diag.Diagnostic{Severity: diag.Note, Code: codes.NoProperty,
			Message: text + ": only deadlock and run-time errors are checked"})
		return
	}
	d := in.list.Errorf(noPos, codes.NoProperty, "%s", text)
	if f.checksBuiltin() {
		d.WithHint("--only deadlock and --only runtime-errors need no property")
	}
}

// has reports whether the command has a flag, so that a hint may name it.
func (f *checkFlags) has(name string) bool { return f.cmd != nil && f.cmd.Flags().Lookup(name) != nil }

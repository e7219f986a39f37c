package check

import (
	"flavers/automata"
	"flavers/automata/calls"
	"flavers/automata/fsa"
	"flavers/automata/invariant"
	"flavers/diag"
	"flavers/lang"
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

// Load makes a program and its specifications of texts. The list has everything that is wrong with any of them, in the
// order of places; the source is nil if it has errors. sources are the texts by name, to print the list with.
func Load(program Text, specs []Text, opt LoadOptions) (s *Source, list diag.List, sources diag.Sources) {
	making := lang.Options{Set: opt.Set}
	sources = diag.Sources{}
	for _, file := range opt.Files {
		making.Parts.Files, sources[file.Name] = append(making.Parts.Files, file.Name), file.Text
	}
	others := diag.Sources{}
	for name, text := range sources {
		others[name] = text
	}
	making.Read = func(name string) ([]byte, bool) { text, ok := others[name]; return text, ok }
	p, list := lang.Load(program.Name, program.Text, making)
	env := fsa.Environment{Unknown: p == nil, Objects: opt.Objects}
	if p != nil {
		env.Constants = p.Constants
	}
	sources[parts.File(program.Name)] = program.Text
	var all []*automata.Spec
	for _, text := range specs {
		sources[text.Name] = text.Text
		parsed, problems := fsa.ParseFor(text.Name, text.Text, env)
		list.Append(problems)
		all = append(all, parsed...)
	}
	if p != nil && !list.HasErrors() {
		var problems diag.List
		p, all, problems = invariant.Attach(p, all)
		list.Append(problems)
	}
	list.Sort()
	if list.HasErrors() {
		return nil, list, sources
	}
	return &Source{Name: program.Name, Program: p, Specs: all}, list, sources
}

package check

import (
	"context"
	"slices"

	"flavers/automata/calls"
	"flavers/automata/fsa"
	"flavers/diag"
	"flavers/lang/golang"
	"flavers/report/ledger"
)

// This file holds the specifications that a user writes for Go packages.
//
// One set of files serves all roots, but most specifications are about a few of them. A specification may name calls of
// Go functions as its events, so it has to be bound to the packages before their models are made:
//
//	specs := check.SpecsOf([]check.Text{{Name: "use.fsa", Text: text}})
//	ps, problems := check.Open(ctx, requests, check.OpenOptions{Bind: specs.Bind, Whole: specs.Whole()})
//	for _, root := range ps.Roots {
//		root.Specs = specs
//		a := check.Package(ctx, root, check.Options{})
//		specs.Seen(a.About)
//	}
//	problems = specs.Idle() // warns of files without effect, perhaps due to a misspelt name of a function

// Texts are specifications held in memory. They implement Specifications.
type Texts struct {
	*Bindings
	texts []Text
}

// SpecsOf returns specifications for all roots of Go packages. Mistakes in the texts are found by Load.
func SpecsOf(texts []Text) *Texts {
	var names []string
	held := map[string][]byte{}
	for _, t := range texts {
		names, held[t.Name] = append(names, t.Name), t.Text
	}
	bound := ReadBindings(names, func(name string) ([]byte, bool) { text, ok := held[name]; return text, ok })
	return &Texts{bound, texts}
}

// Whole returns the value that OpenOptions.Whole needs: whether a specification may be about a root in which nothing
// can be kept waiting. Specifications that bind events are only about roots that have these events.
func (t *Texts) Whole() bool { return !t.Only() }

// Load parses the program of a root together with the texts. It returns nil if the list has errors.
func (t *Texts) Load(ctx context.Context, name string, p *golang.Program) (*Source, diag.List) {
	s, list, _ := load(ctx, Text{Name: name, Text: p.Text}, t.texts, LoadOptions{Objects: p.Objects})
	return s, list
}

// Bindings connect events of specifications to calls of Go functions.
type Bindings struct {
	all  []calls.Bound
	idle []calls.Bound // the first binding of each file that concerned no root so far, for the warning of Idle
	only bool          // every specification in the files binds events
}

// ReadBindings reads the bindings in files. read returns the text of a file, or false if there is none. Mistakes are
// not reported here, but when the files are parsed for a program.
func ReadBindings(files []string, read func(name string) ([]byte, bool)) *Bindings {
	b := &Bindings{only: true}
	for _, name := range files {
		text, ok := read(name)
		if !ok {
			continue
		}
		bound := fsa.Bindings(name, text)
		b.all = append(b.all, bound...)
		if len(bound) > 0 {
			b.idle = append(b.idle, bound[0])
		}
		others, problems := fsa.ParseFor(name, text, fsa.Environment{Objects: &calls.Objects{}})
		b.only = b.only && len(others) == 0 && !problems.HasErrors()
	}
	return b
}

// Bind makes programs report the bound calls as events.
func (b *Bindings) Bind(ctx context.Context, programs *golang.Programs) diag.List {
	return programs.Bind(ctx, b.all)
}

// About returns the files with a specification that binds an event to a call in p.
func (b *Bindings) About(p *golang.Program) []string {
	var files []string
	for key := range p.Objects.Of {
		if !slices.Contains(files, key.File) {
			files = append(files, key.File)
		}
	}
	slices.Sort(files)
	return files
}

// Concern reports whether a specification may be about something in p. A note of the ledger that names a property says
// that a call of its events may have been overlooked.
func (b *Bindings) Concern(p *golang.Program) bool {
	doubts := slices.ContainsFunc(p.Ledger, func(n ledger.Note) bool { return n.Property != "" })
	return !b.only || len(p.Objects.Of) > 0 || doubts
}

// Only reports whether every specification in the files binds events.
func (b *Bindings) Only() bool { return b.only }

// Seen notes that the given files have a specification about some root, so that Idle does not warn of them.
func (b *Bindings) Seen(files []string) {
	b.idle = slices.DeleteFunc(b.idle, func(of calls.Bound) bool { return slices.Contains(files, of.File) })
}

// Idle warns of each file whose bindings concern no root that was Seen.
func (b *Bindings) Idle() diag.List {
	var list diag.List
	for _, of := range b.idle {
		c := of.Events[0].Calls[0]
		list.Warnf(c.Pos, golang.NoCall, "no root has a call that the specifications of %s are about", of.File).
			WithLen(c.Len).WithHint("without such a call they say nothing; flavers explain %s", golang.NoCall)
	}
	return list
}

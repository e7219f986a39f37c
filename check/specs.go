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

// This file has specifications of Go packages: which roots they are about, and what is bound before there are programs.
//
//	specs := check.SpecsOf([]check.Text{{Name: "use.fsa", Text: text}})
//	ps, problems := check.Open(ctx, requests, check.OpenOptions{Bind: specs.Bind, Whole: specs.Whole()})
//	for _, root := range ps.Roots {
//		root.Specs = specs
//		a := check.Package(ctx, root, check.Options{})
//		specs.Seen(a.About)
//	}
//	problems = specs.Idle() // texts that say nothing of any root

// Texts are specifications that are held as texts, for all roots of Go packages. They implement Specifications.
type Texts struct {
	*Bindings
	texts []Text
}

// SpecsOf makes them of texts.
func SpecsOf(texts []Text) *Texts {
	var names []string
	held := map[string][]byte{}
	for _, t := range texts {
		names, held[t.Name] = append(names, t.Name), t.Text
	}
	bound := ReadBindings(names, func(name string) ([]byte, bool) { text, ok := held[name]; return text, ok })
	return &Texts{bound, texts}
}

// Whole is what OpenOptions.Whole has to be. Without texts, or with those alone that bind events, only what may wait is
// of interest.
func (t *Texts) Whole() bool { return !t.Only() }

// Load makes a source of the program of a root.
func (t *Texts) Load(ctx context.Context, name string, p *golang.Program) (*Source, diag.List) {
	s, list, _ := load(ctx, Text{Name: name, Text: p.Text}, t.texts, LoadOptions{Objects: p.Objects})
	return s, list
}

// Bindings are what the specifications of some files bind.
type Bindings struct {
	all  []calls.Bound
	idle []calls.Bound // one of each file that has nothing to do with a program that was seen
	only bool          // the files have nothing else
}

// ReadBindings finds the bindings of files, whose texts read returns. What else is wrong with these is said where they
// are parsed for a program.
func ReadBindings(files []string, read func(name string) ([]byte, bool)) *Bindings {
	b := &Bindings{only: true}
	for _, name := range files {
		text, ok := read(name)
		if !ok {
			continue
		}
		of := fsa.Bindings(name, text)
		if b.all = append(b.all, of...); len(of) > 0 {
			b.idle = append(b.idle, of[0])
		}
		others, problems := fsa.ParseFor(name, text, fsa.Environment{Objects: &calls.Objects{}})
		b.only = b.only && len(others) == 0 && !problems.HasErrors()
	}
	return b
}

// Bind has programs report the events.
func (b *Bindings) Bind(ctx context.Context, programs *golang.Programs) diag.List {
	return programs.Bind(ctx, b.all)
}

// About lists the files whose specifications are about something in a program.
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

// Concern reports whether specifications are about something in a program, or may be.
func (b *Bindings) Concern(p *golang.Program) bool {
	doubts := slices.ContainsFunc(p.Ledger, func(n ledger.Note) bool { return n.Property != "" })
	return !b.only || len(p.Objects.Of) > 0 || doubts
}

// Only reports whether the files have no other specifications than those that bind events.
func (b *Bindings) Only() bool { return b.only }

// Seen notes that some program is one that the specifications of files are about.
func (b *Bindings) Seen(files []string) {
	b.idle = slices.DeleteFunc(b.idle, func(of calls.Bound) bool { return slices.Contains(files, of.File) })
}

// Idle warns of files that say nothing of any program that was seen.
func (b *Bindings) Idle() diag.List {
	var list diag.List
	for _, of := range b.idle {
		c := of.Events[0].Calls[0]
		list.Warnf(c.Pos, golang.NoCall, "no root has a call that the specifications of %s are about", of.File).
			WithLen(c.Len).WithHint("without such a call they say nothing; flavers explain %s", golang.NoCall)
	}
	return list
}

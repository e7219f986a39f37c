package main

// Specifications that bind events to calls of Go packages.

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"flavers/automata/fsa"
	"flavers/lang/golang"
	"flavers/report/ledger"
	"flavers/verify/dump"
)

// bind has the roots report the events that the specifications of the command line bind. What is wrong with these
// is said where they are read for a program.
func (a *app) bind(ctx context.Context, all *inputs, roots *golang.Programs, f *checkFlags) {
	in := newInputs(a)
	var bounds []fsa.Bound
	f.ofCalls = true
	for _, name := range slices.Concat(f.properties, f.constraints) {
		text, ok := in.Read(name, noPos, "specification")
		if !ok {
			f.ofCalls = false
			continue
		}
		bounds = append(bounds, fsa.Bindings(name, text)...)
		others, problems := fsa.ParseFor(name, text, fsa.Environment{Objects: &fsa.Objects{}})
		f.ofCalls = f.ofCalls && len(others) == 0 && !problems.HasErrors()
		all.sources[name] = text
	}
	all.list.Append(roots.Bind(ctx, bounds))
}

// nothingToSay tells whether no property that is asked for is about anything in a root.
func (a *app) nothingToSay(p *golang.Program, f *checkFlags) bool {
	doubts := slices.ContainsFunc(p.Ledger, func(n ledger.Note) bool { return n.Property != "" })
	return (f.ofCalls || len(f.properties) == 0) && len(p.Objects.Of) == 0 && !doubts
}

// dumpRoot prints the program that was made of the one root that is asked for, or what its specifications are of that.
func (a *app) dumpRoot(ctx context.Context, all *inputs, of *golang.Programs, f *checkFlags) error {
	if len(of.Names) != 1 {
		var roots []string
		for _, name := range of.Names {
			roots = append(roots, of.Root(name))
		}
		return errors.New("--dump " + f.dump + " prints one root; name it with --entry: " + strings.Join(roots, ", "))
	}
	program := of.Names[0]
	p, err := of.Extract(ctx, program)
	if err != nil {
		return err
	}
	if f.dump == dump.Source {
		_, err = a.out.Write(p.Text)
		return err
	}
	in := newInputs(a)
	in.Ctx, in.Held, in.objects = ctx, map[string][]byte{filepath.Clean(program): p.Text}, p.Objects
	prog, specs := in.load(program, f)
	return a.dump(in, prog, specs, f)
}

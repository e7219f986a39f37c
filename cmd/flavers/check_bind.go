package main

// Specifications that bind events to calls of Go packages.

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"flavers/internal/properties"
	"flavers/lang/golang"
	"flavers/verify/dump"
)

// bind has the roots report the events that the specifications of the command line bind.
func (a *app) bind(ctx context.Context, all *inputs, roots *golang.Programs, f *checkFlags) {
	in := newInputs(a)
	f.bindings = properties.Read(slices.Concat(f.properties, f.constraints), func(name string) ([]byte, bool) {
		return in.Read(name, noPos, "specification")
	})
	for name, text := range in.sources {
		all.sources[name] = text
	}
	all.list.Append(*in.list) // files that cannot be read
	all.list.Append(f.bindings.Bind(ctx, roots))
}

// dumpRoot prints the program that was made of the one root that is asked for, or what its specifications are of that.
func (a *app) dumpRoot(ctx context.Context, of *golang.Programs, f *checkFlags) error {
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

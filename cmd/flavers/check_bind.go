package main

// Specifications that bind events to calls of Go packages.

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"flavers/internal/properties"
	"flavers/internal/roots"
	"flavers/verify/dump"
)

// bound are the events that the specifications of the command line bind.
func (a *app) bound(all *inputs, f *checkFlags) *properties.Bindings {
	in := newInputs(a)
	out := properties.Read(slices.Concat(f.properties, f.constraints), func(name string) ([]byte, bool) {
		return in.Read(name, noPos, "specification")
	})
	for name, text := range in.sources {
		all.sources[name] = text
	}
	all.list.Append(*in.list) // files that cannot be read
	return out
}

// dumpRoot prints the program that was made of the one root that is asked for, or what its specifications are of that.
func (a *app) dumpRoot(ctx context.Context, s *roots.Session, f *checkFlags) error {
	if len(s.Names) != 1 {
		return errors.New("--dump " + f.dump + " prints one root; name it with --entry: " + strings.Join(s.Roots(), ", "))
	}
	program := s.Names[0]
	p, err := s.Program(ctx, program)
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

package main

// Specifications that bind events to calls of Go packages.

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"flavers/check"
	"flavers/verify/dump"
)

// bound returns the events that the specifications of the command line bind.
func (a *app) bound(all *inputs, f *checkFlags) *check.Bindings {
	in := newInputs(a)
	out := check.ReadBindings(slices.Concat(f.properties, f.constraints), func(name string) ([]byte, bool) {
		return in.Read(name, noPos, "specification")
	})
	for name, text := range in.sources {
		all.sources[name] = text
	}
	all.list.Append(*in.list) // files that cannot be read
	return out
}

// dumpRoot prints the program that was made of a root, or one stage's form of it. The command line must name one root
// only.
func (a *app) dumpRoot(ctx context.Context, s *check.Packages, f *checkFlags) error {
	if len(s.Roots) != 1 {
		var names []string
		for _, root := range s.Roots {
			names = append(names, root.Name)
		}
		return errors.New("--dump " + f.dump + " prints one root; name it with --entry: " + strings.Join(names, ", "))
	}
	program := s.Roots[0].Program
	p, err := s.Roots[0].Make(ctx)
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

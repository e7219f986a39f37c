package roots

import (
	"context"
	"go/types"
	"go/version"
	"slices"

	"golang.org/x/tools/go/packages"

	"flavers/lang/golang/heap"
)

// OldTimers reports whether the main module is of a version of Go before 1.23. In a workspace that is the module of the
// first package.
func (ps *Packages) OldTimers() bool {
	for _, in := range ps.All {
		if p := ps.Loaded[in.Pkg]; p.ModulePath != "" {
			return version.Compare("go"+p.ModuleGo, "go1.23") < 0
		}
	}
	return false
}

// This file asks the go command, and specifications, about packages that are not among those that were loaded.

// More loads the types of other packages, by their paths. It leaves out packages that do not exist.
func (ps *Packages) More(ctx context.Context, paths []string) []*types.Package {
	cfg := &packages.Config{Context: ctx, Dir: ps.dir, Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}
	loaded, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil // then none of them is called
	}
	var out []*types.Package
	for _, p := range loaded {
		if p.Types != nil && len(p.Errors) == 0 {
			out = append(out, p.Types)
		}
	}
	return out
}

// Makes lists those results of an unanalysed function that are objects of their own, as specifications say.
func (ps *Packages) Makes(fn *types.Func) []heap.Result {
	var out []heap.Result
	for _, m := range ps.Bound.Match(fn) {
		r := heap.Result{Index: m.Place.Index, Path: m.Place.Path}
		if m.Makes && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

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

// More loads the types of other packages; those that there are not are left out.
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

// Makes lists the results of a function that is not followed that specifications say it makes.
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

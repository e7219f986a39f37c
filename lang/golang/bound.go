package golang

import (
	"context"
	"go/types"
	"slices"
	"strings"

	"flavers/automata/calls"
	"flavers/diag"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/roots"
)

// Bind makes programs report the events that specifications bind to calls of Go functions (fsa.Bindings):
//
//	events open = return ok os.Open as f
//
// It has to be called before Slice and Extract. The list names bound functions that do not exist.
func (ps *Programs) Bind(ctx context.Context, bounds []calls.Bound) diag.List {
	var list diag.List
	if len(bounds) == 0 {
		return list
	}
	done := map[*roots.Packages]bool{}
	for _, name := range ps.Names {
		in := ps.made[name].in
		if done[in] {
			continue
		}
		done[in] = true
		var known []*types.Package
		for _, p := range in.All {
			known = append(known, p.Pkg)
		}
		if paths := bind.Interfaces(bounds, known); len(paths) > 0 {
			known = append(known, in.More(ctx, paths)...)
		}
		taken := map[string]bool{} // the names of events that comments name
		for _, names := range in.Named {
			for _, name := range names {
				word, _, _ := strings.Cut(name, "(")
				taken[word] = true
			}
		}
		var problems diag.List
		in.Bound, problems = bind.New(bounds, known, taken)
		for _, d := range problems.All {
			if !slices.ContainsFunc(list.All, func(e diag.Diagnostic) bool { return e.Pos == d.Pos && e.Code == d.Code }) {
				list.All = append(list.All, d)
			}
		}
	}
	list.Sort()
	return list
}

package verify

// This file selects the checks to be made: properties by name, and the checks that every program has, deadlock and
// run-time errors.

import (
	"go/token"
	"slices"

	"flavers/automata"
	"flavers/diag"
	"flavers/report"
)

// Wants reports whether a check that every program has is to be made: report.RuntimeErrors or report.Deadlock. Without
// a selection, all checks are made.
func (o *Options) Wants(check string) bool { return len(o.Only) == 0 || slices.Contains(o.Only, check) }

// WantsProperty reports whether a property is to be checked: there is no selection, or its name or that of its family
// is selected.
func (o *Options) WantsProperty(sp *automata.Spec) bool {
	return len(o.Only) == 0 || slices.ContainsFunc(o.Only, sp.Called)
}

// wantsFamily reports whether the instances of a family are one check. They are not if single ones are selected.
func (o *Options) wantsFamily(name string) bool {
	return !o.EachInstance && name != "" && (len(o.Only) == 0 || slices.Contains(o.Only, name))
}

// group is a range of specifications that have one result: the instances of a family, or a single property.
type group struct {
	from, to int
	family   string   // name of the family; "": a single property
	index    []string // by instance: its index
}

// groups splits specifications into groups.
func (o *Options) groups(specs []*automata.Spec) []group {
	var out []group
	for i := 0; i < len(specs); {
		g := group{from: i, to: i + 1}
		if o.wantsFamily(specs[i].Family) {
			g.family, g.index = specs[i].Family, []string{specs[i].Index}
			for ; g.to < len(specs) && specs[g.to].Family == specs[i].Family && specs[g.to].Pos == specs[i].Pos; g.to++ {
				g.index = append(g.index, specs[g.to].Index)
			}
		}
		out = append(out, g)
		i = g.to
	}
	return out
}

// result returns the result of a group. results has those of all specifications.
func (g *group) result(results []report.Result) report.Result {
	if g.family == "" {
		return results[g.from]
	}
	return report.Family(g.family, results[g.from:g.to], g.index)
}

// families replaces the results of the instances of each family by one. results has a result for each of specs.
func (o *Options) families(specs []*automata.Spec, results []report.Result) []report.Result {
	out := []report.Result{}
	for _, g := range o.groups(specs) {
		out = append(out, g.result(results))
	}
	return out
}

// missing adds an error for each selected name that no check has.
func (o *Options) missing(ds *diag.List, specs []*automata.Spec) {
	names := []string{report.RuntimeErrors, report.Deadlock}
	for _, sp := range specs {
		if sp.Property {
			names = append(names, sp.Name, sp.Family)
		}
	}
	for _, name := range o.Only {
		if slices.Contains(names, name) {
			continue
		}
		d := ds.Errorf(token.Position{}, diag.VNoProperty, "no property named %q", name)
		if near := diag.Suggest(name, names); near != "" {
			d.WithHint("did you mean %q?", near)
		}
	}
}

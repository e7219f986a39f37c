package picture

import (
	"fmt"
	"strings"

	"flavers/internal/english"
	"flavers/mip"
	"flavers/porelim"
	"flavers/render"
)

// This file draws MIP edges: which there are, which a rule removes and why, and
// which local nodes they may enter.

// edges adds MIP edges; what says of each (indices of e.Nodes) what it is. Two
// opposite edges of one kind become one.
func (dr *drawer) edges(d *render.Drawing, at []int, e *mip.EdgeSet, what func(i, j int) (render.Kind, int)) {
	for i, m := range e.Nodes {
		for j := range e.M.Row(i).All {
			n := e.Nodes[j]
			if at[m] < 0 || at[n] < 0 {
				continue
			}
			kind, rule := what(i, j)
			both := false
			if e.M.Has(j, i) {
				k, r := what(j, i)
				both = k == kind && r == rule
			}
			if both && i > j {
				continue
			}
			d.Edges = append(d.Edges, render.Edge{From: at[m], To: at[n], Kind: kind, Rule: rule, Both: both})
		}
	}
}

// pruned adds the edges that the rule keeps and, told apart by the conditions that they fail, those that it removes.
func (dr *drawer) pruned(d *render.Drawing, at []int) {
	why := dr.eliminate.Why(dr.set, dr.before)
	for _, c := range why.Conditions {
		d.Rules = append(d.Rules, "removed: "+c.Fails)
		d.Because = append(d.Because, c.Because)
	}
	dr.edges(d, at, dr.before, func(i, j int) (render.Kind, int) {
		if k := why.Fails(i, j); k >= 0 {
			return render.Removed, k
		}
		return render.MIP, 0
	})
	if dr.before.Count() == 0 {
		d.Notes = append(d.Notes, "The property needs no interleaving: no step that an automaton reacts to can come right "+
			"after one of another task.")
		return
	}
	note := fmt.Sprintf("%s of %s MIP edges kept", english.Number(why.Kept.Count()), english.Number(dr.before.Count()))
	if why.Form != dr.eliminate.Name {
		note += ", by normal forms in which local steps come " + string(why.Form)
	}
	d.Notes = append(d.Notes, note+"; "+dr.others())
}

// others says how many edges the other rules keep.
func (dr *drawer) others() string {
	var parts []string
	for _, rule := range porelim.Compared()[1:] {
		if rule.Name != dr.eliminate.Name {
			parts = append(parts, fmt.Sprintf("%s would keep %s", rule.Name,
				english.Number(rule.Eliminate(dr.set, dr.before).Count())))
		}
	}
	return strings.Join(parts, ", ")
}

package picture

import (
	"fmt"
	"strings"

	"flavers/mip"
	"flavers/porelim"
	"flavers/render"
)

// This file draws MIP edges: which there are, which a rule removes, and which
// local nodes they may enter.

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

// pruned adds the edges that the rule keeps and, told apart by which other
// rules remove them too, those that it removes.
func (dr *drawer) pruned(d *render.Drawing, at []int) error {
	kept := map[string]*mip.EdgeSet{}
	for _, rule := range append(porelim.Compared(), dr.eliminate) {
		kept[string(rule.Name)] = rule.Eliminate(dr.set, dr.before)
	}
	own := kept[dr.rule()]
	var others []string
	for _, rule := range porelim.Compared()[1:] {
		if name := string(rule.Name); name != dr.rule() {
			others = append(others, name)
		}
	}
	others = others[max(0, len(others)-2):] // four cases: more could not be told apart
	for bits := range 1 << len(others) {
		text := "removed by " + dr.rule()
		var also []string
		for k, name := range others {
			if bits>>k&1 == 1 {
				also = append(also, name)
			}
		}
		if len(also) == 0 {
			text += " alone"
		} else {
			text += " and " + strings.Join(also, " and ")
		}
		d.Rules = append(d.Rules, text)
	}
	if dr.rule() == "none" {
		d.Rules = nil
	}
	dr.edges(d, at, dr.before, func(i, j int) (render.Kind, int) {
		if own.M.Has(i, j) {
			return render.MIP, 0
		}
		bits := 0
		for k, name := range others {
			if !kept[name].M.Has(i, j) {
				bits |= 1 << k
			}
		}
		return render.Removed, bits
	})
	d.Notes = append(d.Notes, fmt.Sprintf("%d of %d MIP edges kept; %s", own.Count(), dr.before.Count(), dr.others(kept)))
	return nil
}

// others says how many edges each rule keeps.
func (dr *drawer) others(kept map[string]*mip.EdgeSet) string {
	var parts []string
	for _, rule := range porelim.Compared()[1:] {
		parts = append(parts, fmt.Sprintf("%s keeps %d", rule.Name, kept[string(rule.Name)].Count()))
	}
	return strings.Join(parts, ", ")
}

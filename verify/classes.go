package verify

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/dataflow"
	"flavers/dataflow/counting"
	"flavers/internal/names"
	"flavers/sem"
)

// This file completes a choice of constraints for interchangeable tasks. If a property needs the automata of many
// readers, refinement finds that out for one reader after the other. With some of them the problem has many tuples.
// With all of them it has few, because interchangeable tasks are counted. So once a few of a family are chosen, all
// are.

// leastOfFamily is the number of constraints of a family that must be chosen before all are.
const leastOfFamily = 3

// withClasses returns added, the constraints to be added to chosen, with the constraints of families that are to be
// completed: families of which leastOfFamily are chosen then, and whose members are interchangeable in the problem with
// all of them.
//
// Families are recognized by names. That is safe, because no verdict depends on which constraints are chosen.
func (c *checker) withClasses(gl goal, chosen, added []sem.CompID) []sem.CompID {
	if c.opt.NoSymmetry || c.opt.lacks(Counting) {
		return added
	}
	now := union(chosen, added)
	families := map[string][]sem.CompID{}
	count := map[string]int{}
	for _, id := range c.sem.Constrainable() {
		families[names.Family(c.sem.M.Comps[id].Name)] = append(families[names.Family(c.sem.M.Comps[id].Name)], id)
	}
	for _, id := range now {
		count[names.Family(c.sem.M.Comps[id].Name)]++
	}
	var all []sem.CompID
	all = append(all, now...)
	for name, list := range families {
		if n := count[name]; n >= leastOfFamily && n < len(list) && !c.apart[gl.name()+" "+name] {
			all = append(all, list...)
		}
	}
	all = union(all, nil)
	if len(all) == len(now) {
		return added
	}
	set := monitor.Compile(c.sem, c.g, monitor.Choice{Poll: c.poll, Components: all, Constraints: c.constraints,
		Property: gl.property, Errors: gl.property == nil, Counts: c.counts(gl)})
	in := make([]bool, len(c.sem.M.Comps))
	for _, class := range counting.Classes(c.poll, dataflow.Unconnected(set)) {
		for _, member := range class.Members {
			for _, m := range member {
				if id := set.Monitors[m].Comp; id >= 0 {
					in[id] = true
				}
			}
		}
	}
	out := slices.Clone(added)
	for _, id := range all {
		if slices.Contains(now, id) {
			continue
		}
		if name := names.Family(c.sem.M.Comps[id].Name); in[id] {
			out = append(out, id)
		} else {
			if c.apart == nil {
				c.apart = map[string]bool{}
			}
			c.apart[gl.name()+" "+name] = true
		}
	}
	return union(out, nil)
}

package verify

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/dataflow"
	"flavers/dataflow/counting"
	"flavers/internal/names"
	"flavers/sem"
)

// This file closes a choice of constraints under interchangeable tasks. Refinement
// finds out one by one that it needs the automaton of each reader; with all readers'
// the problem has fewer tuples than with some, as they are counted.

// leastOfFamily is how many of a family must be chosen before all are.
const leastOfFamily = 3

// withClasses adds to the constraints that are to be added to chosen those of the
// families of which three or more are chosen then, if the members of these families
// are interchangeable in the problem that this makes.
//
// Which constraints are chosen changes no verdict that is reached; so names may say
// what a family is.
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
	if all = union(all, nil); len(all) == len(now) {
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

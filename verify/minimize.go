package verify

import (
	"context"
	"go/token"
	"maps"
	"slices"

	"flavers/automata"
	"flavers/dataflow"
	"flavers/diag"
	"flavers/limit"
	"flavers/sem"
)

// minimize drops constraints while the property still holds, those with the largest automata first. The rest is minimal
// by inclusion: without any one of its constraints, the problem has a violating path. minimize returns the last attempt
// that holds, and its constraints.
func (c *checker) minimize(ctx context.Context, a *attempt, chosen []sem.CompID) (*attempt, []sem.CompID) {
	order := slices.Clone(chosen)
	states := map[sem.CompID]int{}
	for i := range a.set.Monitors {
		if m := &a.set.Monitors[i]; m.Comp >= 0 {
			states[m.Comp] = m.States
		}
	}
	slices.SortStableFunc(order, func(x, y sem.CompID) int { return states[y] - states[x] })
	for _, id := range order {
		if ctx.Err() != nil {
			break
		}
		i := slices.Index(chosen, id)
		fewer := slices.Delete(slices.Clone(chosen), i, i+1)
		// Without a constraint that is needed, the problem may have any number of tuples, so the attempt is limited.
		if !limit.Try(func() {
			if b := c.solveWithin(ctx, a.goal, fewer, 10*a.sol.Tuples+10_000); b.sol.Verdict == dataflow.Holds &&
				c.limitMet(b) == nil {
				a, chosen = b, fewer
			}
		}) {
			break
		}
	}
	return a, chosen
}

// stale warns of saved sets of constraints that do not fit the program.
func (c *checker) stale(ds *diag.List, specs []*automata.Spec) {
	at := token.Position{Filename: c.opt.SavedFile}
	for _, property := range slices.Sorted(maps.Keys(c.opt.Saved)) {
		known := property == goal{}.name() || slices.ContainsFunc(specs,
			func(sp *automata.Spec) bool { return sp.Property && sp.Name == property })
		if !known {
			ds.Warnf(at, diag.VStaleProperty, "constraints are saved for %q, but there is no such property", property).
				WithHint("the entry is ignored; it goes when the file is written again")
			continue
		}
		_, unknown := c.sem.Named(c.opt.Saved[property])
		for _, name := range unknown {
			d := ds.Warnf(at, diag.VStaleConstraint, "the constraint %q saved for %s does not exist in this program", name,
				property)
			var names []string
			for i := range c.sem.M.Comps {
				names = append(names, c.sem.M.Comps[i].Name)
			}
			if near := diag.Suggest(name, names); near != "" {
				d.WithHint("did you mean %q? refinement finds what is missing", near)
			} else {
				d.WithHint("refinement finds what is missing")
			}
		}
	}
}

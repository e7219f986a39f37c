package picture_test

import (
	"context"
	"slices"
	"testing"

	"flavers/internal/trial"
	"flavers/picture"
	"flavers/render/diagram"
	"flavers/report"
	"flavers/verify"
)

// The picture of the product of a property that holds has the tuples that the check counted, and nothing bad; that of
// one that is violated shows the violation.
func TestProduct(t *testing.T) {
	seen := map[report.Verdict]int{}
	for _, name := range []string{"broken_mutex", "peterson", "dining", "seed_two_tasks", "dekker", "smokers_fixed"} {
		p, specs := trial.Example(t, "examples/"+name+".tfg", nil)
		c := verify.Check(context.Background(), p, specs, verify.Options{ByConstraints: true})
		for i := range c.Results {
			r := &c.Results[i]
			g, err := picture.Product(context.Background(), p, specs, r, verify.Options{}, picture.Room{})
			if err != nil {
				t.Fatal(err)
			}
			if g == nil || r.Reach {
				continue
			}
			seen[r.Verdict]++
			bad := slices.ContainsFunc(g.Nodes, func(n diagram.Node) bool { return n.Bad })
			if bad != (r.Verdict != report.Holds) && !r.AtEnd { // it may end in a deadlock, where no path ends
				t.Errorf("%s: %s is %s, and something bad is drawn: %v", name, r.Spec(), r.Verdict, bad)
			}
			if r.Verdict == report.Holds && int64(len(g.Nodes)) != r.Tuples {
				t.Errorf("%s: %s: %d tuples are drawn of %d", name, r.Spec(), len(g.Nodes), r.Tuples)
			}
		}
	}
	if seen[report.Holds] < 4 || seen[report.Violated] < 2 {
		t.Errorf("%v", seen)
	}
}

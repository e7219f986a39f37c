package verify_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// TestFewerConstraints repeats the last experiment of the PASTE 1999 paper. For each property that holds with all
// constraints and all MIP edges, constraints are dropped, one after the other, as long as it holds: each of the rest is
// necessary. Then each of these is left out under the rules that eliminate edges: does the property hold without it?
// In the paper this was never so. An elimination that decides more would lose paths that no execution follows.
func TestFewerConstraints(t *testing.T) {
	files, err := filepath.Glob("../examples/*.tfg")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	few, _ := filepath.Glob("../examples/figure4/*.tfg")
	files = append(files, few...)
	problems, necessary, tried := 0, 0, 0
	sufficient := map[string]int{} // by rule: sets that suffice under it, and not without elimination
	for _, file := range trial.Part(files, 24) {
		p, specs := trial.Example(t, strings.TrimPrefix(filepath.ToSlash(file), "../"), nil)
		for _, sp := range specs {
			if !sp.Property || sp.Reach {
				continue
			}
			verdicts := func(set []string) (by report.Verdict, row *verdictRow) {
				rows, ds := verify.Stats(context.Background(), p, specs, []verify.ConstraintSet{setOf(set)}, false,
					verify.Options{Only: []string{sp.Name}, MaxTuples: 50_000})
				if len(rows) != 1 {
					t.Fatal(file, sp.Name, ds)
				}
				r := &rows[0]
				if r.Limited() {
					return report.Unknown, nil
				}
				tried++
				return r.Verdict.Of("none"), &verdictRow{r.Verdict.Of("safe"), r.Verdict.Of("normal"), r.Constraints}
			}
			v, all := verdicts([]string{"*"})
			if v != report.Holds {
				continue
			}
			problems++
			needed := all.constraints
			for _, name := range slices.Clone(needed) {
				without := slices.DeleteFunc(slices.Clone(needed), func(s string) bool { return s == name })
				if v, _ := verdicts(without); v == report.Holds {
					needed = without
				}
			}
			necessary += len(needed)
			for _, name := range needed {
				_, r := verdicts(slices.DeleteFunc(slices.Clone(needed), func(s string) bool { return s == name }))
				if r != nil && r.safe == report.Holds {
					sufficient["safe"]++
				}
				if r != nil && r.normal == report.Holds {
					sufficient["normal"]++
					t.Logf("%s %s: holds under normal without %s of %v", file, sp.Name, name, needed)
				}
			}
		}
	}
	t.Logf("%d properties hold, with %d necessary constraints in all; without one of them, %d hold under safe, "+
		"%d under normal (%d sets tried)", problems, necessary, sufficient["safe"], sufficient["normal"], tried)
	if problems == 0 || necessary == 0 {
		t.Error("no problem has a necessary constraint")
	}
}

// verdictRow is what the rules that eliminate say, and the constraints of the problem.
type verdictRow struct {
	safe, normal report.Verdict
	constraints  []string
}

// setOf is a set of constraints by their names.
func setOf(names []string) verify.ConstraintSet {
	if len(names) == 0 {
		return "none"
	}
	return verify.ConstraintSet(strings.Join(names, ","))
}

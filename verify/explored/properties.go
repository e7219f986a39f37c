package explored

import (
	"flavers/automata"
	"flavers/report"
)

// Properties returns a result without a verdict for each property among specs, one for
// each name. Method AsCheck of a report.Explore fills in the verdicts. Every result rests on
// the constraints among specs, and names them. A property with obligations (something must
// happen) is judged for executions that end, unless the report has judged infinite ones.
func Properties(specs []*automata.Spec) []report.Result {
	var out []report.Result
	var assumed []string // names of the constraints
	for _, s := range specs {
		if !s.Property {
			assumed = append(assumed, s.Name)
		}
	}
	seen := map[string]bool{}
	for _, s := range specs {
		if s.Property && !seen[s.Name] {
			seen[s.Name] = true
			of := ""
			if len(s.Obligations) > 0 {
				of = report.Ending
			}
			out = append(out, report.Result{Of: of, Property: s.Name, Pos: s.Pos.String(), Reach: s.Reach, Constraints: assumed,
				Assumptions: assumed, InstanceOf: s.Family, Index: s.Index})
		}
	}
	return out
}

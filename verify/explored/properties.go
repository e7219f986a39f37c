package explored

import (
	"flavers/automata"
	"flavers/report"
)

// Properties are the properties among specs, each name once, without an answer: what the
// AsCheck of a report fills in. Each rests on the constraints among specs. One that asks for
// something to happen is about executions that end, unless the report says more.
func Properties(specs []*automata.Spec) []report.Result {
	var out []report.Result
	var assumed []string
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

package verify

import (
	"context"

	"flavers/automata"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
)

// Crash is the panic of a stage, carried over from the goroutine it ran in.
type Crash = limit.Crash

// cutOff returns an unknown result for a check that ctx has ended during a stage, which is given as a clause.
func cutOff(ctx context.Context, name, stage string) report.Result {
	return report.Result{Property: name, Limit: limitOfContext(ctx), Constraints: []string{}, Trace: []report.Step{},
		Reason: limit.Words(ctx) + " while " + stage}.With(outcome.None{})
}

// wanted returns the properties to be checked.
func wanted(specs []*automata.Spec, opt Options) []*automata.Spec {
	var out []*automata.Spec
	for _, sp := range specs {
		if sp.Property && opt.WantsProperty(sp) {
			out = append(out, sp)
		}
	}
	return out
}

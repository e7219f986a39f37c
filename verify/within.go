package verify

import (
	"context"

	"flavers/automata"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
)

// Crash is the panic of a stage, carried over from the goroutine it ran in. It has a name here so that callers who
// recover it need not import package limit.
type Crash = limit.Crash

// cutOff returns an unknown result for a check that the end of ctx has cut off. stage says what the check was doing, as
// in "building the graph".
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

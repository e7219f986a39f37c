package verify

import (
	"context"
	"fmt"

	"flavers/report/outcome"
	"flavers/verify/directed"
)

// The strategy that tries a few executions, each of which is led towards a deadlock. That it finds none says nothing.

// fewLooks is how often a task is looked at where an execution is cut short: a deadlock of a few steps is found, and a
// program that never ends costs little.
const fewLooks = 512

// directedExecutions is its row in the portfolio, with a limit of so many looks at each task.
func directedExecutions(looks int) try {
	return func(ctx context.Context, s *stopSearch) bool { return s.hunt(ctx, looks) }
}

// hunt tries directed executions.
func (s *stopSearch) hunt(ctx context.Context, looks int) bool {
	found, tried := directed.Deadlock(ctx, s.c.p, s.c.constraints, looks)
	if found == nil {
		s.missed("directed executions", fmt.Sprintf("none of %d got stuck", tried))
		return false
	}
	s.evidence, s.schedule, s.by = outcome.Execution{}, found, "directed executions"
	return true
}

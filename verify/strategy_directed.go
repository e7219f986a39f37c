package verify

import (
	"context"
	"fmt"

	"flavers/report/outcome"
	"flavers/verify/directed"
)

// This file is the strategy that tries a few executions, each directed towards a deadlock. It finds many deadlocks of
// large programs at once. If it finds none, nothing follows.

// fewLooks limits how often each task of an execution is looked at in the first attempt. That suffices for a deadlock
// of a few steps, and keeps the attempt cheap if executions never end.
const fewLooks = 512

// directedRuns is the name of this strategy in reports.
const directedRuns = "directed executions"

// directedExecutions returns the row of the strategy in the portfolio. looks limits how often each task is looked
// at; 0 means no limit.
func directedExecutions(looks int) try {
	return func(ctx context.Context, s *stopSearch) bool { return s.hunt(ctx, looks) }
}

// hunt tries the directed executions of package directed.
func (s *stopSearch) hunt(ctx context.Context, looks int) bool {
	found, tried := directed.Deadlock(ctx, s.c.p, s.c.constraints, looks)
	if found == nil {
		s.missed(directedRuns, fmt.Sprintf("none of %d got stuck", tried), "", nil)
		return false
	}
	s.evidence, s.schedule, s.decidedBy = outcome.Execution{}, found, directedRuns
	return true
}

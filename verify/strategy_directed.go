package verify

import (
	"context"
	"fmt"

	"flavers/report/outcome"
	"flavers/verify/directed"
)

// The strategy that tries a few executions, each of which is led towards a deadlock. That it finds none says nothing.

// directedExecutions is its row in the portfolio.
func directedExecutions(ctx context.Context, s *stopSearch) bool { return s.hunt(ctx) }

// hunt tries directed executions.
func (s *stopSearch) hunt(ctx context.Context) bool {
	found, looked := directed.Deadlock(ctx, s.c.p, s.c.constraints)
	if found == nil {
		s.missed("directed executions", fmt.Sprintf("none of %d got stuck", looked))
		return false
	}
	s.evidence, s.schedule, s.by = outcome.Execution{}, found, "directed executions"
	return true
}

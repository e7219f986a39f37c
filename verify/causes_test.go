package verify

import (
	"context"
	"slices"
	"testing"

	"flavers/cfg"
)

// The search for a shortest execution finds the same one whether or not it leaves out steps that cause nothing, and
// with the bound it looks at fewer steps.
func TestStepsAfter(t *testing.T) {
	compared, fewer := 0, 0
	limits := nearLimits{1 << 20, 1 << 24}
	violatedRuns(t, 300, func(c *checker, a *attempt, run *execution, what string) {
		d, after := c.distances(a.goal), c.stepsAfter(a.goal)
		if after == nil || len(run.steps) == 0 {
			return
		}
		search := func(after []int32) (actions []cfg.ActionID, moves int) {
			s := c.newNearSearch(a, d, len(run.steps)+1, limits)
			s.after = after
			if !s.search(context.Background()) || s.last.by == cfg.None {
				t.Fatalf("no execution of at most %d steps found\n%s", len(run.steps), what)
			}
			for _, step := range s.run().steps {
				actions = append(actions, step.Action)
			}
			return actions, s.moves
		}
		all, moves := search(nil)
		some, fewerMoves := search(after)
		if !slices.Equal(all, some) {
			t.Fatalf("without the bound %v, with it %v\n%s", all, some, what)
		}
		compared++
		if fewerMoves < moves {
			fewer++
		}
	})
	t.Logf("%d searches, %d look at fewer steps with the bound", compared, fewer)
	if compared < 30 || fewer < 20 {
		t.Errorf("too few cases: %d searches, %d with fewer steps", compared, fewer)
	}
}

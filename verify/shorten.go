package verify

import (
	"context"
	"slices"
)

// maxShortening is how many steps are executed at most to shorten one trace.
const maxShortening = 100_000

// shorten leaves out steps of run that the violation does not need: sequences of steps, long ones first, as long as the
// rest is still an execution that violates the goal. (This is delta debugging over the schedule.) The search along a
// path is depth first, so run may have wandered. nearest.go finds a shortest execution if it can.
func (c *checker) shorten(a *attempt, run *execution) *execution {
	work := 0
	for size := len(run.steps) / 2; size >= 1; size /= 2 {
		for from := len(run.steps) - 1 - size; from >= 0; from -= size {
			if from+size > len(run.steps) {
				continue
			}
			if work += len(run.steps); work > maxShortening {
				return run
			}
			fewer := slices.Concat(run.steps[:from], run.steps[from+size:])
			if again := c.execute(a, fewer); again != nil {
				run = again
			}
		}
	}
	return run
}

// execute takes the given steps from the start, and returns the execution up to the violation of the goal. It returns
// nil if a step is not possible, or if the last one does not violate the goal.
func (c *checker) execute(a *attempt, steps []executed) *execution {
	r := c.newReplayer(a, 0)
	p := r.start()
	for i := range steps {
		c.poll.Look()
		if r.reached(p) {
			return p.run() // sooner than before
		}
		var next *position
		for _, n := range r.take(nil, p, c.p.Actions[steps[i].Action], 0) {
			if n.by.number == steps[i].number {
				next = n
			}
		}
		if next == nil {
			return nil
		}
		if p = next; p.by.Err != nil && !r.reached(p) {
			return nil // a limit of the model: nothing follows, and it is no violation
		}
	}
	if !r.reached(p) {
		return nil
	}
	return p.run()
}

// shorten looks for a shortest execution in place of the one that s has found, unless that is known to be one. It
// visits at most as many states as the strategy "states, few".
func (s *stopSearch) shorten(ctx context.Context) {
	if !s.shown() || s.shortest {
		return
	}
	again := s.c.newStops(s.seek, s.specs)
	again.traps = s.traps
	if again.fewStates(ctx) && again.shown() {
		s.stop = again.stop
	}
}

package sem

import (
	"fmt"
	"go/token"

	"flavers/cfg"
)

// This file runs loops within one step. A step has to end, and to have finitely many
// outcomes that can be listed: it takes cfg.MostTurns turns at most, and the numbers of
// alternatives of the choices that it makes within loops have a product of
// cfg.MostOutcomes at most. Then it has no more outcomes than that for each way to go
// outside of loops: the outcomes are leaves of a tree, and one at which the product is p
// has a share of at least 1/p of them (Kraft). What exceeds this is an error of the program.

// loops is what a step keeps of its loops.
type loops struct {
	around   []token.Position // the loops around the statement being executed, the outermost first
	turns    int              // how many turns the step has made, in all its loops
	outcomes int              // product of the alternatives of choices within loops; 0: there was none
	leaving  int              // how many loops the jump under way has still to leave
	again    bool             // that jump then begins the next turn of the last loop, as continue does
}

// loop executes a loop to its end.
func (s *step) loop(n *cfg.Node, l *cfg.Loop) status {
	outer := s.loops.around
	s.loops.around = append(s.loops.around, l.Pos)
	defer func() { s.loops.around = outer }()
	for {
		if l.Cond != nil {
			holds := s.condition(l.Cond, true)
			if s.err != nil {
				return failed
			}
			s.seeTest(n)
			if !holds {
				return done
			}
		}
		switch st := s.block(n, l.Body); { // left: a jump leaves this loop, and perhaps loops around it
		case st == left && s.loops.leaving > 1:
			s.loops.leaving--
			return left
		case st == left && !s.loops.again:
			return done
		case st != left && st != done:
			return st
		}
		if l.Once {
			return done
		}
		if s.loops.turns++; s.loops.turns > cfg.MostTurns {
			s.fail(&Error{Kind: cfg.StepError, Pos: l.Pos,
				Text: fmt.Sprintf("the step of %s at line %d takes more than %d turns of its loops",
					s.m.P.Tasks[n.Task].Name, n.Pos.Line, cfg.MostTurns)})
			return failed
		}
	}
}

// chosen chooses one of n alternatives. It returns false if there are too many outcomes.
func (s *step) chosen(n int) (int, bool) {
	if len(s.loops.around) > 0 {
		if s.loops.outcomes = max(s.loops.outcomes, 1) * n; s.loops.outcomes > cfg.MostOutcomes {
			s.fail(&Error{Kind: cfg.StepError, Pos: s.loops.around[len(s.loops.around)-1],
				Text: fmt.Sprintf("the choices in loops of one step have more than %d outcomes", cfg.MostOutcomes)})
			return 0, false
		}
	}
	return s.v.choose(n), true
}

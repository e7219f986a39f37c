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
	at       []token.Position // of the loops around what is executed
	turns    int
	outcomes int // product of the alternatives chosen among within loops; 0: 1
	out      int // loops that a jump has still to leave
	again    bool
}

// loop executes a loop to its end.
func (s *step) loop(n *cfg.Node, l *cfg.Loop) status {
	outer := s.loops.at
	s.loops.at = append(s.loops.at, l.Pos)
	defer func() { s.loops.at = outer }()
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
		switch st := s.block(n, l.Body); {
		case st == left && s.loops.out > 1:
			s.loops.out--
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
			s.fail(&Error{Kind: cfg.StepError, Pos: l.Pos, Text: fmt.Sprintf(
				"the step of %s at line %d takes more than %d turns of its loops", s.m.P.Tasks[n.Task].Name, n.Pos.Line, cfg.MostTurns)})
			return failed
		}
	}
}

// chosen chooses one of n alternatives; false: there are too many outcomes.
func (s *step) chosen(n int) (int, bool) {
	if len(s.loops.at) > 0 {
		if s.loops.outcomes = max(s.loops.outcomes, 1) * n; s.loops.outcomes > cfg.MostOutcomes {
			s.fail(&Error{Kind: cfg.StepError, Pos: s.loops.at[len(s.loops.at)-1],
				Text: fmt.Sprintf("the choices in loops of one step have more than %d outcomes", cfg.MostOutcomes)})
			return 0, false
		}
	}
	return s.v.choose(n), true
}

package infinite

// This file asks whether constraints and fairness can be satisfied together. A constraint may exclude everything that a
// fair execution does. Then a property holds under fairness for lack of executions, and the user should know.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/assume"
	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/search"
	"flavers/limit"
	"flavers/live"
	"flavers/sem"
)

// Continuation is the answer of Continue.
type Continuation struct {
	Found    bool // there is such an execution
	Complete bool // if not Found: there is none
}

// Continue looks for an execution that begins with the given steps and breaks no constraint. It has to stop where every
// constraint accepts, or to be infinite and fair; with errors it may also end in a run-time error. Without constraints
// there always is one (docs/theory.md, Lemma 11.0).
//
// Of the options, the kind of fairness and the limits count. The search uses no reduction. If a limit ends it, a fair
// cycle among the states visited is still found. The error is a *sem.TooLarge, or says that the steps cannot be taken.
func Continue(ctx context.Context, p *cfg.Program, constraints []*automata.Spec, after []sem.Choice, errors bool,
	opt Options) (Continuation, error) {
	s, err := newProduct(ctx, p, constraints, everything, opt)
	if err != nil {
		return Continuation{}, err
	}
	if s.Impossible() {
		return Continuation{Complete: true}, nil
	}
	at, ok := assume.New(s.Machine, constraints).After(after)
	if !ok {
		return Continuation{}, fmt.Errorf("a step of the beginning is not enabled, or breaks a constraint")
	}
	first := s.Start()
	copy(first, at)
	found := false
	if !limit.Try(func() { found = s.continues(first, errors) }) {
		return Continuation{}, nil
	}
	return Continuation{Found: found, Complete: !found && s.out.Complete}, nil
}

// everything is a property that every infinite execution violates: it has no events, and one obligation, which is
// always open. So the search for a violation of it finds any fair infinite execution.
var everything = &automata.Spec{Property: true, DFA: &automata.DFA{Accept: []bool{true}},
	Obligations: []automata.Obligation{{Open: []bool{true}}}}

// continues visits the states from first on, and looks for an end, and then for a fair cycle.
func (s *product) continues(first []int32, errors bool) bool {
	found := false
	state := func(_ int, note search.Note, _ []*model.Move) search.Next {
		if found = model.EndingOf(note).Stops(); found {
			return search.Halt
		}
		return search.Go
	}
	edge := func(_ int, v *model.Move, _ int, _ bool) search.Next {
		switch err := v.Effect.Err; {
		case err == nil:
		case err.Kind == cfg.LimitError:
			s.end("model")
		case errors:
			found = true
			return search.Halt
		}
		return search.Go
	}
	s.breadth(beginning{model.Space{System: s.System}, first}, search.Visit[*model.Move]{State: state, Edge: edge})
	if found {
		return true
	}
	limited := s.out
	o := s.open(&everything.Obligations[0])
	if o == nil {
		return false
	}
	_, found = o.graph.Find(s.opt.Fairness, limit.New(s.ctx))
	s.out = limited
	return found
}

// beginning is a graph of states with another start.
type beginning struct {
	search.Graph[*model.Move]
	first []int32
}

// Start returns the other start.
func (b beginning) Start() []int32 { return slices.Clone(b.first) }

// NoneCounts returns a clause that says that Continue has found nothing under the named constraints: after the steps of
// an execution that violates a property (begun), or from the start.
func NoneCounts(constraints []string, f live.Fairness, begun bool) string {
	which := "the constraint " + constraints[0]
	if len(constraints) > 1 {
		which = "the constraints " + strings.Join(constraints, ", ")
	}
	if begun {
		return fmt.Sprintf("no execution that begins so and obeys %s ends, fails or is %sly fair", which, f)
	}
	return fmt.Sprintf("no execution that obeys %s ends or is %sly fair: what the property demands is never judged",
		which, f)
}

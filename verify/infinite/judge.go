package infinite

// This file tries the ways to answer a question about infinite executions, one after the other. None of them is best:
//
//   - All states: exact, but there may be too many.
//   - Stubborn sets: far fewer states where tasks have little to do with each other, as in a long ring. They need a
//     program whose steps cannot fail.
//   - Abstractions: a proof by a few components of the state, for programs of any size; or a cycle that it leaves open,
//     along which an execution is looked for.

import (
	"context"
	"errors"
	"fmt"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/explore"
	"flavers/limit"
	"flavers/live"
	"flavers/verify/endless"
)

// Off stands in the place of a kind of fairness if infinite executions are not to be judged.
const Off = "off"

// Question asks whether an infinite execution that is fair in the given way violates a property without breaking a
// constraint.
type Question struct {
	Program     *cfg.Program
	Semantics   *monitor.Semantics
	Alone       *endless.Alone // made from Semantics; nil: Judge makes it if it needs it
	Constraints []*monitor.Binding
	Property    *monitor.Binding
	Fairness    live.Fairness
}

// Answer is what is known about a question.
type Answer struct {
	Result
	By    string   // the way that decided it; "": it is open
	Tried []string // the ways that could not decide it, each with the reason
}

// Judge answers a question. It tries, until one decides it:
//
//  1. few states;
//  2. stubborn sets, in a part of that number (fewerReduced);
//  3. a proof by abstractions, and an execution along the cycle that no proof excludes;
//  4. many states.
//
// MaxMemory, Progress and NoStates of the options count; with NoStates, steps 1, 2 and 4 are left out.
func Judge(ctx context.Context, q *Question, few, many int64, opt Options) (*Answer, error) {
	out := new(Answer)
	if !opt.NoStates {
		if done, err := out.states(ctx, q, few, opt); done || err != nil || ctx.Err() != nil {
			return out, err
		}
		if done, err := out.reduced(ctx, q, few/fewerReduced, opt); done || err != nil || ctx.Err() != nil {
			return out, err
		}
	}
	var proof Proof
	if !limit.Try(func() { proof = Prove(q, opt.MaxMemory, limit.New(ctx)) }) {
		out.Limit = limit.Reason(ctx)
		return out, nil
	}
	if proof.Holds {
		out.Complete, out.Limit = true, ""
		out.By = fmt.Sprintf("an abstraction by %d components, %d states", len(proof.Kept), proof.States)
		return out, nil
	}
	if len(proof.Loop) > 0 {
		r, err := Pursue(ctx, q, &proof)
		if err != nil {
			return out, err
		}
		if r.Violated {
			out.Result = *r
			out.By = fmt.Sprintf("a cycle of an abstraction by %d components, %d states", len(proof.Kept), proof.States)
			return out, nil
		}
	}
	out.Tried = append(out.Tried, "abstractions: "+proof.Reason)
	if out.Limit == "states" && many > few {
		out.Tried = out.Tried[1:] // the search of few states: that of many takes its place
		_, err := out.states(ctx, q, many, opt)
		return out, err
	}
	return out, nil
}

func (q *Question) constraints() []*automata.Spec {
	var out []*automata.Spec
	for _, b := range q.Constraints {
		out = append(out, b.Spec)
	}
	return out
}

// states visits at most so many states, and reports whether that answers the question.
func (a *Answer) states(ctx context.Context, q *Question, most int64, opt Options) (bool, error) {
	opt.Fairness, opt.MaxStates = q.Fairness, most
	r, err := Of(ctx, q.Program, q.constraints(), q.Property.Spec, opt)
	if err != nil {
		return false, err
	}
	a.Result = *r
	if r.Violated || r.Complete {
		a.By = fmt.Sprintf("all states, %d of them", r.States)
		return true, nil
	}
	a.Tried = append(a.Tried, fmt.Sprintf("all states: not finished after %d states", r.States))
	if r.Limit == "model" {
		a.Tried[len(a.Tried)-1] = "all states: a mailbox, queue or counter would hold more than the model counts"
	}
	return false, nil
}

// fewerReduced is how many times fewer states are visited by stubborn sets than without them: each costs several times
// as much, and where the sets reduce well, far fewer suffice.
const fewerReduced = 8

// reduced visits at most so many states along stubborn sets, and reports whether that answers the question.
func (a *Answer) reduced(ctx context.Context, q *Question, most int64, opt Options) (bool, error) {
	if q.mayFail() || len(q.Program.Fair) > 0 {
		return false, nil // stubborn sets may lose violations then (docs/theory.md, 11.2)
	}
	opt.Fairness, opt.MaxStates = q.Fairness, max(most, 1)
	r, err := Reduced(ctx, q.Program, q.constraints(), q.Property.Spec, opt)
	var refused *explore.Refused
	switch {
	case errors.As(err, &refused):
		return false, nil
	case err != nil:
		return false, err
	case r.Violated || r.Complete:
		a.Result = *r
		a.By = fmt.Sprintf("stubborn sets, %d states", r.States)
		return true, nil
	}
	a.Tried = append(a.Tried, fmt.Sprintf("stubborn sets: not finished after %d states", r.States))
	return false, nil
}

// mayFail reports whether some step may end in a run-time error or exceed a bound of the model.
//
// May err towards: yes (steps without a table, and values that no execution has).
func (q *Question) mayFail() bool {
	if len(q.Semantics.Inexact()) > 0 {
		return true
	}
	for _, cases := range q.Semantics.Cases {
		for i := range cases {
			if cases[i].Err != nil {
				return true
			}
		}
	}
	return false
}

// Judging is a way to judge infinite executions: Of, Reduced.
type Judging func(context.Context, *cfg.Program, []*automata.Spec, *automata.Spec, Options) (*Result, error)

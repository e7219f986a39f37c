package infinite

// This file divides the work on a question between states and abstractions.

import (
	"context"
	"fmt"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
	"flavers/live"
	"flavers/verify/endless"
)

// Off is said in the place of a kind of fairness where infinite executions are not to be judged.
const Off = "off"

// Question asks whether an infinite execution, fair as is said, violates a property,
// without breaking a constraint.
type Question struct {
	Program     *cfg.Program
	Semantics   *monitor.Semantics
	Alone       *endless.Alone // of Semantics; nil: it is made
	Constraints []*monitor.Binding
	Property    *monitor.Binding
	Fairness    live.Fairness
}

// Answer is what is known of a question.
type Answer struct {
	Result
	By    string   // what has decided it; "": nothing
	Tried []string // what has not
}

// Judge answers a question: it visits all states if they are few, looks for a proof, follows the
// cycle that no proof excludes, and visits states again, more of them. Of the options, the limit on
// memory and what tells of progress count. With NoStates it visits none.
func Judge(ctx context.Context, q *Question, few, many int64, opt Options) (*Answer, error) {
	out := new(Answer)
	if !opt.NoStates {
		if done, err := out.states(ctx, q, few, opt); done || err != nil || ctx.Err() != nil {
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
		out.Tried = out.Tried[1:]
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

// states visits so many; true: the question is answered.
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

// Judging is a way to judge infinite executions: Of, Reduced.
type Judging func(context.Context, *cfg.Program, []*automata.Spec, *automata.Spec, Options) (*Result, error)

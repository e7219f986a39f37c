// Package infinite decides whether an infinite execution violates a property. It does so if it is fair and leaves an
// obligation of the property open for ever, or if its word is one that a formula forbids. In
//
//	shared free 0..1 = 1
//	task a { loop { event ask; await free == 1; event go } }
//	task b { loop { free = 0; free = 1 } }
//	property served { go responds to ask }
//
// the execution "a: ask", and then for ever "b: free = 0; free = 1", is weakly fair, because a is not always able to go
// on, and never serves a. Under strong fairness there is no such execution.
//
// There are four ways to decide this, and Judge tries them in turn:
//
//   - Of visits all states of the product of the program, its constraints and the property. Then it looks for a fair
//     cycle (package live) among the states in which an obligation is open, and in their product with the automaton of
//     the words that a formula forbids.
//   - Reduced does the same along stubborn sets.
//   - Prove does the same with a few components of the state, and adds components until there is no such cycle.
//   - Pursue looks for an execution along the cycle that Prove has left.
//
// That there is no such execution is known only if Result.Complete or Proof.Holds is set. The package does not judge
// executions that stop or reach the error state.
//
//	infinite.go, states.go, open.go, never.go  all states
//	abstract.go, surely.go, cycles.go, words.go, prove.go  abstractions
//	pursue.go  executions along a cycle of an abstraction
//	continue.go  whether executions under constraints can be fair at all
//	fair.go   what fairness is about
//	reduced.go  along stubborn sets
//	judge.go  the order in which these are tried
//
// Meaning and proof: docs/theory.md, "Infinite executions".
package infinite

import (
	"context"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/search"
	"flavers/limit"
	"flavers/live"
	"flavers/sem"
)

// Options of a search; the zero value finds executions without fairness.
type Options struct {
	Fairness  live.Fairness
	MaxStates int64                // 0: no limit
	MaxMemory int64                // bytes that the states and the graph may take; 0: no limit
	Progress  func(model.Progress) // called about once a second; may be nil
	NoStates  bool                 // Judge visits no states
}

// Result is what was found. Stem and Loop are an infinite execution that violates the property: the steps to a state,
// and the steps from there back to it, which are repeated for ever.
type Result struct {
	Violated   bool
	Stem, Loop []sem.Choice
	States     int64
	Complete   bool   // if not Violated: there is no such execution
	Limit      string // if not Complete: states, memory, model (a bound of the model), or what ended the context
}

// product is the product of the program, its constraints and the property, with what is found in it.
type product struct {
	*model.System
	ctx   context.Context
	opt   Options
	watch *model.Watch
	all   *search.Search[*model.Move] // the states; nil: not visited
	size  int                         // number of values kept of a state: all but the errors of tasks
	out   Result

	conditions *conditions    // of fairness
	monitor    *model.Monitor // of the property

	// Buffers.
	state, next []int32
	moves       []*model.Move
}

// Of looks, in all states, for an infinite execution that violates a property and breaks no constraint. The error is a
// *sem.TooLarge.
func Of(ctx context.Context, p *cfg.Program, constraints []*automata.Spec, property *automata.Spec,
	opt Options) (*Result, error) {
	s, err := newProduct(ctx, p, constraints, property, opt)
	if err != nil {
		return nil, err
	}
	if s.Impossible() {
		return &s.out, nil
	}
	if !limit.Try(func() { s.run(ctx, property) }) && s.out.Complete {
		s.end(limit.Reason(ctx))
	}
	if s.all != nil {
		s.out.States = int64(s.all.Set.Count)
	}
	return &s.out, nil
}

func newProduct(ctx context.Context, p *cfg.Program, constraints []*automata.Spec, property *automata.Spec,
	opt Options) (*product, error) {
	p = p.WithInvariants(nil)
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	specs := append(slices.Clone(constraints), property)
	s := &product{System: model.New(m, specs, model.Config{}), ctx: ctx, opt: opt,
		watch: model.NewWatch(ctx, opt.Progress)}
	s.monitor = &s.Monitors[len(specs)-1]
	tasks := make([]cfg.TaskID, len(p.Tasks))
	for t := range tasks {
		tasks[t] = cfg.TaskID(t)
	}
	s.conditions = newConditions(p, tasks)
	s.size, s.state, s.next = s.Failures, make([]int32, s.Width), make([]int32, s.Width)
	s.out.Complete = true
	return s, nil
}

func (s *product) run(ctx context.Context, property *automata.Spec) {
	s.visit()
	if !s.out.Complete && s.out.Limit != "model" {
		return
	}
	var least int32 = -1 // the state where the best loop begins; a smaller number is nearer to the start
	for i := range property.Obligations {
		o := s.open(&property.Obligations[i])
		if o == nil {
			return
		}
		lasso, found := o.graph.Find(s.opt.Fairness, limit.New(ctx))
		if found && (least < 0 || o.states[lasso.Entry] < least) {
			least = o.states[lasso.Entry]
			s.out.Violated, s.out.Stem, s.out.Loop = true, model.Schedule(s.System, s.all, int(least)), nil
			for _, t := range lasso.Loop {
				s.out.Loop = append(s.out.Loop, o.choice(t))
			}
		}
	}
	if property.Never == nil || s.out.Violated {
		return
	}
	if n := s.never(property.Never); n != nil {
		if lasso, found := n.graph.Find(s.opt.Fairness, limit.New(ctx)); found {
			s.out.Violated, s.out.Stem = true, n.stem(lasso.Entry)
			for _, t := range lasso.Loop {
				s.out.Loop = append(s.out.Loop, n.choice(t))
			}
		}
	}
}

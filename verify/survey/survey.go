// Package survey visits all states of a program and collects what they show together: which steps some execution takes,
// and which data races there are. In
//
//	shared n 0..9
//	task a { n = n + 1 }
//	task b { await n > 5  n = 0 }
//
// no execution takes the two steps of b, because n never exceeds 5. And there is no race: where a can take its step, b
// cannot.
//
// A data race is a state in which the steps of two tasks could both come next, where one step writes a shared variable
// and the other step reads or writes it (docs/theory.md, "Data races").
//
// The package ignores properties and constraints, and uses no reduction. That something never happens is known only if
// Result.Complete is set.
package survey

import (
	"context"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/search"
	"flavers/limit"
	"flavers/sem"
)

// Options are the options of a survey. The zero value finds all steps that are taken, and no races.
type Options struct {
	Races     bool                 // look for data races
	About     func(cfg.VarID) bool // look for races on these variables only; nil: on all that are shared
	MaxStates int64                // 0: no limit
	MaxMemory int64                // bytes that the set of states may take; 0: no limit
	Progress  func(model.Progress) // called about once a second; may be nil
}

// Result is what the states that were visited show.
type Result struct {
	States   int64
	Complete bool   // all states were visited
	Limit    string // if not: states, memory, model (a bound of the model), or what ended the context
	// Taken reports for each node whether some execution takes it. A step that meets a run-time error is taken, too.
	Taken []bool
	Races []Race // in the order of the lengths of their schedules
}

// walk is a survey in progress.
type walk struct {
	*model.System
	search *search.Search[*model.Move]
	races  *races // nil: not asked for
	out    Result
	state  []int32 // the state that look looks at
}

// Of visits the states of a program breadth first. It removes the invariants of the program first, because no task
// looks at them. The error is a *sem.TooLarge.
func Of(ctx context.Context, p *cfg.Program, opt Options) (*Result, error) {
	type outcome struct {
		r   *Result
		err error
	}
	// Making the machine of a large program takes long, and does not look at ctx.
	o, ok := limit.Within(ctx, func() outcome { r, err := visited(ctx, p, opt); return outcome{r, err} })
	if !ok {
		return &Result{Taken: make([]bool, len(p.Nodes)), Limit: limit.Reason(ctx)}, nil
	}
	return o.r, o.err
}

// visited is Of, without a look at ctx while the machine is made.
func visited(ctx context.Context, p *cfg.Program, opt Options) (*Result, error) {
	p = p.WithInvariants(nil)
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	w := &walk{System: model.New(m, nil, model.Config{})}
	w.state = w.Start()
	w.out.Taken = make([]bool, len(p.Nodes))
	w.out.Complete = true
	if opt.Races {
		w.races = newRaces(w.System, opt.About)
	}
	watch := model.NewWatch(ctx, opt.Progress)
	stop := func() string {
		return watch.Why(1024, func() model.Progress { return model.Progress{States: int64(w.search.Set.Count)} })
	}
	w.search = search.New(search.Graph[*model.Move](model.Space{System: w.System}),
		search.Visit[*model.Move]{State: w.look, Edge: w.take},
		search.Limits{States: opt.MaxStates, Memory: opt.MaxMemory, Stop: stop})
	if why := w.search.Breadth(); why != "" {
		w.end(why)
	}
	w.out.States = int64(w.search.Set.Count)
	return &w.out, nil
}

// look looks for races in a state.
func (w *walk) look(at int, _ search.Note, moves []*model.Move) search.Next {
	if w.races != nil {
		w.search.Set.State(w.state, at)
		w.races.look(w.state, moves, func() []sem.Choice { return model.Schedule(w.System, w.search, at) })
		w.out.Races = w.races.found
	}
	return search.Go
}

// take notes that a step is taken, also if it meets a run-time error.
func (w *walk) take(_ int, v *model.Move, _ int, _ bool) search.Next {
	a := w.Action(v.Way)
	w.out.Taken[a.A] = true
	if a.Joint() {
		w.out.Taken[a.B] = true
	}
	if err := v.Effect.Err; err != nil && err.Kind == cfg.LimitError {
		w.end("model")
	}
	return search.Go
}

// end notes that not all states were visited.
func (w *walk) end(why string) { w.out.Complete, w.out.Limit = false, why }

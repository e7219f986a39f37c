// Package survey goes over all states of a program and tells what they show together:
// which steps some execution takes, and which data races there are. Of
//
//	shared n 0..9
//	task a { n = n + 1 }
//	task b { await n > 5  n = 0 }
//
// it says that no execution takes the two steps of b past n > 5, and that there is no
// race: where a can take its step, b has none.
//
// It looks at no property and no constraint, and leaves no state out: what it says of
// all executions, it says only if Complete.
//
// A data race is a state in which steps of two tasks could both come next, of which
// one writes a shared variable and the other one reads or writes it (docs/theory.md,
// "Data races").
package survey

import (
	"context"
	"slices"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/limit"
	"flavers/sem"
	"flavers/verify/packed"
)

// Options of a survey; the zero value finds all steps that are taken, and no races.
type Options struct {
	Races     bool
	About     func(cfg.VarID) bool // the variables whose races are looked for; nil: all that are shared
	MaxStates int64                // 0: no limit
	MaxMemory int64                // bytes that the set of states may take; 0: no limit
	Progress  func(model.Progress) // called about once a second; may be nil
}

// Result is what the states that were visited show.
type Result struct {
	States   int64
	Complete bool   // all states were visited
	Limit    string // if not: states, memory, model (a counter of the model), or what ended the context
	// Taken tells of each node whether an execution takes it; a step that meets a
	// run-time error is taken, too.
	Taken []bool
	Races []Race // in the order of the lengths of their schedules
}

// walk is a survey in progress.
type walk struct {
	*model.System
	opt   Options
	set   *packed.Set
	from  []origin // by state
	races *races   // nil: not asked for
	out   Result
	size  int // values of a state that are kept
}

// origin is how a state was first reached.
type origin struct {
	parent int32
	by     sem.Choice
}

// Of visits the states of a program breadth first. Invariants of the program are left
// out, as no task looks at them. The error is a *sem.TooLarge.
func Of(ctx context.Context, p *cfg.Program, opt Options) (*Result, error) {
	type outcome struct {
		r   *Result
		err error
	}
	// The components of a large program take long to number.
	if o, ok := limit.Within(ctx, func() outcome { r, err := visited(ctx, p, opt); return outcome{r, err} }); ok {
		return o.r, o.err
	}
	return &Result{Taken: make([]bool, len(p.Nodes)), Limit: limit.Reason(ctx)}, nil
}

func visited(ctx context.Context, p *cfg.Program, opt Options) (*Result, error) {
	p = p.WithInvariants(nil)
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	w := &walk{System: model.New(m, nil, model.Config{}), opt: opt, size: len(m.Comps)}
	w.out.Taken = make([]bool, len(p.Nodes))
	w.out.Complete = true
	if opt.Races {
		w.races = newRaces(w.System, opt.About)
	}
	sizes := make([]int32, w.size)
	for i := range m.Comps {
		sizes[i] = m.Comps[i].Size
	}
	w.set = packed.New(sizes)
	w.run(ctx)
	w.out.States = int64(w.set.Count)
	return &w.out, nil
}

func (w *walk) run(ctx context.Context) {
	state, next := w.Start(), make([]int32, w.Width)
	w.set.Add(state[:w.size])
	w.from = append(w.from, origin{parent: -1})
	var moves []*model.Move
	watch := model.NewWatch(ctx, w.opt.Progress)
	for at := 0; at < w.set.Count; at++ {
		if watch.Due(1024) {
			if why := watch.Look(func() model.Progress { return model.Progress{States: int64(w.set.Count)} }); why != "" {
				w.end(why)
				return
			}
		}
		w.set.State(state[:w.size], at)
		moves, _ = w.Enabled(moves[:0], state)
		if w.races != nil {
			w.races.look(state, moves, func() []sem.Choice { return w.path(at) })
			w.out.Races = w.races.found
		}
		for _, v := range moves {
			a := w.Action(v.Way)
			w.out.Taken[a.A] = true
			if a.Joint() {
				w.out.Taken[a.B] = true
			}
			if err := v.Effect.Err; err != nil {
				if err.Kind == cfg.LimitError {
					w.end("model")
				}
				continue
			}
			w.Apply(next, state, v)
			if _, isNew := w.set.Add(next[:w.size]); !isNew {
				continue
			}
			w.from = append(w.from, origin{int32(at), w.Choice(state, v.Way, v.Out)})
			if w.opt.MaxStates > 0 && int64(w.set.Count) > w.opt.MaxStates || w.set.Count >= 1<<31-1 {
				w.end("states")
				return
			}
			// Growing needs the old and the new at once.
			if w.opt.MaxMemory > 0 && int64(w.set.Count)*int64(w.set.Words*8+16+24)*3 > w.opt.MaxMemory {
				w.end("memory")
				return
			}
		}
	}
}

// end notes that not all states were visited.
func (w *walk) end(why string) { w.out.Complete, w.out.Limit = false, why }

// path is the schedule that first led to a state: no other is shorter.
func (w *walk) path(at int) []sem.Choice {
	var out []sem.Choice
	for ; w.from[at].parent >= 0; at = int(w.from[at].parent) {
		out = append(out, w.from[at].by)
	}
	slices.Reverse(out)
	return out
}

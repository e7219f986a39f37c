package explore

import (
	"context"
	"errors"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
)

// This file lets other processes take random executions. An execution is drawn from the seed
// and its number; pct also needs the length of the longest execution of the rounds before. So
// the parts of a round can be taken anywhere, and the next round begins when all of them have
// come back.

// Walk stands for the executions with numbers From to To-1.
type Walk struct {
	From, To int64
	Longest  int // the length of the longest execution of the rounds before
}

// walkSplit is the state of a Split by random or pct.
type walkSplit struct {
	longest  int
	from, to int64  // the executions of the present round
	entered  int    // the number of tasks whose results were entered
	tasks    []Walk // by ID; those of the rounds so far
}

// walkSize is the number of executions in a task of random, whose executions do not depend on rounds.
const walkSize = 500

// Walks takes random executions for a Split in another process.
type Walks struct {
	whole *engine
	walk  *walker
	run   *run
}

// NewWalks prepares to take executions by random or pct. The end of ctx ends a walk, with an error.
func NewWalks(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Walks, error) {
	e, err := beginSplit(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	part := e.part(e.System.Copy())
	return &Walks{part, newWalker(e.Options, opt.Algorithm == "pct"), newRun(part.System)}, nil
}

// Explore takes the executions of w.
func (x *Walks) Explore(w *Walk) (*Part, error) {
	e := x.whole
	e.Reset(e.Exploration)
	e.Options.MaxExecutions = 0
	x.walk.longest = max(1, w.Longest)
	x.walk.walk(e, x.run, w.From, w.To)
	if e.Halted {
		for x.run.depth > 0 {
			x.run.pop()
		}
		return nil, errors.New("the executions were not all taken: " + e.Limit)
	}
	return &Part{Result: e.Result}, nil
}

// round begins the next round, with its tasks. Rounds are those of walker.explore; the first one has one execution.
func (s *Split) round() {
	w := s.walk
	most, size, part := s.e.Options.MaxExecutions, int64(walkRound), int64(walkPart)
	if s.e.Options.Algorithm == "random" {
		size, part = most, walkSize
	}
	w.from = w.to
	if w.to = min(w.from+size, most); w.from == 0 {
		w.to = min(1, most)
	}
	if w.from >= most || w.from > 0 && s.e.Transitions == 0 { // without a transition, nothing can move
		s.over = true
		return
	}
	w.longest = max(w.longest, s.e.MaxDepth)
	for from := w.from; from < w.to; from += part {
		w.tasks = append(w.tasks, Walk{from, min(from+part, w.to), w.longest})
	}
}

// takeWalk is Take of random executions.
func (s *Split) takeWalk() *Task {
	for s.walked[s.tasks] != nil { // Resume brought its result
		s.tasks++
	}
	if s.tasks == len(s.walk.tasks) || s.Over() {
		return nil
	}
	t := &Task{ID: s.tasks, Walk: &s.walk.tasks[s.tasks]}
	s.sent[t.ID] = splitItem{}
	s.tasks++
	return t
}

// giveWalk is Give of random executions.
func (s *Split) giveWalk(id int, part *Part) error {
	t := s.walk.tasks[id]
	if r := &part.Result; r.Executions+r.Cut+r.Beyond+r.Excluded != t.To-t.From || len(part.Frames)+len(part.Out) > 0 {
		return errors.New("what came back are not the executions that were asked for")
	}
	delete(s.sent, id)
	s.walked[id] = part
	for p := s.walked[s.walk.entered]; p != nil && !s.Over(); p = s.walked[s.walk.entered] {
		s.e.Merge(&model.Exploration{Result: p.Result})
		delete(s.walked, s.walk.entered)
		if s.walk.entered++; s.walk.entered == len(s.walk.tasks) {
			s.round()
		}
	}
	s.e.Look()
	return nil
}

// walkShare returns the part of the executions that was entered.
func (s *Split) walkShare() float64 {
	return float64(s.e.Executions+s.e.Cut+s.e.Beyond+s.e.Excluded) / float64(s.e.Options.MaxExecutions)
}

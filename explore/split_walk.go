package explore

import (
	"context"
	"errors"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
)

// This file cuts random executions into parts. An execution is drawn from the seed and its
// number; pct also needs the longest execution of the rounds before. So parts of a round can
// be done anywhere, and a round begins when all of the one before have come back.

// Walk is the executions From..To-1.
type Walk struct {
	From, To int64
	Longest  int // execution of the rounds before
}

// walkSplit is where a search by random executions is.
type walkSplit struct {
	longest  int
	from, to int64 // the round
	entered  int   // tasks
	tasks    []Walk
}

// walkSize is how many executions a task has where executions do not depend on rounds.
const walkSize = 500

// Walks takes random executions for others.
type Walks struct {
	whole *engine
	walk  *walker
	run   *run
}

// NewWalks prepares to take executions by random or pct.
func NewWalks(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Walks, error) {
	e, err := beginSplit(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	part := e.part(e.System.Copy())
	return &Walks{part, newWalker(e.Options, opt.Algorithm == "pct"), newRun(part.System)}, nil
}

// Explore takes the executions of a part.
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

// round begins the next one: the first has one execution, as in walker.explore.
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
	if w.from >= most || w.from > 0 && s.e.Transitions == 0 { // nothing can move
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
	for s.walked[s.tasks] != nil { // done before the search went on here
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

func (s *Split) walkShare() float64 {
	return float64(s.e.Executions+s.e.Cut+s.e.Beyond+s.e.Excluded) / float64(s.e.Options.MaxExecutions)
}

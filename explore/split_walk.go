package explore

import (
	"context"
	"errors"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
)

// This file cuts random executions and swarms into parts. An execution is drawn from the seed and its
// number; pct also needs the longest execution of the rounds before. So parts of a round can
// be done anywhere, and a round begins when all of the one before have come back. A part of a swarm is
// a member.

// Walk is the executions From..To-1, or members of a swarm.
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

// walkSize is how many executions a task has where executions do not depend on rounds; swarmRound, how many
// members of a swarm are listed at a time.
const (
	walkSize   = 500
	swarmRound = 4096
)

// Walks takes random executions for others, or does members of a swarm.
type Walks struct {
	whole  *engine
	walk   *walker
	run    *run
	member *swarmMember // nil: there is no swarm
}

// NewWalks prepares to take executions by random or pct, or for states-swarm.
func NewWalks(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Walks, error) {
	e, err := beginSplit(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	part := e.part(e.System.Copy())
	if opt.Algorithm == "states-swarm" {
		return &Walks{whole: part, member: newSwarmMember(part)}, nil
	}
	return &Walks{part, newWalker(e.Options, opt.Algorithm == "pct"), newRun(part.System), nil}, nil
}

// Explore takes the executions of a part, or does a member.
func (x *Walks) Explore(w *Walk) (*Part, error) {
	e := x.whole
	e.Reset(e.Exploration)
	e.Options.MaxExecutions = 0
	switch {
	case x.member == nil:
		x.walk.longest = max(1, w.Longest)
		x.walk.walk(e, x.run, w.From, w.To)
		for x.run.depth > 0 { // it was stopped on the way
			x.run.pop()
		}
	case w.To-w.From == 1:
		x.member.search(e, w.From)
	default:
		return nil, errors.New("a part of a swarm is one member")
	}
	if e.Halted && e.Limit != "first finding" {
		return nil, errors.New("the part was not explored to its end: " + e.Limit)
	}
	return &Part{Result: e.Result}, nil
}

// round begins the next one: the first has one execution, as in walker.explore.
func (s *Split) round() {
	w := s.walk
	most, size, part := s.e.Options.MaxExecutions, int64(walkRound), int64(walkPart)
	switch s.e.Options.Algorithm {
	case "random":
		size, part = most, walkSize
	case "states-swarm":
		size, part = swarmRound, 1
	}
	w.from = w.to
	if w.to = min(w.from+size, most); w.from == 0 && s.swarm == nil {
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
	r, want := &part.Result, t.To-t.From
	switch {
	case len(part.Frames)+len(part.Out) > 0, s.swarm == nil && r.Executions+r.Cut+r.Beyond+r.Excluded != want,
		s.swarm != nil && (r.States < 1 || r.States > s.e.Options.MaxStates+1):
		return errors.New("what came back are not the executions that were asked for")
	}
	delete(s.sent, id)
	s.walked[id] = part
	for p := s.walked[s.walk.entered]; p != nil && !s.Over(); p = s.walked[s.walk.entered] {
		s.enterWalk(p)
		if s.over = s.swarm != nil && s.swarm.whole; s.walk.entered == len(s.walk.tasks) && !s.over {
			s.round()
		}
	}
	s.e.Look()
	return nil
}

// enterWalk enters the part whose turn it is.
func (s *Split) enterWalk(part *Part) {
	delete(s.walked, s.walk.entered)
	s.walk.entered++
	n := &model.Exploration{Result: part.Result}
	if s.swarm != nil {
		s.swarm.enter(s.e, n)
	} else {
		s.e.Merge(n)
	}
}

// finishWalks enters what came back before its turn, if time ended the search, and tells how it came out.
func (s *Split) finishWalks() {
	for len(s.walked) > 0 && !s.over && s.e.Limit != "first finding" {
		if p := s.walked[s.walk.entered]; p != nil {
			s.enterWalk(p)
		} else {
			s.walk.entered++ // it did not come back
		}
	}
	if s.swarm != nil {
		s.swarm.finish(s.e)
	} else {
		s.e.Omit("sample")
	}
}

func (s *Split) walkShare() float64 {
	if s.swarm != nil {
		return float64(s.swarm.turn) / float64(s.e.Options.MaxExecutions)
	}
	return float64(s.e.Executions+s.e.Cut+s.e.Beyond+s.e.Excluded) / float64(s.e.Options.MaxExecutions)
}

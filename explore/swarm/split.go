package swarm

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/model"
)

// This file has other processes do members: each is a part of the search.

// Members does members for others.
type Members struct {
	part   *model.Exploration
	member *member
}

// NewMembers prepares to do members of a swarm. The end of ctx ends its work, with an error.
func NewMembers(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*Members, error) {
	e, err := begin(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	n := e.Part(e.System.Copy())
	n.Options.MaxExecutions = 0
	return &Members{n, newMember(n.System, &e.Options)}, nil
}

// Explore does the member that a part is.
func (x *Members) Explore(w *explore.Walk) (*explore.Part, error) {
	if w.From < 0 || w.To != w.From+1 {
		return nil, errors.New("a part of a swarm is one member")
	}
	x.part.Reset(x.part)
	if x.member.search(x.part, w.From); x.part.Halted && !x.part.Stopped(&x.part.Result) {
		return nil, errors.New("the member did not come to its end: " + x.part.Limit)
	}
	return &explore.Part{Result: x.part.Result}, nil
}

// Split is a swarm whose members others do, as explore.Split is a search in parts.
type Split struct {
	*swarm
	over bool
	next int64
	sent map[int]bool
}

// NewSplit begins a swarm whose members others do. The result is that of Run with the same options.
func NewSplit(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*Split, error) {
	if opt.StopAtFirst && slices.ContainsFunc(specs, func(s *automata.Spec) bool { return !s.Property }) {
		return nil, errors.New("under constraints, what counts is seen at the end: leave out --stop-at-first")
	}
	e, err := begin(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	s := &Split{swarm: newSwarm(e), over: e.Impossible(), sent: map[int]bool{}}
	e.Share = s.share
	return s, nil
}

// Over reports whether no other member is needed.
func (s *Split) Over() bool { return s.over || s.whole || s.e.Halted || s.turn == s.members }

// Open is how many tasks were taken and not given back.
func (s *Split) Open() int { return len(s.sent) }

// Take is the next task to be done; nil: there is none until another one is given back.
func (s *Split) Take() *explore.Task {
	for s.done[s.next] != nil { // before the search went on here
		s.next++
	}
	if s.Over() || s.next >= s.members {
		return nil
	}
	n := s.next
	s.next++
	s.sent[int(n)] = true
	return &explore.Task{ID: int(n), Walk: &explore.Walk{From: n, To: n + 1}}
}

// Give enters what was found in a task. A part that was given before is not looked at: false.
func (s *Split) Give(id int, part *explore.Part) (bool, error) {
	if !s.sent[id] {
		return false, nil
	}
	if r := &part.Result; len(part.Frames)+len(part.Out) > 0 || r.States < 1 || r.States > s.e.Options.MaxStates+1 {
		return false, errors.New("what came back is no member of this swarm")
	}
	delete(s.sent, id)
	s.done[int64(id)] = &model.Exploration{Result: part.Result, Halted: s.e.Stopped(&part.Result)}
	s.settle()
	return true, nil
}

// Halt ends the swarm: what was entered so far is the result, and limit says why it is not all.
func (s *Split) Halt(limit string) { s.e.End(limit) }

// Done is the result: all of it, or after the end of the context what was found so far.
func (s *Split) Done() *explore.Result {
	if !s.Over() {
		s.e.Look()
	}
	if !s.over {
		s.finish()
	}
	return s.e.Done()
}

// Transitions is how many have been entered.
func (s *Split) Transitions() int64 { return s.e.Transitions }

// kept is a Split as it is written.
type kept struct {
	Algorithm string
	Result    explore.Result
	Turn      int64
	Done      map[int64]explore.Result
}

// Keep writes down where the swarm is, so that it can go on in another process.
func (s *Split) Keep() ([]byte, error) {
	if s.e.Constrained() {
		return nil, explore.ErrConstrained
	}
	k := &kept{Name, s.e.Result, s.turn, map[int64]explore.Result{}}
	for i, n := range s.done {
		k.Done[i] = n.Result
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(k)
	return b.Bytes(), err
}

// Resume goes on where a swarm of the same program, specifications and options was kept. Nothing may have been taken.
func (s *Split) Resume(data []byte) error {
	k := &kept{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(k); err != nil {
		return err
	}
	switch {
	case s.e.Constrained():
		return explore.ErrConstrained
	case k.Algorithm != Name || s.next > 0 || s.over || k.Turn < 0 || k.Turn > s.members:
		return errors.New("what was kept is not of this swarm")
	}
	s.e.Result, s.turn, s.next = k.Result, k.Turn, k.Turn
	s.e.Halted = s.e.Stopped(&k.Result)
	for i, r := range k.Done {
		s.done[i] = &model.Exploration{Result: r, Halted: s.e.Stopped(&r)}
	}
	return nil
}

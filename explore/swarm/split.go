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

// This file runs a swarm in several processes (docs/farm.md). One has a Split, which gives out members as tasks and
// puts together what comes back. The others have Members, and run the members that they are given.

// Members runs members for a Split in another process.
type Members struct {
	part   *model.Exploration
	member *member
}

// NewMembers prepares to run members of a swarm. The end of ctx ends a member, with an error.
func NewMembers(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*Members, error) {
	e, err := begin(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	n := e.Part(e.System.Copy())
	n.Options.MaxExecutions = 0
	return &Members{n, newMember(n.System, &e.Options)}, nil
}

// Explore runs the member that w names, from its number to the next.
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

// Split is a swarm whose members are run by others. It is to a swarm what explore.Split is to other explorers.
type Split struct {
	*swarm
	over bool         // a constraint forbids everything from the start
	next int64        // the first member that was not taken
	sent map[int]bool // tasks that were taken and not given back
}

// NewSplit begins a swarm whose members are run by others. The result is that of Run with the same options.
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

// Over reports whether no further member is needed.
func (s *Split) Over() bool { return s.over || s.whole || s.e.Halted || s.turn == s.members }

// Open returns the number of tasks that were taken and not given back.
func (s *Split) Open() int { return len(s.sent) }

// Take returns the next task, a member. It returns nil if there is none, at least until another one is given back.
func (s *Split) Take() *explore.Task {
	for s.done[s.next] != nil { // Resume brought its result
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

// Give enters the result of a task. It returns false, and ignores the part, if the task was not taken or was given back
// before. The error says that the part cannot be the result of a member.
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

// Halt ends the swarm: the result is what was entered so far, and limit says why it is not complete.
func (s *Split) Halt(limit string) { s.e.End(limit) }

// Done returns the result; if the swarm is not over, what was found so far.
func (s *Split) Done() *explore.Result {
	if !s.Over() {
		s.e.Look()
	}
	if !s.over {
		s.finish()
	}
	return s.e.Done()
}

// Transitions returns the number of transitions in the results that were entered.
func (s *Split) Transitions() int64 { return s.e.Transitions }

// kept is a Split as Keep writes it.
type kept struct {
	Algorithm string                   // Name
	Result    explore.Result           // what was entered
	Turn      int64                    // swarm.turn
	Done      map[int64]explore.Result // by member: results whose turn has not come
}

// Keep encodes the state of the swarm, for Resume in another process. The error is explore.ErrConstrained, or one of
// package gob.
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

// Resume goes on where Keep was called on a swarm of the same program, specifications and options. It must be called
// before Take.
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

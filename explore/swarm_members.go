package explore

import (
	"sync"
	"sync/atomic"

	"flavers/explore/model"
	"flavers/limit"
)

// This file runs the members of a swarm on several processors, and puts what they find together in
// the order of their numbers, so that the result does not depend on who did what, or when.

// swarm is a search of states by members.
type swarm struct {
	turn   int64 // members before it are entered
	inTurn map[int64]*engine
	whole  bool // a member has visited all states
}

func (s *swarm) explore(e *engine) {
	s.inTurn = map[int64]*engine{}
	members := e.Options.MaxExecutions
	e.Share = func() float64 { return float64(s.turn) / float64(members) }
	jobs := min(int64(max(1, e.Options.Jobs)), members)
	var next, last atomic.Int64 // the next member; the first that ends the exploration
	last.Store(members)
	var mutex sync.Mutex // of s and e
	var all limit.Group
	for k := range jobs {
		system := e.System
		if k > 0 {
			system = system.Copy()
		}
		all.Go(func() {
			var m *swarmMember
			for i := next.Add(1) - 1; i < members && i <= last.Load(); i = next.Add(1) - 1 {
				n := e.part(system)
				n.Options.MaxExecutions = 0 // it is one of members
				if n.Options.MaxMemory > 0 {
					n.Options.MaxMemory = max(1, n.Options.MaxMemory/jobs)
				}
				if n.Options.StopAtFirst {
					n.Judging(e.Exploration)
				}
				if m == nil {
					m = newSwarmMember(n)
				}
				m.over = func() bool { return last.Load() < i }
				m.search(n, i)
				if n.Halted || visitedAll(e, n.Exploration, i) {
					for was := last.Load(); i < was && !last.CompareAndSwap(was, i); was = last.Load() {
					}
				}
				mutex.Lock()
				s.inTurn[i] = n
				s.settle(e)
				mutex.Unlock()
			}
		})
	}
	all.Wait()
	s.finish(e)
}

// settle enters the members whose turn has come.
func (s *swarm) settle(e *engine) {
	for n := s.inTurn[s.turn]; n != nil && !s.whole && !e.Halted; n = s.inTurn[s.turn] {
		delete(s.inTurn, s.turn)
		s.enter(e, n.Exploration)
	}
	e.Look()
}

// enter adds what a member found.
func (s *swarm) enter(e *engine, n *model.Exploration) {
	e.Merge(n)
	e.States += n.States
	e.Bytes = max(e.Bytes, n.Bytes)
	s.whole = visitedAll(e, n, s.turn)
	s.turn++
}

// visitedAll tells whether a member has visited all states that the model has, so that no other one is needed.
func visitedAll(e *engine, n *model.Exploration, number int64) bool {
	return n.Complete || n.Limit == "model" && number == 0 && e.Options.Depth == 0 && n.States <= e.Options.MaxStates
}

// finish enters what members found before time or memory ended, and tells how the swarm came out.
func (s *swarm) finish(e *engine) {
	for i := s.turn; len(s.inTurn) > 0 && !s.whole && e.Limit != "first finding"; i++ {
		if n := s.inTurn[i]; n != nil {
			delete(s.inTurn, i)
			s.enter(e, n.Exploration)
			s.whole = false
		}
	}
	e.Count("members", "members, each a search of states", s.turn)
	if !s.whole {
		e.Omit("sample")
		if s.turn > 1 {
			e.Notes = append(e.Notes, "states, transitions and what was found in them are counted for each member: "+
				"what several members have visited counts several times")
		}
	}
}

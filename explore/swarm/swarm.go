// Package swarm searches the states of a program by many members, each of which visits a part of them:
//
//	shared x 0..1
//	task a { loop { x = 1 - x } }
//
//	r, err := swarm.Run(ctx, p, nil, explore.Options{MaxStates: 100, MaxExecutions: 8})   States: 2, Complete
//
// A member is a depth-first search that takes moves in an order of its own, and ends when it has visited
// MaxStates states (member.go). There are MaxExecutions members. What a member finds depends on the program, the
// seed and its number only. So members can be run by several goroutines (this file) or by other processes (split.go):
// their results are put together in the order of their numbers, and the result is always the same.
//
// What the package does not do: members share nothing, so a state that several have visited counts several times.
// A swarm in which no member visits all states is a sample. Infinite executions are not judged.
//
// Sources: G. J. Holzmann, R. Joshi and A. Groce, Tackling large verification problems with the swarm tool, SPIN 2008,
// and Swarm verification, ASE 2008. Our difference: members keep the states themselves, not bits for
// hashes of them, so that one that ends before its bound has visited all states. As all members may visit equally
// many, that is the first one or none.
package swarm

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"

	"flavers/automata"
	"flavers/cfg"
	"flavers/cfg/dead"
	"flavers/explore"
	"flavers/explore/model"
	"flavers/limit"
	"flavers/sem"
)

// Name of the explorer.
const Name = "states-swarm"

// Defaults of MaxExecutions and MaxStates.
const (
	usualMembers = 16
	usualStates  = 100_000
)

// Explorers lists the explorer.
func Explorers() []explore.Explorer {
	return []explore.Explorer{{Name: Name, Short: "states in many random orders, each up to a bound",
		Takes: []string{"seed", "max-states", "max-executions", "jobs"}, Run: Run}}
}

// Run explores a program under specifications, as explore.Run does.
func Run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
	e, err := begin(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	if !e.Impossible() {
		s := newSwarm(e)
		e.Share = s.share
		s.here()
		s.finish()
	}
	return e.Done(), nil
}

// begin prepares an exploration, with the defaults of the options.
func begin(ctx context.Context, p *cfg.Program, specs []*automata.Spec,
	opt explore.Options) (*model.Exploration, error) {

	opt.MaxExecutions = cmp.Or(opt.MaxExecutions, usualMembers)
	opt.MaxStates = cmp.Or(opt.MaxStates, usualStates)
	if !opt.KeepEnds {
		p = dead.Forget(p)
	}
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	return model.Begin(ctx, model.New(m, specs, model.Config{Threads: true}), Name, opt, model.NewWatch(ctx, opt.Progress))
}

// swarm puts together the results of members, in the order of their numbers.
type swarm struct {
	e       *model.Exploration
	members int64                        // the number of members
	turn    int64                        // the first member that was not entered
	done    map[int64]*model.Exploration // by number: members that have ended and were not entered
	whole   bool                         // a member has visited all states
}

func newSwarm(e *model.Exploration) *swarm {
	return &swarm{e: e, members: e.Options.MaxExecutions, done: map[int64]*model.Exploration{}}
}

// share returns the part of the swarm that is done, from 0 to 1.
func (s *swarm) share() float64 { return float64(s.turn) / float64(s.members) }

// here runs the members in this process, as many at a time as there are jobs. Once a
// member has ended the exploration, members with higher numbers are not needed.
func (s *swarm) here() {
	e := s.e
	jobs := min(int64(max(1, e.Options.Jobs)), s.members)
	var next, last atomic.Int64 // the next member; the lowest one that has ended the exploration
	last.Store(s.members)
	var mutex sync.Mutex // guards s and e
	var all limit.Group
	for k := range jobs {
		system := e.System
		if k > 0 {
			system = system.Copy()
		}
		all.Go(func() {
			m := newMember(system, &e.Options)
			for i := next.Add(1) - 1; i < s.members && i <= last.Load(); i = next.Add(1) - 1 {
				n := e.Part(system)
				n.Options.MaxExecutions = 0 // the limit is one of members
				if n.Options.MaxMemory > 0 {
					n.Options.MaxMemory = max(1, n.Options.MaxMemory/jobs)
				}
				if n.Options.StopAtFirst {
					n.Judging(e)
				}
				m.over = func() bool { return last.Load() < i }
				m.search(n, i)
				if n.Halted || s.all(n, i) {
					for was := last.Load(); i < was && !last.CompareAndSwap(was, i); was = last.Load() {
					}
				}
				mutex.Lock()
				s.done[i] = n
				s.settle()
				mutex.Unlock()
			}
		})
	}
	all.Wait()
}

// settle enters members in the order of their numbers, as far as they have ended.
func (s *swarm) settle() {
	for n := s.done[s.turn]; n != nil && !s.whole && !s.e.Halted; n = s.done[s.turn] {
		s.enter(n, s.turn)
		s.turn++
	}
	s.e.Look()
}

// enter adds the result of a member.
func (s *swarm) enter(n *model.Exploration, number int64) {
	delete(s.done, number)
	s.e.Merge(n)
	s.e.States += n.States
	s.e.Bytes = max(s.e.Bytes, n.Bytes)
	s.whole = s.all(n, number)
}

// all reports whether a member has visited all states, so that no further one is needed. If the program exceeds its
// model, this is so for the first member if it met no other bound.
func (s *swarm) all(n *model.Exploration, number int64) bool {
	o := &s.e.Options
	return n.Complete || n.Limit == "model" && number == 0 && o.Depth == 0 && n.States <= o.MaxStates
}

// finish enters members that have ended although earlier ones have not, after a limit of time or memory, and notes in
// the result that it is a sample, unless a member has visited all states.
func (s *swarm) finish() {
	entered := s.turn
	for i := s.turn; i < s.members && len(s.done) > 0 && !s.whole && !s.e.Stopped(&s.e.Result); i++ {
		if n := s.done[i]; n != nil {
			s.enter(n, i)
			s.whole = false // those before it are not known
			entered++
		}
	}
	s.e.Count("members", "members, each a search of states", entered)
	if s.whole {
		return
	}
	if s.e.Omit("sample"); entered > 1 {
		s.e.Notes = append(s.e.Notes, "states, transitions and what was found in them are counted for each member: "+
			"what several members have visited counts several times")
	}
}

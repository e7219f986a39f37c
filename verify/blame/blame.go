// Package blame names the components of the state that keep an execution from going on along a path. Components are the
// variables, the positions of tasks, the contents of channels, the owners of locks and so on. For example, the path
//
//	main: jobs <- 1; worker: <-jobs; worker: does(2)
//
// cannot be followed to its end if the step does(2) needs job = 2: after <-jobs, the variable job holds 1. So the
// package names job. If a task does not stand where the next step begins, the package names the position of that task,
// and what keeps the task from leaving the point where it stands.
//
// The package searches nothing. It may name too many components: its caller, the refinement in package verify, finds
// out whether a constraint made from one of them rejects the path.
package blame

import (
	"cmp"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/sem"
)

// Place is where an execution stopped: its state, and how many steps of the path it took.
type Place struct {
	State []int32
	Done  int
}

// Components names the components that stopped executions at some places on a path. At each place these are the
// components whose values do not let the next action of the path be taken. For tasks among them that do not stand where
// the action begins, they are also the components that keep the task from moving. If a place is at the end of the path,
// they are the components that are not final there, as the position of a task that has not ended.
//
// Components that are named more often come first.
func Components(s *monitor.Semantics, path []cfg.ActionID, places []Place) []sem.CompID {
	votes := make([]int, len(s.M.Comps))
	for _, p := range places {
		b := blamer{s: s, state: p.State, votes: votes, asked: make([]bool, len(s.M.P.Tasks))}
		if p.Done < len(path) {
			b.action(s.M.P.Actions[path[p.Done]])
			continue
		}
		// All steps were taken, and the execution has not ended: some task has not, or a message is left.
		for i, v := range p.State {
			k := &s.M.Comps[i]
			if s.M.Final(k.ID, v) {
				continue
			}
			votes[i]++
			if k.Kind == sem.Position {
				b.task(k.Task)
			} else {
				b.task(s.M.P.Objects[k.Object].Owner)
			}
		}
	}
	var out []sem.CompID
	for id, n := range votes {
		if n > 0 {
			out = append(out, sem.CompID(id))
		}
	}
	slices.SortStableFunc(out, func(x, y sem.CompID) int { return cmp.Compare(votes[y], votes[x]) })
	return out
}

// blamer counts, in one state, the components that keep steps from being taken.
type blamer struct {
	s     *monitor.Semantics
	state []int32
	votes []int  // by component: how often it was named, in all states
	asked []bool // by task: it was asked what keeps the task from moving, so that tasks that wait for each other end
}

// action counts what keeps an action from being taken: in each of its cases, the components whose values the case does
// not accept.
func (b *blamer) action(act cfg.Action) {
	for k := range b.s.Cases[act.ID] {
		for _, mv := range b.s.Cases[act.ID][k].Moves {
			if slices.ContainsFunc(mv.Pairs, func(q sem.Pair) bool { return q.From == b.state[mv.Comp] }) {
				continue
			}
			b.votes[mv.Comp]++
			if comp := &b.s.M.Comps[mv.Comp]; comp.Kind == sem.Position {
				b.task(comp.Task)
			}
		}
	}
}

// task counts what keeps a task from leaving the point where it stands. It looks at all actions that leave this point.
func (b *blamer) task(t cfg.TaskID) {
	if b.asked[t] {
		return
	}
	b.asked[t] = true
	p := b.s.M.P
	at := b.s.M.Point(t, b.state[b.s.M.Pos(t)])
	if at == cfg.None {
		return
	}
	for _, act := range p.Actions {
		if p.Nodes[act.A].Point == at || act.Joint() && p.Nodes[act.B].Point == at {
			b.action(act)
		}
	}
}

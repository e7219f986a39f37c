// Package blame names what keeps an execution from going on along a path. If the next step of
//
//	main: jobs <- 1; worker: <-jobs; worker: does(2)
//
// needs job = 2, and the variable holds 1, it names the variable; if a task is not where the
// step needs it, also what keeps that task from going on.
//
// What the package does not do: it searches nothing. It may name too much: whether a
// constraint of what it names rejects the path is for others to find out.
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

// Components names the components that stopped executions at some places on a path: those
// outside the domain of its next action, and, for tasks that are not where they should be,
// those that keep them from going on. Most often named first.
func Components(s *monitor.Semantics, path []cfg.ActionID, places []Place) []sem.CompID {
	votes := make([]int, len(s.M.Comps))
	for _, p := range places {
		b := blamer{s: s, state: p.State, votes: votes, asked: make([]bool, len(s.M.P.Tasks))}
		if p.Done < len(path) {
			b.action(s.M.P.Actions[path[p.Done]])
			continue
		}
		for i, v := range p.State { // the end was not reached: some task does not end, or a message is left
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

// blamer asks in one state why steps cannot be taken.
type blamer struct {
	s     *monitor.Semantics
	state []int32
	votes []int
	asked []bool // tasks
}

// action blames what keeps an action from being taken.
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

// task blames what keeps a task from leaving the point where it stands.
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

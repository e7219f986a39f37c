// Package reuse finds wait groups that are used again too early: somebody waits, the counter comes to zero, and before
// the one that waited goes on, somebody else adds to the group. Of
//
//	waitgroup g
//	task waits { add g(1); spawn works; wait g }
//	task works dynamic[1] { done g; add g(1); done g }
//
// it finds the execution in which works adds again before waits has returned. In Go that panics: "WaitGroup is reused
// before previous Wait has returned", or "WaitGroup misuse: Add called concurrently with Wait". In the model of the
// program, who waits takes one step when the counter is zero, and would only wait on.
//
// A state has, beside the values of the program, which task was let go on from which wait group and has not moved
// since; none, or one that is followed. So all states are looked at, and what is found is an execution.
package reuse

import (
	"context"
	"slices"

	"flavers/cfg"
	"flavers/cfg/dead"
	"flavers/explore/model"
	"flavers/limit"
	"flavers/sem"
	"flavers/verify/packed"
)

// Options of a search; the zero value visits all states.
type Options struct {
	MaxStates int64  // 0: no limit
	MaxMemory int64  // bytes that the states may take; 0: no limit
	Last      string // the event after which nothing matters; "": there is none
}

// Result is what a search found.
type Result struct {
	Schedule []sem.Choice // a shortest one; the last step adds. nil: none was found
	Group    cfg.ObjectID
	Waits    cfg.TaskID // has been let go on, and has not yet
	Adds     cfg.TaskID
	States   int
	Limit    string // why not all states were visited; "": they were
}

// waiter is a task that may be let go on from a wait group.
type waiter struct {
	task  cfg.TaskID
	group cfg.ObjectID
}

// waiters are those of groups to which other tasks add.
func waiters(p *cfg.Program) []waiter {
	var out []waiter
	for i := range p.Nodes {
		wait, is := p.Nodes[i].Op.(cfg.GroupWait)
		if w := (waiter{p.Nodes[i].Task, wait.Group}); is && !slices.Contains(out, w) && slices.ContainsFunc(p.Nodes,
			func(n cfg.Node) bool { return n.Task != w.task && adds(&n, w.group) }) {
			out = append(out, w)
		}
	}
	return out
}

func adds(n *cfg.Node, group cfg.ObjectID) bool {
	add, is := n.Op.(cfg.GroupAdd)
	return is && add.Group == group && add.By > 0
}

// Find looks for such an execution. The error is a *sem.TooLarge.
func Find(ctx context.Context, p *cfg.Program, opt Options) (*Result, error) {
	followed := waiters(p)
	if len(followed) == 0 {
		return &Result{}, nil
	}
	type outcome struct {
		r   *Result
		err error
	}
	o, ok := limit.Within(ctx, func() outcome { r, err := find(ctx, p, followed, opt); return outcome{r, err} })
	if !ok {
		return &Result{Limit: limit.Reason(ctx)}, nil
	}
	return o.r, o.err
}

// origin is how a state was first reached.
type origin struct {
	parent int32
	by     sem.Choice
}

type search struct {
	*model.System
	opt      Options
	followed []waiter
	set      *packed.Set
	from     []origin
	values   []int32 // of a state: those of the program, and which of followed was let go on, from 1; 0: none
}

func find(ctx context.Context, p *cfg.Program, followed []waiter, opt Options) (*Result, error) {
	m, err := sem.New(dead.Forget(p.WithInvariants(nil)))
	if err != nil {
		return nil, err
	}
	s := &search{System: model.New(m, nil, model.Config{}), opt: opt, followed: followed}
	s.values = make([]int32, len(m.Comps)+1)
	sizes := make([]int32, len(s.values))
	for i := range m.Comps {
		sizes[i] = m.Comps[i].Size
	}
	sizes[len(m.Comps)] = int32(len(followed) + 1)
	s.set = packed.New(sizes)
	out := s.visit(ctx)
	out.States = s.set.Count
	return out, nil
}

// visit visits states breadth first.
func (s *search) visit(ctx context.Context) *Result {
	state, next := s.Start(), make([]int32, s.Width)
	s.add(state, 0, origin{parent: -1})
	n := len(s.values) - 1
	var moves []*model.Move
	watch := model.NewWatch(ctx, nil)
	for at := 0; at < s.set.Count; at++ {
		if watch.Due(256) && limit.Reason(ctx) != "" {
			return &Result{Limit: limit.Reason(ctx)}
		}
		s.set.State(s.values, at)
		copy(state, s.values[:n])
		free := s.values[n] // that was let go on
		moves, _ = s.Enabled(moves[:0], state)
		for _, v := range moves {
			a := s.Action(v.Way)
			node := &s.Program.Nodes[a.A]
			if v.Effect.Err != nil || s.last(v) || free > 0 && s.moves(a, s.followed[free-1].task) {
				continue
			}
			o := origin{int32(at), s.Choice(state, v.Way, v.Out)}
			if free > 0 && adds(node, s.followed[free-1].group) {
				w := s.followed[free-1]
				return &Result{Schedule: s.path(o), Group: w.group, Waits: w.task, Adds: node.Task}
			}
			copy(next[n:], state[n:])
			s.Apply(next, state, v)
			s.add(next, free, o)
			if add, is := node.Op.(cfg.GroupAdd); is && add.By < 0 && free == 0 {
				s.release(state, next, add.Group, o)
			}
			if s.opt.MaxStates > 0 && int64(s.set.Count) > s.opt.MaxStates || s.set.Count >= 1<<31-1 {
				return &Result{Limit: "states"}
			}
			if s.opt.MaxMemory > 0 && int64(s.set.Count)*int64(s.set.Words*24+64) > s.opt.MaxMemory {
				return &Result{Limit: "memory"}
			}
		}
	}
	return &Result{}
}

// release adds the states in which a task that waits for a group is let go on, as its counter has come to zero.
func (s *search) release(before, after []int32, group cfg.ObjectID, o origin) {
	was, _ := s.Machine.Count(group, before)
	if is, more := s.Machine.Count(group, after); was == 0 || is != 0 || more {
		return
	}
	for i, w := range s.followed {
		at := s.Point(before, w.task)
		if w.group == group && at != cfg.None && slices.ContainsFunc(s.Program.Points[at].Nodes, func(n cfg.NodeID) bool {
			return s.Program.Nodes[n].Op == cfg.GroupWait{Group: group}
		}) {
			s.add(after, int32(i+1), o)
		}
	}
}

// moves tells whether a task takes part in an action.
func (s *search) moves(a *cfg.Action, t cfg.TaskID) bool {
	return s.Program.Nodes[a.A].Task == t || a.Joint() && s.Program.Nodes[a.B].Task == t
}

// last tells whether nothing matters after a move.
func (s *search) last(v *model.Move) bool {
	is := func(o sem.Occurrence) bool { return o.Event == s.opt.Last }
	return s.opt.Last != "" && slices.ContainsFunc(v.Effect.Occ, is)
}

func (s *search) add(state []int32, free int32, o origin) {
	values := append(slices.Clone(state[:len(s.values)-1]), free)
	if _, isNew := s.set.Add(values); isNew {
		s.from = append(s.from, o)
	}
}

// path is the schedule that ends with a step.
func (s *search) path(o origin) []sem.Choice {
	out := []sem.Choice{o.by}
	for at := o.parent; s.from[at].parent >= 0; at = s.from[at].parent {
		out = append(out, s.from[at].by)
	}
	slices.Reverse(out)
	return out
}

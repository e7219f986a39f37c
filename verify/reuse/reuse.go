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
	"flavers/explore/packed"
	"flavers/explore/search"
	"flavers/limit"
	"flavers/sem"
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

// step is a move of the program, with the waiter that is let go on, and has not moved, after it.
type step struct {
	*model.Move
	free  int32 // number in followed, from 1; 0: none
	early bool  // it adds although a waiter was let go on: what is looked for
}

// space is the graph of states, each with the waiter that was let go on: the components of the program, and step.free.
type space struct {
	model.Space
	followed []waiter
	at       int // of free in a state
	state    []int32
	after    []int32
	moves    []*model.Move
}

func (s *space) Sizes() []int32 { return append(s.Space.Sizes(), int32(len(s.followed)+1)) }

func (s *space) Start() []int32 { return append(s.Space.Start()[:s.at:s.at], 0) }

// Moves leaves out steps of the waiter that was let go on: after them there is nothing to be found.
func (s *space) Moves(list []step, state []int32) ([]step, search.Note) {
	copy(s.state, state[:s.at])
	free := state[s.at]
	s.moves, _ = s.Space.Moves(s.moves[:0], s.state)
	for _, v := range s.moves {
		a := s.Action(v.Way)
		node := &s.Program.Nodes[a.A]
		if s.Ends(v) || free > 0 && s.moved(a, s.followed[free-1].task) {
			continue
		}
		list = append(list, step{v, free, free > 0 && adds(node, s.followed[free-1].group)})
		if add, is := node.Op.(cfg.GroupAdd); is && add.By < 0 && free == 0 {
			list = s.release(list, v, add.Group)
		}
	}
	return list, 0
}

// Take changes what the program's step changes, and who was let go on.
func (s *space) Take(to *packed.Key, state []int32, m step) bool {
	to.Put(s.at, m.free)
	return !m.early && s.Space.Take(to, state, m.Move)
}

// release adds the steps by which a task that waits for a group is let go on, if the group's counter comes to zero.
func (s *space) release(list []step, v *model.Move, group cfg.ObjectID) []step {
	s.Apply(s.after, s.state, v)
	was, _ := s.Machine.Count(group, s.state)
	if is, more := s.Machine.Count(group, s.after); was == 0 || is != 0 || more {
		return list
	}
	for i, w := range s.followed {
		at := s.Point(s.state, w.task)
		if w.group == group && at != cfg.None && slices.ContainsFunc(s.Program.Points[at].Nodes, func(n cfg.NodeID) bool {
			return s.Program.Nodes[n].Op == cfg.GroupWait{Group: group}
		}) {
			list = append(list, step{v, int32(i + 1), false})
		}
	}
	return list
}

// moved reports whether a task takes part in an action.
func (s *space) moved(a *cfg.Action, t cfg.TaskID) bool {
	return s.Program.Nodes[a.A].Task == t || a.Joint() && s.Program.Nodes[a.B].Task == t
}

func find(ctx context.Context, p *cfg.Program, followed []waiter, opt Options) (*Result, error) {
	m, err := sem.New(dead.Forget(p.WithInvariants(nil)))
	if err != nil {
		return nil, err
	}
	g := &space{Space: model.Space{System: model.New(m, nil, model.Config{}), Last: opt.Last},
		followed: followed, at: len(m.Comps)}
	g.state, g.after = g.Space.Start(), g.Space.Start()
	watch := model.NewWatch(ctx, nil)
	out := &Result{}
	var s *search.Search[step]
	edge := func(from int, m step, _ int, _ bool) search.Next {
		if !m.early {
			return search.Go
		}
		w := followed[m.free-1]
		out.Group, out.Waits, out.Adds = w.group, w.task, g.Program.Nodes[g.Action(m.Way).A].Task
		add := func(state []int32, m step) {
			copy(g.state, state[:g.at])
			out.Schedule = append(out.Schedule, g.Choice(g.state, m.Way, m.Out))
		}
		add(s.Path(from, add), m)
		return search.Halt
	}
	s = search.New(search.Graph[step](g), search.Visit[step]{Edge: edge}, search.Limits{States: opt.MaxStates,
		Memory: opt.MaxMemory, Stop: func() string { return watch.Why(256, nil) }})
	if why := s.Breadth(); why != search.Halted {
		out.Limit = why
	}
	out.States = s.Set.Count
	return out, nil
}

// Package reuse finds wait groups that are used again too early: a task waits, the counter comes to zero, and another
// task adds to the group before the waiting one has gone on. In
//
//	waitgroup g
//	task waits { add g(1); spawn works; wait g }
//	task works dynamic[1] { done g; add g(1); done g }
//
// works may add again before waits has returned. In Go that panics: "WaitGroup is reused before previous Wait has
// returned", or "WaitGroup misuse: Add called concurrently with Wait". In the model nothing fails: a task that waits
// takes one step when the counter is zero, and otherwise goes on waiting.
//
// So the search adds one component to the state: the waiter that was released, because the counter came to zero, and
// has not moved since. It follows at most one waiter at a time, and chooses which one, so that all are covered. A step
// that adds while the waiter of its group is released is what the search looks for.
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
	Last      string // the event with which the program ends; "": it ends with its tasks
}

// Result is what a search found.
type Result struct {
	Schedule []sem.Choice // a shortest execution, whose last step adds too early; nil: none was found
	Group    cfg.ObjectID
	Waits    cfg.TaskID // the task that was released, and has not moved since
	Adds     cfg.TaskID // the task that adds
	States   int
	Limit    string // why not all states were visited; "": they were
}

// waiter is a task that waits for a wait group somewhere.
type waiter struct {
	task  cfg.TaskID
	group cfg.ObjectID
}

// waiters returns the waiters of groups to which other tasks add. Of others, nothing can be found.
func waiters(p *cfg.Program) []waiter {
	var out []waiter
	for i := range p.Nodes {
		wait, is := p.Nodes[i].Op.(cfg.GroupWait)
		if !is {
			continue
		}
		w := waiter{p.Nodes[i].Task, wait.Group}
		othersAdd := slices.ContainsFunc(p.Nodes, func(n cfg.Node) bool { return n.Task != w.task && adds(&n, w.group) })
		if othersAdd && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// adds reports whether a node increases the counter of a group.
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

// step is a move of the program, with the waiter that is released after it.
type step struct {
	*model.Move
	free  int32 // its number in followed, from 1; 0: none
	early bool  // the move adds to the group of a released waiter: what is looked for
}

// space is the graph of the search. A state has the components of the program, and then step.free.
type space struct {
	model.Space
	followed []waiter
	at       int           // index of step.free in a state
	state    []int32       // buffer for the components of the program
	after    []int32       // buffer for the state after a move
	moves    []*model.Move // buffer
}

func (s *space) Sizes() []int32 { return append(s.Space.Sizes(), int32(len(s.followed)+1)) }

func (s *space) Start() []int32 { return append(s.Space.Start()[:s.at:s.at], 0) }

// Moves leaves out steps of the released waiter: once it has moved, nothing is to be found until the next release. That
// case is covered, because the search may also choose not to follow this release.
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

// Take changes what the step of the program changes, and the released waiter.
func (s *space) Take(to *packed.Key, state []int32, m step) bool {
	to.Put(s.at, m.free)
	return !m.early && s.Space.Take(to, state, m.Move)
}

// release adds, for each task that waits for a group, the step by which it is released, if move v brings the counter of
// the group to zero.
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

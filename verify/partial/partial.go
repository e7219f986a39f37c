// Package partial finds partial deadlocks: a task waits, and whatever the others do, it can never move again. Of
//
//	chan c
//	task waits { <-c }
//	task runs { loop { skip } }
//
// it finds, at the start, that the task waits stands at <-c for ever while runs goes on. A deadlock of all tasks is not
// looked for: other searches find it.
//
// What is found is exact: all states that can follow were visited, and the task moves in none of them. States that
// were not visited, run-time errors and bounds of the model are taken to let every task go on. So a limit may hide a
// partial deadlock, and makes none. Where an event may come after which nothing matters (Options.Last), the others must
// be able to go on without it (lasting.go).
//
// Source: C. Saioc, I. Lange, A. Møller et al. call them partial deadlocks of goroutines (Unveiling and Vanquishing
// Goroutine Leaks in Enterprise Microservices, CGO 2024). Our difference: they look at one execution's memory, and we
// at all states that can follow.
package partial

import (
	"context"
	"fmt"
	"slices"

	"flavers/cfg"
	"flavers/cfg/dead"
	"flavers/explore/model"
	"flavers/explore/search"
	"flavers/limit"
	"flavers/report"
	"flavers/sem"
)

// Options of a search; the zero value visits all states.
type Options struct {
	MaxStates int64  // 0: no limit
	MaxMemory int64  // bytes that the states may take; 0: no limit
	Last      string // the event after which nothing matters; "": there is none
	Outside   string // the event of a step that may wait without end; "": there is none
	Meant     Meant  // nil: NoneMeant
	Assumes   bool   // only executions that obey constraints count: Judge does not search then
}

// Meant reports whether a task may well wait for ever at some statements while others move.
type Meant func(task string, at, moving []string) bool

// NoneMeant is a Meant by which every task that waits for ever is a partial deadlock.
func NoneMeant(string, []string, []string) bool { return false }

// Result is what a search found.
type Result struct {
	Schedule []sem.Choice // with the fewest choices between alternatives, and of these a shortest one
	Waits    []cfg.TaskID // that can never move again after it; nil: none was found
	Moves    []cfg.TaskID // that may go on then
	States   int
	Meant    bool   // some task waits for ever, and is meant to
	Ending   bool   // some task waits for ever if loops go on of which it is not known how long they do
	Limit    string // why not all states were visited: "states", "memory", or what ended the context; "": they were
}

// Find looks for a partial deadlock. The error is a *sem.TooLarge.
func Find(ctx context.Context, p *cfg.Program, opt Options) (*Result, error) {
	type outcome struct {
		r   *Result
		err error
	}
	o, ok := limit.Within(ctx, func() outcome { r, err := find(ctx, p, opt); return outcome{r, err} })
	if !ok {
		return &Result{Limit: limit.Reason(ctx)}, nil
	}
	return o.r, o.err
}

func find(ctx context.Context, p *cfg.Program, opt Options) (*Result, error) {
	m, err := sem.New(dead.Forget(p.WithInvariants(nil)))
	if err != nil {
		return nil, err
	}
	s := &finder{System: model.New(m, nil, model.Config{}), opt: opt, words: (len(p.Tasks) + 64) / 64,
		meant: map[string]bool{}}
	if s.out.Limit = s.visit(ctx); s.out.Limit != "" && limit.Reason(ctx) != "" {
		return &s.out, nil // no time is left
	}
	s.spread()
	s.out.States = len(s.order)
	lasts, may := []bool(nil), []bool(nil)
	if s.ends {
		lasts, may = s.lasting(false), s.lasting(true)
	}
	for _, at := range s.order {
		waits, moves := s.stuck(at)
		if waits == nil {
			continue
		}
		if s.mayEnd(at) && !lasts[at] {
			s.out.Ending = s.out.Ending || may[at]
			continue
		}
		s.out.Waits, s.out.Moves, s.out.Schedule = waits, moves, model.Schedule(s.System, s.search, int(at))
		break
	}
	return &s.out, nil
}

// finder is a search in progress.
type finder struct {
	*model.System
	opt    Options
	search *search.Search[*model.Move]
	words  int // of a set of tasks, with one bit more: the program may end
	state  []int32

	order []int32 // states as they were visited
	edges []edge

	// can has two sets for each state. The first one is of tasks that may move in or after the state, or rest there; its
	// last bit says that the program may end after it. The second one is of tasks that may move in or after the state.
	// take and look set what is true of the state itself, spread adds what is true of its successors.
	can   []uint64
	able  []uint64 // by state, the set of tasks that have a step in it
	stand []choice // tasks that may stand still at an event of Options.Outside
	ends  bool     // some state is the last one
	meant map[string]bool
	out   Result
}

// visit visits states in the order of how many choices lead there, and then of their distance. It returns why it
// could not visit all.
func (s *finder) visit(ctx context.Context) string {
	s.state = s.Start()
	s.grow()
	watch := model.NewWatch(ctx, nil)
	s.search = search.New(search.Graph[*model.Move](model.Space{System: s.System, Last: s.opt.Last}),
		search.Visit[*model.Move]{State: s.look, Edge: s.take},
		search.Limits{States: s.opt.MaxStates, Memory: s.opt.MaxMemory, Kept: s.kept,
			Stop: func() string { return watch.Why(256, nil) }})
	return s.search.Best(func(_ []int32, v *model.Move) int {
		if s.guess(v) {
			return 1
		}
		return 0
	})
}

// guess reports whether a move chooses between alternatives of which it is not known which one is taken.
func (s *finder) guess(v *model.Move) bool {
	op, silent := s.Program.Nodes[s.Action(v.Way).A].Op.(cfg.Silent)
	return silent && op.What == report.Guess
}

// grow makes room for what is known of one more state.
func (s *finder) grow() {
	s.can = append(s.can, make([]uint64, 2*s.words)...)
	s.able = append(s.able, make([]uint64, s.words)...)
}

// kept is what is kept beside the states, while it grows: an edge takes 20 bytes.
func (s *finder) kept() int64 {
	return 3 * int64(4*cap(s.order)+20*cap(s.edges)+8*cap(s.can)+8*cap(s.able)+8*cap(s.stand))
}

// look marks the tasks that rest in a state: that they do not move is right.
func (s *finder) look(at int, _ search.Note, _ []*model.Move) search.Next {
	s.order = append(s.order, int32(at))
	s.search.Set.State(s.state, at)
	for t := range s.Program.Tasks {
		if s.Machine.Rests(cfg.TaskID(t), s.state[s.Machine.Pos(cfg.TaskID(t))]) {
			s.mark(int32(at), cfg.TaskID(t))
		}
	}
	return search.Go
}

// take notes a step.
func (s *finder) take(from int, v *model.Move, to int, isNew bool) search.Next {
	at := int32(from)
	if isNew {
		s.grow()
	}
	if v.Effect.Err != nil {
		s.markAll(at)
		return search.Go
	}
	a := s.Action(v.Way)
	e := edge{from: at, to: int32(to), a: s.Program.Nodes[a.A].Task, b: cfg.None, guess: s.guess(v)}
	s.markMove(at, e.a)
	if a.Joint() {
		e.b = s.Program.Nodes[a.B].Task
		s.markMove(at, e.b)
	}
	if to < 0 { // the last event that matters
		s.mark(at, cfg.TaskID(len(s.Program.Tasks)))
		s.ends = true
		return search.Go
	}
	if e.outside = v.Has(s.opt.Outside); e.outside {
		s.stand = append(s.stand, choice{at, e.a})
	}
	s.edges = append(s.edges, e)
	return search.Go
}

// mayEnd reports whether the program may end after a state.
func (s *finder) mayEnd(at int32) bool {
	t := len(s.Program.Tasks)
	return s.canOf(at)[t/64]>>(t%64)&1 != 0
}

// canOf are the two sets of can that a state has.
func (s *finder) canOf(at int32) []uint64 { return s.can[2*int(at)*s.words : 2*int(at+1)*s.words] }

// mark says that a task may move in a state or after it, or need not.
func (s *finder) mark(at int32, t cfg.TaskID) { s.canOf(at)[t/64] |= 1 << (t % 64) }

// markMove says that a task has a step in a state.
func (s *finder) markMove(at int32, t cfg.TaskID) {
	s.mark(at, t)
	s.canOf(at)[s.words+int(t)/64] |= 1 << (t % 64)
	s.able[int(at)*s.words+int(t)/64] |= 1 << (t % 64)
}

// markAll says that all tasks may move after a state: what follows it is not known.
func (s *finder) markAll(at int32) {
	for k := range s.canOf(at) {
		s.canOf(at)[k] = ^uint64(0)
	}
}

// spread takes what tasks can do later back to the states before.
func (s *finder) spread() {
	first := make([]int32, s.search.Set.Count+1) // of the edges to a state, in from
	for _, e := range s.edges {
		first[e.to+1]++
	}
	for i := range s.search.Set.Count {
		first[i+1] += first[i]
	}
	from, at := make([]int32, len(s.edges)), slices.Clone(first)
	for _, e := range s.edges {
		from[at[e.to]] = e.from
		at[e.to]++
	}
	todo, waits := make([]int32, s.search.Set.Count), make([]bool, s.search.Set.Count)
	for i := range todo {
		todo[i], waits[i] = int32(i), true
		if !s.search.Visited(i) {
			s.markAll(int32(i))
		}
	}
	for len(todo) > 0 {
		to := todo[len(todo)-1]
		todo, waits[to] = todo[:len(todo)-1], false
		can := s.canOf(to)
		for _, f := range from[first[to]:first[to+1]] {
			before, more := s.canOf(f), false
			for k, x := range can {
				more = more || x&^before[k] != 0
				before[k] |= x
			}
			if more && !waits[f] {
				waits[f] = true
				todo = append(todo, f)
			}
		}
	}
}

// stuck lists the tasks that wait in a state, can move neither then nor later, and are not meant to wait; and those
// that move.
func (s *finder) stuck(at int32) (waits, moves []cfg.TaskID) {
	sets := s.canOf(at)
	if !slices.ContainsFunc(s.Program.Tasks, func(t cfg.Task) bool { return sets[t.ID/64]>>(t.ID%64)&1 == 0 }) {
		return nil, nil
	}
	var names []string
	for i := range s.Program.Tasks {
		t := &s.Program.Tasks[i]
		if sets[s.words+i/64]>>(i%64)&1 != 0 {
			moves, names = append(moves, t.ID), append(names, t.Name)
		}
	}
	state := s.state
	s.search.Set.State(state, int(at))
	for i := range s.Program.Tasks {
		if t := &s.Program.Tasks[i]; sets[i/64]>>(i%64)&1 == 0 && !s.isMeant(t, s.Point(state, t.ID), names) {
			waits = append(waits, t.ID)
		}
	}
	return waits, moves
}

// isMeant reports whether a task is meant to wait at a point.
func (s *finder) isMeant(t *cfg.Task, at cfg.PointID, moving []string) bool {
	if s.opt.Meant == nil {
		return false
	}
	key := fmt.Sprint(at, moving)
	known, asked := s.meant[key]
	if !asked {
		var ways []string
		for _, n := range s.Program.Points[at].Nodes {
			if op, is := s.Program.Nodes[n].Op.(cfg.CondWake); is {
				ways = append(ways, "wait "+s.Program.Objects[op.Cond].Name)
			} else {
				ways = append(ways, s.Program.NodeString(n))
			}
		}
		known = s.opt.Meant(t.Name, ways, moving)
		s.meant[key] = known
	}
	s.out.Meant = s.out.Meant || known
	return known
}

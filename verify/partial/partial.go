// Package partial finds partial deadlocks: a task waits, and whatever the others do, it can never move again. In
//
//	chan c
//	task waits { <-c }
//	task runs { loop { skip } }
//
// the task waits stands at <-c for ever while runs goes on. The package does not look for deadlocks of all tasks, which
// other searches find.
//
// It visits the states of the program, computes for each state which tasks can still move in it or after it, and looks
// for a state in which a task waits that is not among them. What it finds is exact, because all states that can follow
// were visited. States that were not visited, run-time errors and bounds of the model are taken to let every task move.
// So a limit may hide a partial deadlock, but never makes one. If the program may end while tasks run (Options.Last), a
// partial deadlock also needs that the others can go on without that (lasting.go).
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
	Last      string // the event with which the program ends; "": the program ends with its tasks
	Outside   string // the event of a step that waits for something outside the program; "": there is none
	Meant     Meant  // nil: NoneMeant
	Assumes   bool   // only executions that obey constraints count; then Judge does not search
}

// Meant reports whether a task is meant to wait for ever at the given statements, while the tasks in moving go on: as a
// worker waits for work. A task that goes on only by receiving from closed channels (spin.go) is not in moving, because
// it does no work for which another one could wait.
type Meant func(task string, at, moving []string) bool

// NoneMeant returns false: every task that waits for ever is a partial deadlock.
func NoneMeant(string, []string, []string) bool { return false }

// Result is what a search found.
type Result struct {
	Schedule []sem.Choice // the execution: one with the fewest guesses, and of these a shortest one
	Waits    []cfg.TaskID // the tasks that can never move again after it; nil: no partial deadlock was found
	Moves    []cfg.TaskID // the tasks that may go on after it
	States   int
	Meant    bool   // some task waits for ever, and is meant to
	Asking   bool   // some task waits for ever, and is meant to, unless others only ask for what nobody does (spin.go)
	Ending   bool   // some task waits for ever, provided that loops go on although a choice of data could leave them
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
	// 1. Visit the states, and note for each which tasks can move in it.
	s.out.Limit = s.visit(ctx)
	if s.out.Limit != "" && limit.Reason(ctx) != "" {
		return &s.out, nil // no time is left
	}
	// 2. Add which tasks can move later.
	s.spread()
	s.out.States = len(s.order)
	lasts, may := []bool(nil), []bool(nil)
	if s.ends {
		lasts, may = s.lasting(false), s.lasting(true)
	}
	// 3. Look for a state with a task that cannot.
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

// The sets of tasks that are computed for each state.
const (
	free   = iota // tasks that may move in the state or after it, or rest there; one more bit: the program may end
	moving        // tasks that may move
	works         // tasks that may take a step that is neither quiet nor receives from a closed channel
	spins         // tasks that may receive from a closed channel
	acts          // tasks that may take a step that others could notice
	sets          // the number of sets
)

// finder is a search in progress.
type finder struct {
	*model.System
	opt    Options
	search *search.Search[*model.Move]
	words  int // words of a set of tasks, which has one more bit: the program may end
	state  []int32

	order []int32 // the states in the order in which they were visited
	edges []edge

	// can has the sets of each state, one behind the other in the order of the constants below. take and look enter what
	// is true of the state itself, and spread adds what is true of its successors.
	can   []uint64
	able  []uint64        // by state: the set of tasks that have a step in it
	stand []choice        // tasks that may stand still at an event of Options.Outside
	ends  bool            // the program may end in some state
	meant map[string]bool // answers of Options.Meant
	out   Result
}

// visit visits the states. Those with fewer guesses on the way come first, because an execution without guesses is more
// certain, and then those nearer to the start. visit returns why it could not visit all states, or "".
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

// guess reports whether a move is a branch on data that the model does not have.
func (s *finder) guess(v *model.Move) bool {
	op, silent := s.Program.Nodes[s.Action(v.Way).A].Op.(cfg.Silent)
	return silent && op.What == report.Guess
}

// grow makes room for what is known of one more state.
func (s *finder) grow() {
	s.can = append(s.can, make([]uint64, sets*s.words)...)
	s.able = append(s.able, make([]uint64, s.words)...)
}

// kept returns the bytes that are kept beside the states, with room to grow. An edge takes 20 bytes.
func (s *finder) kept() int64 {
	return 3 * int64(4*cap(s.order)+20*cap(s.edges)+8*cap(s.can)+8*cap(s.able)+8*cap(s.stand))
}

// look is called for each state. It marks the tasks that rest there, since these need not move.
func (s *finder) look(at int, _ search.Note, _ []*model.Move) search.Next {
	s.order = append(s.order, int32(at))
	s.search.Set.State(s.state, at)
	for t := range s.Program.Tasks {
		if s.Machine.Rests(cfg.TaskID(t), s.state[s.Machine.Pos(cfg.TaskID(t))]) {
			s.mark(int32(at), free, cfg.TaskID(t))
		}
	}
	return search.Go
}

// take is called for each step, and notes who can move.
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
	s.markMove(at, e.a, v)
	if a.Joint() {
		e.b = s.Program.Nodes[a.B].Task
		s.markMove(at, e.b, v)
	}
	if to < 0 { // the last event that matters
		s.mark(at, free, cfg.TaskID(len(s.Program.Tasks)))
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
func (s *finder) mayEnd(at int32) bool { return s.has(at, free, cfg.TaskID(len(s.Program.Tasks))) }

// canOf returns the sets in can for a state.
func (s *finder) canOf(at int32) []uint64 {
	return s.can[sets*int(at)*s.words : sets*int(at+1)*s.words]
}

// mark enters a task into one of the sets of a state.
func (s *finder) mark(at int32, set int, t cfg.TaskID) {
	s.canOf(at)[set*s.words+int(t)/64] |= 1 << (t % 64)
}

// has reports whether a task is in one of the sets of a state.
func (s *finder) has(at int32, set int, t cfg.TaskID) bool {
	return s.canOf(at)[set*s.words+int(t)/64]>>(t%64)&1 != 0
}

// markMove notes that a task takes part in a step from a state.
func (s *finder) markMove(at int32, t cfg.TaskID, v *model.Move) {
	s.mark(at, free, t)
	s.mark(at, moving, t)
	kind := s.kindOf(v)
	switch kind {
	case work:
		s.mark(at, works, t)
		s.mark(at, acts, t)
	case asking:
		s.mark(at, works, t)
	case receives:
		s.mark(at, spins, t)
	}
	s.able[int(at)*s.words+int(t)/64] |= 1 << (t % 64)
}

// markAll notes that every task may move after a state, because what follows the state is not known.
func (s *finder) markAll(at int32) {
	for k := range s.canOf(at) {
		s.canOf(at)[k] = ^uint64(0)
	}
}

// spread adds to the sets of each state those of its successors, until nothing changes.
func (s *finder) spread() {
	// from lists the states before each state: those before state i begin at first[i] and end at first[i+1].
	first := make([]int32, s.search.Set.Count+1)
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

// stuck returns the tasks that can move neither in a state nor later, and are not meant to wait there, and the tasks
// that can still move.
func (s *finder) stuck(at int32) (waits, moves []cfg.TaskID) {
	never := func(t cfg.Task) bool { return !s.has(at, free, t.ID) }
	if !slices.ContainsFunc(s.Program.Tasks, never) {
		return nil, nil
	}
	var working, acting []string // acting leaves out those that only ask
	for i := range s.Program.Tasks {
		t := &s.Program.Tasks[i]
		if !s.has(at, moving, t.ID) {
			continue
		}
		moves = append(moves, t.ID)
		if s.has(at, works, t.ID) || !s.has(at, spins, t.ID) {
			working = append(working, t.Name)
			if s.has(at, acts, t.ID) {
				acting = append(acting, t.Name)
			}
		}
	}
	state := s.state
	s.search.Set.State(state, int(at))
	for i := range s.Program.Tasks {
		t := &s.Program.Tasks[i]
		if !never(*t) {
			continue
		}
		if !s.isMeant(t, s.Point(state, t.ID), working) {
			waits = append(waits, t.ID)
		} else if len(acting) < len(working) && !s.isMeant(t, s.Point(state, t.ID), acting) {
			s.out.Asking = true
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

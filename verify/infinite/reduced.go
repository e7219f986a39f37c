package infinite

// This file looks for infinite executions along stubborn sets (docs/theory.md, "Infinite executions by stubborn sets").
// It visits states depth first, and takes only the steps of a stubborn set in each. So it may put a task off: around a
// cycle, other tasks may move for ever, and the steps of this task are never tried. Therefore each cycle gets one state
// that is closed: there, all steps are taken that count for the question (lpor.Infinite.Close). This is the cycle
// proviso.
//
//	path:  s0 -> s1 -> s2 -> s1    the step from s2 leads to a state on the path: s1 is closed before it is left
//
// The graph of what was visited grows with the search. Now and then, and at the end, judge looks for a fair cycle in
// it.

import (
	"context"
	"encoding/binary"

	"flavers/automata"
	"flavers/automata/ltl"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/lpor"
	"flavers/explore/model"
	"flavers/limit"
	"flavers/live"
)

// reduced is a search in progress.
type reduced struct {
	ctx      context.Context
	opt      Options
	sets     *lpor.Infinite
	property *automata.Spec
	tasks    int // the number of tasks
	watch    *model.Watch
	out      Result

	index map[string]int32 // by key of a state: its index in nodes
	nodes []node
	stack []frame // the path
	bytes int64   // an estimate of the memory of nodes and arcs
	due   int     // the number of nodes at which judge looks at the graph next

	// words has the sequences of symbols that the property reads in single steps, each once. wordIndex finds them, by
	// their symbols as bytes.
	words     [][]int32
	wordIndex map[string]int32
}

// node is a state that was met.
type node struct {
	at     int32    // the state of the property
	can    []uint64 // bits by task: it can move
	out    []arc
	closed bool // all steps that count are taken here, or will be before the search leaves the state
	onPath bool
}

// arc is a step to a node.
type arc struct {
	to    int32 // index of the node
	a, b  int32 // the tasks that move; b is -1 if only one moves
	word  int32 // index in words of what the property reads
	taken lpor.Taken
}

// frame is a state on the path.
type frame struct {
	state []int32
	node  int32       // its index in nodes
	todo  []lpor.ID   // the transitions to take, in this order
	next  int         // index in todo of the transition that is next
	steps []lpor.Step // the steps of the transition before that
	step  int         // index in steps of the step that is next
	whole bool        // todo has all that count: Close was called, or there is nothing to add
}

// Reduced answers the same question as Of, along stubborn sets. It is for programs without run-time errors: where
// it meets an error or a bound of the model, the result is not Complete. It refuses programs that declare steps
// fair, unless opt asks for no fairness. Result.States counts the states that it visits. The error is a
// *sem.TooLarge or an *explore.Refused.
func Reduced(ctx context.Context, p *cfg.Program, constraints []*automata.Spec, property *automata.Spec,
	opt Options) (*Result, error) {
	return reducedBy(ctx, p, constraints, property, opt, proviso)
}

// provisoKind chooses what keeps a task from being put off for ever around a cycle.
type provisoKind int

const (
	proviso   provisoKind = iota // the cycle proviso
	noProviso                    // nothing does: wrong, for a test that has to see it fail
	noSets                       // no step is put off, because there is no reduction: for tests to compare with
)

func reducedBy(ctx context.Context, p *cfg.Program, constraints []*automata.Spec, property *automata.Spec,
	opt Options, kind provisoKind) (*Result, error) {

	s := &reduced{opt: opt, property: property, tasks: len(p.Tasks), watch: model.NewWatch(ctx, opt.Progress), ctx: ctx,
		index: map[string]int32{}, wordIndex: map[string]int32{}, due: 1 << 10}
	s.out.Complete = true
	stop := func() bool { return limit.Reason(ctx) != "" }
	sets, err := lpor.NewInfinite(p, constraints, property, opt.Fairness != live.None, kind == noSets, stop)
	if stop() {
		s.halt(limit.Reason(ctx))
		return &s.out, nil
	}
	if err != nil {
		return nil, err
	}
	if len(p.Fair) > 0 && opt.Fairness != live.None {
		return nil, &explore.Refused{Explorer: "lpor", Reason: "stubborn sets do not keep what it declares fair",
			Pos: p.Fair[0].Pos}
	}
	if s.sets = sets; sets.Impossible() {
		return &s.out, nil
	}
	if !limit.Try(func() { s.search(kind) }) && !s.out.Violated {
		s.halt(limit.Reason(ctx))
	}
	s.out.States = int64(len(s.nodes))
	return &s.out, nil
}

func (s *reduced) halt(why string) { s.out.Complete, s.out.Limit = false, why }

// search goes on until all is visited, or an execution is found.
func (s *reduced) search(kind provisoKind) {
	s.enter(s.sets.Start())
	for len(s.stack) > 0 && s.going() {
		f := &s.stack[len(s.stack)-1]
		switch {
		// The next step of the present transition.
		case f.step < len(f.steps):
			st := &f.steps[f.step]
			f.step++
			if st.Failed != nil {
				s.out.Complete, s.out.Limit = false, "error"
				if st.Failed.Kind == cfg.LimitError {
					s.out.Limit = "model"
				}
				continue
			}
			s.follow(f, st)
		// The next transition.
		case f.next < len(f.todo):
			f.steps, f.step = s.sets.Steps(f.steps[:0], f.state, f.todo[f.next]), 0
			f.next++
		// All were taken, and meanwhile the state was marked as closed.
		case s.nodes[f.node].closed && !f.whole && kind != noProviso:
			f.whole = true
			f.todo = append(f.todo, s.sets.Close(f.state, f.todo)...)
		default:
			s.nodes[f.node].onPath = false
			s.stack = s.stack[:len(s.stack)-1]
		}
	}
	timeOrMemoryOut := !s.out.Complete && s.out.Limit != "states" && s.out.Limit != "model" && s.out.Limit != "error"
	if !timeOrMemoryOut {
		s.judge()
	}
}

// going looks at the limits, and now and then at the graph. It returns false if the search has to stop.
func (s *reduced) going() bool {
	if s.watch.Due(256) {
		if why := s.watch.Look(func() model.Progress { return model.Progress{States: int64(len(s.nodes))} }); why != "" {
			s.halt(why)
			return false
		}
	}
	switch {
	case s.opt.MaxStates > 0 && int64(len(s.nodes)) > s.opt.MaxStates:
		s.halt("states")
		return false
	case s.opt.MaxMemory > 0 && s.bytes*3 > s.opt.MaxMemory:
		s.halt("memory")
		return false
	}
	if len(s.nodes) >= s.due { // it doubles each time: so all looks together cost about two looks at the whole graph
		s.judge()
		s.due = 2 * len(s.nodes)
	}
	return !s.out.Violated
}

// follow takes a step from the state of f. Every cycle of the graph has a step that leads back to a state on the path.
// At this step, the state that it leads to is marked as closed, unless the state that it comes from is closed already.
func (s *reduced) follow(f *frame, st *lpor.Step) {
	from := f.node
	to, known := s.index[string(s.sets.Key(nil, st.To))]
	if !known {
		to = int32(len(s.nodes))
	} else if s.nodes[to].onPath && !s.nodes[from].closed {
		s.nodes[to].closed = true
	}
	n := &s.nodes[from]
	n.out = append(n.out, arc{to: to, a: st.A, b: st.B, word: s.word(st.Symbols), taken: st.Taken})
	s.bytes += 32
	if !known {
		s.enter(st.To)
	}
}

// word returns the index in words of the symbols that the property reads in a step.
func (s *reduced) word(symbols []int32) int32 {
	var key []byte
	for _, x := range symbols {
		key = binary.LittleEndian.AppendUint32(key, uint32(x))
	}
	n, known := s.wordIndex[string(key)]
	if !known {
		n = int32(len(s.words))
		s.wordIndex[string(key)] = n
		s.words = append(s.words, symbols)
	}
	return n
}

// enter puts a new state on the path.
func (s *reduced) enter(state []int32) {
	key := string(s.sets.Key(nil, state))
	id := int32(len(s.nodes))
	s.index[key] = id
	x := s.sets.Expand(state)
	at := s.sets.At(state)
	if at == s.property.DFA.Trap() {
		x.Set = nil // the property is violated already, however an execution goes on
	}
	s.nodes = append(s.nodes, node{at: at, can: x.Can, closed: x.Closed, onPath: true})
	s.stack = append(s.stack, frame{state: state, node: id, todo: x.Set, whole: x.Closed})
	s.bytes += int64(len(key)) + 160 + 8*int64(len(x.Can))
}

// judge looks for a fair cycle that violates the property in what is known of the graph. A cycle that it finds is one
// of the program, also while the graph is incomplete: its steps are steps of the program, and each node has all tasks
// that can move there, not only those whose steps were taken.
func (s *reduced) judge() {
	for i := range s.property.Obligations {
		if s.open(&s.property.Obligations[i]); s.out.Violated {
			return
		}
	}
	if s.property.Never != nil {
		s.never(s.property.Never)
	}
}

// open looks for a fair cycle in which an obligation stays open.
func (s *reduced) open(ob *automata.Obligation) {
	g := s.graph()
	number := make([]int32, len(s.nodes)) // by node: its number in g; -1 if the obligation is not open there
	var open []int32                      // by number: the node
	for i := range s.nodes {
		if number[i] = -1; ob.Open[s.nodes[i].at] {
			number[i] = int32(len(open))
			open = append(open, int32(i))
		}
	}
	var arcs [][]arc // by number: the arcs that are edges of g
	for _, i := range open {
		n := &s.nodes[i]
		s.add(g, n)
		var list []arc
		for _, e := range n.out {
			if number[e.to] >= 0 && s.keeps(ob, n.at, e.word) {
				g.Step(live.Edge{To: number[e.to], Takes: g.takes(e)})
				list = append(list, e)
			}
		}
		arcs = append(arcs, list)
	}
	if lasso, found := g.Find(s.opt.Fairness, limit.New(s.ctx)); found {
		var loop []lpor.Taken
		for _, t := range lasso.Loop {
			loop = append(loop, arcs[t.From][t.Edge].taken)
		}
		s.found(s.path(open[lasso.Entry]), loop)
	}
}

// taskGraph is a graph whose fairness conditions are the tasks, without declared ones.
type taskGraph struct {
	*live.Graph
	sets map[[2]int32]int32 // by the tasks of an arc: the number of their set (live.Graph.Set)
}

func (s *reduced) graph() *taskGraph { return &taskGraph{live.New(s.tasks, 0), map[[2]int32]int32{}} }

// takes returns the number of the set of tasks that move in a step.
func (g *taskGraph) takes(e arc) int32 {
	k := [2]int32{e.a, e.b}
	n, known := g.sets[k]
	if !known {
		if n = g.Set(e.a); e.b >= 0 {
			n = g.Set(e.a, e.b)
		}
		g.sets[k] = n
	}
	return n
}

// add adds a node with the tasks that can move there.
func (s *reduced) add(g *taskGraph, n *node) {
	g.Add()
	for t := range s.tasks {
		if n.can[t/64]>>(t%64)&1 == 1 {
			g.Enable(int32(t))
		}
	}
}

// keeps reports whether an obligation that is open in state q of the property stays open throughout a step.
func (s *reduced) keeps(ob *automata.Obligation, q, word int32) bool {
	for _, sym := range s.words[word] {
		to := s.property.DFA.Step(q, int(sym))
		if !ob.Keeps(q, int(sym), to) {
			return false
		}
		q = to
	}
	return true
}

// never looks for a fair cycle whose word is forbidden, in the product of the graph with automaton b. (words.go makes
// this product of an abstraction.)
func (s *reduced) never(b *ltl.Buchi) {
	g := s.graph()
	g.Require(b.Marks)
	index := map[pair]int32{{0, b.Start}: 0}
	pairs := []pair{{0, b.Start}}  // the nodes of the product
	from := []int32{-1}            // by node: the node from which it was first reached
	entry := make([]lpor.Taken, 1) // by node: the step by which it was first reached
	var arcs [][]lpor.Taken        // by node: the steps of its edges
	trap := s.property.DFA.Trap()
	poll := limit.New(s.ctx)
	for i := 0; i < len(pairs); i++ {
		poll.Look()
		n := &s.nodes[pairs[i].state]
		s.add(g, n)
		var list []lpor.Taken
		for _, e := range n.out {
			if s.nodes[e.to].at == trap {
				continue
			}
			for _, w := range through(b, pairs[i].at, s.words[e.word]) {
				p := pair{e.to, w.To}
				id, known := index[p]
				if !known {
					id = int32(len(pairs))
					index[p] = id
					pairs, from, entry = append(pairs, p), append(from, int32(i)), append(entry, e.taken)
				}
				g.Step(live.Edge{To: id, Takes: g.takes(e), Marks: w.Marks})
				list = append(list, e.taken)
			}
		}
		arcs = append(arcs, list)
	}
	if lasso, found := g.Find(s.opt.Fairness, poll); found {
		var stem, loop []lpor.Taken
		for at := int32(lasso.Entry); from[at] >= 0; at = from[at] {
			stem = append(stem, entry[at])
		}
		for _, t := range lasso.Loop {
			loop = append(loop, arcs[t.From][t.Edge])
		}
		s.found(reversed(stem), loop)
	}
}

// path returns the steps of a shortest path to a node, found breadth first.
func (s *reduced) path(to int32) []lpor.Taken {
	from, entry := make([]int32, len(s.nodes)), make([]lpor.Taken, len(s.nodes)) // by node; from is -1 if not reached
	for i := range from {
		from[i] = -1
	}
	from[0] = 0
	for queue := []int32{0}; from[to] < 0; queue = queue[1:] {
		for _, e := range s.nodes[queue[0]].out {
			if from[e.to] < 0 {
				from[e.to], entry[e.to] = queue[0], e.taken
				queue = append(queue, e.to)
			}
		}
	}
	var out []lpor.Taken
	for ; to != 0; to = from[to] {
		out = append(out, entry[to])
	}
	return reversed(out)
}

func reversed(path []lpor.Taken) []lpor.Taken {
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// found makes an execution the result: the steps of stem, and then those of loop for ever.
func (s *reduced) found(stem, loop []lpor.Taken) {
	all := s.sets.Schedule(append(stem, loop...))
	s.out.Violated, s.out.Stem, s.out.Loop = true, all[:len(stem)], all[len(stem):]
}

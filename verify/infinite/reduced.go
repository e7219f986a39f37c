package infinite

// This file looks for infinite executions along stubborn sets, depth first, with the cycle proviso
// (docs/theory.md, "Infinite executions by stubborn sets").

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
	opt      Options
	sets     *lpor.Infinite
	property *automata.Spec
	tasks    int
	watch    *model.Watch
	out      Result

	index map[string]int32
	nodes []node
	stack []frame
	bytes int64
	due   int // how many states there are when the graph is looked at next
	ctx   context.Context
	texts map[string]int32 // by what the property reads in a step
	reads [][]int32
}

// node is a state that was met.
type node struct {
	at     int32 // the state of the property
	can    []uint64
	out    []arc
	closed bool // nothing that counts is put off here, or it will not be
	onPath bool
}

// arc is a step to a node.
type arc struct {
	to, a, b int32
	read     int32 // what the property reads
	by       lpor.Taken
}

// frame is a state on the path.
type frame struct {
	state []int32
	node  int32
	todo  []lpor.ID
	next  int
	steps []lpor.Step
	step  int
	whole bool // Close was asked, or need not be
}

// Reduced is Of by stubborn sets, for programs without executions that meet a run-time error: where it
// meets one, or a bound of the model, it is not Complete. What a program declares fair is not for it, except
// without fairness. States are those that it visits, fewer than there are. The error is a *sem.TooLarge or an
// *explore.Refused.
func Reduced(ctx context.Context, p *cfg.Program, constraints []*automata.Spec, property *automata.Spec,
	opt Options) (*Result, error) {
	return reducedBy(ctx, p, constraints, property, opt, proviso)
}

// proviso says at which states a cycle is closed. The others are for tests.
type provisoKind int

const (
	proviso   provisoKind = iota
	noProviso             // ignoring is not excluded: wrong
	noSets                // no reduction
)

func reducedBy(ctx context.Context, p *cfg.Program, constraints []*automata.Spec, property *automata.Spec,
	opt Options, kind provisoKind) (*Result, error) {

	s := &reduced{opt: opt, property: property, tasks: len(p.Tasks), watch: model.NewWatch(ctx, opt.Progress), ctx: ctx,
		index: map[string]int32{}, texts: map[string]int32{}, due: 1 << 10}
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
		case f.next < len(f.todo):
			f.steps, f.step = s.sets.Steps(f.steps[:0], f.state, f.todo[f.next]), 0
			f.next++
		case s.nodes[f.node].closed && !f.whole && kind != noProviso:
			f.whole = true
			f.todo = append(f.todo, s.sets.Close(f.state, f.todo)...)
		default:
			s.nodes[f.node].onPath = false
			s.stack = s.stack[:len(s.stack)-1]
		}
	}
	if s.out.Complete || s.out.Limit == "states" || s.out.Limit == "model" || s.out.Limit == "error" {
		s.judge()
	}
}

// going looks at the limits, and now and then at the graph; false: the search has to stop.
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
	if len(s.nodes) >= s.due { // so that it takes no longer than the search, in all
		s.judge()
		s.due = 2 * len(s.nodes)
	}
	return !s.out.Violated
}

// follow takes a step. Each cycle of the graph has a step to a state on the path, by which the cycle is
// noticed: the state is closed before it is left, unless the cycle has a closed one already.
func (s *reduced) follow(f *frame, st *lpor.Step) {
	from := f.node
	to, known := s.index[string(s.sets.Key(nil, st.To))]
	if !known {
		to = int32(len(s.nodes))
	} else if s.nodes[to].onPath && !s.nodes[from].closed {
		s.nodes[to].closed = true
	}
	n := &s.nodes[from]
	n.out = append(n.out, arc{to: to, a: st.A, b: st.B, read: s.word(st.Symbols), by: st.Taken})
	s.bytes += 32
	if !known {
		s.enter(st.To)
	}
}

// word is the number of what the property reads.
func (s *reduced) word(symbols []int32) int32 {
	var key []byte
	for _, x := range symbols {
		key = binary.LittleEndian.AppendUint32(key, uint32(x))
	}
	n, known := s.texts[string(key)]
	if !known {
		n = int32(len(s.reads))
		s.texts[string(key)] = n
		s.reads = append(s.reads, symbols)
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
		x.Set = nil // nothing is open from here on
	}
	s.nodes = append(s.nodes, node{at: at, can: x.Can, closed: x.Closed, onPath: true})
	s.stack = append(s.stack, frame{state: state, node: id, todo: x.Set, whole: x.Closed})
	s.bytes += int64(len(key)) + 160 + 8*int64(len(x.Can))
}

// judge looks for a fair cycle in what is known of the graph: its states have all their tasks that can
// move, and its steps are steps of the program, so one that is found is one.
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
	in, of := make([]int32, len(s.nodes)), []int32(nil)
	for i := range s.nodes {
		if in[i] = -1; ob.Open[s.nodes[i].at] {
			in[i] = int32(len(of))
			of = append(of, int32(i))
		}
	}
	var arcs [][]arc
	for _, i := range of {
		n := &s.nodes[i]
		s.add(g, n)
		var list []arc
		for _, e := range n.out {
			if in[e.to] >= 0 && s.keeps(ob, n.at, e.read) {
				g.Step(live.Edge{To: in[e.to], Takes: g.takes(e)})
				list = append(list, e)
			}
		}
		arcs = append(arcs, list)
	}
	if lasso, found := g.Find(s.opt.Fairness, limit.New(s.ctx)); found {
		var loop []lpor.Taken
		for _, t := range lasso.Loop {
			loop = append(loop, arcs[t.From][t.Edge].by)
		}
		s.found(s.path(of[lasso.Entry]), loop)
	}
}

// movers is a graph in which tasks are fair.
type movers struct {
	*live.Graph
	sets map[[2]int32]int32
}

func (s *reduced) graph() *movers { return &movers{live.New(s.tasks, 0), map[[2]int32]int32{}} }

// takes is the number of the set of tasks that move in a step.
func (g *movers) takes(e arc) int32 {
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

// add adds a state with the tasks that can move.
func (s *reduced) add(g *movers, n *node) {
	g.Add()
	for t := range s.tasks {
		if n.can[t/64]>>(t%64)&1 == 1 {
			g.Enable(int32(t))
		}
	}
}

// keeps reports whether an obligation that is open in state q of the property stays open throughout a step.
func (s *reduced) keeps(ob *automata.Obligation, q int32, read int32) bool {
	for _, sym := range s.reads[read] {
		to := s.property.DFA.Step(q, int(sym))
		if !ob.Keeps(q, int(sym), to) {
			return false
		}
		q = to
	}
	return true
}

// never looks for a fair cycle whose word is forbidden.
func (s *reduced) never(b *ltl.Buchi) {
	g := s.graph()
	g.Require(b.Marks)
	index := map[pair]int32{{0, b.Start}: 0}
	pairs, from := []pair{{0, b.Start}}, []int32{-1}
	var by []lpor.Taken // the step to a pair from another
	by = append(by, lpor.Taken{})
	var arcs [][]lpor.Taken
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
			for _, w := range through(b, pairs[i].at, s.reads[e.read]) {
				p := pair{e.to, w.To}
				id, known := index[p]
				if !known {
					id = int32(len(pairs))
					index[p] = id
					pairs, from, by = append(pairs, p), append(from, int32(i)), append(by, e.by)
				}
				g.Step(live.Edge{To: id, Takes: g.takes(e), Marks: w.Marks})
				list = append(list, e.by)
			}
		}
		arcs = append(arcs, list)
	}
	if lasso, found := g.Find(s.opt.Fairness, poll); found {
		var stem, loop []lpor.Taken
		for at := int32(lasso.Entry); from[at] >= 0; at = from[at] {
			stem = append(stem, by[at])
		}
		for _, t := range lasso.Loop {
			loop = append(loop, arcs[t.From][t.Edge])
		}
		s.found(reversed(stem), loop)
	}
}

// path is a shortest way to a node.
func (s *reduced) path(to int32) []lpor.Taken {
	from, by := make([]int32, len(s.nodes)), make([]lpor.Taken, len(s.nodes))
	for i := range from {
		from[i] = -1
	}
	from[0] = 0
	for queue := []int32{0}; from[to] < 0; queue = queue[1:] {
		for _, e := range s.nodes[queue[0]].out {
			if from[e.to] < 0 {
				from[e.to], by[e.to] = queue[0], e.by
				queue = append(queue, e.to)
			}
		}
	}
	var out []lpor.Taken
	for ; to != 0; to = from[to] {
		out = append(out, by[to])
	}
	return reversed(out)
}

func reversed(path []lpor.Taken) []lpor.Taken {
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// found writes an execution.
func (s *reduced) found(stem, loop []lpor.Taken) {
	all := s.sets.Schedule(append(stem, loop...))
	s.out.Violated, s.out.Stem, s.out.Loop = true, all[:len(stem)], all[len(stem):]
}

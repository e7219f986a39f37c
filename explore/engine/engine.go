package engine

import (
	"errors"
	"slices"
)

// This file is the search: Algorithms 1 and 2 of the paper. It is a recursion over
// the nodes of an execution:
//
//	section   a Replay node: what comes after it, once or several times
//	run       execute instructions of a thread until the marker asks for a node
//	choose    a Yes node: each chosen thread in turn
//	branch    an instruction with its node, in each of its ways
//	races     what the instruction races with; schedule adds choices at past nodes
//
// A choice saves the state and restores it. All methods that return a bool return
// false if the search has to stop.

// Engine is a search. Program, Marker and Dependence are required.
type Engine struct {
	Program     Program
	Marker      Marker
	Dependence  Dependence
	Resettables []Resettable
	Graph       *Graph // filled in if not nil
	Depth       int    // the largest number of instructions of an execution; 0: no bound

	Counts

	at      *Node    // the last node before the present state
	last    *Node    // the node whose instruction was executed last, if look was not called since; else nil
	depth   int      // instructions executed to the present state
	hash    uint64   // a hash of the answers of the marker in the section in progress
	err     error    // what Run returns
	free    []*Node  // nodes for reuse
	waiting []Thread // scratch
	waiter  *Node    // scratch of look
}

// Counts is the work of a search. What is done again counts again.
type Counts struct {
	Graphs  int64    // terminations of threads: the times at which the engine of the paper writes its graph
	Nodes   [4]int64 // nodes by Mark; of No there are none
	Saved   int64    // states that were saved
	Replays int64    // parts of the search that were done again
	Races   int64    // races that added choices
}

// ErrMarker is the error of a search that would never end, as the marker does
// not answer Yes where it has to.
var ErrMarker = errors.New("engine: a part of the search is to be repeated, and the marker has learned nothing")

// Run searches. The error is ErrMarker, or nil.
func (g *Engine) Run() error {
	root := g.node(Replay, -1)
	g.section(root, func() bool { return g.next(nil) })
	return g.err
}

// section runs body, the part of the search after the Replay node r, and repeats
// it as long as a Maybe in it turns out to be a scheduling point and no larger part
// will be repeated anyway (section 3.4 of the paper). If the marker gives the same
// answers again in a repetition, it has not learned which Maybe it was, and the
// search would never end: ErrMarker.
func (g *Engine) section(r *Node, body func() bool) bool {
	saved := g.save()
	outer, last := g.hash, uint64(0)
	for again := false; ; again = true {
		g.at, g.last = r, nil
		g.hash = fnvOffset
		if !body() {
			return false
		}
		if !r.mustReplay() {
			break
		}
		if again && g.hash == last {
			g.err = ErrMarker
			return false
		}
		last = g.hash
		r.flag = false
		g.Replays++
		g.Graph.again(r)
		g.restore(saved)
	}
	g.hash = mix(outer, g.hash)
	g.drop(r)
	return true
}

// Constants of the hash FNV-1a.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// mix adds x to a hash.
func mix(h, x uint64) uint64 { return (h ^ x) * fnvPrime }

// next goes on with the first thread that can run. It reports the end of an
// execution if there is none.
func (g *Engine) next(open *Node) bool {
	list := g.Program.Runnable(g.waiting[:0])
	g.waiting = list[:0]
	if len(list) == 0 {
		g.Graph.end(g.at)
		return g.Program.Finish()
	}
	return g.run(list[0], open)
}

// run goes on from the present state with thread t: ExecuteInstruction of
// Algorithm 1, for one instruction after another. If open is not nil, t was chosen
// at that node, and its first marked instruction takes place there.
func (g *Engine) run(t Thread, open *Node) bool {
	for {
		ways := g.Program.Ways(t)
		if ways == 0 { // t waits or has ended: go on with another thread
			g.look(t)
			list := g.Program.Runnable(g.waiting[:0])
			g.waiting = list[:0]
			if len(list) == 0 {
				g.Graph.end(g.at)
				return g.Program.Finish()
			}
			t, open = list[0], nil
			continue
		}
		if g.Depth > 0 && g.depth >= g.Depth {
			g.Graph.cut(g.at)
			return g.Program.Cut()
		}
		mark := g.Marker.Mark(t)
		g.hash = mix(g.hash, uint64(t)<<2|uint64(mark))
		if mark == Replay && open != nil { // a repetition from here would miss the choice of t
			mark = No
		}
		switch mark {
		case Replay:
			r := g.node(Replay, t)
			return g.section(r, func() bool { return g.branch(t, g.Program.Ways(t), nil, nil) })
		case Maybe, Yes:
			g.look(t)
			// The node where t was chosen, or a new one.
			if n := open; n != nil && g.fits(n, t) {
				n.Thread = t
				g.prepare(n)
				return g.branch(t, ways, n, nil)
			}
			n := g.node(mark, t)
			n.Runnable = g.Program.Runnable(n.Runnable[:0])
			n.Threads = g.Program.With(n.Threads[:0], t)
			n.choices = append(n.choices[:0], t)
			n.done = append(n.done[:0], n.Threads...)
			g.prepare(n)
			var ok bool
			if mark == Yes {
				ok = g.choose(n, t, ways)
			} else {
				ok = g.branch(t, ways, n, nil)
			}
			g.drop(n)
			return ok
		}
		// No node.
		if ways > 1 {
			return g.branch(t, ways, nil, open)
		}
		if !g.step(t, 0) {
			return false
		}
		g.depth++
	}
}

// choose runs each thread that is or will be among the choices of the Yes node n,
// first t, which can execute its instruction in the given number of ways.
func (g *Engine) choose(n *Node, t Thread, ways int) bool {
	var saved *saved
	if len(n.Runnable) > len(n.Threads) {
		saved = g.save()
	}
	if !g.branch(t, ways, n, nil) {
		return false
	}
	for k := 1; k < len(n.choices); k++ {
		c := n.choices[k]
		if slices.Contains(n.done, c) {
			continue
		}
		g.restore(saved)
		n.done = g.Program.With(n.done, c)
		n.event = false
		g.at, g.last = n, nil
		g.Graph.choose(n, c)
		if !g.run(c, n) {
			return false
		}
	}
	return true
}

// branch executes the next instruction of t in each of its ways, and each time what
// comes after it. n is the node of the instruction, or nil; open is as for run.
func (g *Engine) branch(t Thread, ways int, n, open *Node) bool {
	var saved *saved
	if ways > 1 {
		saved = g.save()
	}
	at, last := g.at, g.last
	for way := range ways {
		if way > 0 {
			g.restore(saved)
			g.at, g.last = at, last
		}
		if n != nil {
			g.at, g.last, n.event = n, n, true
			g.Graph.enter(n)
			g.Dependence.Enter(n)
		}
		if !g.step(t, way) {
			return false
		}
		g.depth++
		if !g.run(t, open) {
			return false
		}
	}
	return true
}

// step executes the next instruction of t in one of its ways.
func (g *Engine) step(t Thread, way int) bool {
	ended, more := g.Program.Step(t, way)
	g.Graphs += int64(ended)
	return more
}

// fits reports whether the next instruction of t, which was chosen at n, can take
// place at n although t has executed local instructions since: these have not made
// other threads runnable. It sets n.Threads.
func (g *Engine) fits(n *Node, t Thread) bool {
	n.Threads = g.Program.With(n.Threads[:0], t)
	list := g.Program.Runnable(g.waiting[:0])
	g.waiting = list[:0]
	return !slices.ContainsFunc(list, func(u Thread) bool {
		return !slices.Contains(n.Runnable, u) && !slices.Contains(n.Threads, u)
	})
}

// prepare tells the dependence relation of the instruction at node n, and looks for
// its races.
func (g *Engine) prepare(n *Node) {
	parent := g.at
	if parent == n {
		parent = n.Parent
	}
	g.Dependence.Create(parent, n)
	g.races(n)
}

// look finds the races of threads that wait. It is called after the instruction of
// a node, when ran is about to run: what a thread waits for might come earlier in
// another execution. Threads whose instruction does not depend on that of the node
// were looked at before and are left out. The paper looks at the next instruction
// of the running thread only.
func (g *Engine) look(ran Thread) {
	last := g.last
	g.last = nil
	g.waiting = g.Program.Waiting(g.waiting[:0])
	for _, t := range g.waiting {
		if g.waiter == nil {
			g.waiter = &Node{ID: -1, Kind: Maybe}
		}
		w := g.waiter
		w.Parent, w.Thread, w.Threads = g.at, t, append(w.Threads[:0], t)
		g.Marker.Mark(t)
		g.Dependence.Create(g.at, w)
		if last == nil || t == ran || slices.Contains(last.Threads, t) || g.Dependence.Dependent(last, w, t) != Independent {
			g.races(w)
		}
	}
}

// races is ExecuteDpor of Algorithm 1: it goes through the past nodes from n
// upwards, and adds choices at those with an instruction that races with the one at
// n. The search of the paper ends with the first one; here Dependent says whether
// it may.
func (g *Engine) races(n *Node) {
	for _, t := range n.Threads {
	past:
		for p := n.Parent; p != nil; p = p.Parent {
			if p.Kind == Replay || !p.event {
				continue
			}
			switch g.Dependence.Dependent(p, n, t) {
			case Race:
				g.schedule(p, t)
			case LastRace:
				g.schedule(p, t)
				break past
			}
		}
	}
}

// schedule is AddScheduleFor of Algorithm 1: it adds thread t to the choices of the
// past node p, or, if t could not run there, all threads that could. If p is a
// Maybe, a part of the search will be repeated, and the marker learns about p.
func (g *Engine) schedule(p *Node, t Thread) {
	grown := false
	if slices.Contains(p.Runnable, t) {
		grown = p.add(t)
	} else {
		for _, u := range p.Runnable {
			grown = p.add(u) || grown
		}
	}
	if !grown {
		return
	}
	g.Races++
	g.Graph.added(p)
	if p.Kind == Maybe {
		p.replay()
		if l, ok := g.Marker.(Learner); ok {
			l.Learn(p)
		}
	}
}

// saved is a saved state.
type saved struct {
	state any   // of the program
	more  []any // of the Resettables
	depth int
}

func (g *Engine) save() *saved {
	g.Saved++
	s := &saved{state: g.Program.Save(), depth: g.depth}
	for _, r := range g.Resettables {
		s.more = append(s.more, r.State())
	}
	return s
}

func (g *Engine) restore(s *saved) {
	g.Program.Restore(s.state)
	g.depth = s.depth
	for i, r := range g.Resettables {
		r.Reset(s.more[i])
	}
}

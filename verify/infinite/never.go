package infinite

// This file makes the product of the states with the automaton of the infinite words that a property forbids
// (docs/theory.md, Theorem 11.6). In go the states that visit has found; out comes a graph. A fair cycle of this graph
// on which the automaton accepts is a violation. words.go does the same for abstractions.

import (
	"encoding/binary"

	"flavers/automata/ltl"
	"flavers/explore/model"
	"flavers/explore/packed"
	"flavers/explore/search"
	"flavers/live"
	"flavers/sem"
)

// never is the product. A node has two values: the number of a state of the program, and a state of the automaton.
type never struct {
	*product
	buchi *ltl.Buchi
	nodes *search.Search[reading]
	graph *graph

	// Answers that are kept, because many nodes ask for the same.
	symbols map[*model.Move]string // by move: the symbols that the property reads, as in word
	paths   map[word][]ltl.Edge    // by word: the paths of the automaton that read it (through)
}

// reading is a move that is enabled, and how the automaton reads it.
type reading struct {
	*model.Move
	// to is the state that the move leads to. It is -1 if the product has no such step: the move is an error, a
	// constraint forbids it, the automaton has no path for it, or the property is violated after it. The move is
	// enabled all the same.
	to   int32
	edge ltl.Edge
}

// word is a sequence of symbols that the automaton reads in a state.
type word struct {
	symbols string // four bytes each
	at      int32  // the state of the automaton
}

// never makes the product. It returns nil if a limit was hit.
func (s *product) never(b *ltl.Buchi) *never {
	n := &never{product: s, buchi: b, graph: newGraph(s.conditions), paths: map[word][]ltl.Edge{},
		symbols: map[*model.Move]string{}}
	n.graph.Require(b.Marks)
	kept := func() int64 { return s.all.Bytes() + n.graph.Bytes()*2 }
	n.nodes = search.New(search.Graph[reading](n), search.Visit[reading]{State: n.enable, Edge: n.step},
		search.Limits{Memory: s.opt.MaxMemory, Kept: kept, Stop: s.stop})
	if why := n.nodes.Breadth(); why != "" {
		s.halt(why)
		return nil
	}
	return n
}

// Sizes returns the numbers of states of the program and of the automaton.
func (n *never) Sizes() []int32 { return []int32{int32(n.all.Set.Count), int32(len(n.buchi.Edges))} }

// Start returns the first node.
func (n *never) Start() []int32 { return []int32{0, n.buchi.Start} }

// Moves appends each enabled move once for each way in which the automaton can read its events.
func (n *never) Moves(list []reading, node []int32) ([]reading, search.Note) {
	n.all.Set.State(n.state, int(node[0]))
	n.enabled()
	for _, v := range n.moves {
		from := len(list)
		if v.Effect.Err == nil && !v.Forbidden {
			if edges := n.ways(v, node[1]); len(edges) > 0 {
				n.Apply(n.next, n.state, v)
				if !n.monitor.Violated(n.next) {
					to, _ := n.all.Set.Add(n.next[:n.size]) // visit has found it
					for _, e := range edges {
						list = append(list, reading{v, int32(to), e})
					}
				}
			}
		}
		if len(list) == from {
			list = append(list, reading{v, -1, ltl.Edge{}})
		}
	}
	return list, 0
}

// Take changes both values of the node. It returns false if the product has no such step.
func (n *never) Take(to *packed.Key, _ []int32, r reading) bool {
	if r.to < 0 {
		return false
	}
	to.Put(0, r.to)
	to.Put(1, r.edge.To)
	return true
}

// enable adds a node to the graph, with the fairness conditions that its enabled moves take.
func (n *never) enable(_ int, _ search.Note, moves []reading) search.Next {
	n.graph.Add()
	for _, r := range moves {
		n.graph.EnableAll(n.graph.takes(r.Action))
	}
	return search.Go
}

// step adds an edge to the graph.
func (n *never) step(_ int, r reading, to int, _ bool) search.Next {
	if to >= 0 {
		n.graph.Step(live.Edge{To: int32(to), Takes: n.graph.takes(r.Action), Marks: r.edge.Marks})
	}
	return search.Go
}

// ways returns the edges by which the automaton, in state at, can read all events of a move, with their marks.
func (n *never) ways(v *model.Move, at int32) []ltl.Edge {
	if len(v.Effect.Occ) == 0 {
		return []ltl.Edge{{To: at}}
	}
	symbols, known := n.symbols[v]
	if !known {
		var list []byte
		for _, occ := range v.Effect.Occ {
			if sym := n.monitor.Symbol(occ.Names(), occ.Owners(n.Program)); sym >= 0 {
				list = binary.LittleEndian.AppendUint32(list, uint32(sym))
			}
		}
		symbols = string(list)
		n.symbols[v] = symbols
	}
	w := word{symbols, at}
	out, known := n.paths[w]
	if !known {
		var list []int32
		for b := []byte(symbols); len(b) > 0; b = b[4:] {
			list = append(list, int32(binary.LittleEndian.Uint32(b)))
		}
		out = through(n.buchi, at, list)
		n.paths[w] = out
	}
	return out
}

// stem returns the schedule that first led to a node.
func (n *never) stem(node int) (out []sem.Choice) {
	n.nodes.Path(node, func(at []int32, r reading) {
		n.all.Set.State(n.state, int(at[0]))
		out = append(out, n.Choice(n.state, r.Way, r.Out))
	})
	return out
}

// choice returns a step of a cycle of the graph in the form of schedules.
func (n *never) choice(t live.Turn) sem.Choice {
	node := make([]int32, 2)
	n.nodes.Set.State(node, t.From)
	list, _ := n.Moves(nil, node)
	edge := -1
	for _, r := range list {
		if r.to < 0 {
			continue
		}
		if edge++; edge == t.Edge {
			return n.Choice(n.state, r.Way, r.Out)
		}
	}
	panic("infinite: the graph has an edge that the node has not")
}

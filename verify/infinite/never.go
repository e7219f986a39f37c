package infinite

// This file makes the product of the states with the automaton of infinite words that a
// property forbids (docs/theory.md, Theorem 11.6).

import (
	"encoding/binary"

	"flavers/automata/ltl"
	"flavers/explore/model"
	"flavers/live"
	"flavers/sem"
)

// never is the product. A node is a state of the program and one of the automaton.
type never struct {
	*search
	buchi *ltl.Buchi
	nodes []pair
	index map[pair]int32
	from  []origin // by node
	graph *graph
	words map[word][]ltl.Edge // how the automaton reads symbols
	read  map[*model.Move]string
}

type pair struct{ state, at int32 }

// word is a sequence of symbols, four bytes each, read in a state of the automaton.
type word struct {
	symbols string
	at      int32
}

// never makes the product; nil: a limit was hit.
func (s *search) never(b *ltl.Buchi) *never {
	n := &never{search: s, buchi: b, index: map[pair]int32{}, graph: newGraph(s.conditions),
		words: map[word][]ltl.Edge{}, read: map[*model.Move]string{}}
	n.graph.Require(b.Marks)
	start := pair{0, b.Start}
	n.index[start], n.nodes, n.from = 0, []pair{start}, []origin{{parent: -1}}
	for i := 0; i < len(n.nodes); i++ {
		if !s.due() {
			return nil
		}
		if s.opt.MaxMemory > 0 && i%1024 == 0 && s.bytes()+n.graph.Bytes()*2+int64(len(n.nodes))*64*2 > s.opt.MaxMemory {
			s.halt("memory")
			return nil
		}
		n.graph.Add()
		n.steps(i, func(v *model.Move, to int32, edges []ltl.Edge) bool {
			takes := n.graph.takes(v.Action)
			n.graph.EnableAll(takes)
			for _, e := range edges {
				p := pair{to, e.To}
				id, known := n.index[p]
				if !known {
					id = int32(len(n.nodes))
					n.index[p] = id
					n.nodes = append(n.nodes, p)
					n.from = append(n.from, origin{int32(i), n.Choice(n.state, v.Way, v.Out)})
				}
				n.graph.Step(live.Edge{To: id, Takes: takes, Marks: e.Marks})
			}
			return true
		})
	}
	return n
}

// steps calls f for the moves that are enabled in a node, until it says no, with the state
// that each leads to, and the edges of the automaton: none if a constraint forbids it, or
// nothing can satisfy the property any more.
func (n *never) steps(node int, f func(v *model.Move, to int32, edges []ltl.Edge) bool) {
	p := n.nodes[node]
	n.set.State(n.state[:n.size], int(p.state))
	n.enabled()
	for _, v := range n.moves {
		to, edges := int32(-1), []ltl.Edge(nil)
		if v.Effect.Err == nil && !v.Forbidden {
			if edges = n.ways(v, p.at); len(edges) > 0 {
				n.Apply(n.next, n.state, v)
				if n.monitor.Violated(n.next) {
					edges = nil
				} else {
					at, _ := n.set.Add(n.next[:n.size]) // it is known
					to = int32(at)
				}
			}
		}
		if !f(v, to, edges) {
			return
		}
	}
}

// ways are the edges of the automaton through all events of a move, with the marks of each.
func (n *never) ways(v *model.Move, at int32) []ltl.Edge {
	if len(v.Effect.Occ) == 0 {
		return []ltl.Edge{{To: at}}
	}
	symbols, known := n.read[v]
	if !known {
		var list []byte
		for _, occ := range v.Effect.Occ {
			if sym := n.monitor.Symbol(occ.Names(), occ.Owners(n.Program)); sym >= 0 {
				list = binary.LittleEndian.AppendUint32(list, uint32(sym))
			}
		}
		symbols = string(list)
		n.read[v] = symbols
	}
	w := word{symbols, at}
	out, known := n.words[w]
	if !known {
		var list []int32
		for b := []byte(symbols); len(b) > 0; b = b[4:] {
			list = append(list, int32(binary.LittleEndian.Uint32(b)))
		}
		out = through(n.buchi, at, list)
		n.words[w] = out
	}
	return out
}

// choice is a step of a cycle of the graph as schedules have it.
func (n *never) choice(t live.Turn) (c sem.Choice) {
	edge := 0
	n.steps(t.From, func(v *model.Move, _ int32, edges []ltl.Edge) bool {
		if edge += len(edges); edge > t.Edge {
			c = n.Choice(n.state, v.Way, v.Out)
		}
		return edge <= t.Edge
	})
	return c
}

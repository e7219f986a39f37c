package dataflow

import (
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/mip"
	"flavers/tfg"
)

// Assemble makes the tables of a problem: the visible nodes of a graph with
// unobserved nodes closed over, the MIP edges that are left, and the letters.
// A step that may end the execution in a watched error gets a second node of
// its own that nothing follows. origin gives, for each letter of the problem,
// its index in s.Letters.
func Assemble(s *monitor.Set, e *mip.EdgeSet) (p *Problem, origin []int32) {
	p = &Problem{}
	for i := range s.Monitors {
		m := &s.Monitors[i]
		p.Monitors = append(p.Monitors, Monitor{Name: m.Name, Property: m.Property, States: m.States,
			Start: m.Start, Accept: m.Accept, Trap: m.Trap})
	}
	good := make([]int32, len(e.Nodes)) // by visible node: its node here, or -1
	bad := make([]int32, len(e.Nodes))  // the node for its errors, or -1
	split := false
	at := 0
	for i, n := range e.Nodes {
		good[i], bad[i] = -1, -1
		for ; at < len(s.Letters) && s.Letters[at].Node <= n; at++ {
			l := &s.Letters[at]
			if l.Node < n {
				continue
			}
			slot := &good[i]
			if l.Err != nil {
				slot = &bad[i]
				split = true
			}
			if *slot < 0 {
				*slot = int32(p.Nodes)
				p.Nodes++
			}
			lt := Letter{Node: *slot}
			for _, mv := range l.Moves {
				lt.Moves = append(lt.Moves, Move{Monitor: mv.Monitor, To: mv.To})
			}
			p.Letters = append(p.Letters, lt)
			origin = append(origin, int32(at))
		}
		split = split || good[i] != int32(i)
	}
	a := assembler{s: s, e: e, good: good, bad: bad, seen: bitset.New(len(s.G.Nodes)), row: bitset.New(len(e.Nodes))}
	s.Poll.Reserve(bitset.MatrixBytes(p.Nodes, p.Nodes))
	p.Succ, p.Final = bitset.NewMatrix(p.Nodes, p.Nodes), bitset.New(p.Nodes)
	p.Start = bitset.New(p.Nodes)
	p.StartFinal = a.closure(tfg.I)
	a.expand(p.Start)
	for i, n := range e.Nodes {
		s.Poll.Look()
		if good[i] < 0 {
			continue
		}
		if a.closure(n) {
			p.Final.Add(int(good[i]))
		}
		a.row.Or(e.M.Row(i))
		if split {
			a.expand(p.Succ.Row(int(good[i])))
		} else {
			copy(p.Succ.Row(i), a.row)
		}
	}
	return p, origin
}

type assembler struct {
	s         *monitor.Set
	e         *mip.EdgeSet
	good, bad []int32
	seen      bitset.Set
	row       bitset.Set // visible nodes
	stack     []tfg.NodeID
}

// closure fills row with the visible nodes that unobserved paths lead to from
// n, and reports whether one leads to F.
func (a *assembler) closure(n tfg.NodeID) (final bool) {
	clear(a.seen)
	clear(a.row)
	a.stack = append(a.stack[:0], a.s.G.Succ(n)...)
	for len(a.stack) > 0 {
		q := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		switch {
		case q == tfg.F:
			final = true
		case a.seen.Has(int(q)) || a.s.Dead.Has(int(q)):
		case a.s.Visible.Has(int(q)):
			a.seen.Add(int(q))
			a.row.Add(int(a.e.Index[q]))
		default:
			a.seen.Add(int(q))
			a.stack = append(a.stack, a.s.G.Succ(q)...)
		}
	}
	return final
}

// expand writes row, over visible nodes, as a set of the problem's nodes.
func (a *assembler) expand(to bitset.Set) {
	for i := range a.row.All {
		if a.good[i] >= 0 {
			to.Add(int(a.good[i]))
		}
		if a.bad[i] >= 0 {
			to.Add(int(a.bad[i]))
		}
	}
}

// Unconnected returns the automata and letters of a set as a problem without edges.
func Unconnected(s *monitor.Set) *Problem {
	p := &Problem{}
	for i := range s.Monitors {
		m := &s.Monitors[i]
		p.Monitors = append(p.Monitors, Monitor{Name: m.Name, Property: m.Property, States: m.States,
			Start: m.Start, Accept: m.Accept, Trap: m.Trap})
	}
	for i := range s.Letters {
		l := Letter{Node: int32(s.Letters[i].Node)}
		for _, mv := range s.Letters[i].Moves {
			l.Moves = append(l.Moves, Move{Monitor: mv.Monitor, To: mv.To})
		}
		p.Letters = append(p.Letters, l)
	}
	return p
}

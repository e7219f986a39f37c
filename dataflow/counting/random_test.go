package counting

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"flavers/bitset"
	"flavers/dataflow"
)

// This file makes random problems with members that are alike, or nearly so.

// made is a problem with what it was made of.
type made struct {
	p         *dataflow.Problem
	families  []family
	symmetric bool // members of a family cannot be told apart
	full      bool // every node can follow every node
}

// family is n members, each with a block of monitors.
type family struct {
	n      int
	blocks [][]int32 // by member
	holder int32     // a monitor that is free or remembers one member, or -1
}

// draft is a node before it is made for each member, or pair of members.
type draft struct {
	of      []int // families of its members
	letters []draftLetter
	start   bool
	final   bool
}

type draftLetter struct {
	outside []dataflow.Move
	does    [][][]int32 // by member, by position of the block: a table or nil
	rest    [][]int32   // of all other members of the first family, or nil
	holder  int         // of the first family: 0 nothing, 1 take, 2 give, 3 is taken by me, 4 not by me, 5 is free
}

func randomTable(r *rand.Rand, states int) []int32 {
	t := make([]int32, states)
	a, b := r.IntN(states), int32(r.IntN(states))
	kind := r.IntN(4)
	for s := range t {
		switch kind {
		case 0: // one state allows it
			if t[s] = -1; s == a {
				t[s] = b
			}
		case 1: // a step of a circle
			t[s] = int32((s + 1) % states)
		case 2:
			if t[s] = int32(s) + 1; s+1 == states {
				t[s] = -1
			}
		default:
			t[s] = int32(r.IntN(states+1)) - 1
		}
	}
	return t
}

// random makes a problem of families with so many members at most.
func random(r *rand.Rand, most int) *made {
	m := &made{p: &dataflow.Problem{}, symmetric: true, full: r.IntN(3) == 0}
	p := m.p
	add := func(name string, states int, property bool) int32 {
		mon := dataflow.Monitor{Name: name, States: states, Trap: -1, Property: property}
		all := r.IntN(2) == 0
		for range states {
			mon.Accept = append(mon.Accept, all || r.IntN(4) > 0)
		}
		if property && r.IntN(3) > 0 {
			mon.Trap = int32(states - 1)
		}
		p.Monitors = append(p.Monitors, mon)
		return int32(len(p.Monitors) - 1)
	}
	var shared []int32
	for i := range r.IntN(3) {
		shared = append(shared, add(fmt.Sprint("shared", i), 2+r.IntN(3), false))
	}
	property := add("property", 3, true)
	for f := range 1 + r.IntN(2) {
		fam := family{n: 2 + r.IntN(most-1), holder: -1}
		var block []dataflow.Monitor
		monitors := 1 + r.IntN(2)
		if f > 0 && r.IntN(3) == 0 {
			monitors = 0 // tasks whose automata were not chosen
		}
		for range monitors {
			mon := dataflow.Monitor{States: 2 + r.IntN(2), Trap: -1}
			mon.Start = int32(r.IntN(mon.States))
			all := r.IntN(2) == 0
			for range mon.States {
				mon.Accept = append(mon.Accept, all || r.IntN(3) > 0)
			}
			block = append(block, mon)
		}
		for i := range fam.n {
			var mine []int32
			for k, mon := range block {
				mon.Name = fmt.Sprintf("f%d.%d[%d]", f, k, i)
				p.Monitors = append(p.Monitors, mon)
				mine = append(mine, int32(len(p.Monitors)-1))
			}
			fam.blocks = append(fam.blocks, mine)
		}
		if r.IntN(3) == 0 {
			mon := dataflow.Monitor{Name: fmt.Sprintf("holder%d", f), States: fam.n + 1, Trap: -1}
			for s := range mon.States {
				mon.Accept = append(mon.Accept, s == 0 || f == 0)
			}
			p.Monitors = append(p.Monitors, mon)
			fam.holder = int32(len(p.Monitors) - 1)
		}
		m.families = append(m.families, fam)
	}
	member := func(f int) [][]int32 {
		var does [][]int32
		for k, id := range m.families[f].blocks[0] {
			if k == 0 || r.IntN(2) == 0 {
				does = append(does, randomTable(r, p.Monitors[id].States))
			} else {
				does = append(does, nil)
			}
		}
		return does
	}
	var drafts []draft
	for range 2 + r.IntN(4) {
		d := draft{start: r.IntN(2) == 0, final: r.IntN(5) == 0}
		f := r.IntN(len(m.families))
		d.of = append(d.of, f)
		if r.IntN(3) == 0 {
			d.of = append(d.of, r.IntN(len(m.families)))
		}
		for range 1 + r.IntN(2) {
			var l draftLetter
			for _, s := range shared {
				if r.IntN(3) == 0 {
					l.outside = append(l.outside, dataflow.Move{Monitor: s, To: randomTable(r, p.Monitors[s].States)})
				}
			}
			if r.IntN(3) == 0 {
				to := []int32{int32(r.IntN(2)), int32(r.IntN(3)), 2}
				l.outside = append(l.outside, dataflow.Move{Monitor: property, To: to})
			}
			for _, f := range d.of {
				l.does = append(l.does, member(f))
			}
			if len(d.of) == 1 && r.IntN(5) == 0 {
				l.rest = member(f)
				m.symmetric = m.symmetric && m.full // where all do alike nobody is named, and edges say less
			}
			if m.families[f].holder >= 0 && r.IntN(2) == 0 {
				l.holder = r.IntN(6)
			}
			d.letters = append(d.letters, l)
		}
		drafts = append(drafts, d)
	}
	m.instantiate(r, drafts)
	if r.IntN(4) == 0 {
		m.spoil(r)
	}
	return m
}

// instantiate makes a node of each draft for each member, or pair of them.
func (m *made) instantiate(r *rand.Rand, drafts []draft) {
	p := m.p
	type node struct {
		draft int
		who   [2]int // members; -1: none
	}
	var nodes []node
	for d := range drafts {
		for i := range m.families[drafts[d].of[0]].n {
			if len(drafts[d].of) == 1 {
				nodes = append(nodes, node{d, [2]int{i, -1}})
				continue
			}
			for j := range m.families[drafts[d].of[1]].n {
				if drafts[d].of[0] != drafts[d].of[1] || i != j {
					nodes = append(nodes, node{d, [2]int{i, j}})
				}
			}
		}
	}
	p.Nodes = len(nodes)
	p.Start, p.Final, p.Succ = bitset.New(p.Nodes), bitset.New(p.Nodes), bitset.NewMatrix(p.Nodes, p.Nodes)
	for n, x := range nodes {
		d := &drafts[x.draft]
		if d.start {
			p.Start.Add(n)
		}
		if d.final {
			p.Final.Add(n)
		}
		for _, l := range d.letters {
			p.Letters = append(p.Letters, dataflow.Letter{Node: int32(n), Moves: m.moves(d, &l, x.who)})
		}
	}
	p.StartFinal = r.IntN(8) == 0
	// Whether a node follows another depends on what they do, and on which of their
	// members are the same. In most problems another member can only do what the same
	// could: as in a program, where steps that may happen in parallel are those of
	// members that are there already.
	onlyOther := r.IntN(4) == 0
	m.symmetric = m.symmetric && !onlyOther
	follows := map[[3]int]bool{}
	var can func(x, y, bits int) bool
	can = func(x, y, bits int) bool {
		key := [3]int{x, y, bits}
		yes, known := follows[key]
		if !known {
			yes = m.full || r.IntN(3) > 0
			for i := range 4 {
				if fewer := bits &^ (1 << i); !onlyOther && fewer != bits && can(x, y, fewer) {
					yes = true
				}
			}
			follows[key] = yes
		}
		return yes
	}
	for a, x := range nodes {
		for b, y := range nodes {
			bits := 0
			for i := range 2 {
				for j := range 2 {
					if x.who[i] >= 0 && y.who[j] >= 0 && drafts[x.draft].of[i] == drafts[y.draft].of[j] && x.who[i] == y.who[j] {
						bits |= 1 << (2*i + j)
					}
				}
			}
			if can(x.draft, y.draft, bits) {
				p.Succ.Row(a).Add(b)
			}
		}
	}
}

func (m *made) moves(d *draft, l *draftLetter, who [2]int) []dataflow.Move {
	moves := slices.Clone(l.outside)
	for i, does := range l.does {
		for k, t := range does {
			if t != nil {
				moves = append(moves, dataflow.Move{Monitor: m.families[d.of[i]].blocks[who[i]][k], To: t})
			}
		}
	}
	fam := &m.families[d.of[0]]
	if l.rest != nil {
		for i, block := range fam.blocks {
			for k, t := range l.rest {
				if i != who[0] && t != nil {
					moves = append(moves, dataflow.Move{Monitor: block[k], To: t})
				}
			}
		}
	}
	if l.holder > 0 {
		to := make([]int32, fam.n+1)
		mine := who[0] + 1
		for s := range to {
			to[s] = -1
			switch {
			case l.holder == 1 && s == 0:
				to[s] = int32(mine)
			case l.holder == 2 && s == mine:
				to[s] = 0
			case l.holder == 3 && s == mine, l.holder == 4 && s != mine, l.holder == 5 && s == 0:
				to[s] = int32(s)
			}
		}
		moves = append(moves, dataflow.Move{Monitor: fam.holder, To: to})
	}
	slices.SortFunc(moves, func(a, b dataflow.Move) int { return int(a.Monitor - b.Monitor) })
	return moves
}

// spoil changes the problem for one member, or an edge.
func (m *made) spoil(r *rand.Rand) {
	m.symmetric, m.full = false, false
	p := m.p
	switch r.IntN(3) {
	case 0:
		for range 1 + r.IntN(4) {
			p.Succ.Row(r.IntN(p.Nodes)).Remove(r.IntN(p.Nodes))
		}
	case 1:
		p.Start.Remove(r.IntN(p.Nodes))
		p.Final.Remove(r.IntN(p.Nodes))
	default:
		l := &p.Letters[r.IntN(len(p.Letters))]
		if len(l.Moves) == 0 {
			return
		}
		mv := &l.Moves[r.IntN(len(l.Moves))]
		if !p.Monitors[mv.Monitor].Property {
			mv.To = randomTable(r, len(mv.To))
		}
	}
}

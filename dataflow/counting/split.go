package counting

import (
	"encoding/binary"
	"fmt"
	"slices"

	"flavers/dataflow"
)

// This file splits automata that remember one of many tasks. The automaton of a lock has the
// states
//
//	free, held by 0, held by 1, held by 2, ...
//
// The states "held by" are twins: they differ only in which task they remember. The automaton
// becomes a shared automaton with the states free and held, and one automaton with two states,
// a bit, for each twin. The bit of task i belongs to the member i, so that the members can be
// counted; the shared automaton belongs to none.

// leastTwins is how many states must be alike to be split.
const leastTwins = 3

// splitting is a problem in which some automata were split.
type splitting struct {
	p      *dataflow.Problem
	origin []int32 // by letter: the letter of the original problem that it comes from
	of     []int32 // by monitor: the monitor of the original problem that it comes from
	bit    []bool  // by monitor: it is a bit
}

// twins finds the groups of twins of each monitor. The result is nil for a monitor without any.
// Otherwise it has for each state the number of its group, from 1 on, or 0 if it is in none.
// States are in a group if they accept alike, and the same other states lead to them and follow
// them. The initial state is in none.
func twins(p *dataflow.Problem, tabs *tables) [][]int32 {
	out := make([][]int32, len(p.Monitors))
	before, after := make([][][]int32, len(p.Monitors)), make([][][]int32, len(p.Monitors)) // by state
	seen := map[[2]int32]bool{}
	for i := range p.Letters {
		for j, mv := range p.Letters[i].Moves {
			m := mv.Monitor
			if p.Monitors[m].Property || p.Monitors[m].States <= leastTwins || seen[[2]int32{m, tabs.of[i][j]}] {
				continue
			}
			seen[[2]int32{m, tabs.of[i][j]}] = true
			if before[m] == nil {
				before[m], after[m] = make([][]int32, p.Monitors[m].States), make([][]int32, p.Monitors[m].States)
			}
			for s, to := range mv.To {
				if s := int32(s); to >= 0 && to != s {
					before[m][to], after[m][s] = append(before[m][to], s), append(after[m][s], to)
				}
			}
		}
	}
	for m := range p.Monitors {
		if before[m] == nil {
			continue
		}
		mon := &p.Monitors[m]
		groups := map[string][]int32{}
		var order []string
		for s := range int32(mon.States) {
			if s == mon.Start {
				continue
			}
			key := []byte{b2b(mon.Accept[s])}
			for _, list := range [][]int32{before[m][s], after[m][s]} {
				slices.Sort(list)
				list = slices.Compact(list)
				key = binary.LittleEndian.AppendUint32(key, uint32(len(list)))
				for _, v := range list {
					key = binary.LittleEndian.AppendUint32(key, uint32(v))
				}
			}
			if groups[string(key)] == nil {
				order = append(order, string(key))
			}
			groups[string(key)] = append(groups[string(key)], s)
		}
		n := int32(0)
		for _, key := range order {
			if len(groups[key]) < leastTwins {
				continue
			}
			if n++; out[m] == nil {
				out[m] = make([]int32, mon.States)
			}
			for _, s := range groups[key] {
				out[m][s] = n
			}
		}
	}
	return out
}

// b2b returns 1 for true and 0 for false.
func b2b(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// split returns the problem in which each monitor with groups of twins is split. Nodes and
// edges stay the same; a letter can become several (holder.parts).
func split(p *dataflow.Problem, groups [][]int32) *splitting {
	s := &splitting{p: &dataflow.Problem{Nodes: p.Nodes, Start: p.Start, Succ: p.Succ, Final: p.Final,
		StartFinal: p.StartFinal}}
	holders := make([]*holder, len(p.Monitors))
	first := make([]int32, len(p.Monitors))
	for m := range p.Monitors {
		mon := p.Monitors[m]
		first[m] = int32(len(s.p.Monitors))
		if groups[m] == nil {
			s.add(mon, m, false)
			continue
		}
		h := newHolder(&mon, groups[m])
		holders[m] = h
		s.add(dataflow.Monitor{Name: mon.Name, States: len(h.accept), Start: h.state[mon.Start], Accept: h.accept, Trap: -1},
			m, false)
		for _, v := range h.twins {
			s.add(dataflow.Monitor{Name: fmt.Sprintf("%s %d", mon.Name, v), States: 2, Accept: []bool{true, true}, Trap: -1}, m,
				true)
		}
	}
	for i := range p.Letters {
		l := &p.Letters[i]
		all := [][]dataflow.Move{nil}
		for _, mv := range l.Moves {
			parts := [][]dataflow.Move{{{Monitor: first[mv.Monitor], To: mv.To}}}
			if h := holders[mv.Monitor]; h != nil {
				parts = h.parts(first[mv.Monitor], mv.To)
			}
			var next [][]dataflow.Move
			for _, moves := range all {
				for _, more := range parts {
					next = append(next, slices.Concat(moves, more))
				}
			}
			all = next
		}
		for _, moves := range all {
			s.p.Letters = append(s.p.Letters, dataflow.Letter{Node: l.Node, Moves: moves})
			s.origin = append(s.origin, int32(i))
		}
	}
	return s
}

// add adds a monitor that comes from monitor of of the original problem.
func (s *splitting) add(m dataflow.Monitor, of int, bit bool) {
	s.p.Monitors = append(s.p.Monitors, m)
	s.of = append(s.of, int32(of))
	s.bit = append(s.bit, bit)
}

// holder says how one monitor is split.
type holder struct {
	groups []int32            // by state: the number of its group; 0: it is no twin
	state  []int32            // by state: the state of the shared automaton
	accept []bool             // by state of the shared automaton: it accepts
	twins  []int32            // states that have a bit, ascending
	bit    []int32            // by state: the number of its bit, from 1 on; 0: it has none
	shared map[string][]int32 // tables of moves, each once
}

// newHolder prepares the split of a monitor. A group of twins becomes one state of the shared
// automaton, and every other state stays one.
func newHolder(mon *dataflow.Monitor, groups []int32) *holder {
	h := &holder{groups: groups, state: make([]int32, mon.States), bit: make([]int32, mon.States),
		shared: map[string][]int32{}}
	number := map[int32]int32{} // of groups
	for s, g := range groups {
		if g > 0 {
			h.twins = append(h.twins, int32(s))
			h.bit[s] = int32(len(h.twins))
		}
		n, ok := number[g]
		if g == 0 || !ok {
			n = int32(len(h.accept))
			number[g] = n
			h.accept = append(h.accept, mon.Accept[s])
		}
		h.state[s] = n
	}
	return h
}

// Moves of a bit, by its state 0 or 1; -1: the letter is not possible.
var (
	bitSet, bitReset, bitOne, bitZero = []int32{1, -1}, []int32{-1, 0}, []int32{-1, 1}, []int32{0, -1}
)

// parts returns the letters that a letter becomes in the split monitor. to is its function on
// the states of the original monitor. first is the number of the shared automaton; the bits
// follow it. From each state, exactly if the letter is possible, one of the parts is possible,
// and it leads to the same state.
func (h *holder) parts(first int32, to []int32) [][]dataflow.Move {
	var out [][]dataflow.Move
	emit := func(shared []int32, bits map[int32][]int32) {
		moves := []dataflow.Move{{Monitor: first, To: h.intern(shared)}}
		for _, v := range h.twins {
			if t := bits[v]; t != nil {
				moves = append(moves, dataflow.Move{Monitor: first + h.bit[v], To: t})
			}
		}
		out = append(out, moves)
	}
	none := func() []int32 {
		t := make([]int32, len(h.accept))
		for i := range t {
			t[i] = -1
		}
		return t
	}
	only := func(from, to int32) []int32 {
		t := none()
		t[from] = to
		return t
	}
	base, some := none(), false
	into := map[int32][]int32{} // by the twin that is reached
	moved := map[int32][]int32{}
	size := map[int32]int{}
	for s, g := range h.groups {
		switch v := to[s]; {
		case g > 0:
			if size[g]++; v != int32(s) {
				moved[g] = append(moved[g], int32(s))
			}
		case v < 0:
		case h.bit[v] > 0:
			if into[v] == nil {
				into[v] = none()
			}
			into[v][h.state[s]] = h.state[v]
		default:
			base[h.state[s]], some = h.state[v], true
		}
	}
	for s, g := range h.groups {
		s := int32(s)
		switch v := to[s]; {
		case g == 0:
		case len(moved[g]) == 0: // it stays, whatever twin it is
			base[h.state[s]], some = h.state[s], true
		case v < 0:
		case v == s && len(moved[g]) <= 2: // below, for all of them
		case v == s:
			emit(only(h.state[s], h.state[s]), map[int32][]int32{s: bitOne})
		case h.bit[v] > 0:
			emit(only(h.state[s], h.state[v]), map[int32][]int32{s: bitReset, v: bitSet})
		default:
			emit(only(h.state[s], h.state[v]), map[int32][]int32{s: bitReset})
		}
	}
	for _, v := range h.twins {
		g := h.groups[v]
		if into[v] != nil {
			emit(into[v], map[int32][]int32{v: bitSet})
		}
		if n := len(moved[g]); n > 0 && n <= 2 && n < size[g] {
			bits := map[int32][]int32{}
			for _, w := range moved[g] {
				bits[w] = bitZero
			}
			emit(only(h.state[v], h.state[v]), bits)
			size[g] = 0 // once
		}
	}
	if some {
		emit(base, nil)
	}
	return out
}

// intern returns the same slice for equal tables.
func (h *holder) intern(t []int32) []int32 {
	key := tableKey(t)
	if old, ok := h.shared[key]; ok {
		return old
	}
	h.shared[key] = t
	return t
}

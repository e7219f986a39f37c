package counting

import (
	"encoding/binary"
	"slices"

	"flavers/dataflow"
)

// This file finds the classes: which monitors make a member, and which members
// are alike.

const (
	leastMembers = 3
)

// class is members that are counted together.
type class struct {
	monitors   [][]int32 // by position, by member
	members    int
	states     [][]int32 // vectors of states that a member can have, by position; the first is the start
	codeOf     []int32   // by vector: its code
	vector     map[string]int32
	accept     []bool    // by code
	actions    [][]int32 // by action: by position a table, or -1: none. Action 0 does nothing
	effect     [][]int32 // by action, by code: the code afterwards, or -1
	number     map[string]int32
	mostSpread int64 // maxSpread, and less in tests
}

// place is where a monitor is in the classes.
type place struct{ class, position, member int32 } // class -1: in none

// findClasses proposes classes: cells of monitors of one colour, and blocks of
// those that letters match one to one.
func findClasses(p *dataflow.Problem, t *tables, mostSpread int64) []*class {
	mons, lets := colours(p, t)
	cellOf := make([]int32, len(mons))
	var cells [][]int32
	byColour := map[uint64][]int32{}
	for m := range mons {
		byColour[mons[m]] = append(byColour[mons[m]], int32(m))
		cellOf[m] = -1
	}
	for m := range mons {
		if list := byColour[mons[m]]; list[0] == int32(m) && len(list) >= leastMembers && !p.Monitors[m].Property {
			for _, k := range list {
				cellOf[k] = int32(len(cells))
			}
			cells = append(cells, list)
		}
	}
	if len(cells) == 0 {
		return nil
	}
	group := matched(p, t, lets, cellOf, cells)
	// A component with two monitors of one cell is no member.
	blocks := map[int32][]int32{} // by root, ascending
	var roots []int32
	for m := range mons {
		if cellOf[m] >= 0 {
			r := group.find(int32(m))
			if blocks[r] == nil {
				roots = append(roots, r)
			}
			blocks[r] = append(blocks[r], int32(m))
		}
	}
	byCells := map[string]*class{}
	var out []*class
	for _, r := range roots {
		block := blocks[r]
		slices.SortFunc(block, func(a, b int32) int { return int(cellOf[a] - cellOf[b]) })
		var key []byte
		fits := true
		for i, m := range block {
			fits = fits && (i == 0 || cellOf[block[i-1]] != cellOf[m])
			key = binary.LittleEndian.AppendUint32(key, uint32(cellOf[m]))
		}
		if !fits {
			continue
		}
		k := byCells[string(key)]
		if k == nil {
			k = &class{monitors: make([][]int32, len(block)), number: map[string]int32{}, mostSpread: mostSpread}
			byCells[string(key)] = k
			out = append(out, k)
		}
		for i, m := range block {
			k.monitors[i] = append(k.monitors[i], m)
		}
		k.members++
	}
	return slices.DeleteFunc(out, func(k *class) bool { return k.members < leastMembers || !k.alike(p) })
}

// alike reports whether the monitors of each position are the same automaton.
func (k *class) alike(p *dataflow.Problem) bool {
	for _, list := range k.monitors {
		a := &p.Monitors[list[0]]
		for _, m := range list {
			b := &p.Monitors[m]
			if b.Property || a.States != b.States || a.Start != b.Start || !slices.Equal(a.Accept, b.Accept) {
				return false
			}
		}
	}
	return true
}

// matched joins monitors that the letters of one colour match one to one: of two
// monitors that such a letter moves by certain functions, each is always with the
// same other.
func matched(p *dataflow.Problem, t *tables, lets []uint64, cellOf []int32, cells [][]int32) *forest {
	type half struct{ cell, table int32 }
	type key struct {
		letter uint64
		a, b   half
	}
	type relation struct {
		partner, back map[int32]int32
		many          bool
	}
	relations := map[key]*relation{}
	var order []key
	var halves []half // those of a letter
	var who []int32   // with the monitor
	count := map[half]int{}
	for i := range p.Letters {
		halves, who = halves[:0], who[:0]
		clear(count)
		for j, mv := range p.Letters[i].Moves {
			if c := cellOf[mv.Monitor]; c >= 0 {
				h := half{c, t.of[i][j]}
				if count[h]++; count[h] == 1 {
					halves, who = append(halves, h), append(who, mv.Monitor)
				}
			}
		}
		for x, g := range halves {
			for y, h := range halves {
				if g.cell >= h.cell || count[g] > 1 || count[h] > 1 || len(cells[g.cell]) != len(cells[h.cell]) {
					continue
				}
				k := key{lets[i], g, h}
				r := relations[k]
				if r == nil {
					r = &relation{partner: map[int32]int32{}, back: map[int32]int32{}}
					relations[k] = r
					order = append(order, k)
				}
				if r.many {
					continue
				}
				u, ok := r.partner[who[x]]
				v, back := r.back[who[y]]
				r.many = ok && u != who[y] || back && v != who[x]
				r.partner[who[x]], r.back[who[y]] = who[y], who[x]
			}
		}
	}
	f := newForest(len(cellOf))
	for _, k := range order {
		if r := relations[k]; !r.many && len(r.partner) == len(cells[k.a.cell]) {
			for a, b := range r.partner {
				f.join(a, b)
			}
		}
	}
	return f
}

// forest is disjoint sets; the least member is the root.
type forest struct{ up []int32 }

func newForest(n int) *forest {
	f := &forest{make([]int32, n)}
	for i := range f.up {
		f.up[i] = int32(i)
	}
	return f
}

func (f *forest) find(m int32) int32 {
	for f.up[m] != m {
		f.up[m] = f.up[f.up[m]]
		m = f.up[m]
	}
	return m
}

func (f *forest) join(a, b int32) {
	a, b = f.find(a), f.find(b)
	f.up[max(a, b)] = min(a, b)
}

// places says where each monitor is.
func places(p *dataflow.Problem, classes []*class) []place {
	out := make([]place, len(p.Monitors))
	for i := range out {
		out[i].class = -1
	}
	for c, k := range classes {
		for i, list := range k.monitors {
			for j, m := range list {
				out[m] = place{int32(c), int32(i), int32(j)}
			}
		}
	}
	return out
}

// action numbers what a letter does to one member.
func (k *class) action(does []int32) int32 {
	key := tableKey(does)
	n, ok := k.number[key]
	if !ok {
		n = int32(len(k.actions))
		k.number[key] = n
		k.actions = append(k.actions, slices.Clone(does))
	}
	return n
}

// apply sets next to what an action makes of a code; false: it rejects.
func apply(t *tables, does, code, next []int32) bool {
	for i, s := range code {
		if next[i] = s; does[i] >= 0 {
			if next[i] = t.all[does[i]][s]; next[i] < 0 {
				return false
			}
		}
	}
	return true
}

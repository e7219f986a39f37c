package counting

import (
	"encoding/binary"
	"slices"

	"flavers/dataflow"
)

// This file finds the classes. Monitors of one colour (colour.go) form a cell: of a hundred
// readers, the positions are one cell, and the variables x another. A member consists of one
// monitor of each of some cells, such as the position and the x of reader 7. Which monitors
// belong together follows from the letters: those of one colour always move the position of a
// reader with the same x. The sorted list of cells is the same for all members of a class, and
// the index in this list is the position of a monitor within its member.

// leastMembers is how many members a class has at least.
const leastMembers = 3

// class is a set of members that are counted together.
type class struct {
	monitors [][]int32 // by position and member: a monitor of the problem
	members  int       // how many there are

	states [][]int32        // by vector: the states of the member's monitors, by position; vector 0 is the start
	vector map[string]int32 // by states, as bytes: the number of the vector
	codeOf []int32          // by vector: its code
	accept []bool           // by code: the monitors accept

	actions [][]int32        // by action and position: the table of the move, or -1; action 0 moves none
	effect  [][]int32        // by action and code: the code afterwards; -1: the action is not possible
	number  map[string]int32 // by list of tables, as bytes: the number of the action

	mostSpread int64 // maxSpread, or less in tests
}

// place says where a monitor is: its class, and its position and member there. class is -1 if
// the monitor is in no class.
type place struct{ class, position, member int32 }

// findClasses returns candidates for classes. Whether their members are interchangeable need
// not be proved: every answer that rests on them is "holds" or is lifted (doc.go).
func findClasses(p *dataflow.Problem, t *tables, mostSpread int64) []*class {
	mons, lets := colours(p, t)

	// Cells: the monitors of one colour, if they are enough.
	cellOf := make([]int32, len(mons)) // by monitor; -1: in none
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

	// Blocks: monitors that belong together.
	group := matched(p, t, lets, cellOf, cells)
	blocks := map[int32][]int32{} // by root of the forest: its monitors, ascending
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

	// Members: blocks with at most one monitor of each cell. Those with the same cells are a class.
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

// matched returns which monitors belong to the same member. Consider the letters of one colour,
// two cells, and a table for each cell. If each of these letters moves one monitor of either
// cell by these tables, and they always move the same pairs, then the pairs belong together.
func matched(p *dataflow.Problem, t *tables, lets []uint64, cellOf []int32, cells [][]int32) *forest {
	type half struct{ cell, table int32 } // a monitor of the cell is moved by the table
	type key struct {
		letter uint64 // colour
		a, b   half
	}
	type relation struct {
		partner, back map[int32]int32 // pairs of monitors of the cells of a and b, in both directions
		many          bool            // some monitor has two partners
	}
	relations := map[key]*relation{}
	var order []key         // the keys of relations, in the order in which they are met
	var halves []half       // what the letter does to cells
	var who []int32         // by index in halves: the first monitor to which it does that
	count := map[half]int{} // to how many monitors it does that
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

// forest keeps disjoint sets of the numbers 0 to n-1 (union-find). The root of a set is its
// least element.
type forest struct{ up []int32 } // by element: one nearer to the root; a root has itself

// newForest returns n sets of one element each.
func newForest(n int) *forest {
	f := &forest{make([]int32, n)}
	for i := range f.up {
		f.up[i] = int32(i)
	}
	return f
}

// find returns the root of the set of m, and shortens the way to it.
func (f *forest) find(m int32) int32 {
	for f.up[m] != m {
		f.up[m] = f.up[f.up[m]]
		m = f.up[m]
	}
	return m
}

// join unites the sets of a and b.
func (f *forest) join(a, b int32) {
	a, b = f.find(a), f.find(b)
	f.up[max(a, b)] = min(a, b)
}

// places returns, by monitor, where it is in the classes.
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

// action returns the number of what a letter does to one member: a table for each position, or
// -1. It is a new number if no letter before did the same.
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

// apply sets next to the states that an action makes of the states of a member's monitors. It
// returns false if the action is not possible there.
func apply(t *tables, does, states, next []int32) bool {
	for i, s := range states {
		if next[i] = s; does[i] >= 0 {
			if next[i] = t.all[does[i]][s]; next[i] < 0 {
				return false
			}
		}
	}
	return true
}

package monitor

import (
	"encoding/binary"
	"slices"

	"flavers/sem"
)

// This file merges letters of a node. Two letters can be merged if their functions differ for one automaton only, and
// if these two functions agree on all states where both are defined. The merged letter has their union there. This
// loses nothing: a letter can be taken in a state if each of its functions is defined there, and in each state the
// merged letter does what one of the two did. For example, x = x + 1 over 0..9 has ten cases, one for each value, and
// one letter after merging. x == y keeps its ten letters, as the cases differ for two automata.

// mergeAll merges the letters of all nodes. Letters that end in an error are merged apart from the others. If errors of
// several letters become one letter, the error of the first stands for all.
func (c *compiler) mergeAll() {
	slices.SortStableFunc(c.lets, func(a, b letter) int { return int(a.node - b.node) })
	out := c.lets[:0:0]
	for from := 0; from < len(c.lets); {
		c.ch.Poll.Look()
		to := from + 1
		for to < len(c.lets) && c.lets[to].node == c.lets[from].node {
			to++
		}
		group := c.lets[from:to]
		if len(group) > 1 {
			var fine, bad []letter
			for _, l := range group {
				if l.err == nil {
					fine = append(fine, l)
				} else {
					bad = append(bad, l)
				}
			}
			out = append(out, c.mergeNode(fine)...)
			out = append(out, c.mergeNode(bad)...)
		} else {
			out = append(out, group...)
		}
		from = to
	}
	c.lets = out
}

// mergeNode merges the letters of one node. It regards them as rows of a matrix with a column for each automaton to
// which one of them does something, and merges rows that differ in one column, column by column, until nothing
// changes.
func (c *compiler) mergeNode(ls []letter) []letter {
	if len(ls) < 2 {
		return ls
	}
	var inv []int32 // monitors involved
	for _, l := range ls {
		for _, u := range l.fns {
			inv = append(inv, u.mon)
		}
	}
	slices.Sort(inv)
	inv = slices.Compact(inv)
	rows := make([][]int32, len(ls)) // function by involved monitor
	for i, l := range ls {
		rows[i] = make([]int32, len(inv))
		for j := range rows[i] {
			rows[i][j] = identity
		}
		for _, u := range l.fns {
			j, _ := slices.BinarySearch(inv, u.mon)
			rows[i][j] = u.fn
		}
	}
	keep := make([]int, len(ls))
	for i := range keep {
		keep[i] = i
	}
	keep = distinct(rows, keep)
	for before := -1; before != len(keep); {
		before = len(keep)
		for j, m := range inv {
			keep = c.mergeColumn(rows, keep, j, m)
		}
	}
	out := make([]letter, 0, len(keep))
	for _, i := range keep {
		l := ls[i]
		l.fns = nil
		for j, m := range inv {
			if rows[i][j] != identity {
				l.fns = append(l.fns, use{m, rows[i][j]})
			}
		}
		out = append(out, l)
	}
	return out
}

func rowKey(row []int32, skip int) string {
	key := make([]byte, 0, 4*len(row))
	for j, f := range row {
		if j != skip {
			key = binary.LittleEndian.AppendUint32(key, uint32(f))
		}
	}
	return string(key)
}

func distinct(rows [][]int32, keep []int) []int {
	seen := make(map[string]bool, len(keep))
	out := keep[:0:0]
	for _, i := range keep {
		if k := rowKey(rows[i], -1); !seen[k] {
			seen[k] = true
			out = append(out, i)
		}
	}
	return out
}

// mergeColumn unites, among rows equal but for column j, the functions there.
func (c *compiler) mergeColumn(rows [][]int32, keep []int, j int, m int32) []int {
	groups := make(map[string]int, len(keep))
	var members [][]int
	for _, i := range keep {
		k := rowKey(rows[i], j)
		g, ok := groups[k]
		if !ok {
			g = len(members)
			groups[k] = g
			members = append(members, nil)
		}
		members[g] = append(members[g], i)
	}
	if len(members) == len(keep) {
		return keep
	}
	out := keep[:0:0]
	for _, g := range members {
		if len(g) == 1 {
			out = append(out, g[0])
			continue
		}
		var unions []union
	next:
		for _, i := range g {
			pairs := c.pairsOf(m, rows[i][j])
			for u := range unions {
				if unions[u].add(pairs) {
					continue next
				}
			}
			u := union{to: make([]int32, c.mons[m].size), row: i}
			for v := range u.to {
				u.to[v] = -1
			}
			u.add(pairs)
			unions = append(unions, u)
		}
		for _, u := range unions {
			var pairs []sem.Pair
			for v, w := range u.to {
				if w >= 0 {
					pairs = append(pairs, sem.Pair{From: int32(v), To: w})
				}
			}
			rows[u.row][j] = c.intern(m, pairs)
			out = append(out, u.row)
		}
	}
	slices.Sort(out)
	return out
}

// union is the union of partial functions that agree. row is the row of the first one. A function joins the first union
// with which it agrees, so there may be more unions than necessary.
type union struct {
	to  []int32
	row int
}

// add adds a partial function, unless it disagrees with the union, and reports whether it did.
func (u *union) add(pairs []sem.Pair) bool {
	for _, p := range pairs {
		if w := u.to[p.From]; w >= 0 && w != p.To {
			return false
		}
	}
	for _, p := range pairs {
		u.to[p.From] = p.To
	}
	return true
}

// pairsOf lists a function, the identity included.
func (c *compiler) pairsOf(m, fn int32) []sem.Pair {
	if fn != identity {
		return c.mons[m].funcs[fn].pairs
	}
	pairs := make([]sem.Pair, c.mons[m].size)
	for i := range pairs {
		pairs[i] = sem.Pair{From: int32(i), To: int32(i)}
	}
	return pairs
}

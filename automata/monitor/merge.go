package monitor

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/sem"
)

// This file merges letters of a node, so that stages after this one have fewer steps to try. Two letters can be
// merged if their functions differ for one automaton only, and if these two functions agree on all states where both
// are defined. The merged letter has their union there. This loses nothing: a letter can be taken in a state if each
// of its functions is defined there, and in each state the merged letter does what one of the two did. For example, x
// = x + 1 over 0..9 has ten cases, one for each value, and one letter after merging. x == y keeps its ten letters, as
// the cases differ for two automata.

// mergeAll merges the letters of all nodes. Letters that end in an error are merged apart from the others, and those
// that find a component full apart from those of other components, as each component needs a proof that it is never
// full. If errors of several letters become one letter, the error of the first stands for all.
func (c *compiler) mergeAll() {
	slices.SortStableFunc(c.lets, func(a, b letter) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(c.ending(a), c.ending(b)))
	})
	out := c.lets[:0:0]
	for from := 0; from < len(c.lets); { // one round for each node and ending
		c.ch.Poll.Look()
		to := from + 1
		for to < len(c.lets) && c.lets[to].node == c.lets[from].node && c.ending(c.lets[to]) == c.ending(c.lets[from]) {
			to++
		}
		out = append(out, c.mergeNode(c.lets[from:to])...)
		from = to
	}
	c.lets = out
}

// ending numbers the ways in which letters end: 0 without an error, 1 in a run-time error, and from 2 on by finding a
// component full.
func (c *compiler) ending(l letter) int {
	switch limit := c.s.Cases[l.action][l.kase].Limit; {
	case limit != nil:
		return 2 + int(limit.Comp)
	case l.err != nil:
		return 1
	}
	return 0
}

// mergeNode merges the letters ls of one node. It regards them as the rows of a matrix. The matrix has a column for
// each automaton to which some letter does something, and its entries are numbers of functions. x = y for x, y in
// 0..1 has
//
//	         var:x            var:y
//	case 0   {0->0, 1->0}     {0->0}
//	case 1   {0->1, 1->1}     {1->1}
//
// mergeNode merges rows that differ in one column only, column by column, until nothing changes. The two rows above
// differ in both columns, so they stay.
func (c *compiler) mergeNode(ls []letter) []letter {
	if len(ls) < 2 {
		return ls
	}
	var involved []int32 // the automata of the columns, ascending
	for _, l := range ls {
		for _, u := range l.fns {
			involved = append(involved, u.mon)
		}
	}
	slices.Sort(involved)
	involved = slices.Compact(involved)
	rows := make([][]int32, len(ls)) // by letter, by column
	for i, l := range ls {
		rows[i] = make([]int32, len(involved))
		for j := range rows[i] {
			rows[i][j] = identity
		}
		for _, u := range l.fns {
			j, _ := slices.BinarySearch(involved, u.mon)
			rows[i][j] = u.fn
		}
	}
	keep := make([]int, len(ls)) // the rows that are left, ascending
	for i := range keep {
		keep[i] = i
	}
	keep = distinct(rows, keep)
	for before := -1; before != len(keep); {
		before = len(keep)
		for j, m := range involved {
			keep = c.mergeColumn(rows, keep, j, m)
		}
	}
	out := make([]letter, 0, len(keep))
	for _, i := range keep {
		l := ls[i]
		l.fns = nil
		for j, m := range involved {
			if rows[i][j] != identity {
				l.fns = append(l.fns, use{m, rows[i][j]})
			}
		}
		out = append(out, l)
	}
	return out
}

// rowKey returns a row as a key of a map, without the column skip. skip is -1 if no column is left out.
func rowKey(row []int32, skip int) string {
	key := make([]byte, 0, 4*len(row))
	for j, f := range row {
		if j != skip {
			key = binary.LittleEndian.AppendUint32(key, uint32(f))
		}
	}
	return string(key)
}

// distinct returns the first of each kind of equal rows, among those in keep.
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

// mergeColumn merges, among the rows in keep, rows that are equal but for column j, which is of automaton m. It returns
// the rows that are left. The first row of those that are merged gets their union in column j.
func (c *compiler) mergeColumn(rows [][]int32, keep []int, j int, m int32) []int {
	groups := make(map[string]int, len(keep)) // indices of members, by rowKey
	var members [][]int                       // rows that are equal but for column j
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

// union is the union of partial functions that agree where several are defined. A function joins the first union that
// it agrees with, so there may be more unions than the smallest number that is possible.
type union struct {
	to  []int32 // by state: where the functions lead; negative: none is defined there
	row int     // the row of the first function
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

// pairsOf returns the pairs of function fn of automaton m, which may be identity.
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

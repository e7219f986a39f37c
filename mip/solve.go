package mip

import (
	"math/bits"

	"flavers/bitset"
	"flavers/internal/scc"
	"flavers/limit"
)

// This file computes the least symmetric relation closed under the rules.
//
// The rules extend rows, and read one column only to produce the same column,
// except for the question whether a meeting's partners are parallel. So the
// matrix is solved block of columns by block of columns:
//
//	sweep: for every block with something to do
//	    apply the meetings found possible since the last visit
//	    propagate dirty lanes along the rules, in order of rows, until none is left
//	    reflect what is new on the diagonal; other blocks get dirty lanes
//	until a sweep finds nothing to do
//
// A lane is the part of a row that lies in one block. It is dirty, in the sense of semi-naive
// evaluation, if it grew after the rules that read it were applied. Rows are numbered in order
// of discovery, so that a forward pass over the dirty bits of a block follows the program.

// solver is a solution in progress.
type solver struct {
	*rules
	poll  *limit.Poll
	m     *blocks        // the relation so far
	next  scc.Graph      // by place: targets of steps from it
	begun scc.Graph      // by place: indices of the start rules that read its row
	met   scc.Graph      // by place: indices of the meetings that have it as p or q, without repeats
	own   *bitset.Matrix // by dynamic task: its places, in count*laneWords words
	ownOf []int32        // by start rule: the row of own that belongs to its task

	possible []bool  // by meeting: its partners are parallel
	found    []int32 // possible meetings that extend rows (those without the observer), in order of discovery
	applied  []int   // by block: how many of found were applied to it

	dirty []bitset.Set // by block: rows whose lane grew and was not propagated
	fresh []bitset.Set // by block: rows whose lane grew and was not reflected
	busy  []bool       // by block: dirty is not empty
	work  work
}

// work counts what a solution took.
type work struct {
	Classes  int // rows of the matrix, the observer included
	Sweeps   int // passes over the blocks
	Visits   int // lanes propagated
	Tiles    int // 64 x 64 tiles reflected
	Meetings int // meetings found possible (after the quotient)
	Bytes    int // size of the matrix
}

// solve returns the least relation; task gives the task of every place.
func (r *rules) solve(poll *limit.Poll, task []int32) (*blocks, work) {
	s := &solver{rules: r, poll: poll, m: newBlocks(r.n), possible: make([]bool, len(r.meets))}
	s.next = scc.New(r.n, len(r.steps), func(i int) (int32, int32) { return r.steps[i].from, r.steps[i].to })
	s.begun = scc.New(r.n, len(r.starts), func(i int) (int32, int32) { return r.starts[i].from, int32(i) })
	s.met = r.met()
	s.places(task)
	s.applied = make([]int, s.m.count)
	s.busy = make([]bool, s.m.count)
	for range s.m.count {
		poll.LookNow()
		s.dirty = append(s.dirty, bitset.New(r.n))
		s.fresh = append(s.fresh, bitset.New(r.n))
	}
	s.begins()
	for again := true; again; {
		again = false
		s.work.Sweeps++
		for b := range s.m.count {
			if s.busy[b] || s.applied[b] < len(s.found) {
				again = true
				s.close(b)
				s.reflect(b)
			}
		}
	}
	s.work.Classes = r.n
	s.work.Meetings = len(s.found)
	s.work.Bytes = len(s.m.lanes) * laneWords * 8
	return s.m, s.work
}

// begins makes the places in rules.begin pairwise parallel.
func (s *solver) begins() {
	all := make(bitset.Set, s.m.count*laneWords)
	for _, x := range s.begin {
		all.Add(int(x))
	}
	for b := range s.m.count {
		l := (*lane)(all[b*laneWords:])
		for _, x := range s.begin {
			t := *l
			if int(x)/laneCols == b {
				bitset.Set(t[:]).Remove(int(x) % laneCols)
			}
			if t != (lane{}) {
				s.m.block(b)[x] = t
				s.dirty[b].Add(int(x)) // and symmetric already: nothing to reflect
				s.busy[b] = true
			}
		}
	}
}

// places fills in own and ownOf: the places that a start rule must leave out, as they belong to
// the task that it starts. task is the task of each place.
func (s *solver) places(task []int32) {
	row := make(map[int32]int32) // few tasks are dynamic
	s.ownOf = make([]int32, len(s.starts))
	for i, st := range s.starts {
		k, ok := row[int32(st.task)]
		if !ok {
			k = int32(len(row))
			row[int32(st.task)] = k
		}
		s.ownOf[i] = k
	}
	s.own = bitset.NewMatrix(len(row), s.m.count*laneCols)
	if len(row) == 0 {
		return
	}
	for x, t := range task {
		if k, ok := row[t]; ok {
			s.own.Row(int(k)).Add(x)
		}
	}
}

// grew notes that the lane of row x in block b has new bits.
func (s *solver) grew(b int, x int32) {
	s.dirty[b].Add(int(x))
	s.fresh[b].Add(int(x))
	s.busy[b] = true
}

// pair makes y an element of row x.
func (s *solver) pair(x, y int32) {
	if s.m.add(x, y) {
		s.grew(int(y)/laneCols, x)
	}
}

// close brings block b to a fixed point of the rules on rows.
func (s *solver) close(b int) {
	lanes, dirty := s.m.block(b), s.dirty[b]
	for {
		for s.applied[b] < len(s.found) {
			k := s.found[s.applied[b]]
			s.applied[b]++
			s.meet(b, lanes, &s.meets[k])
		}
		if !s.busy[b] {
			return
		}
		s.busy[b] = false
		for w := range dirty {
			for dirty[w] != 0 { // lanes that grow behind w wait for the next pass
				x := int32(w<<6 + bits.TrailingZeros64(dirty[w]))
				dirty[w] &= dirty[w] - 1
				s.visit(b, lanes, x)
			}
		}
	}
}

// visit applies every rule that reads the lane of row x.
func (s *solver) visit(b int, lanes []lane, x int32) {
	s.work.Visits++
	s.poll.Look()
	src := &lanes[x]
	for _, y := range s.next.Of(x) {
		if or(&lanes[y], src) {
			s.grew(b, y)
		}
	}
	for _, k := range s.begun.Of(x) {
		own := s.own.Row(int(s.ownOf[k]))[b*laneWords:]
		var t lane
		without(&t, src, (*lane)(own))
		if y := s.starts[k].to; or(&lanes[y], &t) {
			s.grew(b, y)
		}
	}
	for _, k := range s.met.Of(x) {
		m := &s.meets[k]
		if !s.possible[k] {
			other := m.p ^ m.q ^ x // x is p or q, and other the one that it is not
			if int(other)/laneCols != b || src[other>>6%laneWords]>>(uint(other)&63)&1 == 0 {
				continue
			}
			s.possible[k] = true
			s.pair(m.p2, m.q2)
			s.pair(m.q2, m.p2)
			if m.q != s.observer {
				s.found = append(s.found, k) // for the other blocks
			}
		}
		if m.q != s.observer {
			s.meet(b, lanes, m)
		}
	}
}

// meet applies a possible meeting to one block.
func (s *solver) meet(b int, lanes []lane, m *meeting) {
	var t lane
	if !and(&t, &lanes[m.p], &lanes[m.q]) {
		return
	}
	if or(&lanes[m.p2], &t) {
		s.grew(b, m.p2)
	}
	if or(&lanes[m.q2], &t) {
		s.grew(b, m.q2)
	}
}

// reflect adds the mirror image of what is new in block b. The image need not
// be reflected again, but it has to be propagated.
func (s *solver) reflect(b int) {
	lanes, fresh := s.m.block(b), s.fresh[b]
	var tile [64]uint64
	for g, w := range fresh { // rows 64g .. 64g+63
		if w == 0 {
			continue
		}
		fresh[g] = 0
		to := g / laneWords // the block with columns 64g .. 64g+63
		rows := lanes[g<<6 : min(g<<6+64, s.m.n)]
		image := s.m.block(to)
		for j := range laneWords {
			first := b*laneCols + j<<6 // the column of the tile's first bit, and the image's first row
			if first >= s.m.n {
				break
			}
			var all uint64
			for i := range rows {
				tile[i] = rows[i][j]
				all |= tile[i]
			}
			if all == 0 {
				continue
			}
			clear(tile[len(rows):])
			s.work.Tiles++
			transpose64(&tile)
			into := image[first:min(first+64, s.m.n)]
			var grown uint64
			for i := range into {
				d := &into[i][g%laneWords]
				if tile[i]&^*d != 0 {
					*d |= tile[i]
					grown |= 1 << uint(i)
				}
			}
			if grown != 0 {
				s.dirty[to][first>>6] |= grown
				s.busy[to] = true
			}
		}
	}
}

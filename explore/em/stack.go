package em

import (
	"math/bits"
	"slices"
)

// This file keeps, for em and em-dpor, what is still to be explored from each
// state of the execution in progress: the backtracking sets of DPOR.

// threadSet is a set of threads, a bit for each.
type threadSet []uint64

func (s threadSet) has(t int32) bool { return s[t>>6]&(1<<(t&63)) != 0 }
func (s threadSet) add(t int32)      { s[t>>6] |= 1 << (t & 63) }

func (s threadSet) empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// first returns the smallest thread of the set, or -1 if it is empty.
func (s threadSet) first() int32 {
	for i, w := range s {
		if w != 0 {
			return int32(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return -1
}

// compare orders sets as sequences of their members, in increasing order of the
// members: {1, 2} < {1, 3} < {2}. The order decides which of several results of
// findTarget comes first, and is that of the tool.
func (s threadSet) compare(u threadSet) int {
	for i := range s {
		d := s[i] ^ u[i]
		if d == 0 {
			continue
		}
		low := d & -d
		without, sign := u, -1 // the set without low
		if u[i]&low != 0 {
			without, sign = s, 1
		}
		rest := without[i] &^ (low - 1)
		for _, w := range without[i+1:] {
			rest |= w
		}
		if rest == 0 { // it is a prefix of the other one
			return -sign
		}
		return sign
	}
	return 0
}

// stack has, for each state of the execution in progress, what has to be explored
// from it. The state at depth d is the one before position d.
type stack struct {
	words     int          // words of a threadSet
	backtrack []uint64     // words for each depth: threads to be explored; see set
	done      []uint64     // likewise: threads that were explored, or are being explored
	enabled   []uint64     // likewise: threads that are enabled
	pairs     [][]postPair // by depth: posts that backtracking to this state is to reorder
	dpor      []bool       // by depth: posts depend on each other here (backtrackEagerly)
	count     []int32      // by b*tasks + a: at how many depths pairs has {b, a}
	tasks     int
	scratch   threadSet
}

// postPair says that message b is to be posted before message a.
type postPair struct{ b, a int32 }

// newStack returns the stack for executions of s.
func newStack(s *System) *stack {
	n, words := len(s.ops)+1, (s.threads+63)/64
	s.poll.Reserve(3*8*int64(n)*int64(words) + 4*int64(s.tasks)*int64(s.tasks))
	return &stack{words: words, backtrack: make([]uint64, n*words), done: make([]uint64, n*words),
		enabled: make([]uint64, n*words),
		pairs:   make([][]postPair, n), dpor: make([]bool, n), count: make([]int32, s.tasks*s.tasks), tasks: s.tasks,
		scratch: make(threadSet, words)}
}

// set returns the set at depth d of one of the three lists of sets.
func (k *stack) set(list []uint64, d int) threadSet {
	return list[d*k.words : (d+1)*k.words]
}

// open makes the state at depth d a new one.
func (k *stack) open(d int) {
	clear(k.set(k.backtrack, d))
	clear(k.set(k.done, d))
	k.forget(d)
	k.dpor[d] = false
}

// forget drops the pairs of a state.
func (k *stack) forget(d int) {
	for _, p := range k.pairs[d] {
		k.count[int(p.b)*k.tasks+int(p.a)]--
	}
	k.pairs[d] = k.pairs[d][:0]
}

// remember adds a pair to a state.
func (k *stack) remember(d int, p postPair) {
	if !slices.Contains(k.pairs[d], p) {
		k.pairs[d] = append(k.pairs[d], p)
		k.count[int(p.b)*k.tasks+int(p.a)]++
	}
}

// choose returns the smallest enabled thread that is to be explored from the state at depth d and was not, or -1
// if there is none.
func (k *stack) choose(d int) int32 {
	backtrack, enabled, done := k.set(k.backtrack, d), k.set(k.enabled, d), k.set(k.done, d)
	for i := range backtrack {
		if w := backtrack[i] & enabled[i] &^ done[i]; w != 0 {
			return int32(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return -1
}

// add adds the first candidate to the backtracking set at depth d, unless the set
// has a candidate already.
func (k *stack) add(d int, candidates threadSet) {
	b := k.set(k.backtrack, d)
	for i, w := range candidates {
		if w&b[i] != 0 {
			return
		}
	}
	b.add(candidates.first())
}

// addAll adds all enabled threads to the backtracking set at depth d.
func (k *stack) addAll(d int) {
	b, e := k.set(k.backtrack, d), k.set(k.enabled, d)
	for i := range b {
		b[i] |= e[i]
	}
}

package explore

import "slices"

// This file has a set of configurations, for the race detector: it is emptied for each
// request, and mostly has few members.

// partSet is a set of configurations, each given by its moves. Up to fewParts are searched
// one by one; more are found by a hash table.
type partSet struct {
	width int     // the number of threads
	parts []int32 // width values for each member
	slots []int32 // the table: number of a member + 1; 0: free
}

const fewParts = 16

// reset makes the set empty, for configurations of width threads.
func (s *partSet) reset(width int) {
	s.width = width
	s.parts, s.slots = s.parts[:0], s.slots[:0]
}

// add adds a configuration, and reports whether it was in the set before.
func (s *partSet) add(p []int32) (known bool) {
	n := len(s.parts) / s.width
	if n < fewParts {
		for i := range n {
			if slices.Equal(s.part(i), p) {
				return true
			}
		}
		s.parts = append(s.parts, p...)
		return false
	}
	if 2*n >= len(s.slots) {
		size := max(4*fewParts, 2*len(s.slots))
		s.slots = append(s.slots[:0], make([]int32, size)...)
		for i := range n {
			*s.find(s.part(i)) = int32(i + 1)
		}
	}
	slot := s.find(p)
	if *slot != 0 {
		return true
	}
	*slot = int32(n + 1)
	s.parts = append(s.parts, p...)
	return false
}

// part returns member i.
func (s *partSet) part(i int) []int32 { return s.parts[i*s.width : (i+1)*s.width] }

// find returns the slot of a configuration, or the free one where it belongs.
func (s *partSet) find(p []int32) *int32 {
	h := uint64(len(p))
	for _, n := range p {
		h = (h ^ uint64(n)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	mask := uint64(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		if s.slots[i] == 0 || slices.Equal(s.part(int(s.slots[i]-1)), p) {
			return &s.slots[i]
		}
	}
}

package verify

import "math/bits"

// packedSet is a set of states, numbered in the order in which they are added.
// A state is written as a few words, each value in as many bits as it needs. It
// is exact: states are compared, not only their hashes.
type packedSet struct {
	words int
	place []place // by value
	keys  []uint64
	slots []uint64 // half of the hash above, number + 1 below; 0: free
	count int
	key   []uint64
}

type place struct {
	word  int32
	shift uint8
	mask  uint64 // before shifting
}

// newPackedSet is for states whose values are below sizes.
func newPackedSet(sizes []int32) *packedSet {
	s := &packedSet{slots: make([]uint64, 1<<10)}
	used := 64
	for _, size := range sizes {
		n := bits.Len32(uint32(max(size, 1) - 1))
		if used+n > 64 {
			s.words++
			used = 0
		}
		s.place = append(s.place, place{int32(s.words - 1), uint8(used), 1<<n - 1})
		used += n
	}
	s.key = make([]uint64, s.words)
	return s
}

// state unpacks number i.
func (s *packedSet) state(state []int32, i int) {
	key := s.keys[i*s.words:]
	for k := range s.place {
		f := &s.place[k]
		state[k] = int32(key[f.word] >> f.shift & f.mask)
	}
}

// add returns the number of a state, and whether it is new.
func (s *packedSet) add(state []int32) (int, bool) {
	clear(s.key)
	for k := range s.place {
		f := &s.place[k]
		s.key[f.word] |= uint64(state[k]) << f.shift
	}
	h := uint64(len(s.key))
	for _, k := range s.key {
		hi, lo := bits.Mul64(h^k^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = hi ^ lo
	}
	mask := uint64(len(s.slots) - 1)
	for i := h >> 32 & mask; ; i = (i + 1) & mask {
		slot := s.slots[i]
		if slot == 0 {
			s.slots[i] = h>>32<<32 | uint64(s.count+1)
			s.keys = append(s.keys, s.key...)
			if s.count++; 2*s.count > len(s.slots) {
				s.grow()
			}
			return s.count - 1, true
		}
		if slot>>32 == h>>32 {
			n := int(slot&0xffffffff) - 1
			same := true
			for j, k := range s.keys[n*s.words : (n+1)*s.words] {
				same = same && k == s.key[j]
			}
			if same {
				return n, false
			}
		}
	}
}

func (s *packedSet) grow() {
	old := s.slots
	s.slots = make([]uint64, 2*len(old))
	mask := uint64(len(s.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := slot >> 32 & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = slot
	}
}

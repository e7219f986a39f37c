// Package packed is a set of states that takes few bytes for each. {1, 0, 5} with the
// sizes 2, 2 and 8 is written in five bits:
//
//	set := packed.New([]int32{2, 2, 8})
//	i, isNew := set.Add([]int32{1, 0, 5}) // 0, true
//
// It removes no state.
package packed

import (
	"math/bits"
	"slices"
)

// Set is a set of states, numbered in the order in which they are added.
// A state is written as a few words, each value in as many bits as it needs. It
// is exact: states are compared, not only their hashes.
type Set struct {
	Words int     // of 64 bits, of each state
	place []place // by value
	keys  []uint64
	slots []uint64 // half of the hash above, number + 1 below; 0: free
	Count int      // of states
	key   []uint64 // that is looked up next
	hash  uint64   // of key
	was   []word   // of key, before the last changes
}

type word struct {
	at    int32
	value uint64
}

type place struct {
	word  int32
	shift uint8
	mask  uint64 // before shifting
}

// New is for states whose values are below sizes.
func New(sizes []int32) *Set {
	s := &Set{slots: make([]uint64, 1<<10)}
	used := 0
	for _, size := range sizes {
		n := bits.Len32(uint32(max(size, 1) - 1))
		if s.Words == 0 || used+n > 64 {
			s.Words++
			used = 0
		}
		s.place = append(s.place, place{int32(s.Words - 1), uint8(used), 1<<n - 1})
		used += n
	}
	s.key = make([]uint64, s.Words)
	return s
}

// State unpacks number i.
func (s *Set) State(state []int32, i int) {
	key := s.keys[i*s.Words:]
	for k := range s.place {
		f := &s.place[k]
		state[k] = int32(key[f.word] >> f.shift & f.mask)
	}
}

// Add returns the number of a state, and whether it is new.
func (s *Set) Add(state []int32) (int, bool) {
	clear(s.key)
	for k := range s.place {
		f := &s.place[k]
		s.key[f.word] |= uint64(state[k]) << f.shift
	}
	s.rehash()
	return s.Enter()
}

// Open begins with number i: what differs from it in a few values is then added
// by Put for each of them, Enter and Undo, without looking at the others.
func (s *Set) Open(i int) {
	copy(s.key, s.keys[i*s.Words:])
	s.rehash()
}

// Put changes one value.
func (s *Set) Put(k int, value int32) {
	f := &s.place[k]
	was := s.key[f.word]
	s.was = append(s.was, word{f.word, was})
	s.write(f.word, was&^(f.mask<<f.shift)|uint64(value)<<f.shift)
}

// Undo takes back what was put.
func (s *Set) Undo() {
	for len(s.was) > 0 {
		last := s.was[len(s.was)-1]
		s.was = s.was[:len(s.was)-1]
		s.write(last.at, last.value)
	}
}

// write changes a word and the hash, which is a sum over the words.
func (s *Set) write(at int32, value uint64) {
	s.hash += hashed(at, value) - hashed(at, s.key[at])
	s.key[at] = value
}

func (s *Set) rehash() {
	s.hash = 0
	for at, value := range s.key {
		s.hash += hashed(int32(at), value)
	}
}

// hashed is the part that a word has in the hash.
func hashed(at int32, value uint64) uint64 {
	hi, lo := bits.Mul64(value+uint64(at+1)*0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	h := hi ^ lo
	return (h ^ h>>29) * 0xff51afd7ed558ccd
}

// Enter is Add for the key as it is.
func (s *Set) Enter() (int, bool) {
	h := s.hash
	mask := uint64(len(s.slots) - 1)
	for i := h >> 32 & mask; ; i = (i + 1) & mask {
		slot := s.slots[i]
		if slot == 0 {
			s.slots[i] = h>>32<<32 | uint64(s.Count+1)
			s.keys = append(s.keys, s.key...)
			if s.Count++; 2*s.Count > len(s.slots) {
				s.grow()
			}
			return s.Count - 1, true
		}
		if slot>>32 == h>>32 {
			n := int(slot&0xffffffff) - 1
			if slices.Equal(s.keys[n*s.Words:(n+1)*s.Words], s.key) {
				return n, false
			}
		}
	}
}

func (s *Set) grow() {
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

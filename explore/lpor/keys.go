package lpor

import (
	"bytes"
	"hash/maphash"
)

// This file is the set of visited states of a search. States are entered by their
// keys, which may have different lengths.

// keySet is a set of keys, numbered from 0 in the order in which they are
// added. It is exact: keys are compared, not only their hashes.
//
// All keys stand one behind the other in one slice, so that the garbage collector
// has no pointers to follow. A hash table with linear probing finds them.
type keySet struct {
	seed  maphash.Seed
	keys  []byte   // all keys, by number
	ends  []int64  // by number: the offset in keys where this key ends
	slots []uint64 // the table: upper half of the hash << 32 | number + 1; 0: free
}

func newKeySet() *keySet { return &keySet{seed: maphash.MakeSeed(), slots: make([]uint64, 1<<10)} }

// key returns the key with number n.
func (s *keySet) key(n int) []byte {
	from := int64(0)
	if n > 0 {
		from = s.ends[n-1]
	}
	return s.keys[from:s.ends[n]]
}

// maxStates is how many states can be numbered: number + 1 has the 32 lower bits of a slot.
const maxStates = 1<<32 - 2

// add returns the number of a key, and reports whether the key is new.
func (s *keySet) add(key []byte) (number int, isNew bool) {
	h := maphash.Bytes(s.seed, key)
	mask := uint64(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		slot := s.slots[i]
		if slot == 0 {
			s.keys = append(s.keys, key...)
			s.ends = append(s.ends, int64(len(s.keys)))
			s.slots[i] = h>>32<<32 | uint64(len(s.ends))
			if 2*len(s.ends) > len(s.slots) {
				s.grow()
			}
			return len(s.ends) - 1, true
		}
		if slot>>32 == h>>32 {
			if n := int(slot&0xffffffff) - 1; bytes.Equal(s.key(n), key) {
				return n, false
			}
		}
	}
}

// grow doubles the table. At most half of the slots are ever used, so probing stays short.
func (s *keySet) grow() {
	s.slots = make([]uint64, 2*len(s.slots))
	mask := uint64(len(s.slots) - 1)
	for n := range s.ends {
		h := maphash.Bytes(s.seed, s.key(n))
		i := h & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = h>>32<<32 | uint64(n+1)
	}
}

// bytes returns how much memory the set takes.
func (s *keySet) bytes() int64 { return int64(cap(s.keys)) + 8*int64(cap(s.ends)+cap(s.slots)) }

package explore

import (
	"math/bits"

	"flavers/explore/model"
)

// packing writes states as a few words, each component in as many bits as it
// needs and within one word.
type packing struct {
	words int
	place []bitField // by place in a state
}

type bitField struct {
	word  int32
	shift uint8
	mask  uint64 // before shifting
}

// newPacking packs the components of a machine, then the states of the
// specifications' automata.
func newPacking(w *model.System) *packing {
	p := &packing{words: 1} // also where no component has two values
	used := 0
	add := func(size int32) {
		n := bits.Len32(uint32(size - 1))
		if used+n > 64 {
			p.words++
			used = 0
		}
		p.place = append(p.place, bitField{int32(p.words - 1), uint8(used), 1<<n - 1})
		used += n
	}
	for i := range w.Machine.Comps {
		add(max(w.Machine.Comps[i].Size, 1))
	}
	for i := range w.Monitors {
		add(int32(w.Monitors[i].Spec.DFA.States()))
	}
	return p
}

func (p *packing) pack(key []uint64, state []int32) {
	clear(key)
	for i := range p.place {
		f := &p.place[i]
		key[f.word] |= uint64(state[i]) << f.shift
	}
}

func (p *packing) unpack(state []int32, key []uint64) {
	for i := range p.place {
		f := &p.place[i]
		state[i] = int32(key[f.word] >> f.shift & f.mask)
	}
}

// change packs the state after a move from the packed state before it.
func (p *packing) change(key []uint64, v *model.Move) {
	set := func(i int, to int32) {
		f := &p.place[i]
		key[f.word] = key[f.word]&^(f.mask<<f.shift) | uint64(to)<<f.shift
	}
	for _, ch := range v.Effect.Changes {
		set(int(ch.Comp), ch.Value)
	}
	for _, q := range v.Monitors {
		set(q.At, q.State)
	}
}

// visited is a set of packed states, numbered from 0 in the order in which
// they are added. It is exact: a state is compared, not only its hash.
//
// A state's place is said by the highest bits of its hash, so that a larger
// table has the states in the same order.
//
// The states are in blocks, which are never copied: where a state is a kilobyte, a slice
// that grows would need several times the memory of the states, for what it leaves behind.
type visited struct {
	words int
	keys  [][]uint64 // blocks of 1<<block states; the first one grows
	block uint
	slots []uint64 // half of the hash above, number + 1 below; 0: free
	shift uint     // of the half of a hash that is in a slot, to its place
	count int
}

// blockWords is how many words a block has at least, and less than twice as many, unless
// one state has more.
const blockWords = 1 << 15

func newVisited(words int) *visited {
	s := &visited{words: words, slots: make([]uint64, 1<<12), shift: 64 - 12}
	for words<<s.block < blockWords {
		s.block++
	}
	return s
}

func (s *visited) key(i int) []uint64 {
	at := (i & (1<<s.block - 1)) * s.words
	return s.keys[i>>s.block][at : at+s.words]
}

// push puts a state at the end.
func (s *visited) push(key []uint64) {
	last := s.count >> s.block
	if last == len(s.keys) {
		var room []uint64
		if last > 0 {
			room = make([]uint64, 0, s.words<<s.block)
		}
		s.keys = append(s.keys, room)
	}
	s.keys[last] = append(s.keys[last], key...)
	s.count++
}

func hash(key []uint64) uint64 {
	h := uint64(len(key))
	for _, k := range key {
		hi, lo := bits.Mul64(h^k^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = hi ^ lo
	}
	hi, lo := bits.Mul64(h^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return hi ^ lo
}

// add returns the number of a state, and whether it is new.
func (s *visited) add(key []uint64) (int, bool) { return s.addHashed(key, hash(key)) }

// addHashed is add for a state whose hash is known.
func (s *visited) addHashed(key []uint64, h uint64) (int, bool) {
	mask := uint64(len(s.slots) - 1)
	for i := h >> 32 << 32 >> s.shift; ; i = (i + 1) & mask {
		slot := s.slots[i]
		if slot == 0 {
			s.slots[i] = h>>32<<32 | uint64(s.count+1)
			s.push(key)
			if 2*s.count > len(s.slots) {
				s.grow()
			}
			return s.count - 1, true
		}
		if slot>>32 == h>>32 {
			n := int(slot&0xffffffff) - 1
			same := true
			for j, k := range s.key(n) {
				same = same && k == key[j]
			}
			if same {
				return n, false
			}
		}
	}
}

// fetch brings what adding states with these hashes will look at into the
// caches: many loads at a time, where add has to wait for each.
func (s *visited) fetch(hashes []uint64) (sum uint64) {
	for _, h := range hashes {
		sum += s.slots[h>>32<<32>>s.shift]
	}
	for _, h := range hashes {
		if slot := s.slots[h>>32<<32>>s.shift]; slot>>32 == h>>32 {
			sum += s.key(int(slot&0xffffffff - 1))[0]
		}
	}
	return sum
}

func (s *visited) grow() {
	old := s.slots
	s.slots = make([]uint64, 2*len(old))
	s.shift--
	mask := uint64(len(s.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := slot >> 32 << 32 >> s.shift
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = slot
	}
}

// bytes is what the set takes.
func (s *visited) bytes() int64 {
	n := len(s.slots)
	if k := len(s.keys); k > 0 {
		n += cap(s.keys[0]) + (k-1)*(s.words<<s.block)
	}
	return 8 * int64(n)
}

// growing is what the set takes while it grows next: the old table of slots and the new.
func (s *visited) growing() int64 { return s.bytes() + 8*2*int64(len(s.slots)) }

// maxVisited is how many states can be numbered.
const maxVisited = 1<<32 - 2

// Package packed keeps sets of states in few bytes. {1, 0, 5} with the sizes 2, 2 and 8 is written in five bits:
//
//	set := packed.New([]int32{2, 2, 8})
//	i, isNew := set.Add([]int32{1, 0, 5}) // 0, true
//
// A Layout says which bits of a key each value has, a Key is one packed state, and a Set numbers states in the order
// in which they are added. Nothing is lost: states are compared, not only their hashes.
package packed

import (
	"math/bits"
	"slices"
)

// Layout says where a key has each value of a state: in as many bits as the value needs, within one word.
type Layout struct {
	Words int     // words of 64 bits in a key; at least one, also if no component has two values
	place []place // by component
}

// place is where a key has a value.
type place struct {
	word  int32  // index of the word
	shift uint8  // the lowest bit
	mask  uint64 // the bits, before shifting
}

// NewLayout returns a layout for states whose component i has the values 0 to sizes[i]-1.
func NewLayout(sizes []int32) Layout {
	l := Layout{Words: 1}
	used := 0
	for _, size := range sizes {
		n := bits.Len32(uint32(max(size, 1) - 1))
		if used+n > 64 {
			l.Words++
			used = 0
		}
		l.place = append(l.place, place{int32(l.Words - 1), uint8(used), 1<<n - 1})
		used += n
	}
	return l
}

// Pack writes a state into a key.
func (l *Layout) Pack(key []uint64, state []int32) {
	clear(key)
	for i := range l.place {
		f := &l.place[i]
		key[f.word] |= uint64(state[i]) << f.shift
	}
}

// Unpack reads the state that a key holds. A state may be longer than a key is: the rest stays as it is.
func (l *Layout) Unpack(state []int32, key []uint64) {
	for i := range l.place {
		f := &l.place[i]
		state[i] = int32(key[f.word] >> f.shift & f.mask)
	}
}

// Key is a packed state that can be changed value by value.
type Key struct {
	*Layout
	words []uint64
	hash  uint64 // its hash, if it has at least wide words
}

// wide is the number of words from which on the hash of a key is changed with each value. With fewer words, it takes
// less time to compute the hash once, after the last change.
const wide = 5

// Put changes one value.
func (k *Key) Put(at int, value int32) {
	f := &k.place[at]
	k.write(f.word, k.words[f.word]&^(f.mask<<f.shift)|uint64(value)<<f.shift)
}

// write replaces a word, and changes the hash accordingly.
func (k *Key) write(at int32, word uint64) {
	if len(k.words) >= wide {
		k.hash += hashed(at, word) - hashed(at, k.words[at])
	}
	k.words[at] = word
}

// Set replaces the whole state.
func (k *Key) Set(state []int32) {
	k.Pack(k.words, state)
	k.hash = Hash(k.words)
}

// State reads the whole state.
func (k *Key) State(state []int32) { k.Unpack(state, k.words) }

// Hash returns the present hash of the key.
func (k *Key) Hash() uint64 {
	if len(k.words) >= wide {
		return k.hash
	}
	return Hash(k.words)
}

// On returns a key whose words already hold a state with the given hash.
func (l *Layout) On(words []uint64, hash uint64) Key { return Key{l, words, hash} }

// Hash returns the hash of a key. It is a sum over the words, so that it can be changed when one of them changes.
func Hash(key []uint64) (h uint64) {
	for at, word := range key {
		h += hashed(int32(at), word)
	}
	return h
}

// hashed returns the summand of a word in the hash.
func hashed(at int32, word uint64) uint64 {
	hi, lo := bits.Mul64(word+uint64(at+1)*0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	h := hi ^ lo
	return (h ^ h>>29) * 0xff51afd7ed558ccd
}

// Most is the number of states that a Set can have: number + 1 has 32 bits in a slot.
const Most = 1<<32 - 2

// Set is a set of states, numbered from 0 in the order in which they are added.
//
// It is a hash table with linear probing, of which at most half is used. The highest bits of the hash say where the
// search for a state begins, so that a larger table has the states in the same order.
//
// The keys are in blocks, which are never copied. A single slice would leave its old arrays behind when it grows, which
// would take several times the memory of the states if a state is a kilobyte.
type Set struct {
	Layout
	Count int // the number of states

	keys  [][]uint64 // blocks of the keys of 1<<block states; only the first block grows
	block uint
	slots []uint64 // the table: upper half of the hash << 32 | number + 1; 0: free
	shift uint     // 64 - log2(len(slots))

	next Key    // the key that Put, Enter and Undo work on
	was  []word // the words of next that Put has changed, as they were before
}

// word is a word of a key.
type word struct {
	at    int32 // its index
	value uint64
}

// blockWords is the least number of words in a block. A block has less than twice as many, unless one state has more.
const blockWords = 1 << 15

// firstBits is log2 of the number of slots at first.
const firstBits = 10

// New returns an empty set for states whose component i has the values 0 to sizes[i]-1.
func New(sizes []int32) *Set { return NewSet(NewLayout(sizes)) }

// NewSet returns an empty set for states with the given layout.
func NewSet(l Layout) *Set {
	s := &Set{Layout: l, slots: make([]uint64, 1<<firstBits), shift: 64 - firstBits}
	for l.Words<<s.block < blockWords {
		s.block++
	}
	s.next = s.On(make([]uint64, l.Words), 0)
	return s
}

// Key returns the key of state number i. Nobody may change it.
func (s *Set) Key(i int) []uint64 {
	at := (i & (1<<s.block - 1)) * s.Words
	return s.keys[i>>s.block][at : at+s.Words : at+s.Words]
}

// State unpacks state number i.
func (s *Set) State(state []int32, i int) { s.Unpack(state, s.Key(i)) }

// Add adds a state. It returns the number of the state, and whether it is new.
func (s *Set) Add(state []int32) (int, bool) {
	s.next.Set(state)
	return s.Enter()
}

// Open sets the key that Put, Enter and Undo work on to state number i, for states that differ from it in few values:
//
//	set.Open(i)
//	set.Put(2, 7)            // a state with 7 at 2
//	n, isNew := set.Enter()  // is added
//	set.Undo()               // and the key is state i again
//
// Add overwrites the key. Undo takes back every Put since the last Undo, so it is called before the next Open or Add.
func (s *Set) Open(i int) {
	copy(s.next.words, s.Key(i))
	s.next.hash = Hash(s.next.words)
}

// Put changes one value.
func (s *Set) Put(at int, value int32) {
	w := s.place[at].word
	s.was = append(s.was, word{w, s.next.words[w]})
	s.next.Put(at, value)
}

// Undo takes back each Put since the last Undo.
func (s *Set) Undo() {
	for len(s.was) > 0 {
		last := s.was[len(s.was)-1]
		s.was = s.was[:len(s.was)-1]
		s.next.write(last.at, last.value)
	}
}

// Enter is Add for the key that Open and Put have made.
func (s *Set) Enter() (int, bool) { return s.AddKey(s.next.words, s.next.Hash()) }

// home returns the slot at which the search for a state with hash h begins. It uses the upper half of h only, which the
// slots have, so that grow need not compute hashes.
func (s *Set) home(h uint64) uint64 { return h >> 32 << 32 >> s.shift }

// AddKey is Add for a packed state with its hash.
func (s *Set) AddKey(key []uint64, h uint64) (int, bool) {
	mask := uint64(len(s.slots) - 1)
	for i := s.home(h); ; i = (i + 1) & mask {
		slot := s.slots[i]
		if slot == 0 {
			s.slots[i] = h>>32<<32 | uint64(s.Count+1)
			s.push(key)
			if 2*s.Count > len(s.slots) {
				s.grow()
			}
			return s.Count - 1, true
		}
		if slot>>32 == h>>32 {
			n := int(slot&0xffffffff) - 1
			if slices.Equal(s.Key(n), key) {
				return n, false
			}
		}
	}
}

// push appends a key.
func (s *Set) push(key []uint64) {
	last := s.Count >> s.block
	if last == len(s.keys) {
		var room []uint64
		if last > 0 {
			room = make([]uint64, 0, s.Words<<s.block)
		}
		s.keys = append(s.keys, room)
	}
	s.keys[last] = append(s.keys[last], key...)
	s.Count++
}

// Fetch loads into the caches of the processor what AddKey will look at for keys with these hashes. It does many loads
// at a time, while AddKey waits for each. The sum means nothing: it keeps the compiler from leaving the loads out.
func (s *Set) Fetch(hashes []uint64) (sum uint64) {
	for _, h := range hashes {
		sum += s.slots[s.home(h)]
	}
	for _, h := range hashes {
		if slot := s.slots[s.home(h)]; slot>>32 == h>>32 {
			sum += s.Key(int(slot&0xffffffff - 1))[0]
		}
	}
	return sum
}

// grow doubles the table.
func (s *Set) grow() {
	old := s.slots
	s.slots = make([]uint64, 2*len(old))
	s.shift--
	mask := uint64(len(s.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := s.home(slot)
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = slot
	}
}

// Bytes returns the memory that the set takes.
func (s *Set) Bytes() int64 {
	n := len(s.slots)
	if k := len(s.keys); k > 0 {
		n += cap(s.keys[0]) + (k-1)*(s.Words<<s.block)
	}
	return 8 * int64(n)
}

// Growing returns the memory that the set takes when it grows the next time: the old table and the new one.
func (s *Set) Growing() int64 { return s.Bytes() + 8*2*int64(len(s.slots)) }

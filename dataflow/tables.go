package dataflow

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"

	"flavers/bitset"
	"flavers/limit"
)

// This file turns a Problem into the tables that the inner loops read. They
// answer three questions: which letters a tuple enables, what a letter does to
// a tuple, and which letters can follow a letter.
//
// An example: automaton A has two states, and letter 5 swaps them; automaton B
// counts to 3, and letter 5 adds one to it. A is bit 0 of the packed tuple, and
// B is bits 1 and 2. Then the class of letter 5 has
//
//	tabs:  word 0, bit 0: t ^= deltas[base + (t & 1)]   // A: no formula fits both states
//	masks: word 0: t = t & ^0 + 1<<1                    // B: state + 1, wherever it is allowed
//
// B rejects letter 5 in its state 3. The masks do not say so, and need not: the
// row of B's state 3 leaves letter 5 out, so that the letter is not tried there.

// tables is a Problem prepared for the search.
type tables struct {
	p           *Problem
	poll        *limit.Poll
	lay         *layout
	k, w        int            // words of a packed tuple, and of a set of letters
	firstLetter []int32        // node n has the letters firstLetter[n] to firstLetter[n+1]-1
	succ        *bitset.Matrix // by node: the letters that can follow it
	start       bitset.Set     // the letters that can come first
	final       bitset.Set     // the letters of final nodes
	classOf     []int32        // by letter: its class, an index of classes
	classes     []class        // ascending by their first letter

	rowGroups     []rowGroup // one for each group of the layout
	index         []uint32   // by rowGroup.base + code: where the row of that code begins in rows
	rows          []uint64   // sets of letters, each different row once
	deltas        []uint64   // what tabOps add by exclusive or
	property      int32      // the property's monitor, or -1
	trapWord      int        // the word of a tuple that holds the property's state
	trapMask      uint64     // the bits of that state; 0: the property has no trap
	trapBits      uint64     // these bits in the trap
	endConditions []int32    // the constraints that do not accept in every state
	bytes         int64      // the size of all tables
}

// class is the letters with the same moves, at any nodes: one step of a tuple
// serves them all, and what can follow is the union of what can follow each.
type class struct {
	letters bitset.Set // the members; nil: first is the only one
	size    int        // how many members there are
	first   int32      // the lowest member
	next    bitset.Set // union of the members' rows of succ
	masks   []maskOp   // at most one for each word
	tabs    []tabOp    // one for each automaton that no mask fits
}

// maskOp is t[word] = t[word]&and + add. It changes all fields of the word for
// which one formula fits every state that allows the letter: counters,
// assignments, and letters that only one state allows. No sum carries into the
// next field, as the result in each field is a state, which fits the field.
type maskOp struct {
	word     int
	and, add uint64
}

// tabOp changes one field by a table: t[word] ^= deltas[base+state], where state
// is t[word]>>shift & mask.
type tabOp struct {
	word  int
	shift uint8
	mask  uint64
	base  uint32
}

// rowGroup finds the row of enabled letters for one group of fields. The row
// begins at rows[index[base+code]], where code is t[word]>>shift & mask: the
// states of the group's automata side by side.
type rowGroup struct {
	word  int
	shift uint8
	mask  uint64
	base  uint32
}

// newTables prepares p, as long as poll lets it. It panics where p breaks a
// promise of its type.
func newTables(poll *limit.Poll, p *Problem) *tables {
	if len(p.Letters) >= 1<<classBits {
		panic("dataflow: too many letters")
	}
	tb := &tables{p: p, poll: poll, w: bitset.Words(len(p.Letters)), property: -1}
	rejects := make([]bool, len(p.Monitors))
	for m := range p.Monitors {
		mon := &p.Monitors[m]
		if mon.States < 1 || mon.Start < 0 || int(mon.Start) >= mon.States || len(mon.Accept) != mon.States {
			panic(fmt.Sprintf("dataflow: automaton %s: bad start, states or acceptance", mon.Name))
		}
		switch {
		case !mon.Property:
			if slices.Contains(mon.Accept, false) {
				tb.endConditions = append(tb.endConditions, int32(m))
			}
		case tb.property >= 0:
			panic("dataflow: two properties")
		default:
			tb.property = int32(m)
		}
	}
	fns := newFunctions(p, rejects)
	tb.lay = newLayout(p, rejects)
	tb.k = tb.lay.words
	if tb.property >= 0 && p.Monitors[tb.property].Trap >= 0 {
		f := tb.lay.fields[tb.property]
		tb.trapWord, tb.trapMask, tb.trapBits = int(f.word), f.mask(), uint64(p.Monitors[tb.property].Trap)<<f.shift
		if f.bits == 0 { // one state, which is the trap: word 0 always matches
			tb.trapMask, tb.trapBits = slotUsed, slotUsed
		}
	}
	tb.follow()
	tb.group(fns)
	tb.enable(fns)
	tb.poll = nil // the search looks at the clock itself
	tb.bytes = 8 * int64(len(tb.rows)+len(tb.index)/2+len(tb.deltas)+len(tb.classes)*2*tb.w+len(tb.succ.Bits))
	return tb
}

// functions are the transition functions of all letters, equal ones of one
// monitor once. Most letters share theirs: a program with 1000 letters has
// perhaps 100 functions.
type functions struct {
	list     []function
	byLetter [][]int32 // by letter, then move: an index of list
}

// function is a transition function of one monitor.
type function struct {
	monitor int32
	to      []int32 // by state: the state after it; negative: rejected
	letters []int32 // the letters with this function, ascending
}

// newFunctions collects the transition functions of p, and sets rejects for the
// monitors that reject some letter in some state.
func newFunctions(p *Problem, rejects []bool) *functions {
	c := &functions{byLetter: make([][]int32, len(p.Letters))}
	// Letters often share one slice To. same finds it by its address, so that only
	// different slices are hashed and compared.
	type slice struct {
		monitor int32
		first   *int32
	}
	same := map[slice]int32{}
	byHash := map[uint64][]int32{}
	seed := maphash.MakeSeed()
	find := func(v Move) int32 {
		mon := &p.Monitors[v.Monitor]
		if len(v.To) != mon.States {
			panic(fmt.Sprintf("dataflow: automaton %s: a move from %d of %d states", mon.Name, len(v.To), mon.States))
		}
		ref := slice{v.Monitor, &v.To[0]}
		if id, ok := same[ref]; ok {
			return id
		}
		var h maphash.Hash
		h.SetSeed(seed)
		maphash.WriteComparable(&h, v.Monitor)
		for _, s := range v.To {
			if int(s) >= mon.States {
				panic(fmt.Sprintf("dataflow: automaton %s: a move to state %d of %d", mon.Name, s, mon.States))
			}
			if s < 0 {
				if mon.Property {
					panic(fmt.Sprintf("dataflow: property %s rejects", mon.Name))
				}
				rejects[v.Monitor] = true
			}
			maphash.WriteComparable(&h, max(s, -1))
		}
		key := h.Sum64()
		for _, id := range byHash[key] {
			if f := &c.list[id]; f.monitor == v.Monitor && sameFunction(f.to, v.To) {
				same[ref] = id
				return id
			}
		}
		id := int32(len(c.list))
		c.list = append(c.list, function{monitor: v.Monitor, to: v.To})
		same[ref], byHash[key] = id, append(byHash[key], id)
		return id
	}
	for l := range p.Letters {
		moves := p.Letters[l].Moves
		for i, v := range moves {
			if i > 0 && moves[i-1].Monitor >= v.Monitor {
				panic(fmt.Sprintf("dataflow: letter %d: moves not ascending by monitor", l))
			}
			id := find(v)
			c.byLetter[l] = append(c.byLetter[l], id)
			c.list[id].letters = append(c.list[id].letters, int32(l))
		}
	}
	return c
}

// sameFunction reports whether two functions of one monitor are equal. All
// negative states mean the same: rejected.
func sameFunction(a, b []int32) bool {
	for i, s := range a {
		bothReject := s < 0 && b[i] < 0
		if s != b[i] && !bothReject {
			return false
		}
	}
	return true
}

// follow fills firstLetter, succ, start and final: it turns the sets of nodes of
// the problem into sets of letters.
func (tb *tables) follow() {
	p := tb.p
	tb.firstLetter = make([]int32, p.Nodes+1)
	n := 0
	for l := range p.Letters {
		node := int(p.Letters[l].Node)
		if node != n && node != n-1 || node >= p.Nodes {
			panic(fmt.Sprintf("dataflow: letter %d: node %d out of order", l, node))
		}
		if node == n {
			tb.firstLetter[n] = int32(l)
			n++
		}
	}
	if n != p.Nodes {
		panic(fmt.Sprintf("dataflow: node %d has no letter", n))
	}
	tb.firstLetter[n] = int32(len(p.Letters))
	widen := func(src bitset.Set) bitset.Set {
		dst := bitset.New(len(p.Letters))
		tb.widen(dst, src)
		return dst
	}
	tb.start, tb.final = widen(p.Start), widen(p.Final)
	if len(p.Letters) == p.Nodes { // node n has letter n
		tb.succ = p.Succ
		return
	}
	tb.poll.Reserve(bitset.MatrixBytes(p.Nodes, len(p.Letters)))
	tb.succ = bitset.NewMatrix(p.Nodes, len(p.Letters))
	for i := range p.Nodes {
		tb.poll.Look()
		tb.widen(tb.succ.Row(i), p.Succ.Row(i))
	}
}

// widen adds to dst the letters of the nodes in src. Rows of successors are
// nearly full or nearly empty, so widen goes from one run of nodes to the next:
// from a, the first node of a run, to b, the first one behind it.
func (tb *tables) widen(dst, src bitset.Set) {
	n := tb.p.Nodes
	for a := nextBit(src, 0, n, 0); a < n; {
		b := nextBit(src, a, n, ^uint64(0))
		for l := tb.firstLetter[a]; l < tb.firstLetter[b]; {
			if end := min(tb.firstLetter[b], l|63+1); end-l == 64 {
				dst[l>>6] = ^uint64(0)
				l = end
			} else {
				dst.Add(int(l))
				l++
			}
		}
		a = nextBit(src, b, n, 0)
	}
}

// group divides the letters into classes, and compiles what each class does to a
// tuple. The letters of a class have the same functions; their indices in a row
// are the class's key.
func (tb *tables) group(c *functions) {
	p := tb.p
	tb.classOf = make([]int32, len(p.Letters))
	byKey := map[string]int32{}
	deltasOf := make([]int32, len(c.list)) // where a function's deltas begin, plus 1; 0: it has none yet
	var key []byte
	for l := range p.Letters {
		tb.poll.Look()
		key = key[:0]
		for _, id := range c.byLetter[l] {
			key = append(strconv.AppendInt(key, int64(id), 36), ' ')
		}
		id, ok := byKey[string(key)]
		if !ok {
			id = int32(len(tb.classes))
			byKey[string(key)] = id
			k := class{first: int32(l), next: tb.succ.Row(int(p.Letters[l].Node))}
			tb.compile(&k, c, deltasOf, c.byLetter[l])
			tb.classes = append(tb.classes, k)
		}
		tb.classOf[l] = id
		k := &tb.classes[id]
		k.size++
		if k.size == 2 { // next was the row of succ itself, which is not to be changed
			k.letters = bitset.New(len(p.Letters))
			k.letters.Add(int(k.first))
			k.next = slices.Clone(k.next)
		}
		if k.size > 1 {
			k.letters.Add(l)
			k.next.Or(tb.succ.Row(int(p.Letters[l].Node)))
		}
	}
}

// effect is what a transition function does in all states that allow its letter.
// A function that no state allows has all of still, sum and fixed.
type effect struct {
	still bool // every state stays
	sum   bool // every state s goes to s+step
	step  int32
	fixed bool // every state goes to value
	value int32
}

// effectOf finds the effect of a transition function.
func effectOf(to []int32) effect {
	f := effect{still: true, sum: true, fixed: true, value: -1}
	for s, t := range to {
		if t < 0 {
			continue
		}
		if f.value < 0 { // the first state that allows the letter
			f.step, f.value = t-int32(s), t
		}
		f.still = f.still && t == int32(s)
		f.sum = f.sum && t-int32(s) == f.step
		f.fixed = f.fixed && t == f.value
	}
	return f
}

// compile fills masks and tabs of k with the effect of the functions ids.
func (tb *tables) compile(k *class, c *functions, deltasOf []int32, ids []int32) {
	for _, id := range ids {
		fn := &c.list[id]
		f := tb.lay.fields[fn.monitor]
		switch has := effectOf(fn.to); {
		case has.still:
		case has.sum:
			op := k.mask(int(f.word))
			op.add += uint64(int64(has.step)) << f.shift // a negative step borrows nothing, as the result is a state
		case has.fixed:
			op := k.mask(int(f.word))
			op.and &^= f.mask()
			op.add += uint64(has.value) << f.shift
		default:
			if deltasOf[id] == 0 {
				deltasOf[id] = int32(len(tb.deltas)) + 1
				for s, t := range fn.to {
					if t < 0 {
						t = int32(s) // never looked up
					}
					tb.deltas = append(tb.deltas, uint64(t^int32(s))<<f.shift)
				}
			}
			k.tabs = append(k.tabs, tabOp{word: int(f.word), shift: f.shift, mask: 1<<f.bits - 1,
				base: uint32(deltasOf[id] - 1)})
		}
	}
}

// mask returns the maskOp of k for a word, and adds one that changes nothing if
// there is none yet.
func (k *class) mask(word int) *maskOp {
	for i := range k.masks {
		if k.masks[i].word == word {
			return &k.masks[i]
		}
	}
	k.masks = append(k.masks, maskOp{word: word, and: ^uint64(0)})
	return &k.masks[len(k.masks)-1]
}

// accepts reports whether all constraints accept in t.
func (tb *tables) accepts(t []uint64) bool {
	for _, m := range tb.endConditions {
		if !tb.p.Monitors[m].Accept[tb.lay.fields[m].get(t)] {
			return false
		}
	}
	return true
}

// propertyAccepts reports whether there is no property or it accepts in t.
func (tb *tables) propertyAccepts(t []uint64) bool {
	return tb.property < 0 || tb.p.Monitors[tb.property].Accept[tb.lay.fields[tb.property].get(t)]
}

// trapped reports whether the property is in its error state.
func (tb *tables) trapped(t []uint64) bool {
	return tb.trapMask != 0 && t[tb.trapWord]&tb.trapMask == tb.trapBits
}

package dataflow

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"

	"flavers/bitset"
	"flavers/limit"
)

// This file turns a Problem into what the inner loops read: which letters a
// tuple enables, what a letter does to a tuple, and which letters can follow.

// tables is a Problem prepared for the search. Sets of letters have w words.
type tables struct {
	p       *Problem
	poll    *limit.Poll
	lay     *layout
	k, w    int
	lo      []int32        // node n has letters lo[n] to lo[n+1]-1
	succ    *bitset.Matrix // by node: the letters that can follow it
	start   bitset.Set     // the letters that can come first
	final   bitset.Set     // the letters of final nodes
	class   []int32        // by letter
	classes []class        // ascending by their first letter

	rowGroups []rowGroup
	index     []uint32 // where the row of a group's code begins in rows
	rows      []uint64 // sets of letters, each different row once
	deltas    []uint64 // what tabOps add by exclusive or
	prop      int32    // the property's monitor, or -1
	trapWord  int
	trapMask  uint64 // 0: no trap
	trapBits  uint64
	choosy    []int32 // the constraints that do not accept in every state
	bytes     int64
}

// class is the letters with the same moves, at any nodes: one step of a tuple
// serves them all, and what can follow is the union of what can follow each.
type class struct {
	letters bitset.Set // nil: the only letter is first
	size    int
	first   int32
	next    bitset.Set // union of the members' rows of succ
	masks   []maskOp
	tabs    []tabOp
}

// maskOp changes all fields of one word that one formula fits for every state
// in which the letter is enabled: counters, assignments, and letters that only
// one state allows. A sum cannot carry, as each field's result is a state.
type maskOp struct {
	word     int
	and, add uint64
}

// tabOp changes one field by a table: t ^= deltas[base+state].
type tabOp struct {
	word  int
	shift uint8
	mask  uint64 // of the state, shifted down
	base  uint32
}

// rowGroup finds the row of enabled letters for one group of fields:
// rows[index[base + code]:], code being the group's bits in the tuple.
type rowGroup struct {
	word  int
	shift uint8
	mask  uint64
	base  uint32
}

// newTables prepares p, as long as poll lets it. It panics where p is not what
// Problem promises.
func newTables(poll *limit.Poll, p *Problem) *tables {
	if len(p.Letters) >= 1<<classBits {
		panic("dataflow: too many letters")
	}
	tb := &tables{p: p, poll: poll, w: bitset.Words(len(p.Letters)), prop: -1}
	rejects := make([]bool, len(p.Monitors))
	for m := range p.Monitors {
		mon := &p.Monitors[m]
		if mon.States < 1 || mon.Start < 0 || int(mon.Start) >= mon.States || len(mon.Accept) != mon.States {
			panic(fmt.Sprintf("dataflow: automaton %s: bad start, states or acceptance", mon.Name))
		}
		switch {
		case !mon.Property:
			if slices.Contains(mon.Accept, false) {
				tb.choosy = append(tb.choosy, int32(m))
			}
		case tb.prop >= 0:
			panic("dataflow: two properties")
		default:
			tb.prop = int32(m)
		}
	}
	can := newTos(p, rejects)
	tb.lay = newLayout(p, rejects)
	tb.k = tb.lay.words
	if tb.prop >= 0 && p.Monitors[tb.prop].Trap >= 0 {
		f := tb.lay.fields[tb.prop]
		tb.trapWord, tb.trapMask, tb.trapBits = int(f.word), f.mask(), uint64(p.Monitors[tb.prop].Trap)<<f.shift
		if f.bits == 0 { // one state, which is the trap: word 0 always matches
			tb.trapMask, tb.trapBits = slotUsed, slotUsed
		}
	}
	tb.follow()
	tb.group(can)
	tb.enable(can)
	tb.poll = nil
	tb.bytes = 8 * int64(len(tb.rows)+len(tb.index)/2+len(tb.deltas)+len(tb.classes)*2*tb.w+len(tb.succ.Bits))
	return tb
}

// tos are the different transition functions of the letters, per monitor.
type tos struct {
	fns []toFn
	ids [][]int32 // by letter, then move: index of fns
}

type toFn struct {
	monitor int32
	to      []int32
	letters []int32 // that use it, ascending
}

// newTos collects the transition functions, equal ones once, and notes which
// monitors can reject.
func newTos(p *Problem, rejects []bool) *tos {
	c := &tos{ids: make([][]int32, len(p.Letters))}
	type slice struct { // the same function shared by many letters is compared once
		monitor int32
		first   *int32
	}
	same := map[slice]int32{}
	like := map[uint64][]int32{}
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
		for _, id := range like[key] {
			if f := &c.fns[id]; f.monitor == v.Monitor && sameTo(f.to, v.To) {
				same[ref] = id
				return id
			}
		}
		id := int32(len(c.fns))
		c.fns = append(c.fns, toFn{monitor: v.Monitor, to: v.To})
		same[ref], like[key] = id, append(like[key], id)
		return id
	}
	for l := range p.Letters {
		moves := p.Letters[l].Moves
		for i, v := range moves {
			if i > 0 && moves[i-1].Monitor >= v.Monitor {
				panic(fmt.Sprintf("dataflow: letter %d: moves not ascending by monitor", l))
			}
			id := find(v)
			c.ids[l] = append(c.ids[l], id)
			c.fns[id].letters = append(c.fns[id].letters, int32(l))
		}
	}
	return c
}

func sameTo(a, b []int32) bool {
	for i, s := range a {
		if s != b[i] && (s >= 0 || b[i] >= 0) {
			return false
		}
	}
	return true
}

// follow fills lo, succ, start and final.
func (tb *tables) follow() {
	p := tb.p
	tb.lo = make([]int32, p.Nodes+1)
	n := 0
	for l := range p.Letters {
		node := int(p.Letters[l].Node)
		if node != n && node != n-1 || node >= p.Nodes {
			panic(fmt.Sprintf("dataflow: letter %d: node %d out of order", l, node))
		}
		if node == n {
			tb.lo[n] = int32(l)
			n++
		}
	}
	if n != p.Nodes {
		panic(fmt.Sprintf("dataflow: node %d has no letter", n))
	}
	tb.lo[n] = int32(len(p.Letters))
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
// nearly full or nearly empty, so it goes by runs of nodes.
func (tb *tables) widen(dst, src bitset.Set) {
	n := tb.p.Nodes
	for a := nextBit(src, 0, n, 0); a < n; {
		b := nextBit(src, a, n, ^uint64(0))
		for l := tb.lo[a]; l < tb.lo[b]; {
			if end := min(tb.lo[b], l|63+1); end-l == 64 {
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

// group finds the classes and what each does to a tuple.
func (tb *tables) group(c *tos) {
	p := tb.p
	tb.class = make([]int32, len(p.Letters))
	byKey := map[string]int32{}
	at := make([]int32, len(c.fns)) // where a function's deltas begin, plus 1
	var key []byte
	for l := range p.Letters {
		tb.poll.Look()
		key = key[:0]
		for _, id := range c.ids[l] {
			key = append(strconv.AppendInt(key, int64(id), 36), ' ')
		}
		id, ok := byKey[string(key)]
		if !ok {
			id = int32(len(tb.classes))
			byKey[string(key)] = id
			k := class{first: int32(l), next: tb.succ.Row(int(p.Letters[l].Node))}
			tb.compile(&k, c, at, c.ids[l])
			tb.classes = append(tb.classes, k)
		}
		tb.class[l] = id
		k := &tb.classes[id]
		k.size++
		if k.size == 2 {
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

// compile fills masks and tabs of k with the effect of the functions ids.
func (tb *tables) compile(k *class, c *tos, at []int32, ids []int32) {
	for _, id := range ids {
		fn := &c.fns[id]
		f := tb.lay.fields[fn.monitor]
		step, value, still := int32(0), int32(-1), true // the same for every state so far?
		bySum, byValue := true, true
		for s, t := range fn.to {
			if t < 0 {
				continue
			}
			if value < 0 {
				step, value = t-int32(s), t
			}
			bySum, byValue = bySum && t-int32(s) == step, byValue && t == value
			still = still && t == int32(s)
		}
		switch {
		case still: // also when no state allows it
		case bySum:
			op := k.mask(int(f.word))
			op.add += uint64(int64(step)) << f.shift
		case byValue:
			op := k.mask(int(f.word))
			op.and &^= f.mask()
			op.add += uint64(value) << f.shift
		default:
			if at[id] == 0 {
				at[id] = int32(len(tb.deltas)) + 1
				for s, t := range fn.to {
					if t < 0 {
						t = int32(s) // never looked up
					}
					tb.deltas = append(tb.deltas, uint64(t^int32(s))<<f.shift)
				}
			}
			k.tabs = append(k.tabs, tabOp{word: int(f.word), shift: f.shift, mask: 1<<f.bits - 1, base: uint32(at[id] - 1)})
		}
	}
}

// mask is the maskOp of k for a word.
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
	for _, m := range tb.choosy {
		if !tb.p.Monitors[m].Accept[tb.lay.fields[m].get(t)] {
			return false
		}
	}
	return true
}

// propAccepts reports whether there is no property or it accepts in t.
func (tb *tables) propAccepts(t []uint64) bool {
	return tb.prop < 0 || tb.p.Monitors[tb.prop].Accept[tb.lay.fields[tb.prop].get(t)]
}

// trapped reports whether the property is in its error state.
func (tb *tables) trapped(t []uint64) bool {
	return tb.trapMask != 0 && t[tb.trapWord]&tb.trapMask == tb.trapBits
}

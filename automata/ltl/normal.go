package ltl

// This file brings formulas into negation normal form. What a formula says of one letter
// alone, as a || !b, is the set of these letters.

import (
	"encoding/binary"
	"slices"
	"strings"
)

type kind byte

const (
	letters kind = iota // the letter is in set
	all                 // args
	some                // args
	next                // x
	until               // x U y
	release             // x R y
)

// node is a formula in normal form.
type node struct {
	kind kind
	set  string  // by class of letters: '1' if it is in the set
	args []int32 // ascending; no all in an all, no some in a some, at most one set
	x, y int32
	mark uint32 // of until: its bit
}

// table has every formula once.
type table struct {
	classes int // of letters; the last is that of None
	class   []int32
	nodes   []node
	ids     map[string]int32
	untils  int
	made    map[step]int32 // normal forms of formulas
}

// step is a formula, or its negation.
type step struct {
	f       *Formula
	negated bool
}

// newTable finds the classes of symbols that a formula does not tell apart.
func newTable(f *Formula, symbols int) *table {
	t := &table{class: make([]int32, symbols), ids: map[string]int32{}, made: map[step]int32{}}
	key := make([][]byte, symbols) // the sets that have the symbol
	seen := map[*Formula]bool{}
	sets := 0
	var collect func(f *Formula)
	collect = func(f *Formula) {
		if f == nil || seen[f] {
			return
		}
		seen[f] = true
		if f.Op == Event {
			for _, s := range f.Symbols {
				key[s] = binary.LittleEndian.AppendUint32(key[s], uint32(sets))
			}
			sets++
		}
		collect(f.X)
		collect(f.Y)
	}
	collect(f)
	known := map[string]int32{}
	for s := range key {
		c, ok := known[string(key[s])]
		if !ok {
			c = int32(len(known))
			known[string(key[s])] = c
		}
		t.class[s] = c
	}
	t.classes = len(known) + 1
	return t
}

// normal returns the normal form of a formula or of its negation.
func (t *table) normal(f *Formula, negated bool) int32 {
	k := step{f, negated}
	if id, ok := t.made[k]; ok {
		return id
	}
	id := t.make(f, negated)
	t.made[k] = id
	return id
}

func (t *table) make(f *Formula, negated bool) int32 {
	x := func(negated bool) int32 { return t.normal(f.X, negated) }
	y := func(negated bool) int32 { return t.normal(f.Y, negated) }
	both := func(and bool, x, y int32) int32 {
		if and {
			return t.join(all, x, y)
		}
		return t.join(some, x, y)
	}
	switch f.Op {
	case True, False:
		return t.constant((f.Op == True) != negated)
	case Event:
		set := []byte(strings.Repeat("0", t.classes))
		for _, s := range f.Symbols {
			set[t.class[s]] = '1'
		}
		if negated {
			for i := range set {
				set[i] ^= 1
			}
		}
		return t.add(node{kind: letters, set: string(set)})
	case Not:
		return x(!negated)
	case And, Or:
		return both((f.Op == And) != negated, x(negated), y(negated))
	case Implies:
		return both(negated, x(!negated), y(negated))
	case Iff:
		return both(false, both(true, x(false), y(negated)), both(true, x(true), y(!negated)))
	case Next:
		return t.next(x(negated))
	case Always, Finally:
		return t.temporal((f.Op == Finally) != negated, t.constant((f.Op == Finally) != negated), x(negated))
	case Until, Release:
		return t.temporal((f.Op == Until) != negated, x(negated), y(negated))
	case WeakUntil: // y R (x || y)
		return t.temporal(negated, y(negated), both(negated, x(negated), y(negated)))
	}
	panic("ltl: unknown operator")
}

// add returns the number of a formula.
func (t *table) add(n node) int32 {
	key := append([]byte{byte(n.kind)}, n.set...)
	for _, a := range append(slices.Clone(n.args), n.x, n.y) {
		key = binary.LittleEndian.AppendUint32(key, uint32(a))
	}
	id, ok := t.ids[string(key)]
	if !ok {
		id = int32(len(t.nodes))
		if n.kind == until {
			if t.untils < maxMarks {
				n.mark = 1 << t.untils
			}
			t.untils++
		}
		t.nodes = append(t.nodes, n)
		t.ids[string(key)] = id
	}
	return id
}

func (t *table) constant(v bool) int32 {
	return t.add(node{kind: letters, set: strings.Repeat(map[bool]string{true: "1", false: "0"}[v], t.classes)})
}

// is reports whether a formula is true, or false.
func (t *table) is(f int32, v bool) bool { return f == t.constant(v) }

func (t *table) next(f int32) int32 {
	if t.nodes[f].kind == letters && (t.is(f, true) || t.is(f, false)) {
		return f
	}
	return t.add(node{kind: next, x: f})
}

// temporal is x U y or x R y.
//
//	true U (false R (true U y)) = false R (true U y), and so with U and R exchanged
//	x U (x U y) = x U y
func (t *table) temporal(isUntil bool, x, y int32) int32 {
	n := &t.nodes[y]
	k, dual := until, release
	if !isUntil {
		k, dual = release, until
	}
	switch {
	case t.is(y, true), t.is(y, false), t.is(x, !isUntil):
		return y
	case n.kind == k && n.x == x:
		return y
	case n.kind == dual && t.is(x, isUntil) && t.is(n.x, !isUntil):
		if in := &t.nodes[n.y]; in.kind == k && in.x == x {
			return y
		}
	}
	return t.add(node{kind: k, x: x, y: y})
}

// join returns the conjunction (all) or disjunction (some) of formulas.
//
//	x && (x || y) = x, and so with && and || exchanged
//	[]x && []y = [](x && y), <>x || <>y = <>(x || y)
func (t *table) join(k kind, list ...int32) int32 {
	neutral := k == all
	set, rest := t.nodes[t.constant(neutral)].set, []int32(nil)
	var under []int32 // [] in an all, <> in a some
	var add func(f int32)
	add = func(f int32) {
		switch n := &t.nodes[f]; {
		case n.kind == k:
			for _, a := range n.args {
				add(a)
			}
		case n.kind == letters:
			merged := []byte(set)
			for i := range merged {
				if (n.set[i] == '1') != neutral {
					merged[i] = n.set[i]
				}
			}
			set = string(merged)
		case k == all && n.kind == release && t.is(n.x, false), k == some && n.kind == until && t.is(n.x, true):
			under = append(under, n.y)
		default:
			rest = append(rest, f)
		}
	}
	for _, f := range list {
		add(f)
	}
	if len(under) > 0 {
		merged := t.temporal(k == some, t.constant(k == some), t.join(k, under...))
		if t.nodes[merged].kind == letters {
			add(merged)
		} else {
			rest = append(rest, merged)
		}
	}
	own := t.add(node{kind: letters, set: set})
	switch {
	case t.is(own, !neutral):
		return own
	case !t.is(own, neutral):
		rest = append(rest, own)
	}
	slices.Sort(rest)
	rest = slices.Compact(rest)
	args := slices.Clone(rest)
	rest = slices.DeleteFunc(rest, func(f int32) bool {
		n := &t.nodes[f]
		return n.kind == all+some-k && slices.ContainsFunc(n.args, func(a int32) bool { return slices.Contains(args, a) })
	})
	switch len(rest) {
	case 0:
		return own
	case 1:
		return rest[0]
	}
	return t.add(node{kind: k, args: rest})
}

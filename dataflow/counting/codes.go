package counting

import (
	"encoding/binary"
	"slices"

	"flavers/dataflow"
)

// This file finds the codes of a class. The monitors of a member together are in a vector of states, as (reading, x =
// 2). Vectors that behave alike get one code: if x is written before it is read again, (idle, x = 0), (idle, x = 1),
// ... are one code, and (reading, x = 0), (reading, x = 1), ... are several.

const (
	maxVectors = 1 << 12 // vectors of states of one class
	maxCodes   = 1 << 8  // codes of one class
)

// codes returns the number of codes. Code 0 is that of the start.
func (k *class) codes() int { return len(k.accept) }

// close computes the vectors that a member can have, which are those that actions lead to from the start, and their
// codes. Two vectors behave alike if they accept alike, and each action rejects both or leads to vectors that behave
// alike. close returns false if there are too many vectors or codes.
func (k *class) close(p *dataflow.Problem, t *tables) bool {
	k.states, k.vector = nil, map[string]int32{}
	var accept []bool
	add := func(v []int32) int32 {
		key := tableKey(v)
		n, ok := k.vector[key]
		if !ok {
			n = int32(len(k.states))
			k.vector[key] = n
			k.states = append(k.states, slices.Clone(v))
			accept = append(accept, k.accepts(p, v))
		}
		return n
	}
	v := make([]int32, len(k.monitors))
	for i, list := range k.monitors {
		v[i] = p.Monitors[list[0]].Start
	}
	add(v)
	effect := make([][]int32, len(k.actions)) // by action, by vector
	for n := 0; n < len(k.states); n++ {
		if n >= maxVectors {
			return false
		}
		for a, does := range k.actions {
			to := int32(-1)
			if apply(t, does, k.states[n], v) {
				to = add(v)
			}
			effect[a] = append(effect[a], to)
		}
	}
	k.codeOf = behaviours(accept, effect)
	n := int(slices.Max(k.codeOf)) + 1
	if n > maxCodes {
		return false
	}
	k.accept = make([]bool, n)
	k.effect = make([][]int32, len(k.actions))
	for a := range k.effect {
		k.effect[a] = make([]int32, n)
	}
	for v, code := range k.codeOf {
		k.accept[code] = accept[v]
		for a := range k.effect {
			if k.effect[a][code] = -1; effect[a][v] >= 0 {
				k.effect[a][code] = k.codeOf[effect[a][v]]
			}
		}
	}
	return true
}

// accepts reports whether all monitors of a member accept in the vector v.
func (k *class) accepts(p *dataflow.Problem, v []int32) bool {
	for i, s := range v {
		if !p.Monitors[k.monitors[i][0]].Accept[s] {
			return false
		}
	}
	return true
}

// behaviours returns the code of each vector, by partition refinement. accept is by vector, and effect by action and
// vector: the vector after the action, or -1. Codes are numbered in the order of their first vectors.
func behaviours(accept []bool, effect [][]int32) []int32 {
	block := make([]int32, len(accept))
	count := 0
	for {
		number := map[string]int32{}
		next := make([]int32, len(accept))
		var key []byte
		for v := range accept {
			key = binary.LittleEndian.AppendUint32(key[:0], uint32(block[v])<<1|uint32(b2b(accept[v])))
			for _, to := range effect {
				if to[v] < 0 {
					key = binary.LittleEndian.AppendUint32(key, 1<<31)
				} else {
					key = binary.LittleEndian.AppendUint32(key, uint32(block[to[v]]))
				}
			}
			n, ok := number[string(key)]
			if !ok {
				n = int32(len(number))
				number[string(key)] = n
			}
			next[v] = n
		}
		block = next
		if len(number) == count {
			return block
		}
		count = len(number)
	}
}

// codeNow returns the code of a member. state is by monitor.
func (k *class) codeNow(state []int32, member int32) int32 {
	key := make([]byte, 0, 4*len(k.monitors))
	for _, list := range k.monitors {
		key = binary.LittleEndian.AppendUint32(key, uint32(state[list[member]]))
	}
	v, ok := k.vector[string(key)]
	if !ok {
		panic("counting: a member has a state that it cannot have")
	}
	return k.codeOf[v]
}

package counting

import (
	"encoding/binary"
	"math/bits"

	"flavers/dataflow"
)

// This file finds monitors that may be interchangeable, by partition refinement. At
// first monitors have the same colour if they have the same size, start and accepting
// states. A round gives each letter a colour by the colours of what it moves and how,
// and each monitor a new one by the letters that move it. With readers and one writer
// of equal automata, the first round already tells them apart if the writer's letters
// also move a lock in another way.

// tables numbers the functions of all letters; equal ones have one number.
type tables struct {
	of  [][]int32 // by letter and move: the number of its function
	all [][]int32 // by number: the function
}

// tableKey returns a function, or another list of numbers, as the key of a map.
func tableKey(t []int32) string {
	key := make([]byte, 0, 4*len(t))
	for _, v := range t {
		key = binary.LittleEndian.AppendUint32(key, uint32(v))
	}
	return string(key)
}

// newTables numbers the functions of p.
func newTables(p *dataflow.Problem) *tables {
	t := &tables{of: make([][]int32, len(p.Letters))}
	type slice struct {
		first *int32
		n     int
	}
	bySlice := map[slice]int32{}  // a function that many letters share is looked at once
	byValue := map[string]int32{} // by tableKey
	for i := range p.Letters {
		for _, mv := range p.Letters[i].Moves {
			at := slice{&mv.To[0], len(mv.To)}
			id, ok := bySlice[at]
			if !ok {
				key := tableKey(mv.To)
				if id, ok = byValue[key]; !ok {
					id = int32(len(t.all))
					byValue[key] = id
					t.all = append(t.all, mv.To)
				}
				bySlice[at] = id
			}
			t.of[i] = append(t.of[i], id)
		}
	}
	return t
}

// maxColourRounds bounds the refinement. Fewer rounds leave more monitors with one colour. Whether they are alike is
// compared later, so this costs time only.
const maxColourRounds = 16

// colours returns colours of monitors and of letters. Monitors that are interchangeable have the same colour, and so
// have such letters. Others may have the same colour, too; nothing relies on different ones.
func colours(p *dataflow.Problem, t *tables) (mons, lets []uint64) {
	mons, lets = make([]uint64, len(p.Monitors)), make([]uint64, len(p.Letters))
	for m := range p.Monitors {
		mon := &p.Monitors[m]
		h := mix(uint64(mon.States), uint64(mon.Start))
		for s, a := range mon.Accept {
			if a {
				h = mix(h, uint64(s))
			}
		}
		if mon.Property {
			h = mix(h, 1<<40+uint64(m))
		}
		mons[m] = h
	}
	next := make([]uint64, len(mons))
	for round, count := 0, 0; round < maxColourRounds; round++ {
		clear(next)
		for i := range p.Letters {
			h := uint64(len(p.Letters[i].Moves))
			for j, mv := range p.Letters[i].Moves {
				h += mix(mons[mv.Monitor], uint64(t.of[i][j]))
			}
			lets[i] = mix(h, 7)
			for j, mv := range p.Letters[i].Moves {
				next[mv.Monitor] += mix(lets[i], uint64(t.of[i][j])<<1|1)
			}
		}
		different := map[uint64]bool{}
		for m := range mons {
			mons[m] = mix(mons[m], next[m])
			different[mons[m]] = true
		}
		if len(different) == count {
			break
		}
		count = len(different)
	}
	return mons, lets
}

// mix hashes a pair of numbers. If two pairs have the same hash, two things get the same colour, which costs time only.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd6e8feb86659fd93)
	return bits.RotateLeft64(hi^lo, 23) + a
}

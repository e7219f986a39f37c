package every

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// This file is what a state consists of: what belongs to no member, and counts.

// count says how many members of a class are in a state of a member (a code). More than
// the cut-off means any number that is more.
type count struct{ class, code, n int32 }

// state is a set of states of the program, for all numbers of tasks.
type state struct {
	rest   []int32 // by component; 0 of members; named where it names one, whose code says so
	q      int32   // of the property's automaton
	counts []count // of at least 1, ascending by class and code
}

// named stands for the values of a lock that name some member.
const named = -1

func (s *state) key() string {
	var b []byte
	for _, v := range s.rest {
		b = binary.AppendVarint(b, int64(v))
	}
	b = binary.AppendVarint(b, int64(s.q))
	for _, c := range s.counts {
		b = binary.AppendVarint(b, int64(c.class))
		b = binary.AppendVarint(b, int64(c.code))
		b = binary.AppendVarint(b, int64(c.n))
	}
	return string(b)
}

// change is a member that goes from one code to another.
type change struct{ class, from, to int32 }

// after lists the counts that may be there after the changes.
func after(counts []count, changes []change, k int32) [][]count {
	out := [][]count{counts}
	for _, c := range changes {
		var next [][]count
		for _, list := range out {
			i, ok := find(list, c.class, c.from)
			if !ok {
				continue // fewer than was assumed, by an earlier change
			}
			less := []int32{list[i].n - 1}
			if list[i].n > k {
				less = append(less, k+1)
			}
			for _, n := range less {
				l := slices.Clone(list)
				if l[i].n = n; n == 0 {
					l = slices.Delete(l, i, i+1)
				}
				if j, ok := find(l, c.class, c.to); ok {
					l[j].n = min(l[j].n+1, k+1)
				} else {
					l = slices.Insert(l, j, count{c.class, c.to, 1})
				}
				next = append(next, l)
			}
		}
		out = next
	}
	return out
}

func find(list []count, class, code int32) (int, bool) {
	return slices.BinarySearchFunc(list, count{class: class, code: code}, func(a, b count) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.code, b.code))
	})
}

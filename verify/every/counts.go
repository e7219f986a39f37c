package every

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// This file has the states of the search. A state consists of counts of members, and of the
// values of all components that belong to no member. With two workers at point 1 and one at
// point 3, who holds the door:
//
//	rest   {door: named, ...}
//	counts {worker, code of "at 1, holds nothing", 2}, {worker, code of "at 3, holds door", 1}

// count says that n members of a class have the local state with the number code. If n is
// k+1, where k is the cut-off, it stands for every number of members from k+1 on.
type count struct{ class, code, n int32 }

// state stands for a set of states of the program, with any number of members.
type state struct {
	rest   []int32 // by component: its value; 0 if it belongs to members; named if the value names a member
	q      int32   // state of the property's automaton; 0 if there is none
	counts []count // all counts that are not 0, ascending by class and code
}

// named stands for any value of a lock that names a member as its holder. The code of this
// member says that it holds the lock.
const named = -1

// key returns a string that identifies the state.
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

// change says that one member of a class goes from one code to another.
type change struct{ class, from, to int32 }

// after returns the possible counts after the changes, with cut-off k. There can be several:
// one less than "more than k" is k or still "more than k".
func after(counts []count, changes []change, k int32) [][]count {
	out := [][]count{counts}
	for _, c := range changes {
		var next [][]count
		for _, list := range out {
			i, ok := find(list, c.class, c.from)
			if !ok {
				continue // an earlier change has taken the last member: these counts are impossible
			}
			less := []int32{list[i].n - 1} // possible numbers of members that stay
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

// find returns the index of a count in a sorted list, or where to insert it, and whether it
// is there.
func find(list []count, class, code int32) (int, bool) {
	return slices.BinarySearchFunc(list, count{class: class, code: code}, func(a, b count) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.code, b.code))
	})
}

package symmetry

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/sem"
)

// This file verifies that an exchange is an automorphism of the program with its
// specifications. It relies on nothing that align.go has found out. The steps, as
// the exchange maps them, must be the same collection as the steps themselves: each
// is written as bytes, so that collections are compared by counting.

// automorphism reports whether an exchange maps the steps onto the steps, and values
// to values that mean the same at the end of an execution.
func (f *finder) automorphism(x *exchange) bool {
	for _, c := range x.moved {
		if !f.alike(c[0], c[1]) {
			return false
		}
	}
	for i := range x.renamed {
		for _, v := range x.renamed[i].values {
			if c := x.renamed[i].comp; f.m.Final(c, v[0]) != f.m.Final(c, v[1]) {
				return false
			}
		}
	}
	// Steps that touch nothing of what changes are mapped to themselves.
	var touched []int32
	for _, c := range x.moved {
		touched = append(touched, f.touch[c[0]]...)
		touched = append(touched, f.touch[c[1]]...)
	}
	for _, n := range x.renamed {
		for _, i := range f.touch[n.comp] {
			if f.renames(x, i, n.comp) {
				touched = append(touched, i)
			}
		}
	}
	slices.Sort(touched)
	touched = slices.Compact(touched)
	// By bytes of a step: how many steps have them, less how many are mapped to them.
	count := make(map[string]int, len(touched))
	var buf []byte
	for _, i := range touched {
		f.poll.Look()
		buf = f.write(buf[:0], &f.steps[i], nil)
		count[string(buf)]++
		buf = f.write(buf[:0], &f.steps[i], x)
		count[string(buf)]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// alike reports whether two components are of the same kind, and each value means the
// same in both at the end of an execution.
func (f *finder) alike(c, d sem.CompID) bool {
	k, l := &f.m.Comps[c], &f.m.Comps[d]
	if k.Kind != l.Kind || k.Size != l.Size {
		return false
	}
	for v := range k.Size {
		if f.m.Final(c, v) != f.m.Final(d, v) || k.Kind == sem.Position && f.m.Ended(k.Task, v) != f.m.Ended(l.Task, v) {
			return false
		}
	}
	return true
}

// renames reports whether step i moves component c from or to a value that x swaps.
func (f *finder) renames(x *exchange, i int32, c sem.CompID) bool {
	for k := range f.steps[i].moves {
		if mv := &f.steps[i].moves[k]; mv.Comp == c {
			return slices.ContainsFunc(mv.Pairs, func(q sem.Pair) bool {
				_, from := x.value[c][q.From]
				_, to := x.value[c][q.To]
				return from || to
			})
		}
	}
	return false
}

// write appends the bytes of a step as x maps it, or as it is if x is nil. Equal
// steps have equal bytes, and different steps different ones.
func (f *finder) write(buf []byte, s *step, x *exchange) []byte {
	moves := s.moves
	full := s.full
	if x != nil {
		moves = make([]sem.Move, len(s.moves))
		for i, mv := range s.moves {
			moves[i] = x.move(mv)
		}
		slices.SortFunc(moves, func(v, w sem.Move) int { return cmp.Compare(v.Comp, w.Comp) })
		full = x.comp(full)
	}
	put := func(v int32) { buf = binary.AppendVarint(buf, int64(v)) }
	put(int32(len(moves)))
	for i := range moves {
		put(int32(moves[i].Comp))
		put(int32(len(moves[i].Pairs)))
		for _, q := range moves[i].Pairs {
			put(q.From)
			put(q.To)
		}
	}
	put(int32(full))
	put(int32(len(s.seen)))
	for _, v := range s.seen {
		put(v)
	}
	return append(buf, s.fails...)
}

// comp returns the component that x maps c to.
func (x *exchange) comp(c sem.CompID) sem.CompID {
	if d, ok := x.to[c]; ok {
		return d
	}
	return c
}

// move returns the move that x maps mv to.
func (x *exchange) move(mv sem.Move) sem.Move {
	out := sem.Move{Comp: x.comp(mv.Comp), Pairs: mv.Pairs}
	value := x.value[mv.Comp]
	if value == nil {
		return out
	}
	out.Pairs = slices.Clone(mv.Pairs)
	name := func(v int32) int32 {
		if w, ok := value[v]; ok {
			return w
		}
		return v
	}
	for i, q := range out.Pairs {
		out.Pairs[i] = sem.Pair{From: name(q.From), To: name(q.To)}
	}
	slices.SortFunc(out.Pairs, func(v, w sem.Pair) int { return cmp.Compare(v.From, w.From) })
	return out
}

package dataflow

import (
	"math/bits"

	"flavers/bitset"
)

// This file counts what each automaton rejects (Solution.Rejected). It goes over
// the finished table: for a tuple T and a letter l of its cover, which says that
// l could have come next, it adds one to the first automaton that rejects l in
// T's state. A search without limit looks at millions of such pairs, so that the
// letters of a tuple are counted together, by rows of bits, where these fit.

// maxRows bounds the rows, in words: 16 MB.
const maxRows = 1 << 21

// countRejections returns the counts, by monitor.
func (s *search) countRejections() []int64 {
	tb := s.tb
	n := make([]int64, len(tb.p.Monitors))
	rows := tb.rowsOfRejecting(s.mostRows)
	left := bitset.New(len(tb.classOf))    // the letters not yet counted
	enabled := bitset.New(len(tb.classOf)) // those of them that nothing rejects
	for rec := range s.parts.all {
		copy(left, rec[tb.k:]) // the cover
		if rows != nil {
			tb.countByRows(n, rows, left, rec)
			continue
		}
		copy(enabled, left)
		tb.enabled(enabled, rec[:tb.k])
		left.AndNot(enabled)
		for l := range left.All {
			for _, v := range tb.p.Letters[l].Moves {
				if v.To[tb.lay.fields[v.Monitor].get(rec)] < 0 {
					n[v.Monitor]++
					break
				}
			}
		}
	}
	return n
}

// rejecting is an automaton that rejects letters.
type rejecting struct {
	monitor int32
	rows    []uint64 // for each of its states, tables.w words: the set of letters that it does not reject there
}

// rowsOfRejecting returns the rows of all automata that reject letters, in their
// order, or nil if the rows would have more than most words.
func (tb *tables) rowsOfRejecting(most int) []rejecting {
	words := 0
	for m := range tb.p.Monitors {
		words += tb.p.Monitors[m].States * tb.w
	}
	if words > most {
		return nil
	}
	tb.poll.Reserve(8 * int64(words))
	rows := make([][]uint64, len(tb.p.Monitors))
	for l := range tb.p.Letters {
		tb.poll.Look()
		for _, mv := range tb.p.Letters[l].Moves {
			for v, to := range mv.To {
				if to >= 0 {
					continue
				}
				if rows[mv.Monitor] == nil {
					rows[mv.Monitor] = make([]uint64, tb.p.Monitors[mv.Monitor].States*tb.w)
					for i := range rows[mv.Monitor] {
						rows[mv.Monitor][i] = ^uint64(0)
					}
				}
				rows[mv.Monitor][v*tb.w+l>>6] &^= 1 << (l & 63)
			}
		}
	}
	out := []rejecting{}
	for m := range rows {
		if rows[m] != nil {
			out = append(out, rejecting{int32(m), rows[m]})
		}
	}
	return out
}

// countByRows counts for one tuple: it adds to n, by monitor, how many letters of
// left each automaton rejects first. Afterwards left has those that none rejects.
func (tb *tables) countByRows(n []int64, rows []rejecting, left bitset.Set, rec []uint64) {
	for i := range rows {
		r := &rows[i]
		begin := int(tb.lay.fields[r.monitor].get(rec)) * tb.w
		rejected := 0
		for j, allowed := range r.rows[begin : begin+tb.w] {
			rejected += bits.OnesCount64(left[j] &^ allowed)
			left[j] &= allowed
		}
		n[r.monitor] += int64(rejected)
	}
}

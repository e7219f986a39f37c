package dataflow

import (
	"math/bits"

	"flavers/bitset"
)

// This file counts what automata reject, once tuples are known.

// maxRows bounds the rows of letters that automata do not reject, in words.
const maxRows = 1 << 21

// killed counts, for every tuple and every letter that could have come next, the first
// automaton that rejects it.
func (s *search) killed() []int64 {
	tb := s.tb
	n := make([]int64, len(tb.p.Monitors))
	rows := tb.allowed(s.mostRows)
	left, on := bitset.New(len(tb.class)), bitset.New(len(tb.class))
	for rec := range s.parts.all {
		copy(left, rec[tb.k:])
		if rows != nil {
			tb.killedByRows(n, rows, left, rec)
			continue
		}
		copy(on, left)
		tb.enabled(on, rec[:tb.k])
		left.AndNot(on)
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

// rejecting is an automaton that rejects letters, with a row for each of its states: the letters
// that it does not reject there.
type rejecting struct {
	monitor int32
	rows    []uint64
}

// allowed is the rows of all automata that reject letters; nil: they would take more words.
func (tb *tables) allowed(most int) []rejecting {
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

// killedByRows adds to n what automata reject, in their order, of the letters in left, of which it
// keeps those that none rejects.
func (tb *tables) killedByRows(n []int64, rows []rejecting, left bitset.Set, rec []uint64) {
	for i := range rows {
		r := &rows[i]
		at := int(tb.lay.fields[r.monitor].get(rec)) * tb.w
		rejected := 0
		for j, x := range r.rows[at : at+tb.w] {
			rejected += bits.OnesCount64(left[j] &^ x)
			left[j] &= x
		}
		n[r.monitor] += int64(rejected)
	}
}

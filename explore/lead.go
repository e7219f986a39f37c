package explore

import (
	"math/bits"
	"slices"

	"flavers/sem"
)

// This file computes what can come first in an alternative to the execution: in the
// sequence of the events of a configuration from event at on, followed by one more move.
// In the terms of Abdulla et al. this is notdep(e, E)·v, and what can come first are its
// initials. In a short sequence, moves are compared with each other; in a long one, clocks
// and logs tell.

// notdepSequence is the sequence of the events of a configuration from event at on.
type notdepSequence struct {
	*configuration
	at     int
	short  bool
	events []int32 // of a short sequence: its events
	from   []int32 // of a long one: by thread, the index in its chain of its first event from at on
}

// shortTail is the largest number of events of the run from event at on with which a sequence is short.
const shortTail = 32

// notdep returns the sequence of the events of p from event at on. It is valid until the next call.
func (r *raceDetector) notdep(p *configuration, at int) notdepSequence {
	if r.depth-at <= r.short {
		r.rest = r.rest[:0]
		for i := at; i < r.depth; i++ {
			if r.in(p, int32(i)) {
				r.rest = append(r.rest, int32(i))
			}
		}
		return notdepSequence{configuration: p, at: at, short: true, events: r.rest}
	}
	r.rest = r.rest[:0]
	for _, chain := range r.chain {
		k := len(chain)
		if k > 0 && int(chain[k-1]) >= at {
			k, _ = slices.BinarySearch(chain, int32(at))
		}
		r.rest = append(r.rest, int32(k))
	}
	return notdepSequence{configuration: p, at: at, from: r.rest}
}

// minimal appends the events of a sequence before which no other event of it happens: its
// initials.
func (r *run) minimal(list []int32, l *notdepSequence) []int32 {
	if l.short {
	event:
		for k, e := range l.events {
			for _, f := range l.events[:k] {
				if r.before(int(f), int(e)) {
					continue event
				}
			}
			list = append(list, e)
		}
		return list
	}
thread:
	for t, n := range l.moves {
		if l.from[t] >= n {
			continue
		}
		e := r.chain[t][l.from[t]]
		if int(r.at[e].thread) != t {
			continue // found with another of its threads
		}
		// No event of the sequence, from l.from[s] on in each chain s, may be in the clock of e, but e itself.
		for s, k := range r.clock(int(e)) {
			if k > l.from[s]+1 || k == l.from[s]+1 && r.chain[s][k-1] != e {
				continue thread
			}
		}
		list = append(list, e)
	}
	return list
}

// touched reports whether an event of a sequence depends on a move with footprint f.
func (r *run) touched(l *notdepSequence, f sem.Footprint) bool {
	if l.short {
		for _, e := range l.events {
			if sem.Dependent(f, r.taken[e].Footprint) {
				return true
			}
		}
		return false
	}
	for i, word := range f.Reads {
		for ; word != 0; word &= word - 1 {
			k := i<<6 + bits.TrailingZeros64(word)
			log := r.log[k]
			if n := len(log); n == 0 || int(log[n-1].event) < l.at {
				continue
			}
			// A write, or, if f writes, a read since.
			w := r.lastWrite(l.configuration, k)
			if w >= 0 && int(log[w].event) >= l.at {
				return true
			}
			if !f.Writes.Has(k) {
				continue
			}
			for s := w + 1; s < len(log) && int(log[s].last) == w; s += int(log[s].count) {
				if n := r.prefix(l.configuration, log, s); n > 0 && int(log[s+n-1].event) >= l.at {
					return true
				}
			}
		}
	}
	return false
}

// past returns the clock of what a move with footprint f depends on after configuration
// p. It is valid until the next call.
func (r *raceDetector) past(p *configuration, f sem.Footprint) []int32 {
	r.direct = r.depends(r.direct[:0], p, f)
	clear(r.sum)
	for _, g := range r.direct {
		r.join(r.sum, g)
	}
	return r.sum
}

package explore

import (
	"math/bits"
	"slices"

	"flavers/sem"
)

// This file says what can come first in the alternatives to an execution: a
// part of the run from event at on, and then one more move. If that is long, it
// asks clocks and logs instead of comparing moves with each other.

// notdepSequence is what comes from event at on in a part of the run.
type notdepSequence struct {
	*configuration
	at     int
	short  bool
	events []int32 // if it is short
	from   []int32 // if not: by thread, the index of its first move from at on
}

// shortTail is how long a tail can be at most that is short.
const shortTail = 32

// notdep is that of a part; the last one is overwritten.
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

// minimal appends the events of a tail that can come before all others in it.
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
		for s, k := range r.clock(int(e)) {
			if k > l.from[s]+1 || k == l.from[s]+1 && r.chain[s][k-1] != e {
				continue thread
			}
		}
		list = append(list, e)
	}
	return list
}

// touched reports whether something in a tail depends on a move with this
// footprint.
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

// past is the clock that a move with this footprint has after a part; the last
// one is overwritten.
func (r *raceDetector) past(p *configuration, f sem.Footprint) []int32 {
	r.direct = r.depends(r.direct[:0], p, f)
	clear(r.sum)
	for _, g := range r.direct {
		r.join(r.sum, g)
	}
	return r.sum
}

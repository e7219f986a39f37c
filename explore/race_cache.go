package explore

import (
	"math"
	"slices"

	"flavers/explore/model"
)

// This file decides which requests of the race detector were answered for the
// execution before. Two consecutive executions share their beginning, up to event
// fresh. A request in place of event e is answered from the events that do not happen
// after e. If all events from fresh on, in both executions, happen after e, then these
// are the same in both, and so is the answer. So an execution that differs from the last
// one in its last few events costs little more than these, however long it is.

// raceCache is part of a raceDetector.
type raceCache struct {
	fresh int // the number of events shared with the last run for which compare was called
	// By thread: so many of its first events happen before all events from fresh on, in
	// the last run (above), and in both runs (same). Requests in place of these need no
	// new answer.
	above []int32
	same  []int32
	edge  []int32 // the first event from fresh on of each thread that has one
	low   []int32 // by thread: its first event that was taken back since the last push, or -1
	back  bool    // the last change was a pop
	few   int     // while fewer events are shared, all requests are answered again, which costs less
}

// fewShared is the usual value of raceCache.few.
const fewShared = 32

// newUnchanged returns the cache of an empty run.
func newUnchanged(threads int) raceCache {
	u := raceCache{low: make([]int32, threads), above: make([]int32, threads), same: make([]int32, threads),
		few: fewShared}
	for t := range u.low {
		u.low[t] = -1
	}
	return u
}

// pop undoes the last move.
func (r *raceDetector) pop() {
	r.run.pop()
	r.fresh, r.back = min(r.fresh, r.depth), true
	for _, t := range r.taken[r.depth].Effect.Threads {
		r.low[t] = int32(r.depth)
	}
}

// push takes a move. After pops, it first lowers above to what happens before all events
// that were taken back; it is enough to look at the first one of each thread.
func (r *raceDetector) push(v *model.Move) {
	if r.back {
		r.back = false
		for t, e := range r.low {
			if e < 0 {
				continue
			}
			if r.low[t] = -1; r.fresh >= r.few {
				lower(r.above, r.clock(int(e)))
			}
		}
		if r.fresh < r.few {
			clear(r.above)
		}
	}
	r.run.push(v)
}

// lower makes each component of a the smaller one of a and b.
func lower(a, b []int32) {
	for t, k := range b {
		a[t] = min(a[t], k)
	}
}

// compare is called when a run has ended. It computes same and edge, and prepares for the
// next run.
func (r *raceDetector) compare() {
	r.edge = r.edge[:0]
	copy(r.same, r.above)
	for t, chain := range r.chain {
		k := len(chain)
		if k > 0 && int(chain[k-1]) >= r.fresh {
			k, _ = slices.BinarySearch(chain, int32(r.fresh))
		}
		r.same[t] = min(r.same[t], int32(k))
		if k < len(chain) {
			r.edge = append(r.edge, chain[k])
		}
		r.above[t] = math.MaxInt32
	}
	if r.fresh >= r.few {
		for _, e := range r.edge {
			lower(r.same, r.clock(int(e)))
		}
	}
	r.fresh = r.depth
}

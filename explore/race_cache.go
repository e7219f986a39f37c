package explore

import (
	"math"
	"slices"

	"flavers/explore/model"
)

// This file tells what need not be asked again. Two executions one after the
// other share their beginning, up to event fresh. A request is answered from
// the part of the run that does not follow from certain events, and from
// smaller ones. If all events from fresh on follow from one of these, in this
// run and in the last one, then the part is the same, and so is the answer. So
// an execution that differs from the last one in its last few steps costs
// little more than these, however long it is.
type raceCache struct {
	fresh int     // what is shared with the last run whose alternatives were looked for
	low   []int32 // by thread: its first event that was taken back since the last push, or -1
	above []int32 // by thread: how many of its moves all events of the last run from fresh on follow from
	same  []int32 // the same of both runs, up to fresh: requests in place of these moves were answered
	edge  []int32 // by thread that has any: its first event from fresh on
	back  bool    // the last was a pop
	few   int     // while fewer events are shared, everything is asked again: it costs less
}

// fewShared is the usual few.
const fewShared = 32

func newUnchanged(threads int) raceCache {
	u := raceCache{low: make([]int32, threads), above: make([]int32, threads), same: make([]int32, threads),
		few: fewShared}
	for t := range u.low {
		u.low[t] = -1
	}
	return u
}

// pop takes the last move back.
func (r *raceDetector) pop() {
	r.run.pop()
	r.fresh, r.back = min(r.fresh, r.depth), true
	for _, t := range r.taken[r.depth].Effect.Threads {
		r.low[t] = int32(r.depth)
	}
}

// push takes a move.
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

func lower(a, b []int32) {
	for t, k := range b {
		a[t] = min(a[t], k)
	}
}

// compare finds out what this run, which has ended, has in common with the last
// one.
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

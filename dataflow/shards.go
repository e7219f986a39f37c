package dataflow

import (
	"runtime"

	"flavers/limit"
)

// This file is the search by several workers. Each owns the tuples whose hash
// falls to it: their table, worklist and counts are a search of its own. What a
// worker finds for another one is sent: it writes it to a buffer, which the
// other reads in the next round.
//
// A round takes a batch of entries at each worker, so the work between two
// meetings of the workers is large and nothing needs a lock. All rounds are
// made in the same way whichever worker is faster. The fixed point and its
// counts do not depend on the order, so they are those of one worker. A
// violation does: then the search is run again by one worker, which finds the
// same path as if it had been alone. Only what a limit leaves unfinished
// depends on the number of workers.

const (
	// shareAfter is how many tuples one worker alone enters first: below, two
	// are no faster.
	shareAfter = 1 << 17
	maxWorkers = 8
	// maxBatch is how many entries a worker takes in one round at most.
	maxBatch = 1 << 12
)

// sharedOut is an outcome's limit inside this package: go on with more workers.
const sharedOut = "share"

// store is the tables of all workers.
type store []*table

// shardOf returns the worker that owns the tuples with hash h. The tables use the upper bits.
func shardOf(h uint64, workers int) int { return int(uint64(uint32(h)) * uint64(workers) >> 32) }

// lookup returns the record of a tuple, or nil.
func (s store) lookup(tuple []uint64) []uint64 { return s[shardOf(hash(tuple), len(s))].lookup(tuple) }

// all yields every record.
func (s store) all(yield func(rec []uint64) bool) {
	for _, t := range s {
		for rec := range t.all {
			if !yield(rec) {
				return
			}
		}
	}
}

func (s store) tuples() int {
	n := 0
	for _, t := range s {
		n += t.tuples
	}
	return n
}

func (s store) release() {
	for _, t := range s {
		t.release()
	}
}

// shard is one worker.
type shard struct {
	*search
	id      int
	workers []*shard
	// sent are buffers for each worker, of this round and of the one before, in
	// turn. A record of narrow shards is the tuple and its letter; of wide ones
	// the class with a bit for what follows, the tuple, and what can follow if
	// the bit is set, because it is less than what can follow the whole class.
	sent [2][][]uint64
	out  outcome // anything but holds: the search ends

	steps  [128]narrowStep
	wide   wideBuffers
	narrow *narrow // nil: wide
}

// mayShare reports whether the search may be given to several workers.
func (s *search) mayShare() bool { return s.workers > 1 && s.opt.Order == BFS }

func workersFor(n int) int {
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, maxWorkers)
}

// runShards goes on where one worker has stopped.
func (s *search) runShards() outcome {
	shards, ok := s.split()
	out := outcome{verdict: Limit, limit: "memory"}
	if ok {
		out = s.rounds(shards)
	}
	s.gather(shards)
	if out.verdict != Violated {
		return out
	}
	s.restart()
	return s.run()
}

// rounds runs the workers until all of them have nothing left to do.
func (s *search) rounds(shards []*shard) outcome {
	for round := 0; ; round++ {
		var tuples int
		var visits, pending int64
		var in int
		for _, x := range shards {
			tuples, visits, pending = tuples+x.tab.tuples, visits+x.visits, pending+x.wl.entries
			for _, b := range x.sent[round&1^1] {
				in += len(b)
			}
		}
		if pending == 0 && in == 0 {
			return outcome{verdict: Holds}
		}
		s.total = progress{tuples, visits, pending}
		if limit := s.stopShared(); limit != "" {
			return outcome{verdict: Limit, limit: limit}
		}
		batch := s.batch(len(shards))
		var wg limit.Group
		for _, x := range shards[1:] {
			wg.Go(func() { x.round(round&1, batch) })
		}
		shards[0].round(round&1, batch)
		wg.Wait()
		var end outcome
		for _, x := range shards {
			if x.out.verdict == Violated || x.out.verdict == Limit && end.verdict == Holds {
				end = x.out
			}
		}
		if end.verdict != Holds {
			return end
		}
	}
}

// progress is what all workers have done so far.
type progress struct {
	tuples          int
	visits, pending int64
}

// stopShared is stop for several workers.
func (s *search) stopShared() string {
	if limit := s.look(s.total); limit != "" {
		return limit
	}
	switch {
	case s.total.tuples > s.maxTuples:
		return "tuples"
	case s.mem.over.Load():
		return "memory"
	}
	return ""
}

// batch returns how many entries each of the workers takes in a round: few when a limit is near, so that it is not
// passed by much.
func (s *search) batch(workers int) int {
	n := int64(maxBatch)
	each := int64(len(s.tb.classOf) * workers)
	if s.opt.MaxTuples > 0 {
		n = min(n, (s.opt.MaxTuples-int64(s.total.tuples))/each)
	}
	if s.opt.MaxVisits > 0 {
		n = min(n, (s.opt.MaxVisits-s.total.visits)/each)
	}
	return int(max(n, 1))
}

// split gives each worker its part of the table and of the worklist; false:
// memory does not allow it.
func (s *search) split() ([]*shard, bool) {
	shards := make([]*shard, s.workers)
	for i := range shards {
		sub := &search{ctx: s.ctx, opt: s.opt, tb: s.tb, mem: s.mem, narrow: s.narrow,
			fired:        append([]uint64(nil), s.fired...),
			finalReached: s.finalReached, until: -1, tab: newTable(s.tb.k, s.tb.w, s.mem), wl: newWorklist(s.tb, BFS, s.mem)}
		x := &shard{search: sub, id: i, workers: shards}
		for k := range x.sent {
			x.sent[k] = make([][]uint64, len(shards))
		}
		if s.narrow {
			x.narrow = newNarrow(s.tb)
		} else {
			x.wide = newWideBuffers(s.tb)
		}
		shards[i] = x
	}
	shards[0].visits = s.visits
	// Room first: records come in the order of their hashes, which would fill a
	// small table from its beginning, into one long run.
	for _, x := range shards {
		for x.tab.growAt < s.tab.tuples {
			if !x.tab.grow() {
				return shards, false
			}
		}
	}
	k := s.tb.k
	for rec := range s.tab.all {
		x := shards[shardOf(hash(rec[:k]), len(shards))]
		put(x.tab.find(rec[:k], hash(rec[:k]))[k:], rec[k:])
	}
	for e := s.wl.next(); e != nil; e = s.wl.next() {
		put(shards[shardOf(hash(e[:k]), len(shards))].wl.push(0), e)
	}
	return shards, true
}

// gather puts together what the workers have. The tables stay theirs.
func (s *search) gather(shards []*shard) {
	s.tab.release()
	s.parts, s.visits = s.parts[:0], 0
	for _, x := range shards {
		s.parts = append(s.parts, x.tab)
		s.visits += x.visits
		s.fired.Or(x.fired)
		s.finalReached = s.finalReached || x.finalReached
		x.wl.release()
	}
}

// restart empties the search for a run by one worker.
func (s *search) restart() {
	s.parts.release()
	s.tab = newTable(s.tb.k, s.tb.w, s.mem)
	s.parts = store{s.tab}
	s.wl.reset()
	if s.log != nil {
		s.log.pushes = 0
	}
	s.workers, s.visits, s.nextPoll = 1, 0, 0
	clear(s.fired)
	s.finalReached = s.tb.p.StartFinal && s.tb.accepts(s.tb.lay.start)
}

// round takes in what others have sent in the round before, and takes some
// entries further. turn is the buffer to write to.
func (x *shard) round(turn, batch int) {
	for i := range x.sent[turn] {
		x.sent[turn][i] = x.sent[turn][i][:0]
	}
	for _, from := range x.workers {
		if from == x {
			continue
		}
		in := from.sent[turn^1][x.id]
		if x.narrow != nil {
			x.receiveNarrow(in)
		} else {
			x.receiveWide(in)
		}
		if x.out.verdict != Holds {
			return
		}
	}
	if x.narrow != nil {
		x.expandNarrow(x.sent[turn], batch)
	} else {
		x.expandWide(x.sent[turn], batch)
	}
}

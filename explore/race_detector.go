package explore

import (
	"math/bits"
	"slices"

	"flavers/explore/model"
	"flavers/sem"
)

// This file finds what else could have happened in an execution E.
//
// A request is a task (or two, of a joint action) standing where it stood at
// some time in E, and the ways it could go on there; or an actor waiting for
// messages, and the ways to take one message that is a thread (package sem). It is looked at in
// parts of E: sets C of events of E that contain with each event all those
// that happen before it. In the largest part where the tasks still stand
// there, everything is done that can be done without them. If an action can be
// taken there, then C followed by it is the beginning of an execution. Either
// it is what happened in E; then the races of the action with events of C
// remain: for each event g that it depends on directly, the part without g
// and all that follows from g is looked at in the same way. Or it is another
// execution, and is handed to the strategy. If the action is blocked, it is
// blocked by values that events of C wrote, and the parts without the last of
// these are looked at.
//
// For a program of tasks with one action at each point that is never blocked,
// these are the races of dynamic partial-order reduction. A blocked request
// for a lock meets the unlock that freed it last, then the lock before that,
// without which it can be taken: the rule for locks falls out of it. The
// alternatives of a choice, a select, and the partners of a rendezvous are
// requests like any other.

// request is a place in an execution where something else might be done.
type request struct {
	// events that put the tasks there, or -1; of a message: that took the one before, and that put its
	// actor there
	after   [2]int32
	actions []sem.WayID
}

// raceDetector looks at requests of a run.
type raceDetector struct {
	*run
	raceCache
	e     *engine
	asked int // of late
	// alternative takes what was found: the events of a part, in their order, and
	// then v. at is where the run and this part: the first event that is not in the
	// part and depends on v.
	alternative func(at int, p *configuration, v *model.Move)

	// open tells of the last request that it has to be looked at again in other
	// runs that begin in the same way: it was blocked in some part of the run,
	// and other events may unblock it there; or what was found touches what own,
	// the event that was asked about, does not touch: then other runs can have
	// events after own that come before what was found.
	open bool
	own  int

	spare   []*configuration
	seen    partSet // parts of this request that were looked at, if they can be met again
	scratch []int32
	sum     []int32
	rest    []int32 // of tail
	short   int     // shortTail
	direct  []int32
	stack   []level // one for each part in progress
	within  int
	forks   int // parts in progress without either one or another event
	one     [1]sem.WayID
}

func newRacer(e *engine, alternative func(at int, p *configuration, v *model.Move)) *raceDetector {
	n := e.Stepper.Threads()
	r := &raceDetector{e: e, run: newRun(e.System), raceCache: newUnchanged(n), alternative: alternative, short: shortTail,
		sum: make([]int32, n)}
	if e.few < 0 {
		r.short, r.raceCache.few = -1, 0
	}
	return r
}

// level is what look keeps between calls.
type level struct {
	list  []*model.Move
	races []int32
	union sem.Footprint
}

// level is that of the part that is looked at.
func (r *raceDetector) level() *level {
	if len(r.stack) == r.within {
		w := r.Stepper.Words()
		r.stack = append(r.stack, level{union: sem.Footprint{Reads: make(sem.Set, w), Writes: make(sem.Set, w)}})
	}
	return &r.stack[r.within]
}

// late reports whether the exploration has been stopped. It looks at the time:
// what else could have happened in a long execution can take longer to find
// than the execution to make.
func (r *raceDetector) late() bool {
	if r.asked++; r.asked&63 == 0 {
		r.e.Look()
	}
	return r.e.Halted
}

// detectRaces looks at a request in a part of the run, and in smaller ones.
func (r *raceDetector) detectRaces(q *request, p *configuration) {
	r.begin()
	r.look(q, p)
}

// begin forgets the last request.
func (r *raceDetector) begin() {
	r.seen.reset(len(r.chain))
	r.open = false
}

func (r *raceDetector) look(q *request, p *configuration) {
	if r.late() {
		return
	}
	if r.forks > 0 && r.seen.add(p.moves) {
		return
	}
	state := r.after(p)
	l := r.level()
	list, union := l.list, l.union
	clear(union.Reads)
	clear(union.Writes)
	more := false // to be looked at in smaller parts
	add := func(f sem.Footprint) {
		more = true
		for i := range f.Reads {
			union.Reads[i] |= f.Reads[i]
			union.Writes[i] |= f.Writes[i]
		}
	}
	for _, a := range q.actions {
		var st *sem.Steps
		list, st = r.Moves(list[:0], state, a)
		if len(list) == 0 {
			r.open = true
			add(st.Footprint)
		}
		for _, v := range list {
			r.open = r.open || v.Forbidden
			if v.Forbidden || r.emit(p, v) {
				add(v.Footprint)
			}
		}
	}
	l.list = list
	if more {
		r.withoutEach(q, p, union)
	}
}

// withoutEach looks at a request in the parts without each event of this part that it
// depends on directly.
func (r *raceDetector) withoutEach(q *request, p *configuration, f sem.Footprint) {
	l := r.level()
	races := r.races(l.races[:0], q, p, f)
	l.races = races
	r.within++
	fork := min(len(races)/2, 1)
	r.forks += fork
	for _, g := range races {
		less := r.like(p)
		r.without(less, int(g))
		r.look(q, less)
		r.give(less)
	}
	r.within--
	r.forks -= fork
}

// emit hands an alternative to the strategy, unless it is what happened: then
// it returns true.
func (r *raceDetector) emit(p *configuration, v *model.Move) bool {
	for i := p.missing; i < r.depth; i++ {
		if r.in(p, int32(i)) {
			continue
		}
		switch u := r.taken[i]; {
		case u.Is(v):
			return true
		case !model.Independent(u, v):
			r.open = r.open || r.own < r.depth && !v.Within(r.taken[r.own].Footprint)
			r.alternative(i, p, v)
			return false
		}
	}
	return false // it can be taken at the end of a run that was cut short
}

// races appends the events of a part on which a request with this footprint
// depends directly, those apart that put its tasks there.
func (r *raceDetector) races(list []int32, q *request, p *configuration, f sem.Footprint) []int32 {
	r.direct = r.direct[:0]
	for _, e := range q.after {
		if e >= 0 {
			r.direct = append(r.direct, e)
		}
	}
	chained := len(r.direct)
	r.direct = r.depends(r.direct, p, f)
	if len(r.direct) == chained {
		return list
	}
	var mine [2]int32
	copy(mine[:], r.direct[:chained])
	slices.SortFunc(r.direct, func(a, b int32) int { return int(b - a) })
	clear(r.sum)
	for _, g := range r.direct {
		if r.sum[r.at[g].thread] >= r.at[g].number {
			continue // before another one, or seen
		}
		r.join(r.sum, g)
		if !slices.Contains(mine[:chained], g) {
			list = append(list, g)
		}
	}
	return list
}

// depends appends the events of a part on which a move with this footprint
// depends directly, more than once possibly; of reads one after another by one
// thread, the last.
func (r *raceDetector) depends(list []int32, p *configuration, f sem.Footprint) []int32 {
	for i, word := range f.Reads {
		for ; word != 0; word &= word - 1 {
			k := i<<6 + bits.TrailingZeros64(word)
			log := r.log[k]
			last := r.lastWrite(p, k)
			from := len(list)
			if f.Writes.Has(k) {
				for s := last + 1; s < len(log) && int(log[s].last) == last; s += int(log[s].count) {
					if n := r.prefix(p, log, s); n > 0 {
						list = append(list, log[s+n-1].event)
					}
				}
			}
			if last >= 0 && len(list) == from { // else the readers come between
				list = append(list, log[last].event)
			}
		}
	}
	return list
}

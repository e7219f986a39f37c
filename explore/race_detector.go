package explore

import (
	"math/bits"
	"slices"

	"flavers/explore/model"
	"flavers/sem"
)

// This file finds what else could have happened in an execution E: it takes the place
// of the race detection of DPOR, for programs whose tasks may have several next steps,
// may be blocked, and may meet in rendezvous.
//
// A request is a task (or two, of a joint action) that stands where it stood at some
// time in E, with the ways that it could go on there; or an actor that waits for
// messages, with the ways to take one message. It is looked at after configurations C
// of E (configuration.go), at first after the largest one in which the tasks still
// stand there. For each way there are three cases:
//
//   - It can be taken, and its move is not what happened in E. Then C followed by the
//     move is the beginning of another execution. The strategy gets it (alternative).
//   - It can be taken, and its move is what happened in E. Then the move may race with
//     events of C: for each event g on which it depends directly, the request is
//     looked at after C without g and all that happens after g.
//   - It is blocked. Then it is blocked by values that events of C wrote, and the
//     request is looked at after C without each last one of these events.
//
// For a program of tasks with one action at each point that is never blocked, these
// are the races of dynamic partial-order reduction. The rule for locks follows: a
// blocked request for a lock meets the unlock that freed it last, then the lock before
// that, without which it can be taken. The alternatives of a choice, a select, and the
// partners of a rendezvous are requests like any other.

// request is a place in an execution where something else might be done.
type request struct {
	// after has the events that brought the tasks there, or -1. For a message, these are
	// the event that took the message before it, and the one that brought its actor there.
	after   [2]int32
	actions []sem.WayID
}

// raceDetector answers requests about a run.
type raceDetector struct {
	*run
	raceCache
	e     *engine
	asked int // how often late was called
	// alternative is called for each other execution that was found: the events of p, in
	// their order, and then v. It parts from the run at event at, the first event that is
	// not in p and depends on v.
	alternative func(at int, p *configuration, v *model.Move)

	// open says of the last request that it has to be looked at again in other runs that
	// begin in the same way. This is so if it was blocked after some configuration, as
	// other events may unblock it there; or if an alternative touches what event own,
	// which was asked about, does not touch, as other runs can have events after own that
	// come before the alternative.
	open bool
	own  int // the event in place of which the last request is; the depth of the run: none

	seen   partSet // configurations after which the request was looked at, if they can be met again
	stack  []level // scratch of look, one for each configuration in progress
	within int     // the number of configurations in progress, less 1
	forks  int     // configurations in progress that were made from one with two or more races

	// Scratch.
	spare   []*configuration
	scratch []int32 // a state
	sum     []int32 // a clock
	rest    []int32 // of notdep
	direct  []int32 // of depends
	one     [1]sem.WayID
	short   int // shortTail; tests set another one
}

// newRacer returns a race detector for an empty run.
func newRacer(e *engine, alternative func(at int, p *configuration, v *model.Move)) *raceDetector {
	n := e.Stepper.Threads()
	r := &raceDetector{e: e, run: newRun(e.System), raceCache: newUnchanged(n), alternative: alternative, short: shortTail,
		sum: make([]int32, n)}
	if e.few < 0 {
		r.short, r.raceCache.few = -1, 0
	}
	return r
}

// level has the buffers of look for one configuration.
type level struct {
	list  []*model.Move
	races []int32
	union sem.Footprint
}

// level returns the buffers of the configuration in progress.
func (r *raceDetector) level() *level {
	if len(r.stack) == r.within {
		w := r.Stepper.Words()
		r.stack = append(r.stack, level{union: sem.Footprint{Reads: make(sem.Set, w), Writes: make(sem.Set, w)}})
	}
	return &r.stack[r.within]
}

// late reports whether the exploration was stopped. It looks at the clock now and then,
// since the races of a long execution can take longer to find than the execution takes.
func (r *raceDetector) late() bool {
	if r.asked++; r.asked&63 == 0 {
		r.e.Look()
	}
	return r.e.Halted
}

// detectRaces looks at a request after a configuration, and after smaller ones.
func (r *raceDetector) detectRaces(q *request, p *configuration) {
	r.begin()
	r.look(q, p)
}

// begin forgets the last request.
func (r *raceDetector) begin() {
	r.seen.reset(len(r.chain))
	r.open = false
}

// look looks at a request after configuration p. What moves that happened in the run,
// and blocked ways, depend on is collected: the request is then looked at without it.
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
	more := false // the request is to be looked at after smaller configurations
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
		if len(list) == 0 { // blocked
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

// withoutEach looks at a request after p without each event on which footprint f
// depends directly. Two such events can lead to the same smaller configuration in either
// order, so from then on, configurations are remembered (forks).
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

// emit hands p followed by v to the strategy, or returns true if this is what happened
// in the run: v is the first event that is not in p and depends on v.
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

// races appends the events of p on which a request with footprint f depends directly,
// the latest first, and not by another such event. Events that brought its tasks to
// their places are left out.
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
			continue // it happens before a later one, or is there twice
		}
		r.join(r.sum, g)
		if !slices.Contains(mine[:chained], g) {
			list = append(list, g)
		}
	}
	return list
}

// depends appends the events of p on which a move with footprint f depends directly, some
// perhaps twice: the last write of what it reads, or, of what it writes, the reads since.
// Of consecutive reads by one thread, it takes the last.
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
			if last >= 0 && len(list) == from { // otherwise the write happens before those reads
				list = append(list, log[last].event)
			}
		}
	}
	return list
}

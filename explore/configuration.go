package explore

import (
	"flavers/cfg"
	"flavers/sem"
)

// This file has configurations of the execution in progress, and the states after
// them. Race detection asks what could have happened after a configuration instead
// of after the events of the execution (race_detector.go).
//
// A configuration of an execution is a set of its events that contains with each event
// all those that happen before it. As the events of a thread are ordered, it is given
// by the number of events of each thread in it: a vector clock. For the execution
//
//	event   0     1        2        3
//	        t: a  u: b     t: c     u: d     with a before b, and c before d
//
// {2, 1} is the configuration without event 3, and {0, 0} the only one without event 0.
// Operations on configurations take time by the number of threads, not of events. The
// exception is the state after a configuration that leaves out few events, which is
// computed by executing the rest again.
type configuration struct {
	moves   []int32 // by thread: the number of its events in it
	missing int     // the first event that is not in it, or the depth of the run
}

// whole returns the configuration of all events. The caller gives it back by give.
func (r *raceDetector) whole() *configuration {
	p := r.take()
	for t := range p.moves {
		p.moves[t] = int32(len(r.chain[t]))
	}
	p.missing = r.depth
	return p
}

// like returns a copy of p. The caller gives it back by give.
func (r *raceDetector) like(p *configuration) *configuration {
	q := r.take()
	copy(q.moves, p.moves)
	q.missing = p.missing
	return q
}

// take returns a configuration without contents, perhaps a used one.
func (r *raceDetector) take() *configuration {
	k := len(r.spare)
	if k == 0 {
		return &configuration{moves: make([]int32, len(r.chain))}
	}
	p := r.spare[k-1]
	r.spare = r.spare[:k-1]
	return p
}

// give takes back a configuration for reuse.
func (r *raceDetector) give(p *configuration) { r.spare = append(r.spare, p) }

// in reports whether event i is in configuration p.
func (r *run) in(p *configuration, i int32) bool {
	e := &r.at[i]
	return p.moves[e.thread] >= e.number
}

// without removes event g, and all events that happen after it, from p. If few events come after g, it looks at each of
// them; otherwise it finds the first such event of each thread by binary search, since clocks grow along a thread.
func (r *run) without(p *configuration, g int) {
	threads, column, number := len(r.chain), int(r.at[g].thread), r.at[g].number
	p.missing = min(p.missing, g)
	if r.depth-g <= 2*threads {
		at := g*threads + column
		for i := g; i < r.depth; i++ {
			if r.clocks[at] >= number {
				e := &r.at[i]
				p.moves[e.thread] = min(p.moves[e.thread], e.number-1)
				if e.single {
					at += threads
					continue
				}
				for _, t := range r.taken[i].Effect.Threads {
					p.moves[t] = min(p.moves[t], r.clocks[at-column+int(t)]-1)
				}
			}
			at += threads
		}
		return
	}
	for t, n := range p.moves {
		chain := r.chain[t]
		if n == 0 || r.clocks[int(chain[n-1])*threads+column] < number {
			continue
		}
		low, high := 0, int(n)-1 // the first event after g is in low..high
		for low < high {
			if k := (low + high) / 2; r.clocks[int(chain[k])*threads+column] >= number {
				high = k
			} else {
				low = k + 1
			}
		}
		p.moves[t] = int32(low)
	}
}

// length returns the number of events of the run up to the last one in p.
func (r *run) length(p *configuration) int {
	last := int32(-1)
	for t, n := range p.moves {
		if n > 0 {
			last = max(last, r.chain[t][n-1])
		}
	}
	return int(last) + 1
}

// after returns the state after the events of p, which the caller must not change. It executes the events from the
// first missing one on again (replay), or, if these are many, finds the last write of each component (compose).
func (r *raceDetector) after(p *configuration) []int32 {
	to := r.depth
	if few := 2*r.Width + 16; to-p.missing > few {
		if to = r.length(p); to-p.missing > few {
			return r.compose(p)
		}
	}
	return r.replay(p, to)
}

// replay computes the state after p by executing the events of p again, from the first missing one on. No event from
// number to on is in p.
func (r *raceDetector) replay(p *configuration, to int) []int32 {
	i := p.missing
	for i < to && !r.in(p, int32(i)) {
		i++
	}
	if i >= to {
		return r.states[p.missing]
	}
	r.scratch = append(r.scratch[:0], r.states[p.missing]...)
	for ; i < to; i++ {
		if !r.in(p, int32(i)) {
			continue
		}
		v := r.taken[i]
		if v.Relative {
			v = r.Again(r.scratch, v)
		}
		r.Change(r.scratch, v)
	}
	return r.scratch
}

// compose computes the state after p component by component: each has the value that the last write in p gave it. The
// writes of a component are ordered, so this is its value in the run just after that event.
func (r *raceDetector) compose(p *configuration) []int32 {
	r.scratch = append(r.scratch[:0], r.states[0]...)
	for i := range r.Machine.Comps {
		c := &r.Machine.Comps[i]
		k := r.Stepper.Resource(c.ID)
		if k < 0 { // no other task touches it
			if n := p.moves[c.Task]; n > 0 {
				r.scratch[i] = r.states[r.chain[c.Task][n-1]+1][i]
			}
			continue
		}
		w := r.lastWrite(p, k)
		if w >= 0 {
			r.scratch[i] = r.states[r.log[k][w].event+1][i]
		}
		if c.Kind == sem.RWLock { // readers count up and down in any order: the changes since the last write are added
			for log, s := r.log[k], w+1; s < len(log) && int(log[s].last) == w; s += int(log[s].count) {
				if n := r.prefix(p, log, s); n > 0 {
					r.scratch[i] += r.states[log[s+n-1].event+1][i] - r.states[log[s].event][i]
				}
			}
		}
	}
	for i := range r.Monitors {
		k := &r.Monitors[i]
		if w := r.lastWrite(p, k.Resource); w >= 0 {
			r.scratch[k.At] = r.states[r.log[k.Resource][w].event+1][k.At]
		}
	}
	for t := range r.Program.Tasks {
		if n := p.moves[t]; n > 0 {
			if d := r.chain[t][n-1]; r.Failed(r.states[d+1], cfg.TaskID(t)) {
				r.Fail(r.scratch, cfg.TaskID(t), r.taken[d].Effect.Err)
			}
		}
	}
	return r.scratch
}

// lastWrite returns the index in the log of resource k of the last write in p, or -1. It is usually near the end, so
// eight writes are tried before the binary search.
func (r *run) lastWrite(p *configuration, k int) int {
	log := r.log[k]
	n := len(log)
	for range 8 {
		if n == 0 {
			return -1
		}
		w := int(log[n-1].last)
		if w < 0 || r.in(p, log[w].event) {
			return w
		}
		n = w
	}
	low, high := 0, n // writes before low are in the part, those from high on are not
	for low < high {
		mid := (low + high) / 2
		if w := int(log[mid].last); w >= low && !r.in(p, log[w].event) {
			high = w
		} else {
			low = mid + 1
		}
	}
	if low == 0 {
		return -1
	}
	return int(log[low-1].last)
}

// prefix returns how many of the accesses of the run of reads that begins at index s of the log are in p. They are the
// first ones, as they are of one thread.
func (r *run) prefix(p *configuration, log []access, s int) int {
	low, high := 0, int(log[s].count)
	if r.in(p, log[s+high-1].event) {
		return high
	}
	for high--; low < high; {
		if mid := (low + high) / 2; r.in(p, log[s+mid].event) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

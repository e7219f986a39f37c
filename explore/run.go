package explore

import (
	"math/bits"

	"flavers/explore/model"
	"flavers/sem"
)

// This file is the execution in progress of explorers that reduce: its states, its moves, and which event happens
// before which.
//
// Happens-before is kept by vector clocks. The chain of a thread is the sequence of events that it took part in: its
// own, and the one that started it. The clock of an event has for each thread the number of events in its chain that
// happen before the event, or are it. So event i happens before event j if the clock of j has reached the place of i in
// the chain of one of i's threads. (Mattern, Virtual time and global states of distributed systems, 1989.)

// run is the execution in progress. Event i leads from states[i] to states[i+1].
type run struct {
	*model.System
	depth  int           // number of events; the slices may be longer
	states [][]int32     // by event: the state before it
	taken  []*model.Move // by event
	at     []place       // by event
	clocks []int32       // by event and thread
	chain  [][]int32     // by thread: events
	log    [][]access    // by resource: the events that touched it
}

// place locates an event in the chain of one of its threads.
type place struct {
	thread sem.Thread
	number int32 // from 1
	single bool  // the event has no other thread
}

// access is an entry in the log of a resource: an event that reads or writes it.
type access struct {
	event int32
	last  int32 // index in the log of the last write up to this entry, or -1

	// Reads of one thread that follow each other form a run; a write is a run of its own. A write depends on the last
	// event of each run only, so that a long run costs as much as a single read.
	run   int32 // index in the log of the first entry of this entry's run
	count int32 // in that first entry: the number of entries in the run
}

func newRun(w *model.System) *run {
	r := &run{System: w, chain: make([][]int32, w.Stepper.Threads()), log: make([][]access, 64*w.Stepper.Words())}
	r.states = append(r.states, w.Start())
	return r
}

// state returns the state at the end of the execution.
func (r *run) state() []int32 { return r.states[r.depth] }

// clock returns the clock of event i.
func (r *run) clock(i int) []int32 { return r.clocks[i*len(r.chain) : (i+1)*len(r.chain)] }

// before reports whether event i happens before event j, or is j.
func (r *run) before(i, j int) bool {
	p := &r.at[i]
	return r.clocks[j*len(r.chain)+int(p.thread)] >= p.number
}

// push takes a move. Its event happens after the last write of each resource that it touches and, if it writes, after
// the reads since then.
func (r *run) push(v *model.Move) {
	d, n := r.depth, len(r.chain)
	if len(r.taken) == d {
		r.states = append(r.states, make([]int32, r.Width))
		r.taken = append(r.taken, nil)
		r.at = append(r.at, place{})
		r.clocks = append(r.clocks, make([]int32, n)...)
	}
	r.taken[d] = v
	clock := r.clocks[d*n : (d+1)*n]
	clear(clock)
	for i, word := range v.Reads {
		for ; word != 0; word &= word - 1 {
			k := i<<6 + bits.TrailingZeros64(word)
			list := r.log[k]
			n := int32(len(list))
			a := access{event: int32(d), last: -1, run: n, count: 1}
			if n > 0 {
				a.last = list[n-1].last
			}
			if a.last >= 0 {
				r.join(clock, list[a.last].event)
			}
			if v.Writes.Has(k) {
				for j := n - 1; j > a.last; j = list[j].run - 1 {
					r.join(clock, list[j].event)
				}
				a.last = n
			} else if n > 0 && a.last < n-1 && r.at[list[n-1].event].thread == v.Effect.Threads[0] {
				a.run = list[n-1].run
				list[a.run].count++
			}
			r.log[k] = append(list, a)
		}
	}
	for _, t := range v.Effect.Threads {
		r.chain[t] = append(r.chain[t], int32(d))
		clock[t] = int32(len(r.chain[t]))
	}
	t := v.Effect.Threads[0]
	r.at[d] = place{t, clock[t], len(v.Effect.Threads) == 1}
	r.Apply(r.states[d+1], r.states[d], v)
	r.depth++
}

// join raises a clock to that of an event, so that the event happens before.
func (r *run) join(clock []int32, event int32) {
	for t, k := range r.clock(int(event)) {
		if k > clock[t] {
			clock[t] = k
		}
	}
}

// pop undoes the last move.
func (r *run) pop() {
	r.depth--
	v := r.taken[r.depth]
	for i, word := range v.Reads {
		for ; word != 0; word &= word - 1 {
			k := i<<6 + bits.TrailingZeros64(word)
			list := r.log[k]
			n := len(list) - 1
			if a := list[n].run; int(a) < n {
				list[a].count--
			}
			r.log[k] = list[:n]
		}
	}
	for _, t := range v.Effect.Threads {
		r.chain[t] = r.chain[t][:len(r.chain[t])-1]
	}
}

// path returns the schedule of the execution so far, for a finding.
func (r *run) path(f model.Finding) []sem.Choice { return r.Schedule(f, r.taken[:r.depth]) }

package explore

import (
	"math/bits"

	"flavers/explore/model"
	"flavers/sem"
)

// run is the execution in progress: its states, its moves, and which move
// happens before which.
//
// Event i leads from states[i] to states[i+1]. Its clock says, by thread, how
// many moves of the thread are before it or it itself: event i happens before j
// (or is j) if j's clock has reached i's place in the chain of one of i's
// threads. A thread's chain are the moves that it took part in: its own, and
// the one that started it.
type run struct {
	*model.System
	depth  int
	states [][]int32
	taken  []*model.Move
	at     []place
	clocks []int32    // by event and thread
	chain  [][]int32  // by thread: events
	log    [][]access // by resource: events that touched it
}

// place of an event: one of its threads, and its place, from 1, in the chain of
// that.
type place struct {
	thread sem.Thread
	number int32
	single bool // it has no other thread
}

// access is an event that touched a resource. In the log of the resource, last
// is where the last write up to here is, or -1; run is where the reads without
// interruption by another thread begin of which this is one, and count how many
// follow there (a write is a run of its own).
type access struct {
	event, last int32
	run, count  int32
}

func newRun(w *model.System) *run {
	r := &run{System: w, chain: make([][]int32, w.Stepper.Threads()), log: make([][]access, 64*w.Stepper.Words())}
	r.states = append(r.states, w.Start())
	return r
}

func (r *run) state() []int32 { return r.states[r.depth] }

// clock of event i.
func (r *run) clock(i int) []int32 { return r.clocks[i*len(r.chain) : (i+1)*len(r.chain)] }

// before reports whether event i happens before event j, or is j.
func (r *run) before(i, j int) bool {
	p := &r.at[i]
	return r.clocks[j*len(r.chain)+int(p.thread)] >= p.number
}

// push takes a move.
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

func (r *run) join(clock []int32, event int32) {
	for t, k := range r.clock(int(event)) {
		if k > clock[t] {
			clock[t] = k
		}
	}
}

// pop takes the last move back.
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

// path is the schedule of the execution so far for a finding.
func (r *run) path(f model.Finding) []sem.Choice { return r.Schedule(f, r.taken[:r.depth]) }

package explore

import (
	"sync"
	"sync/atomic"

	"flavers/explore/model"
	"flavers/limit"
)

// This file lets several goroutines share a search with backtrack sets.
//
// A move that waits in a backtrack set will be taken, and what is asleep then
// is known: the moves before it in the set, which only grows at its end. So
// the executions that begin with it can be explored before its turn, by another
// goroutine. What they add to backtrack sets above is kept and entered in its
// turn, when all that comes before has been entered. So every set has the same
// moves in the same order as with one goroutine, and the result is the same.
// (A wakeup tree is not like that: what comes before its turn changes it.)

// grain says how much others are given; tests give away all they can.
type grain struct {
	patience int // executions that a goroutine explores before it gives away some
	distance int // least number of steps below what it gives
	stolen   atomic.Int64
}

// workers is what the goroutines of a search have in common.
type workers struct {
	*grain
	idle atomic.Int64 // goroutines that could be busy and are not
	wait sync.WaitGroup

	mutex sync.Mutex
	spare []*backtracker
}

func newWorkers(e *engine) *workers {
	c := &workers{grain: e.grain}
	if c.grain == nil {
		c.grain = &grain{patience: 16, distance: 3}
	}
	c.idle.Store(int64(e.Options.Jobs - 1))
	return c
}

// branch is the part of a search that one goroutine does: the executions that
// begin with a run and one move after it.
type branch struct {
	workers *workers
	root    int          // depth of the run; -1: all executions
	out     [][]addition // by depth up to root: for sets that are not of this branch, in order
	ended   int          // executions since something was last given away
}

// addition is something to be entered into a backtrack set.
type addition struct {
	firsts []*model.Move
	best   *model.Move
}

// stolenBranch is a branch that another goroutine explores.
type stolenBranch struct {
	at   int // in todo
	done chan limit.Outcome[*backtracker]
}

// give lets another goroutine, if there is one, explore the first branch that
// waits nearest to the start.
func (b *backtracker) give() {
	if b.workers == nil {
		return
	}
	if b.ended++; b.ended < b.workers.patience || b.workers.idle.Load() <= 0 {
		return
	}
	for d := b.root + 1; d < b.r.depth-b.workers.distance; d++ {
		f := &b.frames[d]
		sleep := append([]*model.Move(nil), f.sleep...)
		if b.sleep {
			sleep = append(sleep, b.r.taken[d])
		}
		for k := f.done; k < len(f.todo); k++ {
			if b.sleep && f.todo[k].In(sleep) {
				continue
			}
			if !f.gave(k) {
				if b.workers.idle.Add(-1) < 0 {
					b.workers.idle.Add(1)
					return
				}
				f.given = append(f.given, stolenBranch{k, b.start(d, sleep, f.todo[k])})
				b.workers.stolen.Add(1)
				b.ended = 0
				return
			}
			if b.sleep {
				sleep = append(sleep, b.r.Again(b.r.states[d], f.todo[k]))
			}
		}
	}
}

func (f *backFrame) gave(k int) bool {
	for _, g := range f.given {
		if g.at == k {
			return true
		}
	}
	return false
}

// start explores the executions that begin with the run up to depth d and then
// v, in another goroutine.
func (b *backtracker) start(d int, sleep []*model.Move, v *model.Move) chan limit.Outcome[*backtracker] {
	run := append([]*model.Move(nil), b.r.taken[:d]...)
	open := append([]bool(nil), b.open[:d]...)
	parent := b.e
	done := make(chan limit.Outcome[*backtracker], 1)
	b.workers.wait.Go(func() {
		done <- limit.Caught(func() *backtracker {
			n := b.workers.another(b, parent)
			for _, u := range run {
				n.r.push(n.r.Again(n.r.state(), u))
			}
			n.open = append(n.open[:0], open...)
			for len(n.frames) <= d {
				n.frames = append(n.frames, backFrame{})
			}
			f := &n.frames[d]
			f.sleep, f.todo, f.done, f.given = append(f.sleep[:0], sleep...), append(f.todo[:0], v), 0, f.given[:0]
			n.root = d
			for len(n.out) <= d {
				n.out = append(n.out, nil)
			}
			n.search()
			return n
		})
		b.workers.idle.Add(1)
	})
	return done
}

// another is a backtracker for another goroutine.
func (c *workers) another(b *backtracker, parent *engine) *backtracker {
	c.mutex.Lock()
	var n *backtracker
	if k := len(c.spare); k > 0 {
		n, c.spare = c.spare[k-1], c.spare[:k-1]
	}
	c.mutex.Unlock()
	if n == nil {
		n = &backtracker{classic: b.classic, sleep: b.sleep, branch: branch{workers: c}}
		n.e = parent.part(parent.System.Copy())
		n.r = newRacer(n.e, n.add)
	}
	n.e.Reset(parent.Exploration)
	n.ended = 0
	return n
}

// receive takes over what another goroutine has found in the branch whose turn
// it is; false: it was not given away.
func (b *backtracker) receive(f *backFrame) bool {
	for _, g := range f.given {
		if g.at != f.done {
			continue
		}
		b.workers.idle.Add(1)
		n := (<-g.done).Value()
		b.workers.idle.Add(-1)
		if b.sleep {
			f.sleep = append(f.sleep, b.r.Again(b.r.state(), f.todo[f.done]))
		}
		b.e.Merge(n.e.Exploration)
		for at := range n.out {
			for _, o := range n.out[at] {
				b.enter(at, o.firsts, o.best)
			}
			clear(n.out[at])
			n.out[at] = n.out[at][:0]
		}
		for n.r.depth > 0 {
			n.r.pop()
		}
		b.workers.mutex.Lock()
		b.workers.spare = append(b.workers.spare, n)
		b.workers.mutex.Unlock()
		return true
	}
	return false
}

// send keeps an addition to a set above the branch. It can be left out if an
// earlier one offers nothing else: when that is entered, one of its moves is in
// the set.
func (b *backtracker) send(at int, firsts []*model.Move, best *model.Move) {
next:
	for _, o := range b.out[at] {
		for _, u := range o.firsts {
			if !u.In(firsts) {
				continue next
			}
		}
		return
	}
	b.out[at] = append(b.out[at], addition{append([]*model.Move(nil), firsts...), best})
}

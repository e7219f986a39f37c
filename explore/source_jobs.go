package explore

import (
	"sync"
	"sync/atomic"

	"flavers/explore/model"
	"flavers/limit"
)

// This file lets several goroutines share a search with backtrack sets, so that the result is the same as that of one
// goroutine.
//
// A move that waits in a backtrack set will be taken, and it is known which moves sleep then: those before it in the
// set, because a set grows only at its end. So another goroutine can explore the executions that begin with it before
// its turn. These executions may add moves to backtrack sets above. Such additions are kept, and entered in the turn of
// the move, when everything that comes before has been entered. So every set gets the same moves in the same order as
// with one goroutine.
//
// (This does not work for wakeup trees: what is explored before the turn of a node changes the tree below it.)

// grain determines how much work is given away. Tests give away as much as possible.
type grain struct {
	patience int // executions that a goroutine explores before it gives away a branch
	distance int // least number of steps from a branch that is given away to the end of the execution
	stolen   atomic.Int64
}

// workers is shared by the goroutines of a search.
type workers struct {
	*grain
	idle atomic.Int64 // number of goroutines that may be started
	wait sync.WaitGroup

	mutex sync.Mutex
	spare []*backtracker // finished ones, to be used again
}

func newWorkers(e *engine) *workers {
	c := &workers{grain: e.grain}
	if c.grain == nil {
		c.grain = &grain{patience: 16, distance: 3}
	}
	c.idle.Store(int64(e.Options.Jobs - 1))
	return c
}

// branch is the part of a search that one goroutine does: all executions with the same first moves.
type branch struct {
	workers *workers
	root    int          // depth of the state before the last of these moves; -1: all executions
	out     [][]addition // by depth up to root: additions to sets above the branch, in order
	ended   int          // executions since a branch was last given away
}

// addition is an addition to a backtrack set (backtracker.enter).
type addition struct {
	firsts []*model.Move
	best   *model.Move
}

// stolenBranch is a branch that another goroutine explores.
type stolenBranch struct {
	at   int // index of its move in todo
	done chan limit.Outcome[*backtracker]
}

// give starts another goroutine, if one may be started, for the first waiting branch nearest to the start, which is
// likely to be the largest.
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

// gave reports whether the branch of move k in todo was given away.
func (f *backFrame) gave(k int) bool {
	for _, g := range f.given {
		if g.at == k {
			return true
		}
	}
	return false
}

// start explores, in another goroutine, the executions that begin as the one in progress up to depth d, and go on with
// v.
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

// another returns a backtracker for another goroutine.
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

// receive takes over the result of the branch whose turn it is. It returns false if the branch was not given away.
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

// send keeps an addition to a set above the branch. It leaves it out if an earlier addition has only moves that this
// one has, too: once that one is entered, one of them is in the set.
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

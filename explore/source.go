package explore

import (
	"fmt"
	"slices"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file explores with backtrack sets. Each state of the execution in progress has a list of moves that have to be
// taken there. When a race shows another way in which the execution could have gone, one of the moves that can come
// first in that way is added to the list of the state where the two part, unless such a move is in the list already.
// There are two kinds:
//
//   - source: any move that can come first (Source-DPOR, Abdulla et al. 2014), with sleep sets.
//   - classic: only moves that lead to the reversed step, and that step itself if possible (Flanagan and Godefroid
//     2005). All races are considered, and not only the last one.
//
// Our difference: as in optimal.go. Races of a task's own step are looked for when the step is taken, with the events
// before it. All others are looked for when the execution has ended, also if sleep sets have ended it; among them are
// those of tasks that are blocked at the end.

// backtracker is an exploration in progress.
type backtracker struct {
	classic, sleep bool
	wide           bool // dpor-classic: see classic.go

	e      *engine
	r      *raceDetector
	frames []backFrame // by depth
	open   []bool      // by event: its races are to be looked for again at the end of the execution

	branch       // for several goroutines
	budget int64 // transitions after which a branch ends; 0: no limit

	// Buffers.
	events []int32
	firsts []*model.Move
	all    []*model.Move
}

// backFrame belongs to a state of the execution in progress.
type backFrame struct {
	sleep []*model.Move  // moves that need not be taken here; empty without sleep sets
	todo  []*model.Move  // the backtrack set: moves to be taken here, in order
	done  int            // number of moves in todo that were taken; the last of them is in progress
	given []stolenBranch // branches of todo that other goroutines explore
}

func (b *backtracker) explore(e *engine) {
	b.e = e
	b.r = newRacer(e, b.add)
	b.frames = append(b.frames, backFrame{})
	b.root = -1
	if e.Options.Jobs > 1 && e.Options.MaxExecutions == 0 && !e.Options.StopAtFirst && !e.Options.StopAtCut {
		b.workers = newWorkers(e)
		defer b.workers.wait.Wait()
	}
	b.search()
}

// search runs all executions that begin as the execution in progress.
func (b *backtracker) search() {
	for {
		d := b.r.depth
		f := &b.frames[d]
		if len(f.todo) == 0 && !b.choose(f) || !b.take() {
			if b.e.Halted || !b.back() || b.spent() {
				return
			}
		}
	}
}

// choose puts a first move into the list of a new state. If there is none, the execution has ended: choose looks for
// its races and returns false.
func (b *backtracker) choose(f *backFrame) bool {
	state := b.r.state()
	v, any, stuck := b.next(state, f.sleep)
	how := model.Cut
	switch {
	case !any:
		how = b.r.Ending(state, stuck)
	case b.r.depth < b.e.Options.Depth && v != nil:
		f.todo = append(f.todo, v)
		return true
	case b.r.depth < b.e.Options.Depth:
		how = model.Blocked
	}
	if b.e.Ended(state, how, b.r.path) {
		b.leftover()
		b.give()
	}
	return false
}

// take takes the next move of the list that does not sleep. It returns false if there is none.
func (b *backtracker) take() bool {
	d := b.r.depth
	f := &b.frames[d]
	for f.done < len(f.todo) && (b.sleep && f.todo[f.done].In(f.sleep) || b.receive(f)) {
		f.done++
	}
	if f.done == len(f.todo) || !b.e.Step(d+1) {
		return false
	}
	v := b.r.Again(b.r.state(), f.todo[f.done])
	if v == nil {
		panic(fmt.Sprintf("explore: action %d.%d of a backtrack set cannot be taken", f.todo[f.done].Action,
			f.todo[f.done].Key))
	}
	f.done++
	if len(b.frames) == d+1 {
		b.frames = append(b.frames, backFrame{})
		f = &b.frames[d]
	}
	g := &b.frames[d+1]
	g.todo, g.done, g.given = g.todo[:0], 0, g.given[:0]
	g.sleep = g.sleep[:0]
	if b.sleep {
		g.sleep = asleep(g.sleep, f.sleep, v)
	}
	b.r.push(v)
	if v.Effect.Err != nil {
		b.e.Met(v.Effect.Err, b.r.path)
	}
	b.races(v)
	return true
}

// back undoes the last move. It returns false if there is none.
func (b *backtracker) back() bool {
	if b.r.depth <= max(b.root, 0) {
		return false
	}
	b.r.pop()
	f := &b.frames[b.r.depth]
	if b.sleep {
		f.sleep = append(f.sleep, b.r.taken[b.r.depth])
	}
	return true
}

// races looks for races of the last move, v: what its tasks could have done instead.
func (b *backtracker) races(v *model.Move) {
	act := b.r.Program.Actions[v.Action]
	t := v.Effect.Threads[0]
	k := len(b.r.chain[t]) - 1
	for len(b.open) < b.r.depth {
		b.open = append(b.open, false)
	}
	if !act.Joint() {
		b.open[b.r.depth-1] = b.r.alone(t, k)
		return
	}
	u := b.r.Program.Nodes[act.B].Task
	b.r.pair(v.Way, cfg.TaskID(t), k, u, len(b.r.chain[u])-1, 0)
}

// leftover looks for the races that are still open when an execution has ended: those of tasks that are blocked, those
// that later events have made possible, and those with partners that have come later.
func (b *backtracker) leftover() {
	r := b.r
	r.compare()
	for t := range r.chain {
		t := sem.Thread(t)
		for k := int(r.same[t]); k <= len(r.chain[t]); k++ {
			if k == len(r.chain[t]) || !r.simple(t, r.chain[t][k]) || b.open[r.chain[t][k]] {
				r.alone(t, k)
			}
			r.together(t, k, 0)
		}
	}
}

// add adds a move to the list of the state at depth at, where another way parts from the execution. The other way is
// the moves of configuration p from there on, and then v.
func (b *backtracker) add(at int, p *configuration, v *model.Move) {
	l := b.r.notdep(p, at)
	b.events = b.r.minimal(b.events[:0], &l)
	if b.classic { // only moves that lead to v
		past := b.r.past(p, v.Footprint)
		b.events = slices.DeleteFunc(b.events, func(e int32) bool { return past[b.r.at[e].thread] < b.r.at[e].number })
	}
	b.firsts = b.firsts[:0]
	if !b.r.touched(&l, v.Footprint) {
		b.firsts = append(b.firsts, v)
	}
	if !b.classic || len(b.firsts) == 0 {
		for _, e := range b.events {
			b.firsts = append(b.firsts, b.r.taken[e])
		}
	}
	best := b.firsts[0]
	for _, u := range b.firsts[1:] {
		if b.prefer(u, best) {
			best = u
		}
	}
	b.enter(at, b.firsts, best)
}

// enter puts best, the preferred one of firsts, into the list of the state at depth at, unless one of firsts is there.
func (b *backtracker) enter(at int, firsts []*model.Move, best *model.Move) {
	if at <= b.root {
		b.send(at, firsts, best)
		return
	}
	if b.wide {
		b.widen(at, firsts, best)
		return
	}
	f := &b.frames[at]
	for _, u := range firsts {
		if u.In(f.todo) {
			return
		}
	}
	f.todo = append(f.todo, best)
}

// prefer reports whether v is preferred to u: by its task, and then by the order of actions, so that results do not
// depend on chance.
func (b *backtracker) prefer(v, u *model.Move) bool {
	tv, tu := b.r.Program.Nodes[b.r.Program.Actions[v.Action].A].Task,
		b.r.Program.Nodes[b.r.Program.Actions[u.Action].A].Task
	if tv != tu && b.e.Options.HighestFirst {
		return tv > tu
	}
	if tv != tu {
		return tv < tu
	}
	return v.Way < u.Way || v.Way == u.Way && v.Key < u.Key
}

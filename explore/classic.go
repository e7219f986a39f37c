package explore

import (
	"flavers/explore/model"
)

// This file is dpor-classic: dpor+sleep with two habits of the tool that made
// the published numbers of "DPOR" beside those of source sets and wakeup trees
// (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014): readers 5 and 3,281, last zero
// 241 and 53,198, indexer 78 and 341,832, file system 4 and 64. They are
// Executions + Blocked.
//
// 1. A task goes on as long as it can; only then is the preferred one next.
//
// 2. What is asleep in a state, or has been taken there, is no candidate for
// its backtrack set. Where the algorithm of 2005 knows of no move that leads to
// the reversed step, it adds all that are enabled; so does this one, all
// candidates, if no candidate leads there. dpor+sleep adds nothing then: the
// other execution is known.
//
// So every race adds what dpor+sleep needs, or more, and it is complete for the
// same reason. Most of what rule 2 adds is given up at the end, because what
// would have to come next sleeps: 70 of the 78 executions of the indexer.
//
// Our difference: all races of a step and not the last one. On the programs of
// the paper that changes no number. (Sleep sets with the last race alone lose
// executions: of readers_private one of four; rule 2 brings that one back.)

// next is the first move of a state that is not asleep: of dpor-classic, of the
// task that has moved last, if it has one. The results are those of System.Next.
func (b *backtracker) next(state []int32, sleep []*model.Move) (v *model.Move, any, stuck bool) {
	if b.wide && b.r.depth > 0 {
		last := b.r.taken[b.r.depth-1]
		if v := b.r.NextOf(b.r.Program.Nodes[b.r.Program.Actions[last.Action].A].Task, state, sleep); v != nil {
			return v, true, false
		}
	}
	return b.r.Next(state, sleep)
}

// widen is enter for dpor-classic: it puts the best of some moves into the list
// of the state at depth at, unless a candidate among them is there already; all
// candidates, if none of these moves is one.
func (b *backtracker) widen(at int, firsts []*model.Move, best *model.Move) {
	f := &b.frames[at]
	taken := f.todo[:f.done]
	candidate := func(v *model.Move) bool { return !v.In(f.sleep) && !v.In(taken) }
	var found *model.Move
	for _, u := range firsts {
		if !candidate(u) {
			continue
		}
		if u.In(f.todo) {
			return
		}
		if found == nil || u == best || found != best && b.prefer(u, found) {
			found = u
		}
	}
	if found != nil {
		f.todo = append(f.todo, found)
		return
	}
	b.all, _ = b.r.Enabled(b.all[:0], b.r.states[at])
	for _, u := range b.all {
		if candidate(u) && !u.In(f.todo) {
			f.todo = append(f.todo, u)
		}
	}
}

package explore

import (
	"flavers/explore/model"
)

// This file is dpor-classic: dpor+sleep (source.go) with two rules of the tool with
// which Abdulla, Aronis, Jonsson and Sagonas (POPL 2014) compare source sets and
// wakeup trees. With them, Executions + Blocked are the numbers that they publish for
// "DPOR": readers 5 and 3,281, last zero 241 and 53,198, indexer 78 and 341,832, file
// system 4 and 64.
//
//  1. A task goes on as long as it can. Only then is the preferred one next.
//  2. A move that sleeps in a state, or was taken there, is no candidate for the
//     backtrack set of the state. If no candidate leads to the reversed step, all
//     candidates are added. (The algorithm of 2005 adds all enabled moves if it knows
//     of none that leads to the step.) dpor+sleep adds nothing in this case, as the
//     reversed execution is known.
//
// So every race adds what dpor+sleep adds, or more, and the explorer is complete for the
// same reason. Most executions that rule 2 adds are given up at the end, because all
// that could come next sleeps: 70 of the 78 executions of the indexer.
//
// Difference from the tool: all races of a step are considered, not only the last one.
// On the programs of the paper this changes no number. Sleep sets with the last race
// alone would lose executions, one of the four of readers_private; rule 2 brings that one
// back.

// next returns the first move of a state that does not sleep; for dpor-classic, of the
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

// widen is enter for dpor-classic (rule 2): it adds the preferred candidate among firsts
// to the backtrack set of the state at depth at, unless one of them is there. If none of
// firsts is a candidate, it adds all candidates of the state.
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

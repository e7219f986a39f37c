package verify

import (
	"cmp"
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// blame names the components that stopped the replay where it got furthest:
// those outside the domain of the path's next action, and, for tasks that are
// not where they should be, those that keep them from going on. Most often
// named first.
func (r *replayer) blame() []sem.CompID {
	votes := make([]int, len(r.c.sem.M.Comps))
	for _, p := range r.stuck {
		b := blamer{r: r, p: p, votes: votes, asked: make([]bool, len(r.c.p.Tasks))}
		if p.at < len(r.path) {
			b.action(r.c.p.Actions[r.path[p.at]])
		} else { // the end was not reached: some task does not end, or a message is left
			for i, v := range p.vec {
				k := &r.c.sem.M.Comps[i]
				if r.c.sem.M.Final(k.ID, v) {
					continue
				}
				votes[i]++
				if k.Kind == sem.Position {
					b.task(k.Task)
				} else {
					b.task(r.c.p.Objects[k.Object].Owner)
				}
			}
		}
	}
	var out []sem.CompID
	for id, n := range votes {
		if n > 0 {
			out = append(out, sem.CompID(id))
		}
	}
	slices.SortStableFunc(out, func(x, y sem.CompID) int { return cmp.Compare(votes[y], votes[x]) })
	return out
}

// blamer asks at one position why steps cannot be taken.
type blamer struct {
	r     *replayer
	p     *position
	votes []int
	asked []bool // tasks
}

// action blames what keeps an action from being taken.
func (b *blamer) action(act cfg.Action) {
	m := b.r.c.sem.M
	for k := range b.r.c.sem.Cases[act.ID] {
		for _, mv := range b.r.c.sem.Cases[act.ID][k].Moves {
			if slices.ContainsFunc(mv.Pairs, func(q sem.Pair) bool { return q.From == b.p.vec[mv.Comp] }) {
				continue
			}
			b.votes[mv.Comp]++
			if comp := &m.Comps[mv.Comp]; comp.Kind == sem.Position {
				b.task(comp.Task)
			}
		}
	}
}

// task blames what keeps a task from leaving the point where it stands.
func (b *blamer) task(t cfg.TaskID) {
	if b.asked[t] {
		return
	}
	b.asked[t] = true
	p := b.r.c.p
	at := b.r.c.sem.M.Point(t, b.p.vec[b.r.c.sem.M.Pos(t)])
	if at == cfg.None {
		return
	}
	for _, act := range p.Actions {
		if p.Nodes[act.A].Point == at || act.Joint() && p.Nodes[act.B].Point == at {
			b.action(act)
		}
	}
}

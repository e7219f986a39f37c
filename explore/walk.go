package explore

import (
	"math/rand/v2"

	"flavers/cfg"
)

// walker takes random executions: random picks any move that can be taken;
// with priorities (PCT, Burckhardt et al. 2010) tasks have random priorities,
// the highest that can moves, and at bugs-1 random steps the task that has
// just moved gets the lowest. A bug that depends on the order of that many
// steps is found with probability at least 1/(n k^(bugs-1)) by each execution
// of n tasks and k steps; k is taken from the longest execution so far.
//
// Equal seeds give equal executions.
type walker struct {
	seed       uint64
	priorities bool
	bugs       int

	random  *rand.Rand
	rank    []int // by task: the higher moves first
	lowest  int
	change  []int // steps at which the priority changes
	longest int
}

func (w *walker) explore(e *engine) {
	w.random = rand.New(rand.NewPCG(w.seed, 0x9e3779b97f4a7c15))
	if w.bugs <= 0 {
		w.bugs = 3
	}
	w.longest = 1
	e.share = func() float64 { return float64(e.Executions+e.Cut+e.Beyond+e.Excluded) / float64(e.opt.MaxExecutions) }
	r := newRun(e.world)
	var list []*move
	for e.Executions+e.Cut+e.Beyond+e.Excluded < e.opt.MaxExecutions && !e.stopped {
		w.begin(len(e.p.Tasks))
		for {
			var stuck bool
			list, stuck = e.enabled(list[:0], r.state())
			how := cut
			if len(list) == 0 {
				how = e.ending(r.state(), stuck)
			} else if r.anyFailed(r.state()) {
				how = e.failing(r.state())
			} else if r.depth < e.opt.Depth {
				if !e.step(r.depth + 1) {
					return
				}
				v := w.pick(e.world, list, r.depth)
				r.push(v)
				if v.eff.Err != nil {
					e.meets(v.eff.Err, r.path)
				}
				continue
			}
			e.ended(r.state(), how, r.path)
			break
		}
		w.longest = max(w.longest, r.depth)
		for r.depth > 0 {
			r.pop()
		}
		if e.Transitions == 0 {
			return // nothing can move
		}
	}
}

// begin draws priorities and the steps at which they change.
func (w *walker) begin(tasks int) {
	if !w.priorities {
		return
	}
	w.rank = w.rank[:0]
	for t := range tasks {
		w.rank = append(w.rank, t)
	}
	w.random.Shuffle(tasks, func(i, j int) { w.rank[i], w.rank[j] = w.rank[j], w.rank[i] })
	w.lowest = 0
	w.change = w.change[:0]
	for range w.bugs - 1 {
		w.change = append(w.change, w.random.IntN(w.longest)+1)
	}
}

func (w *walker) pick(g *world, list []*move, step int) *move {
	if !w.priorities {
		return list[w.random.IntN(len(list))]
	}
	owner := func(v *move) cfg.TaskID { return g.p.Nodes[g.p.Actions[v.action].A].Task }
	best := cfg.TaskID(-1)
	n := 0
	for _, v := range list {
		switch t := owner(v); {
		case best < 0 || w.rank[t] > w.rank[best]:
			best, n = t, 1
		case t == best:
			n++
		}
	}
	k := w.random.IntN(n)
	for _, c := range w.change {
		if c == step+1 {
			w.lowest--
			w.rank[best] = w.lowest
		}
	}
	for _, v := range list {
		if owner(v) == best {
			if k == 0 {
				return v
			}
			k--
		}
	}
	panic("explore: no move of the best task")
}

package explore

import (
	"math/rand/v2"

	"flavers/cfg"
	"flavers/explore/model"
)

// This file has the explorers random and pct, which take some executions at random.
//
// random picks in each state any move that is possible. pct is probabilistic concurrency
// testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010): tasks get random
// priorities, and in each state the possible task with the highest priority moves. At
// d-1 random steps, the task that moves gets the lowest priority. An execution of n tasks
// and k steps finds a bug that depends on the order of d steps with probability at least
// 1/(n k^(d-1)). The paper is given k; here k is the length of the longest execution of
// the rounds before.
//
// Each execution is drawn from the seed and its number. So equal seeds give equal
// executions, with any number of jobs.

// walker takes random executions.
type walker struct {
	seed       uint64
	priorities bool // pct
	bugs       int  // d

	source *rand.PCG // of random
	random *rand.Rand
	list   []*model.Move // scratch

	// Of pct.
	rank    []int // by task: its priority; the highest moves
	lowest  int   // the lowest priority given so far, 0 or less
	change  []int // steps, from 1, at which the task that moves gets the lowest priority
	longest int   // k
}

// usualWalks is the default of MaxExecutions.
const usualWalks = 1000

// Executions are taken in rounds: the first one alone, then rounds of walkRound, all with
// the same k. With several jobs, a round is divided into parts of walkPart executions.
const (
	walkRound = 128
	walkPart  = 16
)

func newWalker(o Options, priorities bool) *walker {
	source := rand.NewPCG(0, 0)
	w := &walker{seed: o.Seed, priorities: priorities, bugs: o.Bugs, source: source, random: rand.New(source), longest: 1}
	if w.bugs <= 0 {
		w.bugs = 3
	}
	return w
}

func (w *walker) explore(e *engine) {
	count := func() int64 { return e.Executions + e.Cut + e.Beyond + e.Excluded }
	e.Share = func() float64 { return float64(count()) / float64(e.Options.MaxExecutions) }
	r := newRun(e.System)
	w.walk(e, r, 0, min(1, e.Options.MaxExecutions))
	var jobs []*walkJob
	for !e.Halted && e.Transitions > 0 && count() < e.Options.MaxExecutions { // without a transition nothing can move
		from, to := count(), min(count()+walkRound, e.Options.MaxExecutions)
		w.longest = max(w.longest, e.MaxDepth)
		if e.Options.Jobs <= 1 {
			w.walk(e, r, from, to)
			continue
		}
		for len(jobs) < e.Options.Jobs {
			jobs = append(jobs, newWalkJob(e, w))
		}
		w.share(e, jobs, from, to)
	}
}

// walk takes the executions with numbers from to to-1.
func (w *walker) walk(e *engine, r *run, from, to int64) {
	for i := from; i < to && !e.Halted; i++ {
		w.source.Seed(w.seed, 0x9e3779b97f4a7c15+uint64(i))
		w.begin(len(e.Program.Tasks))
		for {
			var stuck bool
			w.list, stuck = e.Enabled(w.list[:0], r.state())
			how := model.Cut
			if len(w.list) == 0 {
				how = e.Ending(r.state(), stuck)
			} else if r.AnyFailed(r.state()) {
				how = e.Failing(r.state())
			} else if r.depth < e.Options.Depth {
				if !e.Step(r.depth + 1) {
					return
				}
				v := w.pick(e.System, w.list, r.depth)
				r.push(v)
				if v.Effect.Err != nil {
					e.Met(v.Effect.Err, r.path)
				}
				continue
			}
			e.Ended(r.state(), how, r.path)
			break
		}
		for r.depth > 0 {
			r.pop()
		}
	}
}

// begin draws priorities for an execution, and the steps at which they change.
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

// pick chooses one of the moves of a state. step is the number of moves before, from 0.
func (w *walker) pick(g *model.System, list []*model.Move, step int) *model.Move {
	if !w.priorities {
		return list[w.random.IntN(len(list))]
	}
	owner := func(v *model.Move) cfg.TaskID { return g.Program.Nodes[g.Program.Actions[v.Action].A].Task }
	best := cfg.TaskID(-1) // the task with the highest priority, and the number of its moves
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

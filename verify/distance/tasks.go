package distance

import (
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// This file computes the distances of one task: in the graph of all pairs of a position of
// the task and a state of the automaton, the cost of a cheapest path to the goal. Edges are
// the actions. An action in which the task takes part costs one step, or half a step if
// another task takes part, too. Every other action may happen at any time, at no cost.

// touch is what the cases of one action do to the position of one task.
type touch struct {
	action cfg.ActionID
	cost   int32      // for the task, in halves of steps
	pairs  []sem.Pair // moves of the position, by all cases
	cases  int        // how many cases look at the position
}

// touches lists, by task, the actions that look at its position or move it.
func (ab *abstraction) touches() [][]touch {
	m := ab.sem.M
	out := make([][]touch, len(ab.p.Tasks))
	for a, cases := range ab.sem.Cases {
		act := ab.p.Actions[a]
		for k := range cases {
			for i := range cases[k].Moves {
				mv := &cases[k].Moves[i]
				if m.Comps[mv.Comp].Kind != sem.Position {
					continue
				}
				t := m.Comps[mv.Comp].Task
				list := out[t]
				if n := len(list); n == 0 || list[n-1].action != act.ID {
					list = append(list, touch{action: act.ID, cost: ab.cost(act, t)})
				}
				last := &list[len(list)-1]
				last.cases++
				for _, pair := range mv.Pairs {
					if !slices.Contains(last.pairs, pair) {
						last.pairs = append(last.pairs, pair)
					}
				}
				out[t] = list
			}
		}
	}
	return out
}

// cost returns what an action costs a task whose position it looks at, in halves of steps.
// It costs nothing if it is a step of other tasks: one that starts the task, waits for its
// end, or asks where it stands.
func (ab *abstraction) cost(act cfg.Action, t cfg.TaskID) int32 {
	takesPart := ab.p.Nodes[act.A].Task == t || act.Joint() && ab.p.Nodes[act.B].Task == t
	switch {
	case !takesPart:
		return 0
	case act.Joint():
		return 1
	default:
		return 2
	}
}

// arrival is an edge to a position: the position that it comes from, and the effect and
// the cost of its action.
type arrival struct{ from, effect, cost int32 }

// ofTask returns the distances of a task in halves of steps, at position*states + q. It
// returns nil if that would exceed the work that is left, or if all distances are 0.
func (ab *abstraction) ofTask(t cfg.TaskID, touches []touch) []int32 {
	m := ab.sem.M
	positions := int(m.Comps[m.Pos(t)].Size)
	arrive := make([][]arrival, positions) // by position
	others := slices.Clone(ab.having)      // by effect: how many actions can have it without a look at the position
	work := 0
	for i := range touches {
		to := &touches[i]
		for _, e := range ab.of[to.action] {
			if to.cases == len(ab.sem.Cases[to.action]) {
				others[e]--
			}
			for _, pair := range to.pairs {
				arrive[pair.To] = append(arrive[pair.To], arrival{pair.From, e, to.cost})
			}
			work += len(to.pairs)
		}
	}
	var free []int32 // effects that cost the task nothing, at any position
	for e := 1; e < len(others); e++ {
		if others[e] > 0 {
			free = append(free, int32(e))
		}
	}
	if work = (work + positions*(len(free)+1)) * ab.states; work > ab.left {
		return nil
	}
	ab.left -= work
	own := ab.shortest(positions, func(to int, visit func(from, effect, cost int32)) {
		for _, e := range free {
			visit(int32(to), e, 0)
		}
		for _, r := range arrive[to] {
			visit(r.from, r.effect, r.cost)
		}
	}, func(v int32) bool { return m.Rests(t, v) })
	if slices.Max(own) == 0 {
		return nil
	}
	return own
}

// shortest returns the cost of a cheapest path to the goal, from each pair of a position
// and a state q, at position*states + q; Far if there is none. It is Dijkstra's algorithm,
// backwards from the pairs in which the goal is reached. arrivals calls visit with every
// edge to a position. rests reports whether the task may stay at a position for ever.
func (ab *abstraction) shortest(positions int, arrivals func(to int, visit func(from, effect, cost int32)),
	rests func(int32) bool) []int32 {
	dist := make([]int32, positions*ab.states)
	// An edge costs at most 2, so the pairs in the queue have at most three distances:
	// three stacks, one for each distance modulo 3, are a priority queue.
	var queue [3][]int32
	for i := range dist {
		dist[i] = Far
		if p, q := i/ab.states, i%ab.states; ab.goal(q) || ab.end(q) && rests(int32(p)) {
			dist[i] = 0
			queue[0] = append(queue[0], int32(i))
		}
	}
	for d := int32(0); len(queue[0])+len(queue[1])+len(queue[2]) > 0; d++ {
		for now := d % 3; len(queue[now]) > 0; {
			to := int(queue[now][len(queue[now])-1])
			queue[now] = queue[now][:len(queue[now])-1]
			ab.poll.Look()
			if dist[to] != d {
				continue // a cheaper path was found after the pair had been entered
			}
			q := to % ab.states
			arrivals(to/ab.states, func(from, effect, cost int32) {
				for _, r := range ab.before[effect][q] {
					if i := int(from)*ab.states + int(r); dist[i] > d+cost {
						dist[i] = d + cost
						queue[(d+cost)%3] = append(queue[(d+cost)%3], int32(i))
					}
				}
			})
		}
	}
	return dist
}

package sem

import "flavers/cfg"

// This file bounds how far a counter can rise: the readers of a lock, a semaphore,
// the counter of a wait group. Components have finitely many values, so that each
// needs a bound. It is found in the control flow: a task with the path
//
//	rlock  rlock  runlock  rlock
//
// raises the counter by at most 2, the largest sum of a beginning of a path, and
// tasks together by at most the sum of theirs. A loop that raises it in each turn
// has no such bound; then looseBound is kept, and a step beyond it is an error.

// looseBound is the largest count kept of a counter that no control path
// bounds; counting beyond it is a LimitError.
const looseBound = 255

// maxSemaphore is the largest count of a semaphore: tables have a row for each.
const maxSemaphore = 1 << 20

// counts returns the change of a counter to which one operation adds one, and from which another takes one away.
func counts(up, down cfg.Op) func(cfg.Op) int {
	return func(op cfg.Op) int {
		switch op {
		case up:
			return 1
		case down:
			return -1
		}
		return 0
	}
}

// adds returns the change of the counter of a wait group.
func adds(group cfg.ObjectID) func(cfg.Op) int {
	return func(op cfg.Op) int {
		if op, ok := op.(cfg.GroupAdd); ok && op.Group == group {
			return int(op.By)
		}
		return 0
	}
}

// takes returns what operations take from the counter of a wait group.
func takes(group cfg.ObjectID) func(cfg.Op) int {
	added := adds(group)
	return func(op cfg.Op) int { return max(0, -added(op)) }
}

// groupBound returns how far the counter of a wait group is counted, and whether that is exact. Where control flow
// does not bound what is added, it may bound what is taken, by n at most. Then a counter above n never comes to
// zero again, and n+1 may stand for all values above n: many says so. No operation leads away from n+1.
func groupBound(p *cfg.Program, group cfg.ObjectID) (bound int, many, exact bool) {
	if bound, exact = maxCount(p, adds(group)); exact {
		return bound, false, true
	}
	if taken, bounded := maxCount(p, takes(group)); bounded {
		return taken + 1, true, true
	}
	return bound, false, false
}

// maxCount bounds from above how far a counter can rise over its start: the
// sum over all tasks of the largest prefix sum along a control path, on which
// operations change it by delta.
// boundExact is false when some path can raise it without end (then looseBound is
// returned), so that exceeding the bound must be watched for.
//
// May err towards: more (blocking and guards are ignored).
func maxCount(p *cfg.Program, delta func(cfg.Op) int) (bound int, boundExact bool) {
	touches := make([]bool, len(p.Tasks))
	for i := range p.Nodes {
		if delta(p.Nodes[i].Op) > 0 {
			touches[p.Nodes[i].Task] = true
		}
	}
	best := make([]int, len(p.Points)) // highest sum with which a point is reached
	for t := range p.Tasks {
		if !touches[t] {
			continue
		}
		most, ok := maxPrefix(p, &p.Tasks[t], delta, best)
		if !ok {
			return looseBound, false
		}
		bound += most
	}
	if bound > 1<<14 {
		return looseBound, false
	}
	return bound, true
}

// maxPrefix returns the largest sum of changes along a control path from the task's start, by the algorithm of
// Bellman and Ford for longest paths. ok is false for a cycle with a positive sum, and after too many rounds to
// tell. best is memory, by point.
func maxPrefix(p *cfg.Program, t *cfg.Task, delta func(cfg.Op) int, best []int) (most int, ok bool) {
	const unseen = -1 << 30
	for q := range p.Points {
		if p.Points[q].Task == t.ID {
			best[q] = unseen
		}
	}
	best[t.Start] = 0
	todo := []cfg.PointID{t.Start}
	for work := 0; len(todo) > 0; {
		q := todo[0]
		todo = todo[1:]
		for _, n := range p.Points[q].Nodes {
			node := &p.Nodes[n]
			if sum := best[q] + delta(node.Op); sum > best[node.Next] {
				best[node.Next] = sum
				most = max(most, sum)
				todo = append(todo, node.Next)
			}
			if work++; work > 50*len(p.Points)+1000 {
				return 0, false
			}
		}
	}
	return most, true
}

package mip

import (
	"slices"

	"flavers/cfg"
	"flavers/internal/scc"
)

// This file turns a program into rules on rows. Write row(P) for the set of
// places parallel to P. Because no two places of one task are ever parallel,
// row(P) has no place of P's own task, and row(P) ∩ row(Q) none of the tasks of
// P and Q: "every place of a third task" is the plain intersection.

// observer returns an imagined task with one place and no steps: it is parallel to exactly what is reachable, so
// that reachability is one more column and needs no rules of its own. Its index follows the last point.
func observer(p *cfg.Program) int32 { return int32(len(p.Points)) }

// step is the rule row(to) ⊇ row(from).
type step struct{ from, to int32 }

// start is the rule row(to) ⊇ row(from) without the places of task; to is the
// start of task, from the place of a spawn that may start it.
type start struct {
	from, to int32
	task     cfg.TaskID
}

// meeting is the rule: if p ∥ q, then p2 ∥ q2 and, unless q is the observer,
// row(p2) and row(q2) ⊇ row(p) ∩ row(q).
//
//	joint action  p → p2 in one task, q → q2 in the other
//	join          p → p2 in the joining task, q = q2 the end of the joined one
//	spawn         p → p2 in the spawning task, q the observer, q2 the start of the spawned one
//	two at once   p in the spawning task, q the observer, p2 and q2 the starts of two tasks
//	              that one step spawns
type meeting struct{ p, q, p2, q2 int32 }

// rules holds all rules of a program over places 0..n-1; the last is the
// observer. The same form serves before and after the quotient.
type rules struct {
	n        int
	observer int32
	begin    []int32 // pairwise parallel from the beginning: static starts and the observer
	steps    []step
	starts   []start
	meets    []meeting
}

// rulesOf reads the rules off the program; places are points.
func rulesOf(p *cfg.Program) *rules {
	r := &rules{n: len(p.Points) + 1, observer: observer(p)}
	r.begin = append(r.begin, r.observer)
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.Static() {
			r.begin = append(r.begin, int32(t.Start))
		}
	}
	for _, a := range p.Actions {
		n := &p.Nodes[a.A]
		from, to := int32(n.Point), int32(n.Next)
		if a.Joint() {
			m := &p.Nodes[a.B]
			r.meets = append(r.meets, meeting{from, int32(m.Point), to, int32(m.Next)})
			continue
		}
		switch op := n.Op.(type) {
		case cfg.Join:
			for _, w := range p.Families[op.Family].Tasks {
				if w != n.Task { // a running task has not ended
					last := int32(p.Tasks[w].End)
					r.meets = append(r.meets, meeting{from, last, to, last})
				}
			}
		default:
			r.steps = append(r.steps, step{from, to})
			spawned := spawnedBy(p, n)
			for _, w := range spawned {
				first := int32(p.Tasks[w].Start)
				r.starts = append(r.starts, start{from, first, w})
				r.meets = append(r.meets, meeting{from, r.observer, to, first})
			}
			for _, pair := range together(p, n, spawned) {
				r.meets = append(r.meets, meeting{from, r.observer, int32(p.Tasks[pair[0]].Start), int32(p.Tasks[pair[1]].Start)})
			}
		}
	}
	return r
}

// spawnedBy lists the tasks that a node can start, ascending. Its own task is
// none of them: a running task has been started before.
func spawnedBy(p *cfg.Program, n *cfg.Node) []cfg.TaskID {
	var list []cfg.TaskID
	for _, f := range cfg.Spawns(n.Op) {
		list = append(list, p.Families[f].Tasks...)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.DeleteFunc(list, func(t cfg.TaskID) bool { return t == n.Task })
}

// together lists the pairs of spawned tasks that one step of a node can start together: tasks
// of different families, and tasks of one family if the step starts several of that family.
func together(p *cfg.Program, n *cfg.Node, spawned []cfg.TaskID) [][2]cfg.TaskID {
	times := map[cfg.FamilyID]int{}
	for _, f := range cfg.Spawns(n.Op) {
		times[f]++
	}
	var list [][2]cfg.TaskID
	for i, s := range spawned {
		for _, t := range spawned[:i] {
			if f := p.Tasks[t].Family; f != p.Tasks[s].Family || times[f] > 1 {
				list = append(list, [2]cfg.TaskID{t, s})
			}
		}
	}
	return list
}

// discover lists the places that the rules can reach at all, taking two places
// as parallel once both are reached, breadth first. The rows of all other
// places stay empty. The order is also the one in which the fixed point is
// found fastest of those tried (docs/mhp.md): a rule mostly leads forward, and
// places that become parallel early stand close together.
func (r *rules) discover() []int32 {
	next := scc.New(r.n, len(r.steps)+len(r.starts), func(i int) (int32, int32) {
		if i < len(r.steps) {
			return r.steps[i].from, r.steps[i].to
		}
		s := r.starts[i-len(r.steps)]
		return s.from, s.to
	})
	met := r.met()
	seen := make([]bool, r.n)
	order := make([]int32, 0, r.n)
	reach := func(x int32) {
		if !seen[x] {
			seen[x] = true
			order = append(order, x)
		}
	}
	for _, x := range r.begin {
		reach(x)
	}
	for i := 0; i < len(order); i++ {
		x := order[i]
		for _, y := range next.Of(x) {
			reach(y)
		}
		for _, k := range met.Of(x) {
			if m := r.meets[k]; seen[m.p] && seen[m.q] {
				reach(m.p2)
				reach(m.q2)
			}
		}
	}
	return order
}

// met lists, by place, the indices of the meetings that it is p or q of.
func (r *rules) met() scc.Graph {
	return scc.New(r.n, 2*len(r.meets), func(i int) (int32, int32) {
		if i%2 == 0 {
			return r.meets[i/2].p, int32(i / 2)
		}
		return r.meets[i/2].q, int32(i / 2)
	})
}

// live returns, by place, whether discover finds it.
func (r *rules) live() []bool {
	live := make([]bool, r.n)
	for _, x := range r.discover() {
		live[x] = true
	}
	return live
}

// number returns the rank of every place in the order of discovery. Places that are not
// discovered come last.
func (r *rules) number() []int32 {
	number := make([]int32, r.n)
	for i := range number {
		number[i] = -1
	}
	order := r.discover()
	for i, x := range order {
		number[x] = int32(i)
	}
	last := int32(len(order))
	for x := range number {
		if number[x] < 0 {
			number[x] = last
			last++
		}
	}
	return number
}

// keep drops the rules that read a place that is not live.
func (r *rules) keep(live []bool) {
	r.steps = slices.DeleteFunc(r.steps, func(s step) bool { return !live[s.from] })
	r.starts = slices.DeleteFunc(r.starts, func(s start) bool { return !live[s.from] })
	r.meets = slices.DeleteFunc(r.meets, func(m meeting) bool { return !live[m.p] || !live[m.q] })
}

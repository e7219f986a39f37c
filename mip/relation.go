package mip

import (
	"math/bits"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/internal/scc"
	"flavers/limit"
)

// Relation is the symmetric relation "may happen in parallel" on the points of
// one program: p and q of different tasks are in it if some execution may have
// one task standing at p while another stands at q. May err towards: more pairs.
//
// It is stored by class: points of one class have equal rows and columns. They
// belong to one task, or their row is empty.
type Relation struct {
	prog     *cfg.Program
	class    []int32   // by PointID
	observer int32     // the class whose row is the reachable classes
	members  scc.Graph // by class: its points, ascending; none for the observer
	m        *blocks
	work     work // what computing it took, for golden counts
}

// RelationBytes is about how many bytes the relation of a program takes: it is a
// bit matrix over classes of points, at most half as many as points.
func RelationBytes(p *cfg.Program) int64 { return int64(len(p.Points)) * int64(len(p.Points)) / 32 }

// MHP computes the relation of a program: the least one closed under the rules
// of docs/mhp.md. May err towards: more pairs.
func MHP(p *cfg.Program) *Relation { return MHPUntil(nil, p) }

// MHPUntil is MHP as long as poll lets it.
func MHPUntil(poll *limit.Poll, p *cfg.Program) *Relation {
	raw := rulesOf(p)
	live := raw.live()
	raw.keep(live)
	class, n := raw.quotient(live)
	q := raw.over(class, n)
	number := q.number()
	for i, c := range class {
		class[i] = number[c]
	}
	return relationOf(poll, p, q.over(number, n), class)
}

// relationOf solves rules over classes; class gives the class of every point
// and of the observer.
func relationOf(poll *limit.Poll, p *cfg.Program, r *rules, class []int32) *Relation {
	task := make([]int32, r.n)
	for i, c := range class {
		task[c] = cfg.None
		if i < len(p.Points) {
			task[c] = int32(p.Points[i].Task)
		}
	}
	points := class[:len(p.Points)]
	out := &Relation{prog: p, class: points, observer: r.observer}
	out.members = scc.New(r.n, len(points), func(i int) (int32, int32) { return points[i], int32(i) })
	out.m, out.work = r.solve(poll, task)
	return out
}

// Parallel reports whether tasks may stand at a and b at the same time. It is
// symmetric, and false for two points of one task.
func (r *Relation) Parallel(a, b cfg.PointID) bool { return r.m.has(r.class[a], r.class[b]) }

// Reachable reports whether a task may stand at a at all.
func (r *Relation) Reachable(a cfg.PointID) bool { return r.m.has(r.class[a], r.observer) }

// Class numbers the rows of the relation: points of one class have equal rows,
// and belong to one task or are all unreachable.
func (r *Relation) Class(a cfg.PointID) int { return int(r.class[a]) }

// Row returns the points parallel to a, as a fresh set over all points.
func (r *Relation) Row(a cfg.PointID) bitset.Set {
	out := bitset.New(len(r.class))
	for d := range r.classRow(r.class[a]).All {
		for _, q := range r.members.Of(int32(d)) {
			out.Add(int(q))
		}
	}
	return out
}

// classRow is row c of the matrix, the observer's column included.
func (r *Relation) classRow(c int32) bitset.Set {
	row := make(bitset.Set, r.m.count*laneWords)
	r.m.row(c, row)
	return row
}

// Pairs returns the number of unordered parallel pairs of points.
func (r *Relation) Pairs() int {
	// The points that one row stands for are counted by binary digits of the
	// sizes of the classes: one population count for each digit.
	var digits []bitset.Set
	for c := range r.m.n {
		size := len(r.members.Of(int32(c)))
		for k := 0; size>>k != 0; k++ {
			if k == len(digits) {
				digits = append(digits, make(bitset.Set, r.m.count*laneWords))
			}
			if size>>k&1 != 0 {
				digits[k].Add(c)
			}
		}
	}
	total := 0
	for b := range r.m.count {
		lanes := r.m.block(b)
		for c := range lanes {
			size := len(r.members.Of(int32(c)))
			for k, digit := range digits {
				n := 0
				for j, w := range digit[b*laneWords : (b+1)*laneWords] {
					n += bits.OnesCount64(w & lanes[c][j])
				}
				total += size * n << k
			}
		}
	}
	return total / 2
}

// ActionReachable reports whether an action may happen: a joint one when its two
// points are parallel, a lone one when its point is reachable. A join counts
// as soon as its point is reachable, as joining no task is a run-time error.
func (r *Relation) ActionReachable(a cfg.ActionID) bool {
	x, y := r.sites(a)
	if y == cfg.None {
		return r.Reachable(x)
	}
	return r.Parallel(x, y)
}

// sites returns the points of an action's nodes; the second is None for a lone one.
func (r *Relation) sites(a cfg.ActionID) (cfg.PointID, cfg.PointID) {
	act := r.prog.Actions[a]
	if !act.Joint() {
		return r.prog.Nodes[act.A].Point, cfg.None
	}
	return r.prog.Nodes[act.A].Point, r.prog.Nodes[act.B].Point
}

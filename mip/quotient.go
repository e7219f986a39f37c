package mip

import (
	"cmp"
	"slices"

	"flavers/internal/scc"
)

// This file finds places that have equal rows in the least relation, so that
// one row and one column serves all of them.
//
//  1. Places on a cycle of steps: each row includes the next.
//  2. A place that is entered by steps only, all from places of one class, and
//     in no other way. A pair (P', X) can then only come about by stepping from
//     P to P' while X stays, from (P, X), or by a move elsewhere from a pair
//     (P', Y), which moves (P, Y) to (P, X) just as well. So row(P') ⊆ row(P),
//     and the step gives ⊇. "In no other way" excludes starts, both sides of
//     every meeting (the end of a joined task too: the task that joined it is
//     parallel to the end but not to the places before) and targets of spawns.
//
// Classes of live places never mix tasks, as steps stay in a task. All places
// that are not live have empty rows and share the last class.

// quotient returns the class of every place, and the number of classes. Rules
// that read places that are not live must have been dropped.
func (r *rules) quotient(live []bool) (class []int32, n int) {
	next := scc.New(r.n, len(r.steps), func(i int) (int32, int32) { return r.steps[i].from, r.steps[i].to })
	comp, count := next.Components()

	entered := make([]bool, count) // other than by steps
	for _, b := range r.begin {
		entered[comp[b]] = true
	}
	for _, s := range r.starts {
		entered[comp[s.to]] = true
	}
	for _, m := range r.meets {
		entered[comp[m.p2]] = true
		entered[comp[m.q2]] = true
	}

	byComp := scc.New(count, r.n, func(i int) (int32, int32) { return comp[i], int32(i) })
	const none, several = -1, -2
	from := make([]int32, count) // representative of the only class with steps into it
	for i := range from {
		from[i] = none
	}
	rep := make([]int32, count)
	for c := int32(count) - 1; c >= 0; c-- { // topological order: components numbers descend along steps
		rep[c] = c
		if !entered[c] && from[c] >= 0 {
			rep[c] = from[c]
		}
		for _, p := range byComp.Of(c) {
			for _, q := range next.Of(p) {
				switch d := comp[q]; {
				case d == c:
				case from[d] == none:
					from[d] = rep[c]
				case from[d] != rep[c]:
					from[d] = several
				}
			}
		}
	}

	// Number the classes in the order of their first places. Places that are not live share the last number.
	number := make([]int32, count)
	for c := range number {
		number[c] = -1
	}
	class = make([]int32, r.n)
	dead := false
	for p := range class {
		if !live[p] {
			dead = true
			continue
		}
		c := rep[comp[p]]
		if number[c] < 0 {
			number[c] = int32(n)
			n++
		}
		class[p] = number[c]
	}
	if dead {
		for p := range class {
			if !live[p] {
				class[p] = int32(n)
			}
		}
		n++
	}
	return class, n
}

// over returns the rules with places replaced by their classes, or by new numbers. Rules that
// occur twice, and steps from a class to itself, are dropped. n is the number of classes.
func (r *rules) over(class []int32, n int) *rules {
	q := &rules{n: n, observer: class[r.observer]}
	for _, b := range r.begin {
		q.begin = append(q.begin, class[b])
	}
	for _, s := range r.steps {
		if t := (step{class[s.from], class[s.to]}); t.from != t.to {
			q.steps = append(q.steps, t)
		}
	}
	for _, s := range r.starts {
		q.starts = append(q.starts, start{class[s.from], class[s.to], s.task})
	}
	for _, m := range r.meets {
		q.meets = append(q.meets, meeting{class[m.p], class[m.q], class[m.p2], class[m.q2]})
	}
	q.steps = distinct(q.steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	q.starts = distinct(q.starts, func(a, b start) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	q.meets = distinct(q.meets, func(a, b meeting) int {
		return cmp.Or(cmp.Compare(a.p, b.p), cmp.Compare(a.q, b.q), cmp.Compare(a.p2, b.p2), cmp.Compare(a.q2, b.q2))
	})
	return q
}

// distinct sorts a list and drops what occurs twice.
func distinct[T comparable](s []T, compare func(a, b T) int) []T {
	slices.SortFunc(s, compare)
	return slices.Compact(s)
}

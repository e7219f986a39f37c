package partial

import (
	"slices"

	"flavers/cfg"
	"flavers/internal/scc"
)

// This file is about programs that may end while tasks still run (Options.Last), as a Go program does when main
// returns. In such a program, a task that never moves again is no partial deadlock if the program ends soon after. It
// is one only if the others can go on without end, or wait without end for something outside the program
// (Options.Outside):
//
//	task waits { <-c }
//	task serves { event waits_outside; event exits_program; loop { skip } }
//
// A state *lasts* if there is an infinite execution from it with these properties:
//
//   - It does not come to the end of the program, and from some step on the outside does not answer.
//   - If a choice of data could leave a loop, it is not made so for ever that the loop goes on.
//   - No task stands still that could always move (weak fairness).
//
// Such an execution comes to a set of states that it visits again and again: a strongly connected component of the
// steps that the first two conditions leave. In the component each task moves, or is unable to move in one of the
// states. A task that stands at an event of Outside counts as moving.
//
// May err towards: fewer states last (docs/theory.md, section 12.1).

// edge is a step from one state to another.
type edge struct {
	from, to int32
	a, b     cfg.TaskID // the tasks that move; b is None if only one does
	outside  bool       // a can move because the outside answers
	guess    bool       // it is a branch on data
}

// lasting reports for each state whether it lasts. With loose it ignores the conditions about the outside and about
// choices of data, so more states last.
func (s *finder) lasting(loose bool) []bool {
	out := make([]bool, s.search.Set.Count)
	left := make([]bool, len(s.edges)) // edges that count
	for i := range s.edges {
		left[i] = loose || !s.edges[i].outside
	}
	var comp []int32
	var count int
	for again := true; again; {
		comp, count = s.components(left)
		again = !loose && s.leave(comp, left)
	}
	fair := s.fair(comp, count, left, loose)
	var todo []int32
	for i := range out {
		if fair[comp[i]] {
			out[i] = true
			todo = append(todo, int32(i))
		}
	}
	s.reach(out, todo, loose)
	return out
}

// components returns the strongly connected components of the edges that are left.
func (s *finder) components(left []bool) (comp []int32, count int) {
	var at []int
	for i := range s.edges {
		if left[i] {
			at = append(at, i)
		}
	}
	g := scc.New(s.search.Set.Count, len(at), func(i int) (from, to int32) { e := &s.edges[at[i]]; return e.from, e.to })
	return g.Components()
}

// choice is a branch on data of a task in a state.
type choice struct {
	state int32
	task  cfg.TaskID
}

// leave removes branches on data that stay in their component although the same branch could leave it. It reports
// whether it has removed any; then the components have to be computed again.
func (s *finder) leave(comp []int32, left []bool) (some bool) {
	leaves := map[choice]bool{}
	for i := range s.edges {
		if e := &s.edges[i]; e.guess && (comp[e.from] != comp[e.to] || !left[i]) {
			leaves[choice{e.from, e.a}] = true
		}
	}
	for i := range s.edges {
		if e := &s.edges[i]; e.guess && left[i] && leaves[choice{e.from, e.a}] {
			left[i], some = false, true
		}
	}
	return some
}

// fair reports for each component whether an execution can stay in it: something moves there, or waits for the outside,
// and no task stands still that could move in each of its states.
func (s *finder) fair(comp []int32, count int, left []bool, loose bool) []bool {
	// By component, as sets of tasks: those that move, and those that can move in each state.
	moving, always := make([]uint64, count*s.words), make([]uint64, count*s.words)
	for k := range always {
		always[k] = ^uint64(0)
	}
	set := func(sets []uint64, c int32, t cfg.TaskID) { sets[int(c)*s.words+int(t)/64] |= 1 << (t % 64) }
	for i := range s.edges {
		e := &s.edges[i]
		if !left[i] || comp[e.from] != comp[e.to] {
			continue
		}
		set(moving, comp[e.from], e.a)
		if e.b >= 0 {
			set(moving, comp[e.from], e.b)
		}
	}
	for _, w := range s.stand {
		set(moving, comp[w.state], w.task)
	}
	for i := range s.search.Set.Count {
		c := int(comp[i])
		for k := range s.words {
			always[c*s.words+k] &= s.able[i*s.words+k]
		}
	}
	out := make([]bool, count)
	for c := range out {
		here := moving[c*s.words : (c+1)*s.words]
		out[c] = slices.ContainsFunc(here, func(x uint64) bool { return x != 0 })
		for k, x := range here {
			out[c] = out[c] && always[c*s.words+k]&^x == 0
		}
	}
	return out
}

// reach adds to out the states from which a state of todo is reached, whatever choices of data are made. With loose it
// adds those from which one is reached by some choice.
func (s *finder) reach(out []bool, todo []int32, loose bool) {
	back := scc.New(s.search.Set.Count, len(s.edges), func(i int) (from, to int32) { return s.edges[i].to, int32(i) })
	open := map[choice]int{} // by branch: how many alternatives are not known to lead there
	if !loose {
		for i := range s.edges {
			if e := &s.edges[i]; e.guess {
				open[choice{e.from, e.a}]++
			}
		}
	}
	for len(todo) > 0 {
		to := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, i := range back.Of(to) {
			e := &s.edges[i]
			if e.guess && !loose {
				k := choice{e.from, e.a}
				if open[k]--; open[k] > 0 {
					continue
				}
			}
			if !out[e.from] {
				out[e.from] = true
				todo = append(todo, e.from)
			}
		}
	}
}

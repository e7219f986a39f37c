package live

// This file finds the strongly connected components that have a fair cycle. The graph is divided
// into components by Tarjan's algorithm. A component is fair if it takes each condition that
// fairness asks for; then a cycle through all of its edges is fair. If a strong condition is
// enabled in some of its states and never taken, a fair cycle has to avoid these states. They
// are removed, and what is left is divided again.
// (The sources are in doc.go.)

import "flavers/limit"

// search is a search for fair components in progress. States are divided into regions. A region
// is a component, or a set of states that is still to be divided into components.
type search struct {
	g       *Graph
	poll    *limit.Poll
	region  []int32 // by state: the number of its region
	regions int32   // the largest number of a region

	// Of Tarjan's algorithm; the recursion is a list of calls.
	index []int32 // by state: when it was reached, from 1; 0: not yet
	low   []int32 // by state: the least index that is known to be reachable in its component
	stack []int32 // states that were reached and are in no component yet
	calls []call
	time  int32 // the index given last

	weak, strong []uint64 // sets of conditions: those that are fair in the weak and in the strong sense

	// Sets of conditions of the component that judge looks at: those that an edge takes; weak
	// ones that are enabled in every state; strong ones that some state enables and no edge takes.
	taken, always, unfair []uint64

	entry int32 // the least state of a fair component; -1: none was found yet
	best  int32 // the region of this state
}

// call is a state whose edges are being followed.
type call struct {
	state int32
	next  int // index of the next edge
}

// Find looks for a fair cycle; found is false if there is none. Of all components with a fair
// cycle it takes the one with the least state, where the cycle then begins. It ends with a
// panic of package limit when poll says so.
func (g *Graph) Find(f Fairness, poll *limit.Poll) (lasso Lasso, found bool) {
	n := g.States()
	s := &search{g: g, poll: poll, region: make([]int32, n), index: make([]int32, n), low: make([]int32, n),
		entry: -1, taken: make([]uint64, g.words), always: make([]uint64, g.words), unfair: make([]uint64, g.words)}
	s.weak, s.strong = g.split(f)
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	for work := [][]int32{all}; len(work) > 0; {
		states := work[len(work)-1]
		work = append(work[:len(work)-1], s.divide(states)...)
	}
	if s.entry < 0 {
		return Lasso{}, false
	}
	return s.cycle(), true
}

// divide finds the components of a region, given by its states, and judges each. It returns the
// parts of components that have to be divided again.
func (s *search) divide(states []int32) (again [][]int32) {
	for _, root := range states {
		if s.index[root] != 0 {
			continue
		}
		s.enter(root)
		for len(s.calls) > 0 {
			s.poll.Look()
			c := &s.calls[len(s.calls)-1]
			v := c.state
			if c.next < s.g.first[v+1] {
				to := s.g.edges[c.next].To
				c.next++
				switch {
				case s.region[to] != s.region[v]:
				case s.index[to] == 0:
					s.enter(to)
				default: // to is on the stack: complete components are regions of their own
					s.low[v] = min(s.low[v], s.index[to])
				}
				continue
			}
			s.calls = s.calls[:len(s.calls)-1]
			if len(s.calls) > 0 {
				up := s.calls[len(s.calls)-1].state
				s.low[up] = min(s.low[up], s.low[v])
			}
			if s.low[v] != s.index[v] {
				continue
			}

			// v is the first state of a component, which is the top of the stack from v on.
			from := len(s.stack) - 1
			for s.stack[from] != v {
				from--
			}
			s.regions++
			for _, m := range s.stack[from:] {
				s.region[m] = s.regions
			}
			if part := s.judge(s.stack[from:], s.regions); len(part) > 0 {
				again = append(again, part)
			}
			s.stack = s.stack[:from]
		}
	}
	return again
}

// enter reaches a state.
func (s *search) enter(v int32) {
	s.time++
	s.index[v], s.low[v] = s.time, s.time
	s.stack = append(s.stack, v)
	s.calls = append(s.calls, call{v, s.g.first[v]})
}

// judge decides whether a component has a fair cycle, as far as it can, and remembers a fair
// component with the least state. There are three cases:
//
//   - A weak condition is enabled in all states and never taken, or there is no cycle, or a mark
//     is missing. The same is true of every part of the component: there is no fair cycle.
//   - A strong condition is enabled in some state and never taken. Only a cycle that avoids these
//     states is fair: judge returns the others.
//   - Otherwise the component is fair.
func (s *search) judge(states []int32, region int32) []int32 {
	clear(s.taken)
	clear(s.unfair)
	for i := range s.always {
		s.always[i] = s.weak[i]
	}
	cycle, marks := false, uint32(0)
	least := states[0]
	for _, v := range states {
		s.poll.Look()
		least = min(least, v)
		for i, w := range s.g.can(v) {
			s.always[i] &= w
			s.unfair[i] |= w & s.strong[i]
		}
		for k := s.g.first[v]; k < s.g.first[v+1]; k++ {
			if e := &s.g.edges[k]; s.region[e.To] == region {
				cycle, marks = true, marks|e.Marks
				for i, w := range s.g.takes(e.Takes) {
					s.taken[i] |= w
				}
			}
		}
	}
	if !cycle || s.g.marks&^marks != 0 {
		return nil
	}
	fair := true
	for i := range s.taken {
		if s.always[i]&^s.taken[i] != 0 {
			return nil
		}
		s.unfair[i] &^= s.taken[i]
		fair = fair && s.unfair[i] == 0
	}
	if fair {
		if s.entry < 0 || least < s.entry {
			s.entry, s.best = least, region
		}
		return nil
	}
	var rest []int32
	s.regions++
	for _, v := range states {
		keep := true
		for i, w := range s.g.can(v) {
			keep = keep && w&s.unfair[i] == 0
		}
		if keep {
			rest = append(rest, v)
			s.region[v], s.index[v] = s.regions, 0
		}
	}
	return rest
}

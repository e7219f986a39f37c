// Package stubborn finds which unobserved steps the search for an execution that
// follows a path has to try: of a hundred tasks that have nothing to do with the next
// step of the path, none.
//
//	ix := stubborn.NewIndex(semantics, poll) // once; nil if some step has no table
//	sets := ix.Sets(hidden, poll)
//	sets.Set(state, next)                    // hidden actions to try before next
//
// Source: a stubborn set that contains the path's next action (A. Valmari, "Stubborn
// sets for reduced state space generation", 1989; that a set aims at one transition:
// K. Schmidt, "Stubborn sets for standard properties", 1999).
//
// Lemma. Let T be a set of actions with the path's next action in it, such that
// in the state s, of every t in T,
//
//	(1) if no case of t is possible in s: for each of its cases, one component has
//	    a value that the case does not allow, and all unobserved actions that change
//	    the component from this value are in T;
//	(2) if some case is possible: all unobserved actions are in T that change
//	    a component of t from its value in s, and all that read or write, at its
//	    value in s, a component that t may change.
//
// If an execution from s takes unobserved steps and then the next action, T has
// an action that can be taken in s first, such that the other steps can follow
// in their order, to the same state. Proof: let w be the steps before the first
// action t of T in it. If (1) is true of t, the case that is taken after w needs
// a component whose value w has changed, first from the one in s, by an action of
// T; but w has none. So (2) is true: w changes no component of t, so that the same
// case of t is possible in s; and what t changes w neither reads nor writes, because
// each of these components keeps its value through w. So t and w can change places.
// What w does nobody observes, so the automata are in the same states too.
//
// So the search goes to fewer states and misses nothing: where it ends without
// an execution, there is none. Where the path is done and the end is not reached, and
// in a program with steps that have no table, all unobserved steps are tried.
package stubborn

import (
	"math"
	"slices"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// Index lists what has to do with each component. Nobody may change it.
type Index struct {
	sem     *monitor.Semantics
	read    [][][]cfg.ActionID // by component and value: actions that have a case for it, ascending
	changed [][][]cfg.ActionID // those of them that may change it
	comps   [][]sem.CompID     // by action: components that its cases name, ascending
	rows    []*Rows            // by action; nil: few cases
}

// NewIndex makes the index; nil if some step has no table.
func NewIndex(s *monitor.Semantics, poll *limit.Poll) *Index {
	if len(s.Inexact()) > 0 {
		return nil
	}
	comps := s.M.Comps
	d := &Index{sem: s, read: make([][][]cfg.ActionID, len(comps)), changed: make([][][]cfg.ActionID, len(comps)),
		comps: make([][]sem.CompID, len(s.Cases))}
	for i := range comps {
		d.read[i], d.changed[i] = make([][]cfg.ActionID, comps[i].Size), make([][]cfg.ActionID, comps[i].Size)
	}
	enter := func(list *[]cfg.ActionID, a cfg.ActionID) {
		if n := len(*list); n == 0 || (*list)[n-1] != a {
			*list = append(*list, a)
		}
	}
	for i, cases := range s.Cases {
		poll.Look()
		a := cfg.ActionID(i)
		for k := range cases {
			for _, mv := range cases[k].Moves {
				d.comps[a] = append(d.comps[a], mv.Comp)
				for _, p := range mv.Pairs {
					enter(&d.read[mv.Comp][p.From], a)
					if p.To != p.From {
						enter(&d.changed[mv.Comp][p.From], a)
					}
				}
			}
		}
		slices.Sort(d.comps[a])
		d.comps[a] = slices.Compact(d.comps[a])
	}
	d.rows = newRows(s, d.comps, poll)
	return d
}

// Rows are those of an action with many cases, else nil.
func (d *Index) Rows(a cfg.ActionID) *Rows { return d.rows[a] }

// Sets makes stubborn sets, one after the other.
type Sets struct {
	d       *Index
	poll    *limit.Poll
	hidden  []bool // by action: unobserved
	last    []int  // by action: the last set it is in
	read    []int  // by component: the last set with all unobserved actions of Index.read, at its value
	changed []int  // by component: the same for Index.changed
	Made    int    // sets so far
	Looks   int64  // at actions and cases, for all of them
	work    []cfg.ActionID
	forbid  []sem.CompID   // of the cases of an action
	costs   []cost         // of forbidding them
	open    bitset.Set     // cases that are not forbidden yet
	list    []cfg.ActionID // of the last set: unobserved actions
}

// Sets is for sets of the actions that are hidden.
func (d *Index) Sets(hidden []bool, poll *limit.Poll) *Sets {
	comps := len(d.read)
	return &Sets{d: d, poll: poll, hidden: hidden, last: make([]int, len(d.sem.Cases)), read: make([]int, comps),
		changed: make([]int, comps)}
}

// Set is the unobserved actions of a stubborn set that contains next, but for these,
// ascending. The next call overwrites it.
func (s *Sets) Set(vec []int32, next ...cfg.ActionID) []cfg.ActionID {
	s.Made++
	s.list, s.work = s.list[:0], append(s.work[:0], next...)
	for _, a := range next {
		s.last[a] = s.Made
	}
	for len(s.work) > 0 {
		s.poll.Look()
		t := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		if !s.stands(vec, t) && !s.enabling(vec, t) {
			s.interfering(vec, t)
		}
	}
	slices.Sort(s.list)
	return s.list
}

func (s *Sets) add(list []cfg.ActionID) {
	s.Looks += int64(len(list))
	for _, a := range list {
		if s.hidden[a] && s.last[a] != s.Made {
			s.last[a] = s.Made
			s.list, s.work = append(s.list, a), append(s.work, a)
		}
	}
}

// addChanged adds what changes a component from its value: once for each set, as many
// actions of a server's task ask for the same.
func (s *Sets) addChanged(vec []int32, id sem.CompID) {
	if s.changed[id] != s.Made {
		s.changed[id] = s.Made
		s.add(s.d.changed[id][vec[id]])
	}
}

// more is how many actions addChanged would add, or enough if there are as many.
func (s *Sets) more(vec []int32, id sem.CompID, enough int) int {
	n := 0
	if s.changed[id] == s.Made {
		return n
	}
	for _, a := range s.d.changed[id][vec[id]] {
		s.Looks++
		if n == enough {
			break
		}
		if s.hidden[a] && s.last[a] != s.Made {
			n++
		}
	}
	return n
}

// stands handles an action whose tasks are not where it begins: no case of it is
// possible before one that is elsewhere has moved. It reports whether t is such.
func (s *Sets) stands(vec []int32, t cfg.ActionID) bool {
	m, p := s.d.sem.M, s.d.sem.M.P
	var elsewhere [2]sem.CompID
	k := 0
	for _, n := range [2]cfg.NodeID{p.Actions[t].A, p.Actions[t].B} {
		if n == cfg.None {
			continue
		}
		if id := m.Pos(p.Nodes[n].Task); vec[id] != m.PointValue(p.Nodes[n].Point) {
			elsewhere[k] = id
			k++
		}
	}
	switch first, second := elsewhere[0], elsewhere[1]; {
	case k == 0:
		return false
	case k == 1 || s.few(vec, first, second):
		s.addChanged(vec, first)
	default:
		s.addChanged(vec, second)
	}
	return true
}

// few reports whether addChanged adds no more actions for the first component than for the
// second. It counts the shorter list first: that of a server can be long.
func (s *Sets) few(vec []int32, first, second sem.CompID) bool {
	if len(s.d.changed[first][vec[first]]) <= len(s.d.changed[second][vec[second]]) {
		n := s.more(vec, first, math.MaxInt)
		return n == 0 || s.more(vec, second, n) == n
	}
	n := s.more(vec, second, math.MaxInt)
	return s.more(vec, first, n+1) <= n
}

// enabling adds, for each case of an action, what changes a component that
// forbids it: the one with the fewest actions to add. It does nothing and is
// false if some case is possible.
func (s *Sets) enabling(vec []int32, t cfg.ActionID) bool {
	if s.forbid = s.forbid[:0]; !s.forbidden(vec, t) {
		return false
	}
	for _, id := range s.forbid {
		s.addChanged(vec, id)
	}
	return true
}

// forbidden finds, for each case of t, the component that forbids it with the fewest more
// actions; false: some case is possible.
func (s *Sets) forbidden(vec []int32, t cfg.ActionID) bool {
	if r := s.d.rows[t]; r != nil {
		return s.forbiddenRows(vec, r)
	}
	for _, k := range s.d.sem.Cases[t] {
		s.Looks += int64(len(k.Moves))
		best, least := sem.CompID(0), -1
		for i := range k.Moves {
			mv := &k.Moves[i]
			if _, ok := mv.To(vec[mv.Comp]); ok {
				continue
			}
			if n := s.more(vec, mv.Comp, least); least < 0 || n < least {
				best, least = mv.Comp, n
			}
		}
		if least < 0 {
			return false
		}
		s.forbid = append(s.forbid, best)
	}
	return true
}

// interfering adds what a possible action does not commute with.
func (s *Sets) interfering(vec []int32, t cfg.ActionID) {
	for _, id := range s.d.comps[t] {
		if s.read[id] == s.Made {
			continue
		}
		if _, writes := slices.BinarySearch(s.d.changed[id][vec[id]], t); writes {
			s.read[id], s.changed[id] = s.Made, s.Made
			s.add(s.d.read[id][vec[id]])
		} else {
			s.addChanged(vec, id)
		}
	}
}

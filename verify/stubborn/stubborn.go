// Package stubborn makes stubborn sets: small sets of steps that a search may restrict
// itself to. The main use is the search for an execution that follows a path of the graph.
// Between two steps of the path such a search may take steps that the path does not
// mention, because no automaton observes them. A stubborn set says which of these
// unobserved steps it has to try before the next step of the path. If a hundred tasks have
// nothing to do with the next step, it need not try any of their steps.
//
//	ix := stubborn.NewIndex(semantics, poll) // once for a program; nil if some step has no table
//	sets := ix.Sets(hidden, poll)            // hidden: by action, whether it is unobserved
//	list := sets.Set(state, next)            // unobserved actions to try in state, before next
//
// Package blocked uses the same sets for the search of all deadlocks, where every action
// counts as hidden.
//
//	stubborn.go  the sets
//	rows.go      bit sets that tell which of many cases of an action are possible
//
// Sources: A. Valmari, Stubborn sets for reduced state space generation, 1989; that a set
// aims at one transition: K. Schmidt, Stubborn sets for standard properties, 1999.
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

// Index lists which actions depend on each value of each component. It is not changed
// after NewIndex, so that several goroutines may use it.
type Index struct {
	sem     *monitor.Semantics
	read    [][][]cfg.ActionID // by component and value: actions with a case that allows the value, ascending
	changed [][][]cfg.ActionID // by component and value: actions with a case that changes the value, ascending
	comps   [][]sem.CompID     // by action: components that its cases name, ascending
	rows    []*Rows            // by action; nil: it has few cases, which are looked at one by one
}

// NewIndex makes the index. It returns nil if some step has no table.
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
	// enter appends an action, once: actions come in ascending order.
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

// Rows returns the rows of an action with many cases, or nil if it has few.
func (d *Index) Rows(a cfg.ActionID) *Rows { return d.rows[a] }

// Sets makes stubborn sets, one after the other. It is not for use by several goroutines
// at once.
type Sets struct {
	Made  int   // how many sets were made
	Looks int64 // work for all of them: how many actions and cases were looked at

	d      *Index
	poll   *limit.Poll
	hidden []bool // by action: it is unobserved

	// Marks say what the set in progress has already. A mark holds the number of a set
	// (Made), so that nothing needs to be cleared before the next one.
	last    []int // by action: the last set that has it
	read    []int // by component: the last set that has all hidden actions of Index.read for the component's value
	changed []int // by component: the last set that has all hidden actions of Index.changed for the component's value

	list []cfg.ActionID // hidden actions of the set in progress
	work []cfg.ActionID // actions of the set for which conditions (1) and (2) are not yet established

	// Space that calls use again.
	forbid []sem.CompID // components that forbid the cases of an action
	costs  []cost       // of components
	open   bitset.Set   // cases that no chosen component forbids yet
}

// Sets returns a maker of stubborn sets. hidden says by action whether it is unobserved.
func (d *Index) Sets(hidden []bool, poll *limit.Poll) *Sets {
	comps := len(d.read)
	return &Sets{d: d, poll: poll, hidden: hidden, last: make([]int, len(d.sem.Cases)), read: make([]int, comps),
		changed: make([]int, comps)}
}

// Set returns the hidden actions of a stubborn set for the state vec that contains the
// actions next; next themselves are left out. The list is ascending, and is overwritten by
// the next call.
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

// add adds the hidden actions of a list to the set.
func (s *Sets) add(list []cfg.ActionID) {
	s.Looks += int64(len(list))
	for _, a := range list {
		if s.hidden[a] && s.last[a] != s.Made {
			s.last[a] = s.Made
			s.list, s.work = append(s.list, a), append(s.work, a)
		}
	}
}

// addChanged adds the hidden actions that change a component from its value in vec. It does
// so once for a set: many actions, such as all calls of a server, ask for the same component.
func (s *Sets) addChanged(vec []int32, id sem.CompID) {
	if s.changed[id] != s.Made {
		s.changed[id] = s.Made
		s.add(s.d.changed[id][vec[id]])
	}
}

// more returns how many actions addChanged would add. It counts no further than enough; a
// negative enough is no bound.
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

// stands establishes condition (1) for an action with a task that does not stand where the
// action begins: no case is possible before this task has moved, so its position is the
// component for all cases. If both tasks stand elsewhere, the one for which fewer actions
// have to be added is taken. It returns false, and does nothing, if all tasks of t stand there.
func (s *Sets) stands(vec []int32, t cfg.ActionID) bool {
	m, p := s.d.sem.M, s.d.sem.M.P
	var elsewhere [2]sem.CompID // the first k: positions of tasks that stand elsewhere
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
	case k == 1 || s.cheaper(vec, first, second):
		s.addChanged(vec, first)
	default:
		s.addChanged(vec, second)
	}
	return true
}

// cheaper reports whether addChanged adds no more actions for the first component than for
// the second. It counts the shorter list first, and the longer one no further than needed:
// the list of a server can be long.
func (s *Sets) cheaper(vec []int32, first, second sem.CompID) bool {
	if len(s.d.changed[first][vec[first]]) <= len(s.d.changed[second][vec[second]]) {
		n := s.more(vec, first, math.MaxInt)
		return n == 0 || s.more(vec, second, n) == n
	}
	n := s.more(vec, second, math.MaxInt)
	return s.more(vec, first, n+1) <= n
}

// enabling establishes condition (1) for an action without a possible case. For each
// case it takes a component whose value the case does not allow, the one with the fewest
// actions to add. It returns false, and does nothing, if some case is possible.
func (s *Sets) enabling(vec []int32, t cfg.ActionID) bool {
	if s.forbid = s.forbid[:0]; !s.forbidden(vec, t) {
		return false
	}
	for _, id := range s.forbid {
		s.addChanged(vec, id)
	}
	return true
}

// forbidden collects in s.forbid, for each case of t, the cheapest component whose value
// the case does not allow. It returns false if some case is possible.
func (s *Sets) forbidden(vec []int32, t cfg.ActionID) bool {
	if r := s.d.rows[t]; r != nil {
		return s.forbiddenRows(vec, r)
	}
	for _, k := range s.d.sem.Cases[t] {
		s.Looks += int64(len(k.Moves))
		best, least := sem.CompID(0), -1 // -1: no component forbids the case so far
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

// interfering establishes condition (2) for an action of which some case is possible. If t
// may change a component, it adds all actions that read or change its value; otherwise only
// those that change it.
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

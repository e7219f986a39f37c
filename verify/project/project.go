// Package project refutes a path of the graph without a search for an execution. It looks
// at a few components of the program's state only, and lets all others have any value. For
// the path "lock m, enter" of a task while another one holds m, the component m alone shows
// that no execution follows the path.
//
// The projection of a path on some components is a sequence of sets. A member of a set is a
// vector of values of these components, with the states of the specifications. The first
// set has what is possible at the start; it is closed under unobserved actions, which may
// happen between the steps of the path. Each further set has what the next action of the
// path makes of the one before, closed again. If a set is empty, no execution follows the
// path, and with these components as constraints the graph does not have the path any more
// (docs/theory.md, Lemma 6.1).
//
//	path := &project.Path{...}                // what the path does, and what it violates
//	path.Rejects(m)                           // is the projection on component m empty somewhere?
//	path.Refute(chosen)                       // the cheapest components to add as constraints
//
// May err towards: not refuting.
package project

import (
	"encoding/binary"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// Limits of the work for one path. Beyond them a projection refutes nothing.
const (
	maxProjected = 1 << 10 // members of one set of a projection
	projectWork  = 1 << 22 // cases of actions that all projections of the path try together
	mostOfStep   = 8       // components of one step that are tried in pairs
)

// Path is a path with what it violates. The caller fills in the exported fields.
type Path struct {
	Sem     *monitor.Semantics
	Touch   [][]cfg.ActionID // what Touching(Sem) returns
	Actions []cfg.ActionID   // the steps of the path; all have a table
	Hidden  []cfg.ActionID   // actions that are unobserved: no automaton reacts to them
	Start   []int32          // initial states of the specifications
	// Observe returns the states of the specifications after the events of a step. It returns
	// nil if the step violates an assumption, so that the execution does not count.
	Observe func(q []int32, occ []sem.Occurrence) []int32
	// Counts reports whether the error in which a case of an action ends is the violation.
	Counts func(act cfg.ActionID, kase int, err *sem.Error) bool
	// Violating reports whether specifications in the states q are violated. over says
	// whether the execution ends there.
	Violating func(q []int32, over bool) bool
	Poll      *limit.Poll

	hidden []bool       // by action; nil: prepare was not called
	index  []int32      // by component: 1 + its index in comps; 0: the projection ignores it
	comps  []sem.CompID // components of the projection in progress
	work   int          // cases that may still be tried
}

// projected is a member of a set: a vector of values, one for each of Path.comps, and the
// states of the specifications.
type projected struct{ vec, q []int32 }

// key returns a string that identifies the member.
func (s projected) key() string {
	b := make([]byte, 0, 4*(len(s.vec)+len(s.q)))
	for _, v := range s.vec {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	for _, v := range s.q {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return string(b)
}

// Touching lists, by component, the actions with a case that reads or writes it, ascending.
func Touching(s *monitor.Semantics) [][]cfg.ActionID {
	touch := make([][]cfg.ActionID, len(s.M.Comps))
	for i, cases := range s.Cases {
		for k := range cases {
			for _, mv := range cases[k].Moves {
				list := &touch[mv.Comp]
				if n := len(*list); n == 0 || (*list)[n-1] != cfg.ActionID(i) {
					*list = append(*list, cfg.ActionID(i))
				}
			}
		}
	}
	return touch
}

// prepare makes what all projections of the path use. Further calls do nothing.
func (pr *Path) prepare() {
	if pr.hidden != nil {
		return
	}
	pr.hidden, pr.index = make([]bool, len(pr.Sem.Cases)), make([]int32, len(pr.Sem.M.Comps))
	for _, act := range pr.Hidden {
		pr.hidden[act] = true
	}
	pr.work = projectWork
}

// Rejects reports whether the projection on comps shows that no execution follows the path
// to its violation: a set is empty, or no member of the last set is violating.
//
// May err towards: false, if a limit is hit.
func (pr *Path) Rejects(comps ...sem.CompID) bool {
	pr.prepare()
	pr.comps = comps
	for i, id := range comps {
		pr.index[id] = int32(i) + 1
	}
	defer func() {
		for _, id := range comps {
			pr.index[id] = 0
		}
	}()
	var between []cfg.ActionID // unobserved actions that touch comps; the others change no member
	for _, id := range comps {
		for _, act := range pr.Touch[id] {
			if pr.hidden[act] {
				between = append(between, act)
			}
		}
	}
	slices.Sort(between)
	between = slices.Compact(between)
	first := projected{q: pr.Start}
	for _, id := range comps {
		first.vec = append(first.vec, pr.Sem.M.Comps[id].Start)
	}
	if pr.Violating(first.q, false) {
		return false
	}
	now, ok := pr.close([]projected{first}, between)
	for i := 0; ok && i < len(pr.Actions); i++ {
		next := map[string]projected{}
		for _, s := range now {
			if !pr.take(s, pr.Actions[i], next) {
				return false
			}
		}
		if len(next) == 0 {
			return true
		}
		if len(next) > maxProjected {
			return false
		}
		now = now[:0]
		for _, s := range next {
			now = append(now, s)
		}
		now, ok = pr.close(now, between)
	}
	if !ok {
		return false
	}
	// A path that violates the property only at its end is a complete execution.
	return !slices.ContainsFunc(now, pr.ended)
}

// take adds to next what an action of the path makes of member s. It returns false if the
// violation is reached, or if no work is left.
func (pr *Path) take(s projected, act cfg.ActionID, next map[string]projected) bool {
	for k := range pr.Sem.Cases[act] {
		kase := &pr.Sem.Cases[act][k]
		vec, ok := pr.move(s.vec, kase)
		if !ok {
			continue
		}
		if kase.Err != nil {
			if pr.Counts(act, k, kase.Err) {
				return false
			}
			continue
		}
		q := pr.Observe(s.q, kase.Occ)
		if q == nil {
			continue
		}
		n := projected{vec, q}
		if pr.Violating(n.q, false) {
			return false
		}
		next[n.key()] = n
	}
	return pr.work > 0
}

// move returns the values after a case. ok is false if some value does not allow the case.
// The result shares memory with vec if nothing changes.
func (pr *Path) move(vec []int32, kase *sem.Case) (after []int32, ok bool) {
	pr.work--
	out, own := vec, false // own: out is a copy
	for _, mv := range kase.Moves {
		i := pr.index[mv.Comp]
		if i == 0 {
			continue
		}
		j := slices.IndexFunc(mv.Pairs, func(p sem.Pair) bool { return p.From == vec[i-1] })
		if j < 0 {
			return nil, false
		}
		if to := mv.Pairs[j].To; to != vec[i-1] {
			if !own {
				out, own = slices.Clone(vec), true
			}
			out[i-1] = to
		}
	}
	return out, true
}

// close returns the list with all members to which the actions between lead from it. It
// returns false if a limit is hit.
func (pr *Path) close(list []projected, between []cfg.ActionID) ([]projected, bool) {
	if len(between) == 0 {
		return list, true
	}
	seen := map[string]bool{}
	for _, s := range list {
		seen[s.key()] = true
	}
	for i := 0; i < len(list); i++ {
		for _, act := range between {
			pr.Poll.Did(len(pr.Sem.Cases[act]))
			for k := range pr.Sem.Cases[act] {
				kase := &pr.Sem.Cases[act][k]
				if kase.Err != nil {
					continue
				}
				vec, ok := pr.move(list[i].vec, kase)
				if !ok {
					continue
				}
				n := projected{vec, list[i].q}
				if key := n.key(); !seen[key] {
					seen[key] = true
					list = append(list, n)
				}
			}
		}
		if len(list) > maxProjected || pr.work <= 0 {
			return nil, false
		}
	}
	return list, true
}

// ended reports whether an execution may end in a member, and violates the property there.
func (pr *Path) ended(s projected) bool {
	for i, id := range pr.comps {
		if !pr.Sem.M.Final(id, s.vec[i]) {
			return false
		}
	}
	return pr.Violating(s.q, true)
}

// Refute returns components that are not among the chosen ones, and that, as constraints
// beside the chosen ones, reject the path. It tries three ways, the cheapest first:
//
//  1. One component that a step of the path moves or reads: of those whose projection
//     rejects the path, the one with the least cost.
//  2. Two components of one step, for the last step of the path first.
//  3. All components of one step, without those that can be left out.
//
// It returns nil if it finds none.
func (pr *Path) Refute(chosen []sem.CompID) []sem.CompID {
	pr.prepare()
	old := make([]bool, len(pr.Sem.M.Comps)) // by component: it is chosen
	for _, id := range chosen {
		old[id] = true
	}
	fresh, steps := pr.needs(old)
	best, bestCost := sem.CompID(-1), 0
	for _, id := range fresh {
		if cost := pr.cost(id); (best < 0 || cost < bestCost) && pr.Rejects(id) {
			best, bestCost = id, cost
		}
	}
	if best >= 0 {
		return []sem.CompID{best}
	}
	for _, needs := range steps {
		if found := pr.several(needs[:min(len(needs), mostOfStep)], old); len(found) > 0 {
			return found
		}
	}
	return nil
}

// needs returns which components the steps of the path move or read, the last step first,
// but for those that cannot be constraints. steps has a list for each action of the path.
// fresh has the components of all these lists that are not old, each once.
func (pr *Path) needs(old []bool) (fresh []sem.CompID, steps [][]sem.CompID) {
	asked := make([]bool, len(pr.Sem.M.Comps)) // by component: it is in fresh
	known := make([]bool, len(pr.Sem.Cases))   // by action: it is in steps
	for i := len(pr.Actions) - 1; i >= 0; i-- {
		act := pr.Actions[i]
		if known[act] {
			continue
		}
		known[act] = true
		var needs []sem.CompID
		for _, kase := range pr.Sem.Cases[act] {
			for _, mv := range kase.Moves {
				if pr.Sem.Unconstrainable[mv.Comp] || slices.Contains(needs, mv.Comp) {
					continue
				}
				needs = append(needs, mv.Comp)
				if !asked[mv.Comp] && !old[mv.Comp] {
					asked[mv.Comp] = true
					fresh = append(fresh, mv.Comp)
				}
			}
		}
		steps = append(steps, needs)
	}
	return fresh, steps
}

// several returns the new ones among some components of one step whose projection rejects
// the path: a pair, if possible one with a chosen component in it, or else a subset from
// which none can be left out. It returns nil if it finds none.
func (pr *Path) several(comps []sem.CompID, old []bool) []sem.CompID {
	isOld := func(id sem.CompID) bool { return old[id] }
	isNew := func(id sem.CompID) bool { return !old[id] }
	var found []sem.CompID
	for i, x := range comps {
		for _, y := range comps[:i] {
			if !isNew(x) && !isNew(y) || !pr.Rejects(x, y) {
				continue
			}
			if added := slices.DeleteFunc([]sem.CompID{x, y}, isOld); found == nil || len(added) < len(found) {
				found = added
			}
		}
	}
	if found == nil && len(comps) > 2 && slices.ContainsFunc(comps, isNew) && pr.Rejects(comps...) {
		found = slices.Clone(comps)
		for i := len(found) - 1; i >= 0; i-- {
			if without := slices.Delete(slices.Clone(found), i, i+1); pr.Rejects(without...) {
				found = without
			}
		}
		found = slices.DeleteFunc(found, isOld)
	}
	return found
}

// cost estimates what a constraint costs the analysis: its number of states, times one more
// than the number of unobserved actions that it makes visible.
func (pr *Path) cost(id sem.CompID) int {
	n := 1
	for _, act := range pr.Touch[id] {
		if pr.hidden[act] {
			n++
		}
	}
	return n * int(pr.Sem.M.Comps[id].Size)
}

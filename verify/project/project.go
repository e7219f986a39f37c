// Package project refutes a path without a search for an execution. The projection of
// a path on a few components follows only their values and the states of the
// specifications: a set of such states, closed under the unobserved actions, then
// moved by the path's next action, and so on. If no state is left before the
// violation, no execution follows the path, and with these components as
// constraints it is no path any more (docs/theory.md, Lemma 6.1).
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

// maxProjected is how many states a projection may have at one step of a path.
const maxProjected = 1 << 10

// projectWork is how many cases of actions the projections of one path may try.
const projectWork = 1 << 22

// mostOfStep is how many components of one step are tried in pairs.
const mostOfStep = 8

// Path is a path with what it violates.
type Path struct {
	Sem     *monitor.Semantics
	Touch   [][]cfg.ActionID // Touching of Sem
	Actions []cfg.ActionID   // its steps; all have a table
	Hidden  []cfg.ActionID   // unobserved actions
	Start   []int32          // states of the specifications
	// Observe moves the specifications; nil: an assumption is trapped.
	Observe func(q []int32, occ []sem.Occurrence) []int32
	// Counts reports whether the error that a case of an action ends in is the violation.
	Counts func(act cfg.ActionID, kase int, err *sem.Error) bool
	// Violating reports whether the specifications are violated in q; over: if the execution ends.
	Violating func(q []int32, over bool) bool
	Poll      *limit.Poll

	hidden []bool  // by action
	index  []int32 // by component: 1 + place in the set projected on
	comps  []sem.CompID
	work   int
}

// projected is a state: values of components, and states of specifications.
type projected struct{ vec, q []int32 }

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

// Touching lists, by component, the actions of which a case reads or writes it, ascending.
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

// prepare makes the indices, once.
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

// Rejects reports whether the projection on comps has no violating state: then no
// execution follows the path. It may err towards: false, where there is too much to do.
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
	var between []cfg.ActionID // unobserved, that touch comps
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
			if !pr.take(s, pr.Actions[i], i, next) {
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
	// The path is done, and it ends where every task has.
	return !slices.ContainsFunc(now, pr.ended)
}

// take adds the states after an action of the path; false: one may be violating.
func (pr *Path) take(s projected, act cfg.ActionID, at int, next map[string]projected) bool {
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

// move applies a case to the values of the components projected on.
func (pr *Path) move(vec []int32, kase *sem.Case) ([]int32, bool) {
	pr.work--
	out, own := vec, false
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

// close adds what unobserved actions lead to; false: that is too much.
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

// ended reports whether an execution may end in a state and violate the property by that.
func (pr *Path) ended(s projected) bool {
	for i, id := range pr.comps {
		if !pr.Sem.M.Final(id, s.vec[i]) {
			return false
		}
	}
	return pr.Violating(s.q, true)
}

// Refute names new constraints that reject the path together with chosen ones,
// found on projections: one, the one that costs least, or else a part of what one
// step of the path needs. nil: none is found.
func (pr *Path) Refute(chosen []sem.CompID) []sem.CompID {
	pr.prepare()
	old := make([]bool, len(pr.Sem.M.Comps))
	for _, id := range chosen {
		old[id] = true
	}
	var fresh []sem.CompID
	asked := make([]bool, len(pr.Sem.M.Comps))
	var steps [][]sem.CompID // what the steps of the path need, without repetition
	known := make([]bool, len(pr.Sem.Cases))
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
	best, bestCost := sem.CompID(-1), 0
	for _, id := range fresh {
		if cost := pr.cost(id); (best < 0 || cost < bestCost) && pr.Rejects(id) {
			best, bestCost = id, cost
		}
	}
	if best >= 0 {
		return []sem.CompID{best}
	}
	isNew := func(id sem.CompID) bool { return !old[id] }
	for _, needs := range steps {
		few := needs[:min(len(needs), mostOfStep)]
		var found []sem.CompID
		for i, x := range few {
			for _, y := range few[:i] {
				if (isNew(x) || isNew(y)) && pr.Rejects(x, y) {
					if added := slices.DeleteFunc([]sem.CompID{x, y}, func(id sem.CompID) bool { return old[id] }); found == nil ||
						len(added) < len(found) {
						found = added
					}
				}
			}
		}
		if found == nil && len(few) > 2 && slices.ContainsFunc(few, isNew) && pr.Rejects(few...) {
			found = slices.Clone(few) // minimal by inclusion
			for i := len(found) - 1; i >= 0; i-- {
				if without := slices.Delete(slices.Clone(found), i, i+1); pr.Rejects(without...) {
					found = without
				}
			}
			found = slices.DeleteFunc(found, func(id sem.CompID) bool { return old[id] })
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// cost is larger the more states a constraint has, and the more actions it makes visible.
func (pr *Path) cost(id sem.CompID) int {
	n := 1
	for _, act := range pr.Touch[id] {
		if pr.hidden[act] {
			n++
		}
	}
	return n * int(pr.Sem.M.Comps[id].Size)
}

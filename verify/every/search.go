package every

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/automata/observe"
	"flavers/explore/symmetry"
	"flavers/limit"
	"flavers/sem"
)

// This file searches all states with counts that saturate. The steps of such a state are
// found on the sample, the program with n members: a few counts are chosen, one member of
// the sample is put into the local state of each, and the cases of the sample that are
// possible then are the steps. All other members of the sample take no part. This is
// repeated for every choice of counts that a step could look at.

// Verdict is what a search found out.
type Verdict uint8

// The verdicts.
const (
	Open    Verdict = iota // the search is not over
	Holds                  // for every number of members, from 1 on, no execution reaches the goal
	Reached                // a state with counts reaches the goal; whether an execution does is not known
	Beyond                 // not decided: a limit of the model may be exceeded, or a step is not counted
)

// Goal is what is searched for. The zero value asks for a deadlock.
type Goal struct {
	Property *automata.Spec // if it is not nil: an execution that violates the property
	Errors   bool           // without a property: an execution that ends in a run-time error
}

// Search is a search in progress. It is not for use by several goroutines at once.
type Search struct {
	States int // how many states were met

	goal    Goal
	k       int32 // the cut-off: counts up to k are exact
	sem     *monitor.Semantics
	m       *sem.Machine // of the sample
	mon     observe.Monitor
	classes []symmetry.Class     // the classes that grow
	at      map[sem.CompID]place // the member that a component belongs to, if it does to one
	holder  []map[int32]place    // by component: the member that a value names
	code    []map[string]int32   // by class: the number (code) of each local state of a member, by its text
	codes   [][][]int32          // by class and code: the values of the member's components, then 1 for each lock it holds
	seen    map[string]bool      // keys of the states that were met
	todo    []state              // states that were met and not yet expanded
	verdict Verdict
	beyond  bool // some step is not covered, so that the verdict is not Holds
}

// New begins a search. s is the sample, a program with n members of each class that grows;
// next is the same with n+1 members; k is the cut-off, at least 1. The error says why the
// search cannot be made; a *SmallSample says that n has to be larger.
func New(s, next *monitor.Semantics, g Goal, k int, poll *limit.Poll) (*Search, error) {
	var specs []*automata.Spec
	b := &Search{goal: g, k: int32(max(1, k)), sem: s, m: s.M, at: map[sem.CompID]place{}, seen: map[string]bool{}}
	if g.Property != nil {
		if !g.Property.Property || g.Property.Reach || g.Property.Invariant != nil {
			return nil, errors.New("only properties of all executions, on events, are decided for every number of tasks")
		}
		if err := allAlike(g.Property); err != nil {
			return nil, err
		}
		specs, b.mon = []*automata.Spec{g.Property}, observe.New(g.Property)
	}
	var err error
	if b.classes, err = grown(s, next, specs, poll); err != nil {
		return nil, err
	}

	// Which components belong to which member, and which values of locks name which member.
	b.holder = make([]map[int32]place, len(b.m.Comps))
	for i, k := range b.classes {
		for m, own := range k.Own {
			for _, c := range own {
				b.at[c] = place{i, m}
			}
		}
		for _, n := range k.Shared {
			if b.holder[n.Comp] == nil {
				b.holder[n.Comp] = map[int32]place{}
			}
			for m, values := range n.Values {
				b.holder[n.Comp][values[0]] = place{i, m}
			}
		}
		b.code, b.codes = append(b.code, map[string]int32{}), append(b.codes, nil)
	}
	if !looksAtFew(s.Cases, b.at) {
		return nil, fmt.Errorf("some step has a condition on more than %d interchangeable tasks", mostMembers)
	}
	b.start()
	return b, nil
}

// Families returns the names of the classes that grow, without indices.
func (b *Search) Families() []string {
	var out []string
	for _, k := range b.classes {
		name, _, _ := strings.Cut(b.m.P.Tasks[k.Tasks[0]].Name, "[")
		out = append(out, name)
	}
	return out
}

// start enters the first states: each class has 1, .., k or many members.
func (b *Search) start() {
	vec := b.m.Start()
	first := state{rest: b.restOf(vec)}
	if b.goal.Property != nil {
		first.q = b.goal.Property.DFA.Start
	}
	lists := [][]count{nil}
	for i := range b.classes {
		code := b.codeOf(vec, place{i, 0})
		var next [][]count
		for _, l := range lists {
			for n := int32(1); n <= b.k+1; n++ {
				next = append(next, append(slices.Clone(l), count{int32(i), code, n}))
			}
		}
		lists = next
	}
	for _, l := range lists {
		b.add(state{first.rest, first.q, l})
	}
}

// add enters a state that is to be expanded, unless it is known.
func (b *Search) add(s state) {
	if key := s.key(); !b.seen[key] {
		b.seen[key] = true
		b.todo = append(b.todo, s)
		b.States++
	}
}

// restOf returns state.rest for a vector of values of the sample.
func (b *Search) restOf(vec []int32) []int32 {
	out := slices.Clone(vec)
	for c := range out {
		if _, own := b.at[sem.CompID(c)]; own {
			out[c] = 0
		} else if _, names := b.holder[c][vec[c]]; names {
			out[c] = named
		}
	}
	return out
}

// codeOf returns the code of a member in a vector of values of the sample: the number of
// its local state, which is new or known.
func (b *Search) codeOf(vec []int32, p place) int32 {
	k := &b.classes[p.class]
	var values []int32
	for _, c := range k.Own[p.member] {
		values = append(values, vec[c])
	}
	for _, n := range k.Shared {
		held := int32(0)
		if vec[n.Comp] == n.Values[p.member][0] {
			held = 1
		}
		values = append(values, held)
	}
	text := fmt.Sprint(values)
	code, known := b.code[p.class][text]
	if !known {
		code = int32(len(b.codes[p.class]))
		b.code[p.class][text] = code
		b.codes[p.class] = append(b.codes[p.class], values)
	}
	return code
}

// Run continues the search until it has a verdict, has met so many states in all, or ctx
// ends. In the last two cases it returns Open.
func (b *Search) Run(ctx context.Context, states int) Verdict {
	for b.verdict == Open && len(b.todo) > 0 && b.States < states && ctx.Err() == nil {
		s := b.todo[len(b.todo)-1]
		b.todo = b.todo[:len(b.todo)-1]
		b.expand(&s)
	}
	if b.verdict == Open && len(b.todo) == 0 {
		if b.verdict = Holds; b.beyond {
			b.verdict = Beyond
		}
	}
	return b.verdict
}

// expand takes all steps from a state. A step can look at any member that holds a lock, as
// the lock names it, and at mostMembers others. So it takes the steps with all holders and no
// other member, one, or two of them.
func (b *Search) expand(s *state) {
	if b.goal.Property != nil && b.mon.Violated(s.q) {
		b.verdict = Reached
		return
	}
	var holders, others []count
	for _, c := range s.counts {
		holds := slices.Contains(b.codes[c.class][c.code][len(b.classes[c.class].Own[0]):], 1)
		switch {
		case !holds:
			others = append(others, c)
		case c.n > 1:
			b.beyond = true // a lock has one holder, so no program has such a state
			return
		default:
			holders = append(holders, c)
		}
	}
	moved := b.try(s, holders)
	for i, c := range others {
		moved = b.try(s, append(slices.Clip(holders), c)) || moved
		for j, d := range others[i:] {
			if j > 0 || c.n > 1 {
				moved = b.try(s, append(slices.Clip(holders), c, d)) || moved
			}
		}
	}
	if moved || b.verdict != Open {
		return
	}

	// No step is possible: the execution is complete or blocked.
	deadlock := b.goal.Property == nil && !b.goal.Errors && !b.over(s)
	if deadlock || b.goal.Property != nil && !b.mon.Accepts(s.q) {
		b.verdict = Reached
	}
}

// over reports whether an execution is complete in a state in which no step is possible:
// every component has a value with which it may end.
func (b *Search) over(s *state) bool {
	for c, v := range s.rest {
		if _, own := b.at[sem.CompID(c)]; !own && v != named && !b.m.Final(sem.CompID(c), v) {
			return false
		}
	}
	for _, n := range s.counts {
		k, values := &b.classes[n.class], b.codes[n.class][n.code]
		for r, c := range k.Own[0] {
			if !b.m.Final(c, values[r]) {
				return false
			}
		}
		for i, n := range k.Shared {
			if values[len(k.Own[0])+i] == 1 && !b.m.Final(n.Comp, n.Values[0][0]) {
				return false
			}
		}
	}
	return true
}

// try puts one member of the sample into the local state of each count of list, and takes
// the steps that are possible then. moved reports whether there are any.
func (b *Search) try(s *state, list []count) (moved bool) {
	vec := slices.Clone(s.rest)
	for c := range b.at {
		vec[c] = named // of members that take no part: a value that no case allows
	}
	used := make([]int, len(b.classes)) // by class: how many members were put somewhere
	places := make([]place, len(list))  // by index in list: the member
	for i, c := range list {
		p := place{int(c.class), used[c.class]}
		used[c.class]++
		places[i] = p
		k, values := &b.classes[p.class], b.codes[c.class][c.code]
		for r, comp := range k.Own[p.member] {
			vec[comp] = values[r]
		}
		for r, n := range k.Shared {
			if values[len(k.Own[0])+r] == 1 {
				vec[n.Comp] = n.Values[p.member][0]
			}
		}
	}
	for a := range b.sem.Cases {
		for i := range b.sem.Cases[a] {
			if k := &b.sem.Cases[a][i]; possible(vec, k) {
				moved = true
				b.take(s, vec, k, list, places)
			}
		}
	}
	return moved
}

// take enters the states after a case k, which is possible in vec. list are the counts whose
// members take part, and places these members.
func (b *Search) take(s *state, vec []int32, k *sem.Case, list []count, places []place) {
	switch {
	case k.Limit != nil:
		b.beyond = true
		return
	case k.Err != nil:
		if b.goal.Errors {
			b.verdict = Reached
		}
		return
	}
	next := slices.Clone(vec)
	for _, mv := range k.Moves {
		i, _ := pair(mv.Pairs, vec[mv.Comp])
		next[mv.Comp] = mv.Pairs[i].To
		if p, names := b.holder[mv.Comp][next[mv.Comp]]; names && !slices.Contains(places, p) {
			b.beyond = true // the lock now names a member that takes no part: not counted
			return
		}
	}
	q := s.q
	if b.goal.Property != nil {
		for _, o := range k.Occ {
			if sym := b.mon.Symbol(o.Names(), o.Owners(b.m.P)); sym >= 0 {
				q = b.mon.Step(q, sym)
			}
		}
	}
	var changes []change
	for i, p := range places {
		if code := b.codeOf(next, p); code != list[i].code {
			changes = append(changes, change{int32(p.class), list[i].code, code})
		}
	}
	rest := b.restOf(next)
	for _, counts := range after(s.counts, changes, b.k) {
		b.add(state{rest, q, counts})
	}
}

// possible reports whether a case is possible in a vector of values.
func possible(vec []int32, k *sem.Case) bool {
	return !slices.ContainsFunc(k.Moves, func(mv sem.Move) bool {
		_, ok := pair(mv.Pairs, vec[mv.Comp])
		return !ok
	})
}

// pair returns the index of the pair that begins with v, and whether there is one.
func pair(pairs []sem.Pair, v int32) (int, bool) {
	return slices.BinarySearchFunc(pairs, v, func(q sem.Pair, v int32) int { return int(q.From - v) })
}

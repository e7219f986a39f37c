package sem

import (
	"fmt"
	"slices"
	"strconv"

	"flavers/cfg"
	"flavers/limit"
)

// Case is one way a step can go, for all states of the program at once: it
// can be taken where every component named in Moves has a value in the domain
// of its Move, and then changes them so. Components not named may have any
// value that they ever have, and keep it. Different cases of one action are
// alternatives.
//
// A variable that no step writes is never named: it has its initial value in every
// state, so that a table of constants multiplies no cases.
type Case struct {
	Moves []Move // ascending by component
	Occ   []Occurrence
	Err   *Error // the step ends the execution in this error
	Limit *Limit // with a LimitError: what is full
}

// Limit says of a case that exceeds what the model holds which component is
// full, and whether another case stands in for it: one that does the same to
// all else from a state in which that component holds less. A step that fills
// the component by itself, whatever it held before, has none.
type Limit struct {
	Comp    CompID
	StandIn bool
}

// Move is a partial function on the values of one component.
type Move struct {
	Comp  CompID
	Pairs []Pair // ascending by From
}

// To returns where the function leads from a value, and false if it is not defined there. Most are defined on
// neighbouring values, and these need no search.
func (mv *Move) To(from int32) (int32, bool) {
	p := mv.Pairs
	if len(p) == 0 || from < p[0].From || from > p[len(p)-1].From {
		return 0, false
	}
	i := int(from - p[0].From)
	if i >= len(p) || p[i].From != from { // values ascend, so it is before i
		low, high := 0, min(i, len(p))
		for low < high {
			if half := int(uint(low+high) >> 1); p[half].From < from {
				low = half + 1
			} else {
				high = half
			}
		}
		if i = low; p[i].From != from {
			return 0, false
		}
	}
	return p[i].To, true
}

// Pair says that From becomes To.
type Pair struct{ From, To int32 }

// maxCases and maxWork bound the table of one step.
const (
	maxCases = 1 << 16
	maxWork  = 1 << 26 // pairs written

	pairsOfPiece = 32 // written in about a microsecond (limit.Poll.Did)
)

// TooManyCases says that a step reads more combinations of values than can be
// tabled; the step is exact only in the executable semantics.
type TooManyCases struct {
	Node  *cfg.Node
	Limit int
}

func (e *TooManyCases) Error() string {
	return fmt.Sprintf("%s: this step reads more than %d combinations of values; split it with a local variable",
		e.Node.Pos, e.Limit)
}

// Cases tables one action. The error is a *TooManyCases, or a *TooLarge for a
// message taken from a queue whose contents are not numbered. For many actions
// make a Tabulator once.
func (m *Machine) Cases(a cfg.Action) ([]Case, error) { return m.Tabulator().Cases(a, 0) }

// Tabulator makes tables and keeps its working memory from one to the next.
type Tabulator struct {
	m   *Machine
	now [][]Pair // by component; all nil between calls

	Poll *limit.Poll // looked at for every case; nil: tables are made to their end

	// EventsOnly makes cases for their occurrences alone: they have no moves, and those that differ only by the place
	// in a buffer that is written or read are one. What is observed of a step is the value that it sends or receives,
	// not the place. So the cases have all occurrences that those with moves have, and there are as many times fewer
	// as a buffer has places and lengths.
	EventsOnly bool
}

// Tabulator returns a new one.
func (m *Machine) Tabulator() *Tabulator {
	return &Tabulator{m: m, now: make([][]Pair, len(m.Comps))}
}

// Cases tables an action that has at most so many cases; 0: the usual limit.
func (t *Tabulator) Cases(a cfg.Action, most int) ([]Case, error) {
	if op, ok := t.m.P.Nodes[a.A].Op.(cfg.Handle); ok && t.m.boxes[op.Box].slots != nil {
		return nil, &TooLarge{Object: t.m.P.Objects[op.Box],
			States: "more than " + strconv.Itoa(maxQueue) + " possible contents"}
	}
	if most == 0 {
		most = maxCases
	}
	var out []Case
	v := symbolic{m: t.m, now: t.now, possible: true}
	for more := true; more; more = v.next() {
		before := v.work
		s := step{m: t.m, v: &v, wanted: true, naming: t.EventsOnly}
		if st := s.action(a); st != blocked && v.possible {
			if t.EventsOnly {
				out = append(out, Case{Occ: s.occ, Err: s.err})
			} else {
				out = append(out, v.result(&s))
			}
		}
		t.Poll.Did(1 + (v.work-before)/pairsOfPiece)
		if len(out) > most || v.work > maxWork || v.runs > 4*most {
			v.next() // tidies up
			return nil, &TooManyCases{&t.m.P.Nodes[a.A], most}
		}
	}
	return out, nil
}

// symbolic is a vector of partial functions. Branches are enumerated by
// running the step again along a script whose last branch is raised.
type symbolic struct {
	m        *Machine
	now      [][]Pair // by component; nil: the identity on all values
	touched  []CompID // components with now != nil
	script   []branch
	at       int
	work     int // pairs written so far, over all runs
	runs     int
	possible bool
	groupOf  []int32 // buffer of grouped: by pair, its group
}

// branch is one point where the step's course depends on a value.
type branch struct {
	choice int
	groups []group // of a classify; nil for a choose
	of     int
}

type group struct {
	class int32
	pairs []Pair
}

func (v *symbolic) pairs(c CompID) []Pair {
	if v.now[c] == nil {
		if v.m.fixed[c] {
			start := v.m.Comps[c].Start
			v.put(c, []Pair{{start, start}})
			return v.now[c]
		}
		n := v.m.Comps[c].Size
		p := make([]Pair, n)
		for i := range p {
			p[i] = Pair{int32(i), int32(i)}
		}
		v.put(c, p)
	}
	return v.now[c]
}

func (v *symbolic) put(c CompID, p []Pair) {
	if v.now[c] == nil {
		v.touched = append(v.touched, c)
	}
	if p == nil {
		p = []Pair{}
	}
	v.now[c] = p
	v.work += len(p)
}

func (v *symbolic) classify(c CompID, class func(int32) int32) int32 {
	if v.at == len(v.script) {
		groups := v.grouped(v.pairs(c), class)
		if len(groups) == 0 { // nothing can be true any more; any course will do
			v.possible = false
			return class(0)
		}
		v.script = append(v.script, branch{groups: groups, of: len(groups)})
	}
	b := &v.script[v.at]
	v.at++
	g := b.groups[b.choice]
	if v.now[c] == nil || len(g.pairs) != len(v.now[c]) {
		v.put(c, g.pairs)
	}
	return g.class
}

// grouped divides pairs into groups, one for each class of their second values, in the order in which classes appear. A
// mailbox may have ten thousands of values, so the groups share one array, for which the pairs are first counted.
func (v *symbolic) grouped(pairs []Pair, class func(int32) int32) []group {
	var groups []group
	var sizes []int
	index := map[int32]int32{} // by class
	v.groupOf = v.groupOf[:0]
	for j, p := range pairs {
		k := class(p.To)
		var i int32
		if j > 0 && groups[v.groupOf[j-1]].class == k { // neighbours are mostly of one class
			i = v.groupOf[j-1]
		} else {
			known := false
			if i, known = index[k]; !known {
				i = int32(len(groups))
				index[k] = i
				groups, sizes = append(groups, group{class: k}), append(sizes, 0)
			}
		}
		v.groupOf = append(v.groupOf, i)
		sizes[i]++
	}
	rest := make([]Pair, len(pairs))
	for i, n := range sizes {
		groups[i].pairs, rest = rest[:0:n], rest[n:]
	}
	for j, p := range pairs {
		g := &groups[v.groupOf[j]]
		g.pairs = append(g.pairs, p)
	}
	return groups
}

func (v *symbolic) apply(c CompID, f func(int32) int32) bool {
	old := v.pairs(c)
	p := make([]Pair, 0, len(old))
	for _, q := range old {
		if w := f(q.To); w >= 0 {
			p = append(p, Pair{q.From, w})
		}
	}
	v.put(c, p)
	return len(p) > 0
}

func (v *symbolic) move(c CompID, from, to int32) bool {
	if v.now[c] == nil { // the common case, without listing the identity
		v.put(c, []Pair{{from, to}})
		return true
	}
	return v.apply(c, func(x int32) int32 {
		if x == from {
			return to
		}
		return -1
	})
}

func (v *symbolic) store(c CompID, to int32) { v.apply(c, func(int32) int32 { return to }) }

func (v *symbolic) choose(n int) int {
	if v.at == len(v.script) {
		v.script = append(v.script, branch{of: n})
	}
	v.at++
	return v.script[v.at-1].choice
}

func (v *symbolic) pick(comps []CompID) int {
	if len(comps) == 0 {
		return -1
	}
	return v.choose(len(comps))
}

// trial keeps, of what f did, only which values before the step are possible.
func (v *symbolic) trial(f func() bool) bool {
	saved := slices.Clone(v.now)
	ok := f()
	for _, c := range v.touched {
		if saved[c] == nil {
			// A new slice: the old one may belong to the script.
			back := make([]Pair, len(v.now[c]))
			for i, p := range v.now[c] {
				back[i] = Pair{p.From, p.From}
			}
			v.now[c] = back
			continue
		}
		v.now[c] = restrict(saved[c], v.now[c])
	}
	return ok
}

// restrict keeps the pairs of f whose From is in the domain of g.
func restrict(f, g []Pair) []Pair {
	if len(f) == len(g) {
		return f
	}
	out := make([]Pair, 0, len(g))
	j := 0
	for _, p := range f {
		for j < len(g) && g[j].From < p.From {
			j++
		}
		if j < len(g) && g[j].From == p.From {
			out = append(out, p)
		}
	}
	return out
}

// result returns the case that the run just made stands for.
func (v *symbolic) result(s *step) Case {
	c := Case{Occ: s.occ, Err: s.err}
	if s.err != nil && s.err.Kind == cfg.LimitError {
		// The last branch is the one at which the component was found full.
		others := v.script[v.at-1].of > 1
		c.Limit = &Limit{Comp: s.full, StandIn: others && v.m.Comps[s.full].Kind != Slot}
	}
	slices.Sort(v.touched)
	for _, id := range v.touched {
		p := v.now[id]
		if v.m.fixed[id] && len(p) > 0 {
			if p[0].From != p[0].To {
				panic("sem: a step writes a variable that none writes")
			}
			continue
		}
		if len(p) == int(v.m.Comps[id].Size) && !slices.ContainsFunc(p, func(q Pair) bool { return q.From != q.To }) {
			continue
		}
		c.Moves = append(c.Moves, Move{id, p})
	}
	return c
}

// next prepares the run along the next branch; false: all are done.
func (v *symbolic) next() bool {
	for _, c := range v.touched {
		v.now[c] = nil
	}
	v.touched = v.touched[:0]
	v.script = v.script[:v.at]
	v.at, v.possible = 0, true
	v.runs++
	for len(v.script) > 0 {
		last := &v.script[len(v.script)-1]
		if last.choice++; last.choice < last.of {
			return true
		}
		v.script = v.script[:len(v.script)-1]
	}
	return false
}

package deadlock

import (
	"fmt"
	"slices"

	"flavers/bitset"
	"flavers/internal/sat"
	"flavers/mip"
)

// This file has the loop of one attempt (counterexample-guided): ask the solver for a
// candidate, a state that no invariant so far excludes; find invariants that the candidate
// violates, and add them; and so on. The loop ends with a proof if there is no candidate, and
// without one if no invariant excludes the candidate.

// search is one attempt to answer one question on one net.
type search struct {
	n     *net
	r     *pairs // nil: only the pairs of rel are known
	rel   *mip.Relation
	b     *budget
	w     *trapper
	f     *formula
	proof proof // invariants that were added
	out   Result
	done  bool // there is a proof, but for the errors in out.Left

	basis    []sum            // linear invariants, found when the first is needed
	based    bool             // basis was computed
	used     map[int]bool     // by index in basis: the sum was added
	excluded map[[2]unit]bool // couples of units whose pairs were added
}

// newSearch prepares an attempt.
func newSearch(n *net, r *pairs, rel *mip.Relation, b *budget, q question) *search {
	return &search{n: n, r: r, rel: rel, b: b, w: newTrapper(n, r, b), f: newFormula(n, r, rel, q),
		excluded: map[[2]unit]bool{}, used: map[int]bool{}, proof: proof{about: q}}
}

// compatible reports whether two places of different units may be marked in one
// state.
func compatible(n *net, r *pairs, rel *mip.Relation, p, q place) bool {
	if r != nil {
		return r.row[p].Has(int(q))
	}
	x, y := n.point(p), n.point(q)
	return x < 0 || y < 0 || rel.Parallel(x, y)
}

// neighbours adds the pairs of units that some step looks at together. These are needed most
// often. Steps that look at many units have too many couples.
func (c *search) neighbours() {
	for i := range c.n.stops {
		mv := c.n.stops[i].moves
		if len(mv) > 4 {
			continue
		}
		for j := range mv {
			for k := range j {
				c.exclude(mv[k].unit, mv[j].unit)
			}
		}
	}
}

// exclude adds which places of two units, x < y, are not marked at the same time.
func (c *search) exclude(x, y unit) {
	if c.excluded[[2]unit{x, y}] {
		return
	}
	c.excluded[[2]unit{x, y}] = true
	before := len(c.f.clauses)
	c.proof.exclude(c.f, c.r, c.rel, x, y)
	if len(c.f.clauses) > before {
		c.out.Pairs++
	}
}

// run makes the attempt and fills in out.
func (c *search) run() {
	c.neighbours()
	c.out.Reason = c.rounds()
	c.done = c.out.Reason == ""
	if len(c.out.Left) > 0 && c.done {
		c.out.Reason = fmt.Sprintf("no pair, sum or trap excludes %d of %d errors", len(c.out.Left), len(c.n.fails))
	}
	c.out.Free = c.out.Reason == ""
	c.out.Places, c.out.Transitions = c.n.places(), len(c.n.trans)
	c.out.Conflicts = c.f.solver.Conflicts
	c.out.Clauses = len(c.f.clauses)
	c.out.Traps, c.out.Sums = len(c.proof.traps), len(c.proof.sums)
}

// rounds refutes candidates until there is none. It returns why it gave up, or "".
func (c *search) rounds() string {
	for {
		left := c.b.lim.Conflicts - c.f.solver.Conflicts
		switch {
		case c.b.stop():
			return "stopped"
		case c.f.size > c.b.lim.Literals:
			return fmt.Sprintf("more than %d literals in clauses", c.b.lim.Literals)
		case c.out.Rounds >= c.b.lim.Rounds:
			return fmt.Sprintf("%d candidates refuted, the limit", c.out.Rounds)
		case left <= 0:
			return fmt.Sprintf("the limit of %d conflicts", c.b.lim.Conflicts)
		}
		switch c.f.solver.Solve(sat.Budget{Conflicts: left, Stop: c.b.stop}) {
		case sat.Unknown:
			continue // the solver met one of the limits above
		case sat.Unsat:
			c.proof.refutation, c.proof.vars = c.f.solver.Refutation(), c.f.solver.Vars()
			return ""
		}
		m := c.f.state()
		if !c.refute(m) && !c.leave(m) {
			if c.b.stop() {
				return "stopped"
			}
			c.out.Candidate = c.n.vector(m)
			if c.b.work < 0 {
				return "the limit of work on invariants"
			}
			return "no pair, sum or trap excludes the candidate"
		}
		c.out.Rounds++
	}
}

// leave takes the errors that are possible in candidate m, which no invariant excludes, out of
// the question. It returns false if there is none, or the question is not about errors.
func (c *search) leave(m []place) bool {
	if c.proof.about != fails || c.b.stop() || c.b.work < 0 {
		return false
	}
	some := false
	for k, i := range c.n.fails {
		if t := &c.n.stops[i]; t.possible(m) && !slices.Contains(c.proof.left, k) {
			c.proof.leave(c.f, k)
			c.out.Left, some = append(c.out.Left, Case{t.action, t.kase}), true
		}
	}
	return some
}

// possible reports whether a case can be taken in a state.
func (t *transition) possible(m []place) bool {
	for _, mv := range t.moves {
		if !slices.ContainsFunc(mv.arcs, func(k arc) bool { return m[mv.unit] == k.from }) {
			return false
		}
	}
	return true
}

// refute adds invariants that candidate m violates. It returns false if it finds none. Traps
// cost the most, so they are tried only if nothing else is found.
func (c *search) refute(m []place) bool {
	found := false
	for y := range m {
		for x := range y {
			if !compatible(c.n, c.r, c.rel, m[x], m[y]) {
				c.exclude(unit(x), unit(y))
				found = true
			}
		}
	}
	return c.refuteBySums(m) || found || c.refuteByTraps(m)
}

// refuteBySums adds linear invariants that candidate m violates, the short ones first. After
// the first it adds only those that are at most twice as long: long ones have many clauses.
func (c *search) refuteBySums(m []place) bool {
	if !c.based {
		c.basis, c.based = c.w.sums(), true
	}
	found, most := false, 0
	for i, s := range c.basis {
		if c.used[i] {
			continue
		}
		if most > 0 && len(s) > most {
			break
		}
		total := int64(0)
		for _, x := range s {
			if m[c.n.unit[x.p]] == x.p {
				total += x.w
			}
		}
		if total == 0 {
			continue
		}
		c.used[i] = true
		if c.proof.sum(c.f, s) {
			most = max(2*len(s), most)
			found = true
		}
	}
	return found
}

// maxTraps is how many traps are taken from one candidate.
const maxTraps = 64

// refuteByTraps adds traps that have a place which is marked initially, and no place that candidate m marks. All of
// these lie in the greatest trap among the unmarked places. From each initial place in this trap a small one is
// grown.
func (c *search) refuteByTraps(m []place) bool {
	n := c.n
	all := bitset.New(n.places())
	for i := range n.places() {
		p := place(i)
		u := n.unit[p]
		if !n.lost[u] && m[u] != p && (c.r == nil || c.r.row[p].Has(i)) {
			all.Add(i)
		}
	}
	if !c.w.greatest(all) {
		return false
	}
	count := 0
	for _, p := range n.start {
		if !all.Has(int(p)) || count == maxTraps {
			continue
		}
		set := c.w.grow(all, p)
		if set == nil {
			break
		}
		if !c.w.isTrap(set) {
			if set = all; !c.w.isTrap(set) {
				panic("deadlock: the greatest trap is none")
			}
		}
		list := make([]place, 0, set.Count())
		for q := range set.All {
			list = append(list, place(q))
		}
		before := len(c.f.clauses)
		c.proof.trap(c.f, list)
		if len(c.f.clauses) > before {
			count++
		}
	}
	return count > 0
}

package deadlock

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/cfg"
	"flavers/internal/sat"
	"flavers/mip"
)

// This file writes a question about states as clauses for a SAT solver: is there a state of a
// kind, a deadlock for instance, that no invariant found so far excludes? A solution is such
// a state, the candidate. If there is no solution, no execution reaches a state of the kind,
// because every reachable state satisfies the invariants.
//
// There is a variable for each place, which is true if the place is marked, and one for
// some sets of places of a unit ("one of these is marked"). Exactly one place of each unit is
// marked. Every invariant adds clauses.

// question is the kind of state that is looked for. The proof is that there is none.
type question uint8

const (
	stuck  question = iota // a deadlock: the execution is not over, and no case of any action is possible
	beyond                 // a case that exceeds a limit of the model is possible
	fails                  // a case that ends in an error that is asked about is possible
)

// steps returns cases, as numbers in net.stops, such that the question asks whether one of them is possible. It returns
// nil for a deadlock, which asks whether no case is possible.
func (q question) steps(n *net) []int32 {
	switch q {
	case beyond:
		return n.over
	case fails:
		return n.fails
	}
	return nil
}

// formula has the clauses of one question.
type formula struct {
	n       *net
	solver  *sat.Solver
	clauses [][]sat.Lit        // all clauses, which the solver has, too
	size    int                // literals of all clauses
	lit     []sat.Lit          // by place: it is marked; top.Not() for a place that is not in alive
	alive   [][]place          // by unit: the places that may be marked in a state of the kind, ascending
	sets    map[string]sat.Lit // by list of places of a unit, as bytes: one of them is marked
	top     sat.Lit            // always true
	can     []sat.Lit          // by index in question.steps: the case is possible
	dupes   map[string]bool    // clauses that were added, as bytes
}

// add adds a clause: one of the literals is true. It leaves out clauses that are known, and
// clauses that are always true.
func (f *formula) add(lits ...sat.Lit) {
	c := slices.Clone(lits)
	slices.Sort(c)
	c = slices.Compact(c)
	var key []byte
	for _, l := range c {
		if l == f.top {
			return
		}
		key = binary.AppendUvarint(key, uint64(l))
	}
	if f.dupes[string(key)] {
		return
	}
	f.dupes[string(key)] = true
	f.clauses = append(f.clauses, c)
	f.size += len(c)
	f.solver.Add(c...)
}

// newFormula returns the clauses that say which states the question is about. r and rel say
// which places are reachable; r may be nil.
func newFormula(n *net, r *pairs, rel *mip.Relation, q question) *formula {
	f := &formula{n: n, solver: sat.New(), sets: map[string]sat.Lit{}, dupes: map[string]bool{},
		lit: make([]sat.Lit, n.places())}
	f.top = sat.Pos(f.solver.Var())
	f.clauses = append(f.clauses, []sat.Lit{f.top})
	f.solver.Add(f.top)
	f.findAlive(r, rel, q)
	for _, list := range f.alive {
		for _, p := range list {
			v := f.solver.Var()
			f.lit[p] = sat.Pos(v)
			// The solver tries first that units have left their initial places: such a candidate
			// violates more invariants at once, so that fewer candidates are needed.
			f.solver.Prefer(v, n.start[n.unit[p]] != p)
		}
	}
	for _, list := range f.alive {
		f.one(list)
	}

	// A case is possible if each unit that it moves marks one of the places where it may begin.
	if q != stuck {
		for _, i := range q.steps(n) {
			can := sat.Pos(f.solver.Var())
			f.can = append(f.can, can)
			for _, in := range f.domains(&n.stops[i]) {
				f.add(can.Not(), in)
			}
		}
		f.add(f.can...)
		return f
	}

	// A deadlock is not over: some place is marked that is not marked when all is over. And of
	// every case some unit marks none of the places where it may begin.
	var going []sat.Lit
	for _, list := range f.alive {
		for _, p := range list {
			if !n.final(p) {
				going = append(going, f.lit[p])
			}
		}
	}
	f.add(going...)
	for i := range n.stops {
		in := f.domains(&n.stops[i])
		for j := range in {
			in[j] = in[j].Not()
		}
		f.add(in...)
	}
	return f
}

// findAlive lists the places that may be marked in a state of the kind. It leaves out places
// that are not reachable, and for a deadlock those at which some case is possible whatever
// the other units mark.
func (f *formula) findAlive(r *pairs, rel *mip.Relation, about question) {
	n := f.n
	dead := make([]bool, n.places())
	for p := range dead {
		q := n.point(place(p))
		dead[p] = r != nil && !r.row[p].Has(p) || q != cfg.None && !rel.Reachable(q)
	}
	for i := range n.stops {
		if mv := n.stops[i].moves; len(mv) == 1 && about == stuck {
			for _, k := range mv[0].arcs {
				dead[k.from] = true
			}
		}
	}
	f.alive = make([][]place, len(n.lost))
	for p, gone := range dead {
		f.lit[p] = f.top.Not()
		if !gone {
			f.alive[n.unit[p]] = append(f.alive[n.unit[p]], place(p))
		}
	}
}

// domains returns literals that are all true if and only if a case is possible: one for each
// unit that it moves.
func (f *formula) domains(t *transition) []sat.Lit {
	lits := make([]sat.Lit, len(t.moves))
	for i, mv := range t.moves {
		from := make([]place, len(mv.arcs))
		for j, k := range mv.arcs {
			from[j] = k.from
		}
		lits[i] = f.within(from)
	}
	return lits
}

// one adds clauses that say that exactly one place of a list is marked. For a long list, a
// chain of variables "one of the places so far is marked" keeps their number linear.
func (f *formula) one(list []place) {
	lits := make([]sat.Lit, len(list))
	for i, p := range list {
		lits[i] = f.lit[p]
	}
	f.add(lits...)
	if len(lits) <= 5 {
		for i := range lits {
			for j := range i {
				f.add(lits[i].Not(), lits[j].Not())
			}
		}
		return
	}
	before := f.top.Not() // one of those before is marked
	for _, l := range lits {
		f.add(before.Not(), l.Not())
		now := sat.Pos(f.solver.Var())
		f.add(before.Not(), now)
		f.add(l.Not(), now)
		before = now
	}
}

// within returns a literal that is true if and only if one of the places of a list is
// marked. The places are of one unit, and ascending.
func (f *formula) within(list []place) sat.Lit {
	var live []place
	for _, p := range list {
		if f.lit[p] != f.top.Not() {
			live = append(live, p)
		}
	}
	switch {
	case len(live) == 0:
		return f.top.Not()
	case len(live) == len(f.alive[f.n.unit[live[0]]]):
		return f.top
	case len(live) == 1:
		return f.lit[live[0]]
	}
	var key []byte
	for _, p := range live {
		key = binary.AppendUvarint(key, uint64(p))
	}
	if l, ok := f.sets[string(key)]; ok {
		return l
	}
	l := sat.Pos(f.solver.Var())
	f.sets[string(key)] = l
	for _, p := range live {
		f.add(f.lit[p].Not(), l)
	}
	// And if none of them is marked, the literal is false.
	rest := []sat.Lit{l.Not()}
	for _, p := range live {
		rest = append(rest, f.lit[p])
	}
	f.add(rest...)
	return l
}

// leave takes the case with index k in question.steps out of the question.
func (f *formula) leave(k int) { f.add(f.can[k].Not()) }

// trap adds a clause that says that one place of a trap is marked.
func (f *formula) trap(list []place) {
	lits := make([]sat.Lit, len(list))
	for i, p := range list {
		lits[i] = f.lit[p]
	}
	f.add(lits...)
}

// exclude adds clauses that say which places of two units are not marked at the same time:
// those for which together is false.
func (f *formula) exclude(c, d unit, together func(p, q place) bool) {
	for _, p := range f.alive[c] {
		var no []place
		for _, q := range f.alive[d] {
			if !together(p, q) {
				no = append(no, q)
			}
		}
		if len(no) > 0 {
			f.add(f.lit[p].Not(), f.within(no).Not())
		}
	}
}

// maxPartial is how many partial sums one linear invariant may have.
const maxPartial = 1 << 21

// sum adds clauses that say that the weights of the marked places add up to 0. It goes through
// the units one by one, with a literal for each total so far ("partial sum") from which 0 can
// still be reached. If there would be more than maxPartial, it adds nothing and returns false.
func (f *formula) sum(s sum) bool {
	type group struct { // the places of a unit that have the same weight
		w  int64
		in []place
	}
	var comps [][]group // by unit whose places have different weights
	base := int64(0)    // total of the other units
	for i := 0; i < len(s); {
		c := f.n.unit[s[i].p]
		for i < len(s) && f.n.unit[s[i].p] == c {
			i++
		}
		var gs []group
		for _, p := range f.alive[c] {
			w := s.of(p)
			k := slices.IndexFunc(gs, func(g group) bool { return g.w == w })
			if k < 0 {
				k = len(gs)
				gs = append(gs, group{w: w})
			}
			gs[k].in = append(gs[k].in, p)
		}
		if len(gs) == 1 {
			base += gs[0].w
		} else {
			comps = append(comps, gs)
		}
	}
	// The units with the most weights first: they decide the most.
	slices.SortStableFunc(comps, func(a, b []group) int { return cmp.Compare(len(b), len(a)) })
	// rest[k]: the totals that units k, k+1, ... together can have.
	rest := make([]map[int64]bool, len(comps)+1)
	rest[len(comps)] = map[int64]bool{0: true}
	size := 0
	for k := len(comps) - 1; k >= 0; k-- {
		rest[k] = map[int64]bool{}
		for _, g := range comps[k] {
			for x := range rest[k+1] {
				rest[k][x+g.w] = true
			}
		}
		if size += len(rest[k]); size > maxPartial {
			return false
		}
	}
	now := map[int64]sat.Lit{base: f.top} // by total of the units before k: it is the total
	for k, gs := range comps {
		next := map[int64]sat.Lit{}
		totals := make([]int64, 0, len(now))
		for x := range now {
			totals = append(totals, x)
		}
		slices.Sort(totals)
		for _, x := range totals {
			for _, g := range gs {
				y := x + g.w
				if !rest[k+1][-y] {
					f.add(now[x].Not(), f.within(g.in).Not())
					continue
				}
				l, ok := next[y]
				if !ok {
					l = sat.Pos(f.solver.Var())
					next[y] = l
				}
				f.add(now[x].Not(), f.within(g.in).Not(), l)
			}
		}
		now = next
	}
	if len(comps) == 0 && base != 0 {
		f.add()
	}
	return true
}

// state returns the solution that the solver found last, as the marked place of each unit.
func (f *formula) state() []place {
	out := make([]place, len(f.alive))
	for c, list := range f.alive {
		for _, p := range list {
			if f.solver.Value(int(f.lit[p] >> 1)) {
				out[c] = p
				break
			}
		}
	}
	return out
}

package deadlock

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/cfg"
	"flavers/internal/sat"
	"flavers/mip"
)

// The question as clauses: is there a state that all invariants allow, that is
// not over and where no case of any action can be taken? Or one where a case of
// some can be taken?

// question is what a state is to be, for which there is to be none.
type question uint8

const (
	stuck  question = iota // a deadlock
	beyond                 // a step can exceed a limit of the model
	fails                  // a step can end in an error that is asked about
)

// steps are the stops of which a state that is asked for can take one; nil: a deadlock can take none.
func (q question) steps(n *net) []int32 {
	switch q {
	case beyond:
		return n.over
	case fails:
		return n.fails
	}
	return nil
}

// formula is the clauses, over one variable for each place that may be marked
// in such a state, and more for sets of places.
type formula struct {
	n       *net
	solver  *sat.Solver
	clauses [][]sat.Lit
	size    int // literals of all clauses
	lit     []sat.Lit
	alive   [][]place // by unit: places that may be marked then
	sets    map[string]sat.Lit
	top     sat.Lit   // true
	can     []sat.Lit // by what the question is about (question.steps): it can be taken
	dupes   map[string]bool
}

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

// newFormula says what a state is that the question is about.
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
			// A state far from the start violates more invariants at once.
			f.solver.Prefer(v, n.start[n.unit[p]] != p)
		}
	}
	for _, list := range f.alive {
		f.one(list)
	}
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

// findAlive lists the places that may be marked in such a state: those that may
// be marked at all, and of a deadlock those where no case needs no more.
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

// domains are literals that are all true where a case can be taken.
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

// one says that exactly one place is marked.
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

// within is a literal that is true if one of the places, of one unit and
// ascending, is marked.
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
	// The same from the other side, so that a value that is left decides it.
	rest := []sat.Lit{l.Not()}
	for _, p := range live {
		rest = append(rest, f.lit[p])
	}
	f.add(rest...)
	return l
}

// leave says that the question is not about a step any more, by its number among them.
func (f *formula) leave(k int) { f.add(f.can[k].Not()) }

// trap says that a set of places is marked.
func (f *formula) trap(list []place) {
	lits := make([]sat.Lit, len(list))
	for i, p := range list {
		lits[i] = f.lit[p]
	}
	f.add(lits...)
}

// exclude says which places of two units exclude each other.
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
const maxPartial = 1 << 16

// sum says that weights add up to nothing: unit by unit, the total so
// far, as one literal for each value from which 0 can still be got. false: that
// would be too many; nothing is said.
func (f *formula) sum(s sum) bool {
	type group struct {
		w  int64
		in []place
	}
	var comps [][]group
	base := int64(0)
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
	// rest[k]: what units k, k+1, ... can add up to.
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
	now := map[int64]sat.Lit{base: f.top}
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

// state is the state of the model found last.
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

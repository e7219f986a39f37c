package deadlock

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// This file finds linear invariants. Weights of places are one if no step changes the total
// weight of the marked places. Initial places have weight 0, so that the total is 0 in every
// reachable state. For a semaphore that starts with 2 permits and that tasks acquire and
// release, there is the invariant
//
//	(permits left - 2) + (number of tasks between acquire and release) = 0
//
// Weights are the solutions of linear equations with one unknown for each place. They say of
// each transition that all arcs of a unit change its weight by the same amount, and that the
// amounts of all units add up to 0. The equations are solved modulo a prime, by Gaussian
// elimination. A solution is used only if it satisfies them as integers, too (isSum).

// maxWeighed is the size of the largest unit that has weights.
const maxWeighed = 2048

// weight is the weight of one place.
type weight struct {
	p place
	w int64
}

// sum is a linear invariant: the weights that are not 0, ascending by place.
type sum []weight

// of returns the weight of a place.
func (s sum) of(p place) int64 {
	i, ok := slices.BinarySearchFunc(s, p, func(x weight, p place) int { return cmp.Compare(x.p, p) })
	if !ok {
		return 0
	}
	return s[i].w
}

// prime is the modulus. Products of two numbers below it fit into 64 bits.
const prime = 1<<31 - 1

// term is k times the weight of place p.
type term struct {
	p place
	k uint64 // modulo prime, not 0
}

// system is a system of linear equations that is kept solved: each weight is either free, or
// a linear combination of free ones. At first all are free.
type system struct {
	solved   map[place][]term         // by place whose weight is not free: its combination of free weights
	uses     map[place]map[place]bool // by place whose weight is free: the solved ones that depend on it
	partners func(p place) int        // how many units some transition moves together with the unit of p
	b        *budget
}

// sums finds a basis of the linear invariants, the short ones first. It returns nil if the
// budget is used up.
func (w *trapper) sums() []sum {
	n := w.n
	zero := func(p place) bool {
		c := n.unit[p]
		return n.start[c] == p || n.first[c+1]-n.first[c] > maxWeighed
	}
	eqs := w.equations(zero)
	if eqs == nil {
		return nil
	}
	s := system{solved: map[place][]term{}, uses: map[place]map[place]bool{}, partners: n.partners(), b: w.b}
	for _, eq := range eqs {
		if !s.add(eq) {
			return nil
		}
	}

	// Each free weight gives a solution: it is 1, and the other free weights are 0.
	var out []sum
	for i := range n.places() {
		p := place(i)
		if zero(p) || n.lost[n.unit[p]] || w.r != nil && !w.r.row[p].Has(i) {
			continue
		}
		if _, ok := s.solved[p]; ok {
			continue
		}
		terms := []term{{p, 1}}
		for q := range s.uses[p] {
			terms = append(terms, term{q, coefficient(s.solved[q], p)})
		}
		slices.SortFunc(terms, func(a, b term) int { return cmp.Compare(a.p, b.p) })
		if x := integral(terms); x != nil {
			out = append(out, x)
		}
	}
	w.shorten(out)
	out = slices.DeleteFunc(out, func(x sum) bool { return !w.isSum(x) })
	slices.SortStableFunc(out, func(x, y sum) int { return cmp.Compare(len(x), len(y)) })
	return out
}

// partners returns system.partners for the net.
func (n *net) partners() func(place) int {
	met := make([]map[int32]bool, len(n.lost))
	for i := range n.trans {
		for _, x := range n.trans[i].moves {
			for _, y := range n.trans[i].moves {
				if met[x.unit] == nil {
					met[x.unit] = map[int32]bool{}
				}
				met[x.unit][int32(y.unit)] = true
			}
		}
	}
	return func(p place) int { return len(met[n.unit[p]]) }
}

// shorten subtracts multiples of other sums from each sum as long as that makes it shorter:
// a short sum has short clauses.
func (w *trapper) shorten(list []sum) {
	in := map[place][]int{} // by place: indices of the sums that have, or had, a weight there
	for i, s := range list {
		for _, x := range s {
			in[x.p] = append(in[x.p], i)
		}
	}
	for i := range list {
		for again := true; again; {
			again = false
			tried := map[int]bool{i: true} // by index of a sum: its multiple was subtracted
			for _, x := range list[i] {
				for _, j := range in[x.p] {
					k := list[j].of(x.p)
					if tried[j] || k == 0 || list[i].of(x.p)%k != 0 || len(list[j]) > len(list[i]) {
						continue
					}
					tried[j] = true
					w.b.work -= len(list[i]) + len(list[j])
					if w.b.work < 0 {
						return
					}
					if d := minus(list[i], list[j], list[i].of(x.p)/k); len(d) < len(list[i]) && len(d) > 0 {
						list[i], again = d, true
						for _, y := range d {
							if !slices.Contains(in[y.p], i) {
								in[y.p] = append(in[y.p], i)
							}
						}
						break
					}
				}
				if again {
					break
				}
			}
		}
	}
}

// minus returns s - k*t.
func minus(s, t sum, k int64) sum {
	var out sum
	for len(s) > 0 || len(t) > 0 {
		switch {
		case len(t) == 0 || len(s) > 0 && s[0].p < t[0].p:
			out, s = append(out, s[0]), s[1:]
		case len(s) == 0 || t[0].p < s[0].p:
			out, t = append(out, weight{t[0].p, -k * t[0].w}), t[1:]
		default:
			if d := s[0].w - k*t[0].w; d != 0 {
				out = append(out, weight{s[0].p, d})
			}
			s, t = s[1:], t[1:]
		}
	}
	return out
}

// integral turns weights modulo the prime into small integers, times a small common factor if
// they are fractions. It returns nil if there are no such integers.
func integral(terms []term) sum {
	const most = 1 << 12
scales:
	for scale := uint64(1); scale <= 6; scale++ {
		out := make(sum, len(terms))
		for i, t := range terms {
			k := int64(t.k * scale % prime)
			if k > prime/2 {
				k -= prime
			}
			if k > most || k < -most {
				continue scales
			}
			out[i] = weight{t.p, k}
		}
		return out
	}
	return nil
}

// coefficient returns the factor of the weight of p in a linear combination.
func coefficient(list []term, p place) uint64 {
	for _, t := range list {
		if t.p == p {
			return t.k
		}
	}
	return 0
}

// possible lists the arcs of a transition's i-th unit that are possible in some state, as far
// as the pairs show. Impossible arcs need not keep the total, so that there are more sums.
func (w *trapper) possible(t *transition, i int) []arc {
	if w.r == nil {
		return t.moves[i].arcs
	}
	var out []arc
	for _, k := range t.moves[i].arcs {
		w.b.work -= len(w.y) * len(t.moves)
		if w.r.row[k.from].Has(int(k.from)) && w.r.before(t, i, k.from, func(int, arc) bool { return true }, w.y, w.u) {
			out = append(out, k)
		}
	}
	return out
}

// equations returns the equations, each as a list of terms whose sum is 0, the short ones
// first. Places for which zero is true have weight 0. It returns nil if the budget is used up.
func (w *trapper) equations(zero func(place) bool) [][]term {
	seen := map[string]bool{}
	out := [][]term{}
	// add adds the equation: the weights of plus and of minus have the same total.
	add := func(plus, minus []place) {
		sum := map[place]int64{}
		for _, p := range plus {
			if !zero(p) {
				sum[p]++
			}
		}
		for _, p := range minus {
			if !zero(p) {
				sum[p]--
			}
		}
		var eq []term
		for p, k := range sum {
			if k != 0 {
				eq = append(eq, term{p, uint64(k+prime) % prime})
			}
		}
		if len(eq) == 0 {
			return
		}
		slices.SortFunc(eq, func(a, b term) int { return cmp.Compare(a.p, b.p) })
		var key []byte
		for _, t := range eq {
			key = binary.AppendUvarint(key, uint64(t.p))
			key = binary.AppendUvarint(key, t.k)
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			out = append(out, eq)
		}
	}
	for id := range w.n.trans {
		t := &w.n.trans[id]
		var plus, minus []place
		can := true // every unit has an arc that is possible
		for i := range t.moves {
			arcs := w.possible(t, i)
			if len(arcs) == 0 {
				can = false
				break
			}
			for _, k := range arcs[1:] {
				add([]place{k.to, arcs[0].from}, []place{k.from, arcs[0].to})
			}
			plus = append(plus, arcs[0].to)
			minus = append(minus, arcs[0].from)
		}
		if can {
			add(plus, minus)
		}
		if w.b.work--; w.b.work < 0 || w.b.stopped() {
			return nil
		}
	}
	slices.SortStableFunc(out, func(a, b []term) int { return cmp.Compare(len(a), len(b)) })
	return out
}

// add adds an equation to the solved system. It returns false if the budget is used up.
func (s *system) add(eq []term) bool {
	sum := map[place]uint64{}
	for _, t := range eq {
		s.plus(sum, t.p, t.k)
	}
	if len(sum) == 0 {
		return true
	}
	// The pivot is the weight that the equation makes a combination of the others. A weight
	// that stays free becomes an invariant of all units that depend on it. So weights of units
	// that meet many others should stay free: then only one invariant is about all of them.
	// Among equals, the pivot is the weight on which the fewest others depend.
	pivot := place(-1)
	better := func(p, q place) int {
		return cmp.Or(cmp.Compare(s.partners(p), s.partners(q)), cmp.Compare(len(s.uses[p]), len(s.uses[q])),
			cmp.Compare(p, q))
	}
	for p := range sum {
		if pivot < 0 || better(p, pivot) < 0 {
			pivot = p
		}
	}
	inv := power(prime-sum[pivot], prime-2)
	delete(sum, pivot)
	expr := make([]term, 0, len(sum))
	for p, k := range sum {
		expr = append(expr, term{p, k * inv % prime})
	}
	s.set(pivot, expr)
	users := s.uses[pivot]
	delete(s.uses, pivot)
	for q := range users {
		sum := map[place]uint64{}
		for _, t := range s.solved[q] {
			if t.p != pivot {
				s.uses[t.p][q] = false
				delete(s.uses[t.p], q)
			}
			s.plus(sum, t.p, t.k)
		}
		expr := make([]term, 0, len(sum))
		for p, k := range sum {
			expr = append(expr, term{p, k})
		}
		s.set(q, expr)
		if s.b.work -= 8 * len(expr); s.b.work < 0 || s.b.stopped() {
			return false
		}
	}
	return true
}

// set makes the weight of p a combination of free ones.
func (s *system) set(p place, expr []term) {
	s.solved[p] = expr
	for _, t := range expr {
		if s.uses[t.p] == nil {
			s.uses[t.p] = map[place]bool{}
		}
		s.uses[t.p][p] = true
	}
}

// plus adds k times the weight of p to a combination of free weights.
func (s *system) plus(sum map[place]uint64, p place, k uint64) {
	put := func(p place, k uint64) {
		if k = (sum[p] + k) % prime; k == 0 {
			delete(sum, p)
		} else {
			sum[p] = k
		}
	}
	expr, ok := s.solved[p]
	if !ok {
		put(p, k)
		return
	}
	for _, t := range expr {
		put(t.p, t.k*k%prime)
	}
	s.b.work -= 4 * len(expr)
}

// power returns x to the power of k, modulo the prime.
func power(x, k uint64) uint64 {
	out := uint64(1)
	for x %= prime; k > 0; k >>= 1 {
		if k&1 != 0 {
			out = out * x % prime
		}
		x = x * x % prime
	}
	return out
}

// isSum reports whether weights are a linear invariant with total 0 at the start.
func (w *trapper) isSum(s sum) bool {
	total := int64(0)
	for _, p := range w.n.start {
		total += s.of(p)
	}
	if total != 0 {
		return false
	}
	seen := map[int32]bool{}
	touched := func(id int32) bool {
		if seen[id] {
			return true
		}
		seen[id] = true
		t := &w.n.trans[id]
		total := int64(0)
		for i := range t.moves {
			arcs := w.possible(t, i)
			if len(arcs) == 0 {
				return true
			}
			change := s.of(arcs[0].to) - s.of(arcs[0].from)
			for _, k := range arcs {
				if s.of(k.to)-s.of(k.from) != change {
					return false
				}
			}
			total += change
		}
		return total == 0
	}
	// A transition changes the total only if it moves a component with weights.
	comps := map[int32]bool{}
	for _, x := range s {
		c := w.n.unit[x.p]
		if w.n.lost[c] {
			return false
		}
		if comps[int32(c)] {
			continue
		}
		comps[int32(c)] = true
		for p := w.n.first[c]; p < w.n.first[c+1]; p++ {
			for _, id := range w.n.enters[p] {
				if !touched(id) {
					return false
				}
			}
		}
	}
	return true
}

package lpor

import "flavers/bitset"

// Net says how necessary enabling transitions are used.
type Net uint8

// The uses of necessary enabling transitions.
const (
	NetState  Net = iota // by what is missing in the state at hand (System's Needs)
	NetOff               // not at all
	NetOn                // by Relations.Necessary, and what was executed
	NetValues            // by what can happen from the state at hand (System's Foresee)
)

// Reducer computes stubborn sets. It is not for use by several goroutines.
type Reducer struct {
	rel  *Relations
	net  Net
	fwd  *forward
	stop func() bool // may be nil

	stub    bitset.Set // the last set
	enabled bitset.Set
	work    []ID
	barred  bitset.Set // for searches in a state
	seen    bitset.Set
	todo    []ID
	live    bitset.Set
	needs   [][]bitset.Set // by transition: what it needs in the state at hand
	asked   []int64        // by transition: the state for which needs has been asked
	stamp   int64          // of the state at hand
	blocked bitset.Set
	clash   bitset.Set
	order   []ID // scratch of Choose
	best    []ID
	set     []ID
}

// NewReducer prepares the computation of stubborn sets: forward enable sets are
// computed here, unless stop, which may be nil, says that there is no time; then
// sets are as large as they can be, too. The error says what is wrong with the relations.
func NewReducer(rel *Relations, net Net, stop func() bool) (*Reducer, error) {
	if err := rel.Check(); err != nil {
		return nil, err
	}
	r := &Reducer{rel: rel, net: net, fwd: newForward(rel, net == NetOn, stop), stop: stop}
	for _, s := range []*bitset.Set{&r.stub, &r.enabled, &r.barred, &r.seen, &r.live, &r.blocked, &r.clash} {
		*s = bitset.New(rel.N)
	}
	r.needs, r.asked = make([][]bitset.Set, rel.N), make([]int64, rel.N)
	return r, nil
}

// Set is the stubborn set that begins with an enabled transition (Algorithm 2
// of the paper), appended to dst in ascending order. enabled is all that is
// enabled, ascending; executed has what a path to this state has taken, and is
// looked at with NetOn only; needs is for NetState only.
//
// The set is a strong stubborn set: no sequence of transitions outside it
// disables one of its members, and each member can be swapped with every such
// sequence before it.
func (r *Reducer) Set(dst []ID, initial ID, enabled []ID, executed bitset.Set, needs Needs) []ID {
	r.begin(enabled)
	return r.from(dst, initial, Situation{Enabled: enabled, Executed: executed, Needs: needs})
}

// begin prepares the computation of sets in a state.
func (r *Reducer) begin(enabled []ID) {
	r.stamp++
	clear(r.enabled)
	for _, t := range enabled {
		r.enabled.Add(int(t))
	}
}

// from is Set in the state that was begun.
func (r *Reducer) from(dst []ID, initial ID, s Situation) []ID {
	clear(r.stub)
	r.stub.Add(int(initial))
	switch {
	case r.net == NetValues && s.Foresight != nil && s.Needs != nil:
		r.bySituation(s.Needs, s.Foresight)
	case (r.net == NetState || r.net == NetValues) && s.Needs != nil:
		r.bySituation(s.Needs, nil)
	case r.net == NetOn:
		r.byNecessity(initial, s.Enabled, s.Executed)
	default:
		r.byIndex(initial)
	}
	for t := range r.stub.All {
		dst = append(dst, ID(t))
	}
	return dst
}

// byIndex takes no notice of what is necessary: everything enabled that can
// begin a chain to something that a member depends on is added.
func (r *Reducer) byIndex(initial ID) {
	r.work = append(r.work[:0], initial)
	for len(r.work) > 0 {
		t := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		index, dep := r.fwd.indexOf(t), r.fwd.dependsOn.Row(int(t))
		for i, w := range r.enabled {
			more := w & index[i] &^ r.stub[i]
			r.stub[i] |= more
			if r.rel.Transitive {
				more &^= dep[i]
			}
			for u := range (bitset.Set{more}).All {
				r.work = append(r.work, ID(i<<6+u))
			}
		}
	}
}

// byNecessity leaves out what can only begin chains that need something that is
// in the set and was not executed: lines 23 and 24.
func (r *Reducer) byNecessity(initial ID, enabled []ID, executed bitset.Set) {
	for i := range r.barred {
		r.barred[i] = r.stub[i] &^ executed[i]
	}
	r.work = append(r.work[:0], initial)
	for k := 0; k < len(r.work); k++ {
		t := r.work[k]
		index, dep := r.fwd.indexOf(t), r.fwd.dependsOn.Row(int(t))
		for _, u := range enabled {
			if r.stub.Has(int(u)) || !index.Has(int(u)) {
				continue
			}
			depends := dep.Has(int(u))
			if !depends && !r.leads(u, dep) {
				continue
			}
			r.stub.Add(int(u))
			if !executed.Has(int(u)) {
				r.barred.Add(int(u))
			}
			if !depends || !r.rel.Transitive {
				r.work = append(r.work, u)
			}
		}
	}
}

// leads reports whether a chain from u, not barred, ends in goals.
func (r *Reducer) leads(u ID, goals bitset.Set) bool {
	if r.fwd.pairs == nil {
		return r.searched(u, goals)
	}
	for _, p := range r.fwd.pairs[u] {
		if goals.Has(int(p.to)) && !p.need.Meets(r.barred) {
			return true
		}
	}
	return false
}

// searched is leads without forward enable sets: a member of a chain for which
// something barred is necessary ends it.
func (r *Reducer) searched(u ID, goals bitset.Set) bool {
	clear(r.seen)
	r.seen.Add(int(u))
	r.todo = append(r.todo[:0], u)
	for len(r.todo) > 0 {
		a := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		if goals.Has(int(a)) {
			return true
		}
		for b := range r.rel.CanEnable.Row(int(a)).All {
			if !r.seen.Has(b) && !r.rel.Necessary.Row(b).Meets(r.barred) {
				r.seen.Add(b)
				r.todo = append(r.todo, ID(b))
			}
		}
	}
	return false
}

package lpor

import "flavers/bitset"

// This file is Algorithm 2 of the paper, LPOR(tI, s, τ): from an initial
// transition tI that is enabled in the state s, at the end of the path τ, it
// computes a stubborn set. It adds enabled transitions until no member depends on
// anything that can happen while no member is taken. There are three versions,
// which differ in how they find out what can happen (type Net): byIndex,
// byNecessity, and, in needs.go, bySituation.
//
// In Figure 2 of the paper (examples/nets/figure2.pnml), with t1, t4 and t5
// enabled and tI = t1, the set is {t1, t4, t5} by NetOff and {t1, t4} by NetOn:
// t5 alone cannot enable t3, for which t4 is necessary as well.

// Net says how necessary enabling transitions are used.
type Net uint8

// The uses of necessary enabling transitions.
const (
	NetState  Net = iota // as missing in the present state, by Needs of the system (III-C of the paper)
	NetOff               // not at all (Algorithm 2 with an empty NET relation)
	NetOn                // by Relations.Necessary and the path (Algorithm 2)
	NetValues            // by what can happen from the present state, by Foresee of the system
)

// Reducer computes stubborn sets. It is not for use by several goroutines.
type Reducer struct {
	rel  *Relations
	net  Net
	fwd  *forward
	stop func() bool // whether time is up; nil: there is no limit

	stub    bitset.Set // the set being computed (Stub in the paper)
	enabled bitset.Set // what is enabled in the present state

	// byIndex and byNecessity.
	work   []ID       // members that may add others (Trans in the paper)
	barred bitset.Set // members that the path has not taken: what needs them cannot happen before them
	seen   bitset.Set // scratch of searched

	// bySituation, and scratch of a worklist in searched.
	todo    []ID
	live    bitset.Set     // what can happen while no member is taken (L)
	needs   [][]bitset.Set // by transition: its necessary enabling sets in the present state
	asked   []int64        // by transition: the stamp of the state that needs is about
	stamp   int64          // number of the present state
	blocked bitset.Set     // transitions that block was called for
	clash   bitset.Set     // scratch: what a member depends on, by Foresight

	order []ID // scratch of Choose: initial transitions in the order in which they are tried
	best  []ID // scratch of Choose: the smallest set so far
	set   []ID // scratch of Choose: the last set
}

// NewReducer prepares the computation of stubborn sets. With NetOn it computes the
// forward enable sets, unless stop, which may be nil, returns true. The error says
// what is wrong with the relations.
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

// Set appends to dst, in ascending order, the stubborn set that begins with an
// enabled transition (Algorithm 2 of the paper). The slice enabled has all that is
// enabled, ascending. executed has what the path to this state has taken; it is
// used with NetOn only. needs, which may be nil, is used with NetState and
// NetValues only.
//
// The set is a strong stubborn set (III-A of the paper): no sequence of
// transitions outside it disables one of its members, and a member that follows
// such a sequence can also be taken before it, with the same result.
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

// from is Set in the state for which begin was called.
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

// byIndex is Algorithm 2 without lines 23 and 24, as for an empty NET relation:
// on behalf of a member t it adds each enabled transition u with
// FwdEnableSetIdx(u, t). This includes all that t depends on (line 19), as a chain
// may have length 0.
func (r *Reducer) byIndex(initial ID) {
	r.work = append(r.work[:0], initial)
	for len(r.work) > 0 {
		t := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		index, dep := r.fwd.indexOf(t), r.fwd.dependsOn.Row(int(t))
		for i, w := range r.enabled {
			more := w & index[i] &^ r.stub[i]
			r.stub[i] |= more
			if r.rel.Transitive { // line 21: what t depends on adds nothing of its own
				more &^= dep[i]
			}
			for u := range (bitset.Set{more}).All {
				r.work = append(r.work, ID(i<<6+u))
			}
		}
	}
}

// byNecessity is Algorithm 2 with lines 23 and 24. It leaves u out if each chain
// from u to something that t depends on has a member for which a barred
// transition is necessary: one that is in the set, and not on the path. Line 24 is
// thus need ∩ barred = ∅.
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

// leads reports whether a chain from u for which nothing barred is necessary ends in goals (lines 23 and 24).
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

// searched is leads without forward enable sets, which were too many to keep. It
// searches the chains from u, and follows none through a transition for which
// something barred is necessary.
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

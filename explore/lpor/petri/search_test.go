package petri

import "flavers/explore/lpor"

// Options of Search; the zero value reduces as far as possible.
type Options struct {
	Net       lpor.Net
	Initial   lpor.Initial
	Full      bool // no reduction
	Stateless bool
	Depth     int   // longest path; 0: no bound
	MaxStates int64 // 0: no limit
	// Invariant, if any, is looked at in every marking visited; it must depend on
	// the tokens of the Watched places only.
	Invariant func(m []int32) bool
	Watched   []PlaceID
}

// Result of a Search.
type Result struct {
	States, Transitions int64
	Reduced             int64     // markings of which not everything enabled was explored
	Dead                []string  // the markings without an enabled transition, in the order found
	Broken              []lpor.ID // a way to a marking where the invariant does not hold; nil: none found
	Violated            bool      // such a marking was found
	Complete            bool      // no limit was hit
}

// Search visits markings of a net: all of them, or enough to find every dead
// one and whether the invariant can be broken. The error is about the
// relations.
func Search(n *Net, opt Options) (*Result, error) {
	v := &visitor{net: n, opt: opt, seen: map[string]bool{}, r: Result{Complete: true}}
	var watched []PlaceID
	if opt.Invariant != nil {
		watched = append([]PlaceID{}, opt.Watched...)
	}
	s := &lpor.Search[[]int32]{System: n.System(), Relations: n.Relations(watched...), Net: opt.Net, Initial: opt.Initial,
		Full: opt.Full, Stateless: opt.Stateless, Depth: opt.Depth, Dead: opt.Invariant == nil, Visitor: v}
	if err := s.Run(); err != nil {
		return nil, err
	}
	v.r.States, v.r.Transitions, v.r.Reduced = s.States, s.Transitions, s.Reduced
	return &v.r, nil
}

type visitor struct {
	net    *Net
	opt    Options
	seen   map[string]bool
	states int64
	r      Result
}

func (v *visitor) State(m []int32, path []lpor.Taken, terminal bool) bool {
	if v.states++; v.opt.MaxStates > 0 && v.states > v.opt.MaxStates {
		v.r.Complete = false
		return false
	}
	if terminal {
		if text := v.net.Format(m); !v.seen[text] {
			v.seen[text] = true
			v.r.Dead = append(v.r.Dead, text)
		}
	}
	if v.opt.Invariant != nil && !v.r.Violated && !v.opt.Invariant(m) {
		v.r.Violated = true
		for _, t := range path {
			v.r.Broken = append(v.r.Broken, t.T)
		}
	}
	return true
}

func (v *visitor) Step(int) bool { return true }

func (v *visitor) Cut([]int32, []lpor.Taken) bool {
	v.r.Complete = false
	return true
}

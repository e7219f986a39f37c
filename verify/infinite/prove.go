package infinite

// This file proves that no infinite execution violates a property, by abstractions. An abstraction keeps a few
// components of the state, and lets the others have any value at any time. If it has no fair cycle that violates the
// property, the program has none. Otherwise further components are kept, which may exclude the cycle.

import (
	"slices"

	"flavers/cfg"
	"flavers/limit"
	"flavers/live"
	"flavers/sem"
)

// Proof is what abstractions show.
type Proof struct {
	Holds  bool         // no infinite execution violates the property
	Kept   []sem.CompID // components that the last abstraction keeps which was not too large
	States int          // its number of states
	Reason string       // if not Holds: why it shows nothing

	// Stem and Loop are a fair cycle of that abstraction, if it has one. An execution that follows the cycle violates
	// the property; there may be none.
	Stem, Loop []Guide
}

// Guide is a step of an abstraction: an action, and the values of the kept components after it. The action is None if
// any step is possible that changes none of these values.
type Guide struct {
	Action cfg.ActionID
	Values []int32 // of Proof.Kept
}

const tooLarge = "the abstractions are too large"

// proofWork is the number of cases that are looked at, at most, for all abstractions of a question.
const proofWork = 30_000_000

// Prove looks for a proof that no infinite execution answers the question: that none which is fair and obeys the
// constraints leaves an obligation open for ever, or has a forbidden word.
//
// The first abstraction keeps the positions of the tasks that have events of the property. The work depends on the
// components that are kept and, except for one look at each case, not on the size of the program. It stays within
// maxMemory bytes, unless that is 0.
//
// May err towards: not Holds.
//
// Source: docs/theory.md, Theorem 12. (The localization reduction of R. P. Kurshan, Computer-Aided
// Verification of Coordinating Processes, 1994, with fairness by what surely is enabled.)
func Prove(q *Question, maxMemory int64, poll *limit.Poll) Proof {
	if len(q.Semantics.Inexact()) > 0 { // such a step may do anything to the automata
		return Proof{Reason: "a step has no table"}
	}
	s := newSubject(q, maxMemory, poll)
	kept := s.begin()
	var before Proof // of the last abstraction that was not too large
	for {
		a := newAbstraction(s, kept)
		done := a.visit()
		out := Proof{Kept: kept, States: a.set.Count}
		var more []sem.CompID
		switch {
		case !done:
			before.Reason = tooLarge
			return before
		case len(a.limits) > 0:
			want := map[sem.CompID]bool{}
			for _, n := range a.limits {
				a.addHidden(n, want)
			}
			for id := range want {
				more = append(more, id)
			}
		default:
			if more = a.refine(q.Fairness, &out); out.Holds {
				return out
			} else if out.Reason == tooLarge {
				before.Reason = tooLarge
				return before
			}
			before = out
		}
		more = slices.DeleteFunc(more, func(id sem.CompID) bool { return s.sem.Unconstrainable[id] })
		if len(more) == 0 {
			if out.Reason == "" {
				out.Reason = "a step may exceed what the model counts"
			}
			return out
		}
		kept = append(slices.Clone(kept), more...)
		slices.Sort(kept)
		kept = slices.Compact(kept)
	}
}

// begin returns the components that are kept first.
func (s *subject) begin() []sem.CompID {
	p := s.sem.M.P
	var out []sem.CompID
	for id := range s.sem.Cases {
		if b := s.property.Symbols[id]; b == nil || !slices.ContainsFunc(b, func(l []int32) bool { return len(l) > 0 }) {
			continue
		}
		out = append(out, s.sem.M.Pos(p.Nodes[p.Actions[id].A].Task))
		if p.Actions[id].Joint() {
			out = append(out, s.sem.M.Pos(p.Nodes[p.Actions[id].B].Task))
		}
	}
	out = slices.DeleteFunc(out, func(id sem.CompID) bool { return s.sem.Unconstrainable[id] })
	slices.Sort(out)
	return slices.Compact(out)
}

// refine looks for a fair cycle of an abstraction, and returns components that may exclude it. If there is no such
// cycle, it sets out.Holds.
func (a *abstraction) refine(fairness live.Fairness, out *Proof) (more []sem.CompID) {
	sp := a.property.Spec
	for i := range len(sp.Obligations) + 1 {
		var g *cycles
		switch {
		case i < len(sp.Obligations):
			g = a.open(&sp.Obligations[i])
		case sp.Never != nil:
			g = a.never(sp.Never)
		default:
			continue
		}
		if g == nil {
			out.Reason = tooLarge
			return nil
		}
		if cycle, found := g.graph.Find(fairness, a.poll); found {
			out.Reason = "the last abstraction has a fair cycle"
			out.Stem, out.Loop = g.guides(cycle)
			return g.more(cycle)
		}
	}
	out.Holds = true
	return nil
}

package infinite

// This file proves that no infinite execution violates a property, on abstractions that
// are refined until one has no fair cycle.

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
	Kept   []sem.CompID // components of the last abstraction, of those that are not too large
	States int          // of it
	Reason string       // why it shows nothing, if not Holds

	// Stem and Loop are a fair cycle of the last abstraction, if it has one; its executions
	// may be infinite executions that violate the property.
	Stem, Loop []Guide
}

// Guide is a step of an abstraction: an action, and the values that the kept components have after
// it. The action is None if it may be any that changes none of these.
type Guide struct {
	Action cfg.ActionID
	Values []int32 // of Proof.Kept
}

const tooLarge = "the abstractions are too large"

// proofWork is how many cases are looked at, at most, for all abstractions of a question.
const proofWork = 30_000_000

// Prove looks for a proof that no infinite execution, fair as is said, leaves an obligation of
// a property open for ever, or has a word that its formula forbids, without breaking a constraint. It
// begins with the positions of the tasks that have events of the property. While an abstraction has a
// fair cycle in which an obligation is open, it keeps further components, which may exclude that cycle.
// What it takes depends on the components that are kept, not on the size of the program, but for a look
// at each case; it stays within maxMemory bytes, if that is not 0.
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
				a.hidden(n, want)
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

// begin are the components that are kept first.
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

// refine looks for a fair cycle of an abstraction, and names components that may exclude it. If
// there is no such cycle, the property holds.
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

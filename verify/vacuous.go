package verify

import (
	"context"
	"math"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/report"
	"flavers/tfg"
)

// What a property that holds does not say: this file finds events that it
// speaks of and that never happen, and ends that are never reached.

// vacuous lists the symbols of the property on no surviving path, but for those
// that are there to be absent.
func (c *checker) vacuous(a *attempt) []string {
	b := a.goal.property
	if b == nil {
		return nil
	}
	// A letter merges cases; all cases of an action whose letter fired and
	// that do the same to the property count as seen.
	seen := make([]bool, len(b.Spec.Symbols))
	for l := range a.sol.Fired.All {
		lt := &a.set.Letters[a.origin[l]]
		if lt.Err != nil || b.Symbols[lt.Action] == nil {
			continue
		}
		for _, sym := range b.Symbols[lt.Action][lt.Case] {
			seen[sym] = true
		}
	}
	// Symbols that no automaton reacts to (the property's reduced automaton
	// may ignore some) are judged by the program alone.
	reacts := make([]bool, len(seen))
	for n := range a.set.Visible.All {
		for _, lt := range a.set.Of(tfg.NodeID(n)) {
			if b.Symbols[lt.Action] != nil {
				for _, sym := range b.Symbols[lt.Action][lt.Case] {
					reacts[sym] = true
				}
			}
		}
	}
	var out []string
	for i, ok := range seen {
		switch {
		case ok || !reacts[i] && b.Matched[i] || b.Spec.Symbols[i].Optional && !b.Matched[i]:
		case b.Matched[i] && onlyForbidden(b.Spec.DFA, i) && !c.assumed(b, int32(i)):
		default:
			out = append(out, b.Spec.Symbols[i].Pattern.String())
		}
	}
	return out
}

// unreachable says why events of the property never happen: what it says of them
// holds, and proves nothing. Those of vacuous never happen as far as the solution
// goes; added to them are those that stand only where no execution gets, whatever
// the property is for. An event that a property forbids and that the constraints
// keep from happening is what was to be proved, and not among them.
func (c *checker) unreachable(a *attempt, vacuous *[]string) (reasons []string) {
	b := a.goal.property
	if b == nil {
		return nil
	}
	placed := make([]bool, len(b.Matched)) // some execution may get to a place of it
	for act, cases := range b.Symbols {
		for _, syms := range cases {
			for _, sym := range syms {
				placed[sym] = placed[sym] || c.rel.ActionReachable(cfg.ActionID(act))
			}
		}
	}
	for i := range placed {
		name := b.Spec.Symbols[i].Pattern.String()
		switch listed := slices.Contains(*vacuous, name); {
		case !b.Matched[i]:
		case !placed[i]:
			if !listed {
				*vacuous = append(*vacuous, name)
			}
			reasons = append(reasons, name+" is unreachable: no execution gets to where it stands")
		case listed:
			reasons = append(reasons, name+" is unreachable: no path that the constraints leave gets to it")
		}
	}
	return reasons
}

// onlyForbidden tells whether all that a symbol can do is to violate: from every
// state that can be reached it leads to the error state, or has no effect. That
// it never happens is then what the property is for.
func onlyForbidden(d *automata.DFA, sym int) bool {
	trap := d.Trap()
	reached := make([]bool, d.States())
	todo := []int32{d.Start}
	reached[d.Start] = true
	forbids := false
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if q == trap {
			continue
		}
		switch d.Step(q, sym) {
		case trap:
			forbids = true
		case q:
		default:
			return false
		}
		for s := range d.Symbols {
			if to := d.Step(q, s); !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	return forbids
}

// assumed tells whether a constraint of the user's speaks of steps that have a
// symbol of the property: it may be what forbids them.
func (c *checker) assumed(b *monitor.Binding, sym int32) bool {
	for act, cases := range b.Symbols {
		for k, syms := range cases {
			if !slices.Contains(syms, sym) {
				continue
			}
			for _, con := range c.constraints {
				if con.Symbols[act] != nil && len(con.Symbols[act][k]) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// noEnd is the reason that goes with holds where no execution stops, none that obeys
// the user's constraints, and the property demands something there.
func (c *checker) noEnd() string {
	which := ""
	switch len(c.constraints) {
	case 0:
	case 1:
		which = " that obeys the constraint " + c.constraints[0].Spec.Name
	default:
		which = " that obeys the constraints"
	}
	return "no execution" + which + " ends: what the property demands at the end is never judged"
}

// blocks drops the reason noEnd: executions may be blocked, and the property is
// judged there.
func (c *checker) blocks(r *report.Result) {
	r.Reason = strings.TrimSuffix(strings.TrimSuffix(r.Reason, c.noEnd()), "; ")
}

// neverEnds tells whether the property demands something at the end, and no
// execution ends: each runs on for ever, is blocked (judgeBlocked asks that), or
// fails.
func (c *checker) neverEnds(ctx context.Context, a *attempt) bool {
	if a.goal.property == nil {
		return false
	}
	d := a.goal.property.Spec.DFA
	trap := d.Trap()
	for q, accepts := range d.Accept {
		if !accepts && int32(q) != trap {
			return !a.sol.FinalReached || !c.canEnd(ctx, a)
		}
	}
	return false
}

// Limits of the search for an execution that ends.
const (
	maxEndStates = 100_000
	maxEndMoves  = 1_000_000
)

// canEnd tells whether some execution ends with all constraints of the user's
// accepting. It looks at executions, as a path that ends may be none: where it
// is cut off, one may end.
func (c *checker) canEnd(ctx context.Context, a *attempt) bool {
	name, b := a.goal.name(), *a
	b.goal = goal{end: true}
	ends, ok := once(c, &c.ends, func(ctx context.Context, c *checker) bool {
		s := c.newNearSearch(&b, c.distances(b.goal), math.MaxInt32, nearLimits{maxEndStates, maxEndMoves})
		none := !s.r.reached(s.r.start()) && s.search(ctx) && s.last.by == cfg.None && !s.limited
		c.logf("%s: an execution that ends was looked for in %d states by %d moves: none is there: %t", name, s.set.Count,
			s.moves, none)
		return !none
	}).Wait(ctx)
	return ends || !ok
}

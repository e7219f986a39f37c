package porelim

import (
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/mip"
)

// This file explains eliminations to people: it says of each edge that a rule removes
// which of the rule's conditions the edge fails.

// Condition is one of the conditions that a rule asks of the edges it keeps.
type Condition struct {
	// Fails says in a few words what holds of an edge that does not meet the condition.
	Fails string
	// Because is why no verdict needs such an edge: a sentence or two, in which {m} and {n} stand for the nodes
	// that the edge joins, {first} and {second} for their tasks.
	Because string
}

// Reasons is what a rule makes of a set of edges.
type Reasons struct {
	Form       Name // the rule; for normal the form that it chose, early or late
	Conditions []Condition
	Kept       *mip.EdgeSet
	fails      func(i, j int) int // Fails for an edge that is not kept
}

// Fails returns the index of the first condition that the edge from e.Nodes[i] to e.Nodes[j] fails; -1 if the rule
// keeps it.
func (r *Reasons) Fails(i, j int) int {
	if r.Kept.M.Has(i, j) {
		return -1
	}
	return r.fails(i, j)
}

// Why eliminates as the rule does, and tells the conditions that removed edges fail.
func (r Rule) Why(s *monitor.Set, e *mip.EdgeSet) *Reasons {
	form := r.Name
	switch form {
	case "none":
		return &Reasons{Form: form, Kept: e, fails: func(int, int) int { panic("porelim: none removes no edge") }}
	case "safe":
		return endReasons(form, r.Eliminate(s, e), safeConditions, safeEnds, s)
	case "paper":
		return endReasons(form, r.Eliminate(s, e), paperConditions, paperEnds, s)
	case "normal":
		_, form = Best(s, e)
	}
	d := newFacts(s, e).flow(form == Late)
	c := d.conditions()
	out := &Reasons{Form: form, Kept: d.keep(), Conditions: earlyConditions}
	if d.back {
		out.Conditions = lateConditions
	}
	out.fails = func(i, j int) int {
		if d.back {
			i, j = j, i
		}
		return c.fails(i, j)
	}
	return out
}

// fails returns the first condition that an edge fails, in the flow's direction; the last one is the one left.
func (c *conditions) fails(i, j int) int {
	d := c.d
	independent := d.boundary.Has(i) && !c.ordered.Has(i, j) || d.local.Has(i) && !c.later[d.task(i)].Has(j)
	switch {
	case independent:
		return 0
	case d.goesOnAfter(i):
		return 1
	case d.local.Has(j) && d.starts.Row(j).Empty():
		return 2
	case d.local.Has(j):
		return 3
	}
	return 4
}

// endReasons is for rules that ask something of each end of an edge alone.
func endReasons(form Name, kept *mip.EdgeSet, of []Condition, ends func(*monitor.Set) (leaves, enters bitset.Set),
	s *monitor.Set) *Reasons {
	leaves, _ := ends(s)
	return &Reasons{Form: form, Conditions: of, Kept: kept, fails: func(i, _ int) int {
		if !leaves.Has(int(kept.Nodes[i])) {
			return 0
		}
		return 1
	}}
}

// The conditions of early, in the order of keep.
var earlyConditions = []Condition{
	{"(1) independent: the other order is the normal one",
		"No automaton reacts to both, so both orders have the same effect. The normal form takes {n} first."},
	{"(2) the task of the first step goes on",
		"After {m}, its task goes on with a local step, which the normal form takes at once."},
	{"(3) the second step is inside a local run",
		"{n} comes only after other local steps of {second}. The normal form takes such a run without a step of another " +
			"task in it."},
	{"(4) the two local runs begin at different times",
		"{m} and {n} are local, and no one step makes both runs possible. So the normal form ends one run before it begins " +
			"the other, with another step between."},
	{"(5) the second step need not wait for the first",
		"{n} waits neither for the local run of {m} nor for the step that this run begins after. So the normal form takes " +
			"{n} earlier."},
}

// The conditions of late: those of early, mirrored in time.
var lateConditions = []Condition{
	{"(1) independent: the other order is the normal one",
		"No automaton reacts to both, so both orders have the same effect. The normal form takes {n} first."},
	{"(2) the task of the second step has come from a local step",
		"{n} follows a local step of its task, which the normal form takes directly before it."},
	{"(3) the first step is inside a local run",
		"After {m}, {first} goes on with other local steps. The normal form takes such a run without a step of another " +
			"task in it."},
	{"(4) the two local runs end at different times",
		"{m} and {n} are local, and no one step needs both runs. So the normal form ends one run before it begins the " +
			"other, with another step between."},
	{"(5) the first step can wait",
		"Neither the local run of {n} nor the step that this run ends before waits for {m}. So the normal form takes {m} " +
			"later."},
}

var safeConditions = []Condition{
	{"the task of the first step goes on",
		"{m} is local, and {first} neither synchronises nor ends next. No automaton notices if {m} comes later, directly " +
			"before the next step of {first}."},
	{"the second step is inside a local run",
		"{n} is local and comes only after other local steps of {second}. No automaton notices if these come later, " +
			"directly before {n}."},
}

var paperConditions = []Condition{
	{"the first step is local, and no communication follows",
		"{m} is labelled locally, and no communication follows it directly. The rule as printed keeps no such edge."},
	{"the second step is not marked",
		"{n} comes only after steps of {second} that are labelled locally. The rule as printed keeps no such edge."},
}

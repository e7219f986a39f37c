package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/packed"
	"flavers/explore/search"
	"flavers/explore/symmetry"
	"flavers/limit"
	"flavers/sem"
)

// This file is what the explorer states needs for interchangeable tasks (package symmetry): which there are, the graph
// that it searches instead of all states, and how the result speaks of them. Tasks a[0] and a[1] with one declaration,
// say, may change places: then the state where a[0] waits and a[1] has ended is not visited if the other is.

// useSymmetry prepares the explorer states for interchangeable tasks, if there are any: e.classes has them, and the
// result says that states are counted up to exchanging them.
func (e *engine) useSymmetry(ctx context.Context, m *sem.Machine, specs []*automata.Spec, opt Options) {
	e.classes = interchangeable(ctx, m, specs, opt)
	if e.classes != nil {
		e.Orbits = true
		e.Notes = append(e.Notes, orbitNote(m.P, e.classes))
	}
}

// interchangeable returns the classes of interchangeable tasks. It returns none if the search is not to use them, or if
// time runs out.
func interchangeable(ctx context.Context, m *sem.Machine, specs []*automata.Spec,
	opt Options) (found []symmetry.Class) {
	if opt.Symmetry && !opt.KeepEnds {
		limit.Try(func() { found = symmetry.Find(m, specs, limit.New(ctx)) })
	}
	return found
}

// reduced returns the graph that the explorer states searches: space, or the quotient of space, which it also returns.
func (e *engine) reduced(space model.Space) (search.Graph[*model.Move], *symmetry.Quotient[*model.Move]) {
	if len(e.classes) == 0 {
		return space, nil
	}
	q := symmetry.NewQuotient(search.Graph[*model.Move](space), e.classes)
	return q, q
}

// orbitSchedule returns the schedule of an execution through states with the representatives reps. If last is given, it
// is a move of the last representative that meets an error, and the schedule ends with a move that meets the same
// error.
func orbitSchedule(w *model.System, q *symmetry.Quotient[*model.Move], layout *packed.Layout, reps [][]uint64,
	last ...*model.Move) []sem.Choice {

	var out []sem.Choice
	add := func(state []int32, v *model.Move) { out = append(out, w.Choice(state, v.Way, v.Out)) }
	state := q.Path(layout, reps, add)
	for _, failing := range last {
		// In this member of the orbit, another task may be the one that meets it.
		list, _ := w.Enabled(nil, state)
		i := slices.IndexFunc(list, func(v *model.Move) bool { return sameError(v, failing) })
		if i < 0 {
			panic(fmt.Sprintf("explore: no task meets %v: the tasks are not interchangeable", failing.Effect.Err))
		}
		add(state, list[i])
	}
	return out
}

// nameMembers replaces the error of each finding by the one that its schedule meets. The search has met the error in a
// representative, in which other members of a class may stand where those of the schedule stand.
func nameMembers(m *sem.Machine, findings []Finding) {
	for i := range findings {
		f := &findings[i]
		if f.Err == nil {
			continue
		}
		state := m.Start()
		for _, c := range f.Schedule {
			o := m.Outcomes(nil, state, m.P.Actions[c.Action], true)[c.Outcome]
			state, f.Err = o.Next, o.Err
		}
	}
}

// orbitNote returns the note of a result whose states are representatives.
func orbitNote(p *cfg.Program, classes []symmetry.Class) string {
	var names []string
	for i := range classes {
		tasks := classes[i].Tasks
		name, _, _ := strings.Cut(p.Tasks[tasks[0]].Name, "[") // they have one declaration
		names = append(names, fmt.Sprintf("%d of %s", len(tasks), name))
	}
	return "one state stands for all that differ in which of the interchangeable tasks is where: " +
		strings.Join(names, ", ")
}

package explore

import (
	"context"
	"fmt"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/symmetry"
	"flavers/limit"
	"flavers/sem"
)

// This file is what the explorer states needs for interchangeable tasks (package symmetry):
// which there are, and how the result speaks of them.

// interchangeable returns the classes of interchangeable tasks. It returns none if the search
// is not to use them, or if time runs out.
func interchangeable(ctx context.Context, m *sem.Machine, specs []*automata.Spec,
	opt Options) (found []symmetry.Class) {
	if opt.Symmetry && !opt.KeepEnds {
		limit.Try(func() { found = symmetry.Find(m, specs, limit.New(ctx)) })
	}
	return found
}

// nameMembers replaces the error of each finding by the one that its schedule meets. The
// search has met the error in a representative, in which other members of a class may stand
// where those of the schedule stand.
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

// orbitNote is the note of a result whose states are representatives.
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

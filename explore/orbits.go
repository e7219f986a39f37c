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

// interchangeable finds the interchangeable tasks; none if the search is not to use them,
// or time runs out.
func interchangeable(ctx context.Context, m *sem.Machine, specs []*automata.Spec,
	opt Options) (found []symmetry.Class) {
	if opt.Symmetry && !opt.KeepEnds {
		limit.Try(func() { found = symmetry.Find(m, specs, limit.New(ctx)) })
	}
	return found
}

// nameMembers lets errors name the members that the schedules have.
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

// orbitNote says what the numbers of states and transitions are about.
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

package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/symmetry"
	"flavers/limit"
	"flavers/sem"
)

// orbits lets a search of states keep one state of each orbit: of all that differ
// only in which of some interchangeable tasks is where (package symmetry).
type orbits struct {
	canon   *symmetry.Canonizer
	packing *packing
	state   []int32
}

// interchangeable finds the interchangeable tasks; none if the search is not to use them,
// or time runs out.
func interchangeable(ctx context.Context, m *sem.Machine, specs []*automata.Spec,
	opt Options) (found []symmetry.Class) {
	if opt.Symmetry && !opt.KeepEnds {
		limit.Try(func() { found = symmetry.Find(m, specs, limit.New(ctx)) })
	}
	return found
}

// newOrbits is nil without interchangeable tasks.
func newOrbits(e *engine, p *packing) *orbits {
	if len(e.classes) == 0 {
		return nil
	}
	return &orbits{canon: symmetry.NewCanonizer(e.classes), packing: p, state: make([]int32, e.Width)}
}

// pack packs the representative of a state.
func (o *orbits) pack(key []uint64, state []int32) {
	copy(o.state, state)
	o.canon.Canonical(o.state)
	o.packing.pack(key, o.state)
}

// successor packs the representative of the state after a move.
func (o *orbits) successor(key []uint64, state []int32, v *model.Move) {
	copy(o.state, state)
	apply(o.state, v)
	o.canon.Canonical(o.state)
	o.packing.pack(key, o.state)
}

// apply changes a state as a move does.
func apply(state []int32, v *model.Move) {
	for _, ch := range v.Effect.Changes {
		state[ch.Comp] = ch.Value
	}
	for _, q := range v.Monitors {
		state[q.At] = q.State
	}
}

// schedule is an execution through states with these representatives, from the
// first step on, and to an error that is met after the last; err is nil if none is.
// There is one: a move of a representative is, with other members, a move of any
// state in its orbit.
func (o *orbits) schedule(w *model.System, reps [][]uint64, err *sem.Error) []sem.Choice {
	var out []sem.Choice
	state, next := w.Start(), make([]int32, w.Width)
	key := make([]uint64, o.packing.words)
	take := func(fits func(*model.Move) bool) {
		list, _ := w.Enabled(nil, state)
		i := slices.IndexFunc(list, fits)
		if i < 0 {
			panic(fmt.Sprintf("explore: step %d of %d is not possible with other members: the tasks are not interchangeable",
				len(out)+1, len(reps)))
		}
		out = append(out, w.Choice(state, list[i].Way, list[i].Out))
		copy(next, state)
		apply(next, list[i])
		state, next = next, state
	}
	for _, rep := range reps {
		take(func(v *model.Move) bool {
			if v.Effect.Err != nil {
				return false
			}
			o.successor(key, state, v)
			return slices.Equal(key, rep)
		})
	}
	if err != nil {
		take(func(v *model.Move) bool {
			return v.Effect.Err != nil && v.Effect.Err.Kind == err.Kind && v.Effect.Err.Pos == err.Pos
		})
	}
	return out
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

package every

import (
	"fmt"
	"strings"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/explore/symmetry"
	"flavers/limit"
	"flavers/sem"
)

// This file finds the classes that grow: those of which the larger of two programs has one
// member more. All else has to be the same in both.

// most is how many members a step may look at. More are an "all others" that no
// number of members in a sample stands for.
const most = 2

// grown finds the classes of s that grow in next. The error says what else differs.
func grown(s, next *monitor.Semantics, specs []*automata.Spec, poll *limit.Poll) ([]symmetry.Class, error) {
	if len(s.Inexact()) > 0 || len(next.Inexact()) > 0 {
		return nil, fmt.Errorf("some step has no exact table")
	}
	if s.M.Restless() {
		return nil, fmt.Errorf("a server that rests may be able to move")
	}
	larger := map[string]*symmetry.Class{} // by the name of the first task
	of := symmetry.Find(next.M, specs, poll)
	for i := range of {
		larger[next.M.P.Tasks[of[i].Tasks[0]].Name] = &of[i]
	}
	var out []symmetry.Class
	own, ownNext := map[sem.CompID]bool{}, map[sem.CompID]bool{}
	naming := map[string]bool{}
	for _, k := range symmetry.Find(s.M, specs, poll) {
		name := s.M.P.Tasks[k.Tasks[0]].Name
		l := larger[name]
		if l == nil || len(l.Tasks) != len(k.Tasks)+1 {
			continue
		}
		if len(l.Own[0]) != len(k.Own[0]) || len(l.Shared) != len(k.Shared) {
			return nil, fmt.Errorf("what belongs to %s depends on the number of tasks", name)
		}
		if need := most + max(1, len(k.Shared)); len(k.Tasks) < need {
			return nil, &SmallSample{Of: name, Need: need}
		}
		for _, comps := range k.Own {
			for r, c := range comps {
				own[c] = true
				if a, b := &s.M.Comps[c], &s.M.Comps[k.Own[0][r]]; a.Start != b.Start {
					return nil, fmt.Errorf("%s does not start as %s does", a.Name, b.Name)
				}
			}
		}
		for m, comps := range l.Own {
			for r, c := range comps {
				ownNext[c] = true
				a, b := &next.M.Comps[c], &s.M.Comps[k.Own[min(m, len(k.Own)-1)][r]]
				if a.Kind != b.Kind || a.Size != b.Size || a.Start != b.Start {
					return nil, fmt.Errorf("%s depends on the number of tasks", a.Name)
				}
			}
		}
		for i, n := range k.Shared {
			c := &s.M.Comps[n.Comp]
			if c.Name != next.M.Comps[l.Shared[i].Comp].Name || c.Kind != sem.Mutex || len(n.Values[0]) != 1 {
				return nil, fmt.Errorf("%s names tasks, and is no lock", c.Name)
			}
			naming[c.Name] = true
		}
		out = append(out, k)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no class of interchangeable tasks grows")
	}
	for _, k := range out {
		family, _, _ := strings.Cut(s.M.P.Tasks[k.Tasks[0]].Name, "[")
		for _, t := range s.M.P.Tasks {
			if name, _, _ := strings.Cut(t.Name, "["); name == family && !own[s.M.Pos(t.ID)] {
				return nil, fmt.Errorf("%s cannot be exchanged with the other tasks of %s", t.Name, family)
			}
		}
	}
	idle(s, own)
	idle(next, ownNext)
	return out, sameRest(s.M, next.M, own, ownNext, naming)
}

// idle adds the variables that no step touches: they matter to none.
func idle(s *monitor.Semantics, to map[sem.CompID]bool) {
	touched := make([]bool, len(s.M.Comps))
	for a := range s.Cases {
		for k := range s.Cases[a] {
			for _, mv := range s.Cases[a][k].Moves {
				touched[mv.Comp] = true
			}
		}
	}
	for i := range s.M.Comps {
		if c := &s.M.Comps[i]; c.Kind == sem.Variable && !touched[i] {
			to[c.ID] = true
		}
	}
}

// sameRest tells what differs of what is not listed as own.
func sameRest(m, next *sem.Machine, own, ownNext map[sem.CompID]bool, naming map[string]bool) error {
	rest := map[string]*sem.Component{}
	for i := range m.Comps {
		if c := &m.Comps[i]; !own[c.ID] {
			rest[c.Name] = c
		}
	}
	n := 0
	for i := range next.Comps {
		c := &next.Comps[i]
		if ownNext[c.ID] {
			continue
		}
		n++
		b := rest[c.Name]
		if b == nil || b.Kind != c.Kind || b.Start != c.Start || b.Size != c.Size && !naming[c.Name] {
			return fmt.Errorf("%s depends on the number of tasks", c.Name)
		}
		switch c.Kind {
		case sem.Position, sem.Variable, sem.Mutex, sem.Semaphore, sem.Channel, sem.Group, sem.Once:
		default:
			return fmt.Errorf("%s is of a kind that is not counted", c.Name)
		}
	}
	if n != len(rest) {
		return fmt.Errorf("some component is there with fewer tasks only")
	}
	return nil
}

// looksAtFew reports whether no case has a condition on more than two members.
func looksAtFew(cases [][]sem.Case, memberOf map[sem.CompID]place) bool {
	for a := range cases {
		for k := range cases[a] {
			seen := map[[2]int]bool{}
			for _, mv := range cases[a][k].Moves {
				if at, ok := memberOf[mv.Comp]; ok {
					seen[[2]int{at.class, at.member}] = true
				}
			}
			if len(seen) > most {
				return false
			}
		}
	}
	return true
}

// SmallSample is the error of a class with fewer members than a step may look at.
type SmallSample struct {
	Of   string // its first task
	Need int    // members
}

func (e *SmallSample) Error() string {
	return fmt.Sprintf("%s: a sample needs %d members", e.Of, e.Need)
}

// place is which member of which class.
type place struct{ class, member int }

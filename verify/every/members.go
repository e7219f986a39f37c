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

// This file compares two programs, with n and with n+1 tasks of some family. It finds the
// classes of interchangeable tasks that grow, by one member each, and makes sure that
// nothing else differs. Then the smaller program, the sample, stands for programs with any
// number of members.

// mostMembers is how many members a step may look at. A step that looks at more, such as one
// that waits for all others, looks at more of them in a larger program, so that no step of
// the sample stands for it.
const mostMembers = 2

// sides are what the comparison of the two programs has found so far.
type sides struct {
	s, next      *monitor.Semantics  // of the sample, and of the larger program
	own, ownNext map[sem.CompID]bool // components of s and of next that belong to members of growing classes
	naming       map[string]bool     // names of locks whose values name members
}

// grown returns the classes of s that grow in next. The error says what else differs, or
// that the sample is too small (*SmallSample).
func grown(s, next *monitor.Semantics, specs []*automata.Spec, poll *limit.Poll) ([]symmetry.Class, error) {
	if len(s.Inexact()) > 0 || len(next.Inexact()) > 0 {
		return nil, fmt.Errorf("some step has no exact table")
	}
	if s.M.Restless() {
		return nil, fmt.Errorf("a server that rests may be able to move")
	}
	x := &sides{s: s, next: next, own: map[sem.CompID]bool{}, ownNext: map[sem.CompID]bool{}, naming: map[string]bool{}}
	larger := map[string]*symmetry.Class{} // classes of next, by the name of the first task
	nextClasses := symmetry.Find(next.M, specs, poll)
	for i := range nextClasses {
		larger[next.M.P.Tasks[nextClasses[i].Tasks[0]].Name] = &nextClasses[i]
	}
	var out []symmetry.Class
	for _, k := range symmetry.Find(s.M, specs, poll) {
		name := s.M.P.Tasks[k.Tasks[0]].Name
		l := larger[name]
		if l == nil || len(l.Tasks) != len(k.Tasks)+1 {
			continue
		}
		if err := x.addClass(name, &k, l); err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no class of interchangeable tasks grows")
	}

	// A task of the same family outside of the class would be one of the members in a larger program.
	for _, k := range out {
		family, _, _ := strings.Cut(s.M.P.Tasks[k.Tasks[0]].Name, "[")
		for _, t := range s.M.P.Tasks {
			if name, _, _ := strings.Cut(t.Name, "["); name == family && !x.own[s.M.Pos(t.ID)] {
				return nil, fmt.Errorf("%s cannot be exchanged with the other tasks of %s", t.Name, family)
			}
		}
	}
	idle(s, x.own)
	idle(next, x.ownNext)
	return out, sameRest(s.M, next.M, x.own, x.ownNext, x.naming)
}

// addClass compares class k of the sample with the larger class l of the other program, and
// adds the components of their members. name is the name of the first member. The error
// says what differs.
func (x *sides) addClass(name string, k, l *symmetry.Class) error {
	if len(l.Own[0]) != len(k.Own[0]) || len(l.Shared) != len(k.Shared) {
		return fmt.Errorf("what belongs to %s depends on the number of tasks", name)
	}

	// A step can involve a holder of each shared lock, and mostMembers others.
	if need := mostMembers + max(1, len(k.Shared)); len(k.Tasks) < need {
		return &SmallSample{Of: name, Need: need}
	}

	// All members start alike, and have the same components in both programs.
	comps, nextComps := x.s.M.Comps, x.next.M.Comps
	for _, own := range k.Own {
		for r, c := range own {
			x.own[c] = true
			if a, b := &comps[c], &comps[k.Own[0][r]]; a.Start != b.Start {
				return fmt.Errorf("%s does not start as %s does", a.Name, b.Name)
			}
		}
	}
	for m, own := range l.Own {
		for r, c := range own {
			x.ownNext[c] = true
			a, b := &nextComps[c], &comps[k.Own[min(m, len(k.Own)-1)][r]]
			if a.Kind != b.Kind || a.Size != b.Size || a.Start != b.Start {
				return fmt.Errorf("%s depends on the number of tasks", a.Name)
			}
		}
	}

	// Of the components that name members only locks are counted: each has at most one holder.
	for i, n := range k.Shared {
		c := &comps[n.Comp]
		if c.Name != nextComps[l.Shared[i].Comp].Name || c.Kind != sem.Mutex || len(n.Values[0]) != 1 {
			return fmt.Errorf("%s names tasks, and is no lock", c.Name)
		}
		x.naming[c.Name] = true
	}
	return nil
}

// idle adds to a set the variables that no step reads or writes. Whatever their number, they
// do not matter.
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

// sameRest returns an error if a component that is in neither own nor ownNext differs in the
// two programs, or is of a kind that the search does not handle. naming has the locks whose
// values name members: these have more values in the larger program.
func sameRest(m, next *sem.Machine, own, ownNext map[sem.CompID]bool, naming map[string]bool) error {
	rest := map[string]*sem.Component{}
	for i := range m.Comps {
		if c := &m.Comps[i]; !own[c.ID] {
			rest[c.Name] = c
		}
	}
	n := 0 // components of next that correspond to one of rest
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

// looksAtFew reports whether no case has a condition on more than mostMembers members.
// memberOf says to which member a component belongs.
func looksAtFew(cases [][]sem.Case, memberOf map[sem.CompID]place) bool {
	for a := range cases {
		for k := range cases[a] {
			seen := map[[2]int]bool{}
			for _, mv := range cases[a][k].Moves {
				if at, ok := memberOf[mv.Comp]; ok {
					seen[[2]int{at.class, at.member}] = true
				}
			}
			if len(seen) > mostMembers {
				return false
			}
		}
	}
	return true
}

// SmallSample is the error for a class that has too few members in the sample.
type SmallSample struct {
	Of   string // name of the first task of the class
	Need int    // how many members the sample needs
}

func (e *SmallSample) Error() string {
	return fmt.Sprintf("%s: a sample needs %d members", e.Of, e.Need)
}

// place is a member of a class: their numbers.
type place struct{ class, member int }

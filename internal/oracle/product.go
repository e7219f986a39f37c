package oracle

// Executions against specifications: the product with their automata.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
)

// ErrClash says that one occurrence matches two symbols of one automaton.
var ErrClash = errors.New("an event matches two symbols of one automaton")

// Violates tells whether some execution of p that meets every constraint
// violates spec: its automaton reaches a trap (a state from which it cannot
// accept) after some step, or does not accept where no task can move: all have
// ended, or they are blocked for ever. A step that takes a constraint to a trap
// does not exist, and an execution that stops where one does not accept does
// not count. Executions that end in an error are judged by traps alone.
//
// trace lists the events of a shortest violating execution, one line a step.
// The search visits at most limit states of the product (DefaultLimit if limit
// <= 0); without a violation, the answer counts only if complete. The error
// is ErrClash or nil.
func Violates(p *cfg.Program, constraints []*automata.Spec, spec *automata.Spec, limit int) (violated, complete bool, trace []string, err error) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	var judges []*judge // the constraints, then the property
	for _, c := range constraints {
		judges = append(judges, newJudge(c))
	}
	judges = append(judges, newJudge(spec))
	last := len(judges) - 1

	type node struct {
		s      *State
		q      []int32 // states of the judges
		parent int
		text   string // of the step that led here
	}
	start := node{s: Start(p), parent: -1}
	for _, j := range judges {
		start.q = append(start.q, j.spec.DFA.Start)
	}
	for i, j := range judges[:last] {
		if j.trap[start.q[i]] {
			return false, true, nil, nil // no execution meets the constraint
		}
	}
	all := []node{start}
	seen := map[string]bool{start.s.Key() + fmt.Sprint(start.q): true}
	complete = true
	tell := func(i int) []string {
		var lines []string
		for ; all[i].parent >= 0; i = all[i].parent {
			lines = append(lines, all[i].text)
		}
		slices.Reverse(lines)
		return lines
	}
	for i := 0; i < len(all); i++ {
		at := all[i]
		if judges[last].trap[at.q[last]] {
			return true, complete, tell(i), nil
		}
		next := Steps(p, at.s)
		if len(next) == 0 {
			meets := true
			for k, j := range judges[:last] {
				meets = meets && j.accepts(at.q[k])
			}
			if meets && !judges[last].accepts(at.q[last]) {
				return true, complete, tell(i), nil
			}
		}
		for _, st := range next {
			if st.Failed {
				complete = complete && st.Error != cfg.LimitError
				continue
			}
			q := slices.Clone(at.q)
			possible := true
			for k, j := range judges {
				for _, occ := range st.Events {
					if q[k], err = j.step(q[k], occ); err != nil {
						return false, false, nil, err
					}
					possible = possible && (k == last || !j.trap[q[k]])
				}
			}
			key := st.Next.Key() + fmt.Sprint(q)
			if !possible || seen[key] {
				continue
			}
			if len(all) >= limit {
				complete = false
				continue
			}
			seen[key] = true
			all = append(all, node{s: st.Next, q: q, parent: i, text: describe(p, st)})
		}
	}
	return false, complete, nil, nil
}

// describe writes a step as one line: its tasks, and its events if any.
func describe(p *cfg.Program, st Step) string {
	a := p.Actions[st.Action]
	tasks := p.Tasks[p.Nodes[a.A].Task].Name
	if a.Joint() {
		tasks += " & " + p.Tasks[p.Nodes[a.B].Task].Name
	}
	var names []string
	for _, o := range st.Events {
		names = append(names, strings.Join(o.Names, " / "))
	}
	return strings.TrimSpace(tasks + ": " + strings.Join(names, "; "))
}

// judge runs the automaton of a specification over occurrences.
type judge struct {
	spec *automata.Spec
	trap []bool // by state: no accepting state can be reached
}

func newJudge(spec *automata.Spec) *judge {
	d := spec.DFA
	j := &judge{spec: spec, trap: make([]bool, d.States())}
	for q := range j.trap {
		j.trap[q] = !d.Accept[q]
	}
	for changed := true; changed; {
		changed = false
		for q := range j.trap {
			for sym := range d.Symbols {
				if j.trap[q] && !j.trap[d.Step(int32(q), sym)] {
					j.trap[q], changed = false, true
				}
			}
		}
	}
	return j
}

// accepts tells whether an execution may end in state q. A safety
// specification has nothing against any state but a trap.
func (j *judge) accepts(q int32) bool {
	if j.spec.Safety {
		return !j.trap[q]
	}
	return j.spec.DFA.Accept[q]
}

// step is the state after an occurrence.
func (j *judge) step(q int32, occ Occurrence) (int32, error) {
	found := -1
	for i := range j.spec.Symbols {
		for _, name := range occ.Names {
			if !j.spec.Symbols[i].Pattern.Match(name, occ.Tasks) {
				continue
			}
			if found >= 0 && found != i {
				return q, fmt.Errorf("%w: %s matches symbols %d and %d of %s",
					ErrClash, strings.Join(occ.Names, " / "), found, i, j.spec.Name)
			}
			found = i
		}
	}
	if found < 0 {
		return q, nil
	}
	return j.spec.DFA.Step(q, found), nil
}

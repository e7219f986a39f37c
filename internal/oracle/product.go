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

// Violates reports whether some execution of p that counts violates spec: its
// automaton reaches a trap (a state from which it cannot accept) after some step,
// or does not accept where no task can move: all have ended, or they are blocked
// for ever.
//
// An execution counts if it can go on to a maximal one that obeys every
// constraint: one that has ended, is blocked, ends in an error, or goes on for
// ever; that never leads a constraint into a trap; and that, where it has ended or
// is blocked, leaves every constraint accepting.
//
// trace lists the events of a shortest violating execution, one line a step.
// The search visits at most limit states of the product (DefaultLimit if limit
// <= 0); without a violation, the answer counts only if complete. The error
// is ErrClash or nil.
func Violates(p *cfg.Program, constraints []*automata.Spec, spec *automata.Spec, limit int) (violated, complete bool,
	trace []string, err error) {
	return violates(p, constraints, spec, limit, false)
}

// ViolatesOver is Violates without executions that are blocked: at the end, it
// judges only those that are over. That is what the trace flow graph is about.
func ViolatesOver(p *cfg.Program, constraints []*automata.Spec, spec *automata.Spec, limit int) (violated,
	complete bool, trace []string, err error) {
	return violates(p, constraints, spec, limit, true)
}

func violates(p *cfg.Program, constraints []*automata.Spec, spec *automata.Spec, limit int, onlyOver bool) (violated,
	complete bool, trace []string, err error) {
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
		q      []int32 // states of the judges
		parent int
		text   string // of the step that led here
		stops  bool   // no task can move
		judged bool   // and the end is judged there
		counts bool   // some maximal execution from here obeys the constraints
		next   []int
	}
	start := node{parent: -1}
	for _, j := range judges {
		start.q = append(start.q, j.spec.DFA.Start)
	}
	for i, j := range judges[:last] {
		if j.trap[start.q[i]] {
			return false, true, nil, nil // no execution meets the constraint
		}
	}
	meets := func(q []int32) bool {
		for k, j := range judges[:last] {
			if !j.accepts(q[k]) {
				return false
			}
		}
		return true
	}
	all := []node{start}
	states := []*State{Start(p)}
	seen := map[string]int{states[0].Key() + fmt.Sprint(start.q): 0}
	complete = true
	for i := 0; i < len(all); i++ {
		at := states[i]
		states[i] = nil
		steps := Steps(p, at)
		all[i].stops = len(steps) == 0
		all[i].judged = all[i].stops && (!onlyOver || at.Ended(p))
		all[i].counts = all[i].stops && meets(all[i].q)
		for _, st := range steps {
			if st.Failed {
				complete = complete && st.Error != cfg.LimitError
				all[i].counts = all[i].counts || st.Error != cfg.LimitError
				continue
			}
			q := slices.Clone(all[i].q)
			possible := true
			for k, j := range judges {
				for _, occ := range st.Events {
					if q[k], err = j.step(q[k], occ); err != nil {
						return false, false, nil, err
					}
					possible = possible && (k == last || !j.trap[q[k]])
				}
			}
			if !possible {
				continue
			}
			key := st.Next.Key() + fmt.Sprint(q)
			to, known := seen[key]
			if !known {
				if len(all) >= limit {
					complete = false
					continue
				}
				to = len(all)
				seen[key] = to
				all = append(all, node{q: q, parent: i, text: describe(p, st)})
				states = append(states, st.Next)
			}
			all[i].next = append(all[i].next, to)
		}
	}
	// What cannot go on for ever, and leads to no good end, does not count: the
	// steps to it are taken away until nothing changes.
	goesOn := make([]bool, len(all))
	for i := range goesOn {
		goesOn[i] = true
	}
	for changed := true; changed; {
		changed = false
		for i := range all {
			if goesOn[i] && !all[i].counts && !slices.ContainsFunc(all[i].next, func(k int) bool { return goesOn[k] }) {
				goesOn[i], changed = false, true
			}
		}
	}
	for i := range all {
		n := &all[i]
		trapped := judges[last].trap[n.q[last]] && goesOn[i]
		if trapped || n.judged && meets(n.q) && !judges[last].accepts(n.q[last]) {
			for k := i; all[k].parent >= 0; k = all[k].parent {
				trace = append(trace, all[k].text)
			}
			slices.Reverse(trace)
			return true, complete, trace, nil
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
	trap []bool // by state: no state can be reached that accepts, or is marked as live
}

func newJudge(spec *automata.Spec) *judge {
	d := spec.DFA
	j := &judge{spec: spec, trap: make([]bool, d.States())}
	for q := range j.trap {
		j.trap[q] = !d.Accept[q] && (d.Live == nil || !d.Live[q])
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

// accepts reports whether an execution may end in state q. A safety
// specification has nothing against any state but a trap.
func (j *judge) accepts(q int32) bool {
	if j.spec.Safety {
		return !j.trap[q]
	}
	return j.spec.DFA.Accept[q]
}

// step returns the state after an occurrence.
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

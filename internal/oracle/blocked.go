package oracle

// This file finds out whether executions that obey constraints come to a deadlock or a run-time error, by a search of
// all states of the interpreter. Tests compare the verifier with it.

import (
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
)

// Under reports whether executions that lead no constraint into a trap come to a deadlock, or to a run-time error
// (failure). A deadlock counts only where every constraint accepts, an error wherever it happens. The search visits at
// most limit states of the product of program and constraints, or DefaultLimit if limit is not positive. If it met a
// limit, it is not complete, and false means that nothing was found. The error is ErrClash or nil.
func Under(p *cfg.Program, constraints []*automata.Spec, limit int) (deadlock, failure, complete bool, err error) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	type node struct {
		s *State
		q []int32 // the states of the constraints
	}
	var judges []*judge
	start := node{s: Start(p)}
	for _, c := range constraints {
		j := newJudge(c)
		if j.trap[c.DFA.Start] {
			return false, false, true, nil
		}
		judges, start.q = append(judges, j), append(start.q, c.DFA.Start)
	}
	seen := map[string]bool{start.s.Key() + fmt.Sprint(start.q): true}
	complete = true
	for queue := []node{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		steps := Steps(p, at.s)
		accepted := true
		for k, j := range judges {
			accepted = accepted && j.accepts(at.q[k])
		}
		blocked := len(steps) == 0 && !at.s.Ended(p)
		deadlock = deadlock || accepted && blocked
		for _, st := range steps {
			if st.Failed {
				complete = complete && st.Error != cfg.LimitError
				failure = failure || st.Error != cfg.LimitError
				continue
			}
			q, possible := slices.Clone(at.q), true
			for k, j := range judges {
				for _, occ := range st.Events {
					if q[k], err = j.step(q[k], occ); err != nil {
						return false, false, false, err
					}
					possible = possible && !j.trap[q[k]]
				}
			}
			if key := st.Next.Key() + fmt.Sprint(q); possible && !seen[key] {
				if len(seen) >= limit {
					complete = false
					continue
				}
				seen[key] = true
				queue = append(queue, node{st.Next, q})
			}
		}
	}
	return deadlock, failure, complete, nil
}

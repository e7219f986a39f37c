package oracle

// What executions that count under constraints come to besides the violation of
// a property: deadlocks and run-time errors.

import (
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
)

// Under says what happens in executions that lead no constraint into a trap. A
// deadlock counts where every constraint accepts, an error wherever it happens.
// The search visits at most limit states of the product (DefaultLimit if limit
// <= 0); what was not found counts only if complete. The error is ErrClash or nil.
func Under(p *cfg.Program, constraints []*automata.Spec, limit int) (deadlock, failure, complete bool, err error) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	type node struct {
		s *State
		q []int32
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
		met := true
		for k, j := range judges {
			met = met && j.accepts(at.q[k])
		}
		deadlock = deadlock || met && len(steps) == 0 && !at.s.Ended(p)
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

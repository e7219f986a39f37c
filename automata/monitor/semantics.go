package monitor

import (
	"flavers/cfg"
	"flavers/sem"
)

// Semantics is what every problem about one program starts from: the machine
// and, for each action, the table of its cases.
type Semantics struct {
	M     *sem.Machine
	Cases [][]sem.Case // by action
}

// Analyse tables every action of a program. The error is a *sem.TooLarge or a
// *sem.TooManyCases: the program is beyond the static lane.
func Analyse(p *cfg.Program) (*Semantics, error) {
	m, err := sem.NewTabled(p)
	if err != nil {
		return nil, err
	}
	s := &Semantics{M: m, Cases: make([][]sem.Case, len(p.Actions))}
	for i, a := range p.Actions {
		if s.Cases[i], err = m.Cases(a); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// CanFail tells whether some step has a case that ends in a run-time error of
// the program (model limits apart).
func (s *Semantics) CanFail() bool {
	for _, cases := range s.Cases {
		for i := range cases {
			if e := cases[i].Err; e != nil && e.Kind != cfg.LimitError {
				return true
			}
		}
	}
	return false
}

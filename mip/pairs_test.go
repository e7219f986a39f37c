package mip

import (
	"flavers/cfg"
)

// pairs is the slow twin: the rules of docs/mhp.md on single pairs of points,
// with a worklist, read off the program again.
type pairs struct {
	p     *cfg.Program
	rel   [][]bool
	reach []bool
	work  [][2]cfg.PointID   // a pair, or a point twice: it is reachable
	meets [][][3]cfg.PointID // by point
	lone  [][]*cfg.Node      // by point: nodes that act alone
}

func slowMHP(p *cfg.Program) *pairs {
	s := &pairs{p: p, reach: make([]bool, len(p.Points)), meets: make([][][3]cfg.PointID, len(p.Points)), lone: make([][]*cfg.Node, len(p.Points))}
	for range p.Points {
		s.rel = append(s.rel, make([]bool, len(p.Points)))
	}
	both := func(x, q, x2, q2 cfg.PointID) {
		s.meets[x] = append(s.meets[x], [3]cfg.PointID{q, x2, q2})
		s.meets[q] = append(s.meets[q], [3]cfg.PointID{x, q2, x2})
	}
	for _, a := range p.Actions {
		n := &p.Nodes[a.A]
		if a.Joint() {
			m := &p.Nodes[a.B]
			both(n.Point, m.Point, n.Next, m.Next)
			continue
		}
		s.lone[n.Point] = append(s.lone[n.Point], n)
		if op, ok := n.Op.(cfg.Join); ok {
			for _, w := range p.Families[op.Family].Tasks {
				if end := p.Tasks[w].End; w != n.Task { // as if the end met the join and stayed
					both(n.Point, end, n.Next, end)
				}
			}
		}
	}
	for i := range p.Tasks {
		if !p.Tasks[i].Static() {
			continue
		}
		s.reached(p.Tasks[i].Start)
		for j := range i {
			if p.Tasks[j].Static() {
				s.add(p.Tasks[i].Start, p.Tasks[j].Start)
			}
		}
	}
	for len(s.work) > 0 {
		w := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		if w[0] == w[1] {
			s.alone(w[0])
			continue
		}
		s.move(w[0], w[1])
		s.move(w[1], w[0])
	}
	return s
}

func (s *pairs) reached(x cfg.PointID) {
	if !s.reach[x] {
		s.reach[x] = true
		s.work = append(s.work, [2]cfg.PointID{x, x})
	}
}

func (s *pairs) add(x, y cfg.PointID) {
	if s.p.Points[x].Task == s.p.Points[y].Task {
		panic("slow twin: a pair inside one task")
	}
	if !s.rel[x][y] {
		s.rel[x][y], s.rel[y][x] = true, true
		s.work = append(s.work, [2]cfg.PointID{x, y})
	}
}

// alone: x is reachable.
func (s *pairs) alone(x cfg.PointID) {
	for _, n := range s.lone[x] {
		if _, ok := n.Op.(cfg.Join); ok {
			continue
		}
		s.reached(n.Next)
		families := cfg.Spawns(n.Op)
		for i, f := range families {
			for _, w := range s.p.Families[f].Tasks {
				if w == n.Task {
					continue
				}
				s.reached(s.p.Tasks[w].Start)
				s.add(s.p.Tasks[w].Start, n.Next)
				for _, g := range families[:i] {
					for _, v := range s.p.Families[g].Tasks {
						if v != w && v != n.Task {
							s.add(s.p.Tasks[w].Start, s.p.Tasks[v].Start)
						}
					}
				}
			}
		}
	}
}

// move: x ∥ y, and the task at x steps.
func (s *pairs) move(x, y cfg.PointID) {
	for _, n := range s.lone[x] {
		if _, ok := n.Op.(cfg.Join); ok {
			continue // among the meetings
		}
		s.add(n.Next, y)
		for _, f := range cfg.Spawns(n.Op) {
			for _, w := range s.p.Families[f].Tasks {
				if w != n.Task && w != s.p.Points[y].Task {
					s.add(s.p.Tasks[w].Start, y)
				}
			}
		}
	}
	for _, m := range s.meets[x] {
		s.meet(x, y, m[0], m[1], m[2])
	}
}

// meet: x ∥ y, and x may meet q: then they go on to x2 and q2.
func (s *pairs) meet(x, y, q, x2, q2 cfg.PointID) {
	switch {
	case y == q:
		s.reached(x2)
		s.reached(q2)
		s.add(x2, q2)
		for r := range s.rel {
			if s.rel[r][x] && s.rel[r][q] {
				s.add(cfg.PointID(r), x2)
				s.add(cfg.PointID(r), q2)
			}
		}
	case s.rel[x][q] && s.rel[y][q]:
		s.add(y, x2)
		s.add(y, q2)
	}
}

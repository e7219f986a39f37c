package mip

import (
	"fmt"

	"flavers/cfg"
)

// Check verifies the relation against the program's own rules, in one pass and
// without the quotient or the solver: every class lies in one task, the
// relation is symmetric and has no pair inside a task, it contains the starts,
// and every rule's conclusion holds where its premise does. A relation that
// passes includes the least one, so it errs towards more only. The error names
// the first rule broken. Time is the number of nodes, actions and classes
// times a row.
func (r *Relation) Check(p *cfg.Program) error {
	if len(r.class) != len(p.Points) {
		return fmt.Errorf("mip: relation over %d points, program has %d", len(r.class), len(p.Points))
	}
	if err := r.checkShape(p); err != nil {
		return err
	}
	statics := []int32{r.observer}
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.Static() {
			statics = append(statics, r.class[t.Start])
		}
	}
	for i, c := range statics {
		for _, d := range statics[:i] {
			if !r.m.has(c, d) || !r.m.has(d, c) {
				return fmt.Errorf("mip: starts of classes %d and %d are not parallel", c, d)
			}
		}
	}
	for _, a := range p.Actions {
		if err := r.checkAction(p, a); err != nil {
			return fmt.Errorf("mip: action %d, node %d at %s: %w", a.ID, a.A, p.Nodes[a.A].Pos, err)
		}
	}
	return nil
}

// checkShape checks classes, symmetry and irreflexivity on tasks.
func (r *Relation) checkShape(p *cfg.Program) error {
	task := make([]cfg.TaskID, r.m.n)
	for c := range task {
		task[c] = cfg.None
		for _, q := range r.members.Of(int32(c)) {
			if r.class[q] != int32(c) {
				return fmt.Errorf("mip: class %d lists point %d of class %d", c, q, r.class[q])
			}
			if task[c] != cfg.None && task[c] != p.Points[q].Task && !r.classRow(int32(c)).Empty() {
				return fmt.Errorf("mip: class %d mixes tasks, and its row is not empty", c)
			}
			task[c] = p.Points[q].Task
		}
		if (task[c] == cfg.None) != (int32(c) == r.observer) {
			return fmt.Errorf("mip: class %d is empty, or the observer's and not empty", c)
		}
	}
	var tile, mirror [64]uint64
	for b := range r.m.count {
		for j := range laneWords {
			for first := 0; first <= b*laneCols+j<<6; first += 64 {
				r.m.tile(first, b*laneCols+j<<6, &tile)
				r.m.tile(b*laneCols+j<<6, first, &mirror)
				transpose64(&mirror)
				if tile != mirror {
					return fmt.Errorf("mip: not symmetric within rows %d.. and columns %d..", first, b*laneCols+j<<6)
				}
			}
		}
	}
	byTask := make([][]int32, len(p.Tasks)+1)
	for c, t := range task {
		byTask[t+1] = append(byTask[t+1], int32(c))
	}
	for _, classes := range byTask {
		for _, c := range classes {
			for _, d := range classes {
				if r.m.has(c, d) {
					return fmt.Errorf("mip: classes %d and %d of one task are parallel", c, d)
				}
			}
		}
	}
	return nil
}

// checkAction checks the rules of one action.
func (r *Relation) checkAction(p *cfg.Program, a cfg.Action) error {
	n := &p.Nodes[a.A]
	from, to := r.class[n.Point], r.class[n.Next]
	if a.Joint() {
		m := &p.Nodes[a.B]
		return r.checkMeeting(from, r.class[m.Point], to, r.class[m.Next])
	}
	if op, ok := n.Op.(cfg.Join); ok {
		for _, w := range p.Families[op.Family].Tasks {
			if end := r.class[p.Tasks[w].End]; w != n.Task {
				if err := r.checkMeeting(from, end, to, end); err != nil {
					return fmt.Errorf("joining %s: %w", p.Tasks[w].Name, err)
				}
			}
		}
		return nil
	}
	spawned := spawnedBy(p, n)
	for _, pair := range together(p, n, spawned) {
		if s, t := r.class[p.Tasks[pair[0]].Start], r.class[p.Tasks[pair[1]].Start]; r.m.has(from, r.observer) &&
			!r.m.has(s, t) {
			return fmt.Errorf("the starts of %s and %s are not parallel", p.Tasks[pair[0]].Name, p.Tasks[pair[1]].Name)
		}
	}
	for _, w := range spawned {
		first := r.class[p.Tasks[w].Start]
		if r.m.has(from, r.observer) && !r.m.has(first, to) {
			return fmt.Errorf("the start of %s is not parallel to what follows its spawn", p.Tasks[w].Name)
		}
		for d := range r.classRow(from).All {
			if int32(d) != r.observer && p.Points[r.members.Of(int32(d))[0]].Task == w {
				continue
			}
			if !r.m.has(first, int32(d)) {
				return fmt.Errorf("class %d is parallel to the spawn and not to the start of %s", d, p.Tasks[w].Name)
			}
		}
	}
	for b := range r.m.count {
		if x, y := &r.m.block(b)[from], &r.m.block(b)[to]; !includes(y, x) {
			return fmt.Errorf("something is parallel to its point and not to its next point")
		}
	}
	return nil
}

// checkMeeting checks: p ∥ q implies p2 ∥ q2 and that what is parallel to p and
// q is parallel to p2 and q2.
func (r *Relation) checkMeeting(p, q, p2, q2 int32) error {
	if !r.m.has(p, q) {
		return nil
	}
	if !r.m.has(p2, q2) {
		return fmt.Errorf("the partners' next points are not parallel")
	}
	for b := range r.m.count {
		var t lane
		lanes := r.m.block(b)
		and(&t, &lanes[p], &lanes[q])
		if !includes(&lanes[p2], &t) || !includes(&lanes[q2], &t) {
			return fmt.Errorf("something is parallel to both partners and not to both next points")
		}
	}
	return nil
}

// includes reports whether x ⊇ y.
func includes(x, y *lane) bool {
	var t lane
	without(&t, y, x)
	return t == lane{}
}

// tile copies the 64 x 64 bits from row and col (multiples of 64) on; what lies
// outside the matrix is 0.
func (m *blocks) tile(row, col int, out *[64]uint64) {
	clear(out[:])
	if row >= m.n || col >= m.n {
		return
	}
	for i, l := range m.block(col / laneCols)[row:min(row+64, m.n)] {
		out[i] = l[col>>6%laneWords]
	}
}

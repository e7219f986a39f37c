package races

// Which locks a task holds wherever it stands at a point, on every path that leads there.

import (
	"flavers/bitset"
	"flavers/cfg"
)

// held is by point what the task holds there: bit 2*lock for a lock that it has to itself, and
// 2*lock+1 for one that it has for reading. nil: no path leads to the point. A lock counts only
// if it is released by tasks that hold it.
type held struct{ at []bitset.Set }

// heldLocks returns what is held on all paths, of the locks that count.
func heldLocks(p *cfg.Program) *held {
	h := onPaths(p)
	h.drop(p)
	return h
}

// onPaths returns the greatest solution of: nothing at the start, and behind a step what is held before all steps
// that lead there, with what the step takes and without what it releases.
func onPaths(p *cfg.Program) *held {
	h := &held{at: make([]bitset.Set, len(p.Points))}
	var queue []cfg.PointID
	enter := func(q cfg.PointID, s bitset.Set) {
		if h.at[q] == nil {
			h.at[q] = bitset.New(2 * len(p.Objects))
			copy(h.at[q], s)
			queue = append(queue, q)
			return
		}
		before := h.at[q].Count()
		if h.at[q].And(s); h.at[q].Count() < before {
			queue = append(queue, q)
		}
	}
	none := bitset.New(2 * len(p.Objects))
	for i := range p.Tasks {
		enter(p.Tasks[i].Start, none)
	}
	after := bitset.New(2 * len(p.Objects))
	for len(queue) > 0 {
		q := queue[0]
		queue = queue[1:]
		for _, n := range p.Points[q].Nodes {
			copy(after, h.at[q])
			pass(after, p.Nodes[n].Op)
			enter(p.Nodes[n].Next, after)
		}
	}
	return h
}

// pass changes what is held by a step.
func pass(s bitset.Set, op cfg.Op) {
	switch op := op.(type) {
	case cfg.Lock:
		s.Add(2 * int(op.Lock))
	case cfg.Rewake:
		s.Add(2 * int(op.Lock))
	case cfg.Unlock:
		s.Remove(2 * int(op.Lock))
	case cfg.Wait:
		s.Remove(2 * int(op.Lock))
	case cfg.RLock:
		s.Add(2*int(op.Lock) + 1)
	case cfg.RUnlock:
		s.Remove(2*int(op.Lock) + 1)
	}
}

// drop takes locks out that some task may release without holding them, as any task can: another one
// that holds it would then not be alone.
func (h *held) drop(p *cfg.Program) {
	keep := bitset.New(2 * len(p.Objects))
	for i := range 2 * len(p.Objects) {
		keep.Add(i)
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		bit := -1
		switch op := n.Op.(type) {
		case cfg.Unlock:
			bit = 2 * int(op.Lock)
		case cfg.RUnlock:
			bit = 2*int(op.Lock) + 1
		case cfg.Wait: // it fails without the lock, but it is of a mutex only
			if p.Objects[op.Lock].RW {
				keep.Remove(2 * int(op.Lock))
				keep.Remove(2*int(op.Lock) + 1)
			}
		}
		if bit >= 0 && h.at[n.Point] != nil && !h.at[n.Point].Has(bit) {
			keep.Remove(bit &^ 1)
			keep.Remove(bit | 1)
		}
	}
	for _, s := range h.at {
		if s != nil {
			s.And(keep)
		}
	}
}

// exclude reports whether two tasks cannot stand at two points at the same time, as one has a lock to
// itself there that the other one has, too.
func (h *held) exclude(a, b cfg.PointID) bool {
	x, y := h.at[a], h.at[b]
	if x == nil || y == nil {
		return true
	}
	for i := range x {
		const own = 0x5555555555555555 // bits of locks that a task has to itself
		x1, y1 := x[i]&own, y[i]&own
		if x1&y1 != 0 || x1&(y[i]>>1) != 0 || (x[i]>>1)&y1 != 0 {
			return true
		}
	}
	return false
}

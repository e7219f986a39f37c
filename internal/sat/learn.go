package sat

import "slices"

// This file learns a clause from a conflict. A conflict is a clause whose literals are all
// false. Each of them is false because of its reason, a clause whose other literals are
// false, and so on. Replacing literals of the present level by those of their reasons,
// latest first, until one literal of the level is left (the first unique implication
// point), gives a clause that follows from the others and is false now. After undoing
// levels until that literal is its only unassigned one, the literal follows from it.

// learn adds the clause that is learned from the conflict c, undoes levels, and assigns the
// literal that follows. The present level is above 0.
func (s *Solver) learn(c *clause) {
	here := int32(len(s.limits))
	// out has the clause, with out[0] to come; open counts the literals of this level that are still to be replaced.
	out := []Lit{0}
	open, at := 0, len(s.trail)-1
	var marked []int
	for {
		if c.learned {
			s.raise(c)
		}
		for _, l := range c.lits {
			v := l.variable()
			if s.value[l] != no || s.seen[v] || s.level[v] == 0 {
				continue
			}
			s.seen[v] = true
			marked = append(marked, v)
			s.favour(v)
			if s.level[v] == here {
				open++
			} else {
				out = append(out, l)
			}
		}
		for !s.seen[s.trail[at].variable()] {
			at--
		}
		l := s.trail[at]
		at--
		open--
		if open == 0 {
			out[0] = l.Not()
			break
		}
		c = s.reason[l.variable()]
	}
	// Literals that the others imply at once are not needed.
	k := 1
	for _, l := range out[1:] {
		if !s.implied(l) {
			out[k] = l
			k++
		}
	}
	out = out[:k]
	for _, v := range marked {
		s.seen[v] = false
	}
	s.bump /= 0.95 // decay of activities, as in MiniSat
	s.claBump /= 0.999
	s.proof = append(s.proof, slices.Clone(out))

	// Go back to the second highest level in the clause, whose literal comes to out[1] to be watched.
	back := 0
	for i := 2; i < len(out); i++ {
		if s.level[out[i].variable()] > s.level[out[1].variable()] {
			out[1], out[i] = out[i], out[1]
		}
	}
	if len(out) > 1 {
		back = int(s.level[out[1].variable()])
	}
	s.undo(back)
	if len(out) == 1 {
		s.assign(out[0], nil)
		return
	}
	n := &clause{lits: out, learned: true}
	s.raise(n)
	s.learned = append(s.learned, n)
	s.attach(n)
	s.assign(out[0], n)
}

// implied reports whether the reason for which literal l is false has, besides l, only
// literals that are in the learned clause, or false at level 0.
func (s *Solver) implied(l Lit) bool {
	why := s.reason[l.variable()]
	if why == nil {
		return false
	}
	for _, k := range why.lits {
		v := k.variable()
		if v != l.variable() && !s.seen[v] && s.level[v] > 0 {
			return false
		}
	}
	return true
}

// favour raises the activity of a variable. If a number becomes too large, all are scaled.
func (s *Solver) favour(v int) {
	s.activity[v] += s.bump
	if s.activity[v] > 1e100 {
		for i := range s.activity {
			s.activity[i] *= 1e-100
		}
		s.bump *= 1e-100
	}
	s.heap.raised(v)
}

// raise raises the activity of a learned clause.
func (s *Solver) raise(c *clause) {
	c.act += s.claBump
	if c.act > 1e100 {
		for _, d := range s.learned {
			d.act *= 1e-100
		}
		s.claBump *= 1e-100
	}
}

// heap is a binary heap of variables: the most active one is first, of equals the lowest.
type heap struct {
	activity *[]float64 // that of the solver
	order    []int      // the heap
	at       []int      // by variable: 1 + index in order; 0: it is not in the heap
}

// before reports whether v goes before w.
func (h *heap) before(v, w int) bool {
	a := *h.activity
	return a[v] > a[w] || a[v] == a[w] && v < w
}

// push adds a variable, unless it is in the heap.
func (h *heap) push(v int) {
	for len(h.at) <= v {
		h.at = append(h.at, 0)
	}
	if h.at[v] != 0 {
		return
	}
	h.order = append(h.order, v)
	h.at[v] = len(h.order)
	h.up(len(h.order) - 1)
}

// raised moves a variable up whose activity has grown.
func (h *heap) raised(v int) {
	if h.at[v] != 0 {
		h.up(h.at[v] - 1)
	}
}

// up moves the variable at index i up to its place.
func (h *heap) up(i int) {
	v := h.order[i]
	for i > 0 && h.before(v, h.order[(i-1)/2]) {
		h.set(i, h.order[(i-1)/2])
		i = (i - 1) / 2
	}
	h.set(i, v)
}

func (h *heap) set(i, v int) {
	h.order[i] = v
	h.at[v] = i + 1
}

// pop removes the first variable and returns it. It returns false if the heap is empty.
func (h *heap) pop() (int, bool) {
	if len(h.order) == 0 {
		return 0, false
	}
	top := h.order[0]
	h.at[top] = 0
	n := len(h.order) - 1
	last := h.order[n]
	h.order = h.order[:n]
	if n == 0 {
		return top, true
	}
	i := 0
	for {
		k := 2*i + 1
		if k >= n {
			break
		}
		if k+1 < n && h.before(h.order[k+1], h.order[k]) {
			k++
		}
		if !h.before(h.order[k], last) {
			break
		}
		h.set(i, h.order[k])
		i = k
	}
	h.set(i, last)
	return top, true
}

package sat

import "slices"

// What a conflict teaches: the clause at the first unique implication point,
// with the literals left out that the others imply at once.

// learn adds the clause of a conflict, goes back and assigns its new literal.
func (s *Solver) learn(c *clause) {
	here := int32(len(s.limits))
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
	s.bump /= 0.95
	s.claBump /= 0.999
	s.proof = append(s.proof, slices.Clone(out))

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

// implied reports whether the reason of a literal's being false holds only
// literals that are in the clause already.
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

func (s *Solver) raise(c *clause) {
	c.act += s.claBump
	if c.act > 1e100 {
		for _, d := range s.learned {
			d.act *= 1e-100
		}
		s.claBump *= 1e-100
	}
}

// heap holds variables, the most active first; of equals, the lowest.
type heap struct {
	activity *[]float64
	order    []int
	at       []int // by variable: 1 + index in order; 0: not in it
}

func (h *heap) before(v, w int) bool {
	a := *h.activity
	return a[v] > a[w] || a[v] == a[w] && v < w
}

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

func (h *heap) raised(v int) {
	if h.at[v] != 0 {
		h.up(h.at[v] - 1)
	}
}

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

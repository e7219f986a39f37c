package sem

import "flavers/cfg"

// Outcome is what one step leads to.
type Outcome struct {
	Action cfg.ActionID
	Next   []int32      // the vector after the step; nil if Err is set
	Occ    []Occurrence // what was observed, in order; nil unless asked for
	Err    *Error
}

// Successors lists every step that can be taken from a vector, in order of
// actions and then of choices. events: fill in Occ.
func (m *Machine) Successors(state []int32, events bool) []Outcome {
	var out []Outcome
	for _, a := range m.P.Actions {
		out = m.Outcomes(out, state, a, events)
	}
	return out
}

// Outcomes appends the outcomes of one action from a vector: none if it cannot
// be executed, several if it chooses values.
func (m *Machine) Outcomes(out []Outcome, state []int32, a cfg.Action, events bool) []Outcome {
	if state[m.pos[m.P.Nodes[a.A].Task]] != m.PointValue(m.P.Nodes[a.A].Point) ||
		a.Joint() && state[m.pos[m.P.Nodes[a.B].Task]] != m.PointValue(m.P.Nodes[a.B].Point) {
		return out
	}
	v := concrete{}
	for more := true; more; more = v.next() {
		v.values = append([]int32(nil), state...)
		v.at = 0
		s := step{m: m, v: &v, wanted: events}
		switch s.action(a) {
		case done:
			out = append(out, Outcome{Action: a.ID, Next: v.values, Occ: s.occ})
		case failed:
			out = append(out, Outcome{Action: a.ID, Err: s.err})
		}
	}
	return out
}

// concrete is a vector of values. Choices are enumerated by running the step
// again with the last choice raised.
type concrete struct {
	values  []int32
	choices [][2]int // {chosen, of}
	at      int
}

func (v *concrete) classify(c CompID, class func(int32) int32) int32 { return class(v.values[c]) }

func (v *concrete) apply(c CompID, f func(int32) int32) bool {
	w := f(v.values[c])
	if w < 0 {
		return false
	}
	v.values[c] = w
	return true
}

func (v *concrete) move(c CompID, from, to int32) bool {
	if v.values[c] != from {
		return false
	}
	v.values[c] = to
	return true
}

func (v *concrete) store(c CompID, to int32) { v.values[c] = to }

func (v *concrete) choose(n int) int {
	if v.at == len(v.choices) {
		v.choices = append(v.choices, [2]int{0, n})
	}
	v.at++
	return v.choices[v.at-1][0]
}

func (v *concrete) pick(comps []CompID) int {
	var live []int
	for i, c := range comps {
		if v.values[c] > 0 {
			live = append(live, i)
		}
	}
	if len(live) == 0 {
		return -1
	}
	return live[v.choose(len(live))]
}

func (v *concrete) trial(f func() bool) bool {
	saved := append([]int32(nil), v.values...)
	ok := f()
	copy(v.values, saved)
	return ok
}

// next raises the last choice that can be raised; false: all are done.
func (v *concrete) next() bool {
	v.choices = v.choices[:v.at]
	for len(v.choices) > 0 {
		last := &v.choices[len(v.choices)-1]
		if last[0]++; last[0] < last[1] {
			return true
		}
		v.choices = v.choices[:len(v.choices)-1]
	}
	return false
}

package sem

import "flavers/cfg"

// This file executes steps on values: the code of a step, run on a vector of one
// value for each component. A step that chooses, as `x = any` does, has several
// outcomes. They are found by running its code again and again, each time with
// the next sequence of choices: for a choice of 2 and then one of 3, these are
//
//	0,0  0,1  0,2  1,0  1,1  1,2

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
	stands := func(n cfg.NodeID) bool { // the task of node n is where n begins
		node := &m.P.Nodes[n]
		return state[m.pos[node.Task]] == m.PointValue(node.Point)
	}
	if !stands(a.A) || a.Joint() && !stands(a.B) {
		return out
	}
	v := concrete{}
	for more := true; more; more = v.next() {
		v.values = append([]int32(nil), state...)
		v.made = 0
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

// concrete is a vector of values, with the choices of the run under way.
type concrete struct {
	values  []int32  // by component
	choices []choice // those to make in this run, as far as they are known before, and those made
	made    int      // how many of them this run has made
}

// choice is a number in 0..of-1 that a step has chosen.
type choice struct{ chosen, of int }

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
	if v.made == len(v.choices) {
		v.choices = append(v.choices, choice{0, n})
	}
	v.made++
	return v.choices[v.made-1].chosen
}

func (v *concrete) pick(comps []CompID) int {
	var positive []int
	for i, c := range comps {
		if v.values[c] > 0 {
			positive = append(positive, i)
		}
	}
	if len(positive) == 0 {
		return -1
	}
	return positive[v.choose(len(positive))]
}

func (v *concrete) trial(f func() bool) bool {
	saved := append([]int32(nil), v.values...)
	ok := f()
	copy(v.values, saved)
	return ok
}

// next prepares the next run: it raises the last choice that can be raised, and
// drops those behind it. It returns false after the last run.
func (v *concrete) next() bool {
	v.choices = v.choices[:v.made]
	for len(v.choices) > 0 {
		last := &v.choices[len(v.choices)-1]
		if last.chosen++; last.chosen < last.of {
			return true
		}
		v.choices = v.choices[:len(v.choices)-1]
	}
	return false
}

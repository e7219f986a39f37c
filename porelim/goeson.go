package porelim

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/bitset"
)

// cameFrom fills goesOn if time runs backwards: the step of a task before n
// was local. What has happened needs no more proof.
func (d *flow) cameFrom() {
	d.goesOn = bitset.New(len(d.e.Nodes))
	for i := range d.boundary.All {
		for k := range d.next {
			if on := &d.next[k][i]; len(on.nodes) > 0 && !on.stop {
				d.goesOn.Add(i)
			}
		}
	}
}

// leadsOn fills goesOn if time runs forwards: boundary nodes after which some
// task has a local step, in every execution or after extending it. That is so
// if the task cannot do anything else first and some local step is possible
// whatever the state, and again so after that step, until a step that may be
// followed by something else.
//
// It is a least solution: an endless local loop never comes to such a step, and
// an execution extended by it would have no end (TestEndlessLocalLoop).
//
// May err towards: fewer nodes.
func (d *flow) leadsOn() {
	d.goesOn = bitset.New(len(d.e.Nodes))
	ends := bitset.New(len(d.e.Nodes)) // local nodes from which the task can come to a stop
	before := make([][]int32, len(d.e.Nodes))
	var work []int32
	for i := range d.local.All {
		for _, j := range d.next[0][i].nodes {
			before[j] = append(before[j], int32(i))
		}
		if d.next[0][i].stop {
			ends.Add(i)
			work = append(work, int32(i))
		}
	}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range before[x] {
			if !ends.Has(int(i)) && d.possible(int(i), d.next[0][i].nodes, ends) {
				ends.Add(int(i))
				work = append(work, i)
			}
		}
	}
	for i := range d.boundary.All {
		for k := range d.next {
			if on := &d.next[k][i]; len(on.nodes) > 0 && !on.stop && d.possible(i, on.nodes, ends) {
				d.goesOn.Add(i)
			}
		}
	}
}

// maxCombinations bounds the combinations of states that possible looks at.
const maxCombinations = 4096

// possible reports whether after step i, whatever the states of the automata,
// some letter of a node that is in both nodes and among is accepted.
//
// May err towards: no.
func (d *flow) possible(i int, nodes []int32, among bitset.Set) bool {
	d.s.Poll.Look()
	var after []*monitor.Letter
	var mons []int32 // those that a letter of after moves
	for _, j := range nodes {
		if !among.Has(int(j)) {
			continue
		}
		of := d.s.Of(d.e.Nodes[j])
		for l := range of {
			after = append(after, &of[l]) // a local step ends in no error
			for _, mv := range of[l].Moves {
				mons = append(mons, mv.Monitor)
			}
		}
	}
	if len(after) == 0 {
		return false
	}
	slices.Sort(mons)
	mons = slices.Compact(mons)
	of := d.s.Of(d.e.Nodes[i])
	for l := range of {
		if of[l].Err == nil && !d.accepted(&of[l], mons, after) { // nothing follows an error
			return false
		}
	}
	return true
}

// accepted reports whether in every combination of the states that mons may have
// after letter l one of the letters after is accepted.
func (d *flow) accepted(l *monitor.Letter, mons []int32, after []*monitor.Letter) bool {
	states := make([][]int32, len(mons))
	total := 1
	for k, m := range mons {
		states[k] = d.statesAfter(l, m)
		if total *= len(states[k]); total > maxCombinations {
			return false
		}
	}
	at := make([]int32, len(d.s.Monitors))
	for number := range total {
		for k, m := range mons {
			at[m] = states[k][number%len(states[k])]
			number /= len(states[k])
		}
		if !slices.ContainsFunc(after, func(x *monitor.Letter) bool {
			return !slices.ContainsFunc(x.Moves, func(mv monitor.Move) bool { return mv.To[at[mv.Monitor]] < 0 })
		}) {
			return false
		}
	}
	return true
}

// statesAfter lists the states monitor m can be in after letter l; a letter
// that moves it to no state cannot happen, and total becomes zero.
func (d *flow) statesAfter(l *monitor.Letter, m int32) []int32 {
	in := make([]bool, d.s.Monitors[m].States)
	moved := false
	for _, mv := range l.Moves {
		if mv.Monitor == m {
			moved = true
			for _, to := range mv.To {
				if to >= 0 {
					in[to] = true
				}
			}
		}
	}
	var out []int32
	for q := range in {
		if !moved || in[q] {
			out = append(out, int32(q))
		}
	}
	return out
}

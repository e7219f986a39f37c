// Package distance says how many steps of a program a violation is away at least,
// for the search of a shortest execution that violates a property. Of
//
//	task a { event y; event x }
//	task b { event z }
//
// and a property that x violates, the start is two steps away: those of a.
//
// It looks at no variables and objects, so that there may be no such execution.
package distance

import (
	"encoding/binary"
	"errors"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// Goal is what a violation is: of a property; nil: a run-time error, or, for End,
// that an execution ends.
type Goal struct {
	Property *monitor.Binding
	End      bool
}

// errors reports whether the goal is a run-time error.
func (gl Goal) errors() bool { return gl.Property == nil && !gl.End }

// Table says how many steps a violation is away at least, from every state of the
// program and of the goal's automaton: the property's; for run-time errors 0 (not
// yet) and 1 (met); for an end 0. It is the sum over all tasks of what each has to
// do itself, where the others may do what they like at no cost: the distance, in
// the product of the task's points and the automaton, to the error state, or to an
// end that is not accepted. A joint step counts
// one half for each side. Variables and objects are not looked at.
//
// A step beyond the limits of the model leads nowhere here: of executions that take one, the table says something only
// if another step stands in for it (sem.Limit).
//
// May err towards: nearer. Costs are split between the tasks, and each task's
// distance is that of an abstraction of the program, so that the sum never
// drops by more than one in a step (Katz and Domshlak, "Optimal admissible
// composition of abstraction heuristics", Artificial Intelligence 174, 2010).
type Table struct {
	states int          // of the goal's automaton; for run-time errors two: not yet, met; for an end one
	comps  []sem.CompID // positions of the tasks that are counted
	index  []int32      // by component: where it is in comps; -1: nowhere
	own    [][]int32    // for each of comps, by position*states+state: halves of steps
	steps  []int32      // by state: steps of any task that move the automaton; Far: no violation
}

// Far is the distance where there is no way.
const Far = int32(1) << 28

// maxDistances bounds the work to make all tables, in moves of the products.
// Tables that would be beyond are left out.
const maxDistances = 1 << 24

// From is the least number of steps from a state to a violation.
func (d *Table) From(vec []int32, q int32) int32 { return d.Least(d.Sum(vec, q), q) }

// Sum is that of all tasks, in halves of steps; at least Far where one has no way.
func (d *Table) Sum(vec []int32, q int32) int64 {
	sum := int64(0)
	for i, id := range d.comps {
		sum += int64(d.own[i][int(vec[id])*d.states+int(q)])
	}
	return sum
}

// Change is by how much the sum grows when a component goes from one value to
// another, and the automaton stays at q.
func (d *Table) Change(comp int, from, to, q int32) int64 {
	i := int32(-1)
	if comp < len(d.index) {
		i = d.index[comp]
	}
	if i < 0 {
		return 0
	}
	return int64(d.own[i][int(to)*d.states+int(q)]) - int64(d.own[i][int(from)*d.states+int(q)])
}

// Least is the number of steps for a sum.
func (d *Table) Least(sum int64, q int32) int32 {
	if sum >= int64(Far) { // all that are less add up to less: maxDistances
		return Far
	}
	return max(int32(sum+1)/2, d.steps[q])
}

// effect is what a step can do to the automaton: by state, what it becomes.
type effect []int32

// abstraction is the program as the table sees it.
type abstraction struct {
	poll    *limit.Poll
	p       *cfg.Program
	sem     *monitor.Semantics
	states  int
	goal    func(q int) bool // violated whatever the tasks do
	end     func(q int) bool // violated if all rest
	effects []effect         // [0]: nothing
	before  [][][]int32      // by effect, by state: the states that become it
	of      [][]int32        // by action: effects it can have
	having  []int            // by effect: how many actions have it
	left    int              // of maxDistances
	large   bool             // there are more effects than that
}

// New makes the table for one goal, as long as poll lets it (see limit.Try).
func New(poll *limit.Poll, p *cfg.Program, s *monitor.Semantics, gl Goal) *Table {
	ab := abstract(poll, p, s, gl)
	ab.left = maxDistances
	d := &Table{states: ab.states, steps: make([]int32, ab.states)}
	if ab.large {
		return d
	}
	ab.invert()
	d.steps = ab.shortest(1, func(to int, visit func(from, effect, cost int32)) {
		for e := 1; e < len(ab.effects); e++ {
			visit(int32(to), int32(e), 2)
		}
	}, func(int32) bool { return true })
	for q, k := range d.steps {
		if k < Far {
			d.steps[q] = k / 2
		}
	}
	for t, touches := range ab.touches() {
		poll.Look()
		if own := ab.ofTask(cfg.TaskID(t), touches); own != nil {
			d.comps, d.own = append(d.comps, s.M.Pos(cfg.TaskID(t))), append(d.own, own)
		}
	}
	d.index = slices.Repeat([]int32{-1}, len(s.M.Comps))
	for i, id := range d.comps {
		d.index[id] = int32(i)
	}
	return d
}

// abstract finds what each action can do to the automaton of a goal.
func abstract(poll *limit.Poll, p *cfg.Program, s *monitor.Semantics, gl Goal) *abstraction {
	ab := &abstraction{poll: poll, p: p, sem: s, states: 2, of: make([][]int32, len(p.Actions)),
		goal: func(q int) bool { return q == 1 }, end: func(int) bool { return false }}
	step := func(q int32, sym int32) int32 { return 1 }
	if gl.End {
		ab.states, ab.goal, ab.end = 1, ab.end, func(int) bool { return true }
	} else if b := gl.Property; b != nil {
		d := b.Spec.DFA
		trap := int(d.Trap())
		ab.states = d.States()
		ab.goal = func(q int) bool { return q == trap }
		ab.end = func(q int) bool { return !d.Accept[q] }
		step = func(q, sym int32) int32 { return d.Step(q, int(sym)) }
	}
	index := map[string]int32{}
	var key []byte
	intern := func(syms []int32) int32 {
		key = key[:0]
		for _, s := range syms {
			key = binary.LittleEndian.AppendUint32(key, uint32(s))
		}
		if i, ok := index[string(key)]; ok {
			return i
		}
		if (len(ab.effects)+1)*ab.states > maxDistances {
			ab.large = true
			return 0
		}
		e := make(effect, ab.states)
		still := true
		for q := range e {
			e[q] = int32(q)
			for _, s := range syms {
				if !ab.goal(int(e[q])) {
					e[q] = step(e[q], s)
				}
			}
			still = still && e[q] == int32(q)
		}
		if still && len(ab.effects) > 0 {
			index[string(key)] = 0
			return 0
		}
		index[string(key)] = int32(len(ab.effects))
		ab.effects = append(ab.effects, e)
		return int32(len(ab.effects) - 1)
	}
	intern(nil)
	for a, cases := range s.Cases {
		poll.Look()
		seen := map[int32]bool{}
		for k := range cases {
			var syms []int32
			switch e := cases[k].Err; {
			case e != nil && (!gl.errors() || e.Kind == cfg.LimitError):
				continue
			case e != nil:
				syms = []int32{0}
			case gl.Property != nil && gl.Property.Symbols[a] != nil:
				syms = gl.Property.Symbols[a][k]
			}
			if e := intern(syms); !seen[e] {
				seen[e] = true
				ab.of[a] = append(ab.of[a], e)
			}
		}
	}
	if gl.Property != nil && len(s.Inexact()) > 0 {
		if ab.large = ab.large || (len(ab.effects)+ab.states)*ab.states > maxDistances; !ab.large {
			ab.anything()
		}
	}
	return ab
}

// anything lets every action that has no table have every effect.
func (ab *abstraction) anything() {
	untabled := map[cfg.NodeID]bool{}
	for _, n := range ab.untabled() {
		untabled[n] = true
	}
	first := int32(len(ab.effects))
	for to := range int32(ab.states) {
		e := make(effect, ab.states)
		for q := range e {
			if e[q] = to; ab.goal(q) {
				e[q] = int32(q)
			}
		}
		ab.effects = append(ab.effects, e)
	}
	for a := range ab.of {
		if act := ab.p.Actions[a]; untabled[act.A] || act.Joint() && untabled[act.B] {
			for e := first; e < int32(len(ab.effects)); e++ {
				ab.of[a] = append(ab.of[a], e)
			}
		}
	}
}

// untabled lists the nodes whose steps have no table.
func (ab *abstraction) untabled() []cfg.NodeID {
	var out []cfg.NodeID
	for _, err := range ab.sem.Inexact() {
		var many *sem.TooManyCases
		if errors.As(err, &many) {
			out = append(out, many.Node.ID)
		}
	}
	return out
}

// invert fills in before and having.
func (ab *abstraction) invert() {
	ab.having = make([]int, len(ab.effects))
	for _, list := range ab.of {
		for _, e := range list {
			ab.having[e]++
		}
	}
	for _, e := range ab.effects {
		list := make([][]int32, ab.states)
		for q, to := range e {
			list[to] = append(list[to], int32(q))
		}
		ab.before = append(ab.before, list)
	}
}

// touch is what the cases of one action do to the position of a task.
type touch struct {
	action cfg.ActionID
	cost   int32 // halves of a step that the task takes part in
	pairs  []sem.Pair
	cases  int // that say something of the position
}

// touches lists, by task, the actions that look at its position or move it.
func (ab *abstraction) touches() [][]touch {
	m := ab.sem.M
	out := make([][]touch, len(ab.p.Tasks))
	for a, cases := range ab.sem.Cases {
		act := ab.p.Actions[a]
		for k := range cases {
			for i := range cases[k].Moves {
				mv := &cases[k].Moves[i]
				if m.Comps[mv.Comp].Kind != sem.Position {
					continue
				}
				t := m.Comps[mv.Comp].Task
				list := out[t]
				if n := len(list); n == 0 || list[n-1].action != act.ID {
					to := touch{action: act.ID}
					switch {
					case ab.p.Nodes[act.A].Task != t && (!act.Joint() || ab.p.Nodes[act.B].Task != t): // starts it, or waits for it
					case act.Joint():
						to.cost = 1
					default:
						to.cost = 2
					}
					list = append(list, to)
				}
				to := &list[len(list)-1]
				to.cases++
				for _, pair := range mv.Pairs {
					if !slices.Contains(to.pairs, pair) {
						to.pairs = append(to.pairs, pair)
					}
				}
				out[t] = list
			}
		}
	}
	return out
}

// arrival is a way to get to a position: from another, with an effect.
type arrival struct{ from, effect, cost int32 }

// ofTask is the distance in halves of steps that a task has to take part in,
// by position*states+state; nil if the table would be too large or says nothing.
func (ab *abstraction) ofTask(t cfg.TaskID, touches []touch) []int32 {
	m := ab.sem.M
	positions := int(m.Comps[m.Pos(t)].Size)
	arrive := make([][]arrival, positions)
	others := slices.Clone(ab.having) // by effect: actions that may have it and leave the task where it is
	work := 0
	for i := range touches {
		to := &touches[i]
		for _, e := range ab.of[to.action] {
			if to.cases == len(ab.sem.Cases[to.action]) {
				others[e]--
			}
			for _, pair := range to.pairs {
				arrive[pair.To] = append(arrive[pair.To], arrival{pair.From, e, to.cost})
			}
			work += len(to.pairs)
		}
	}
	var free []int32
	for e := 1; e < len(others); e++ {
		if others[e] > 0 {
			free = append(free, int32(e))
		}
	}
	if work = (work + positions*(len(free)+1)) * ab.states; work > ab.left {
		return nil
	}
	ab.left -= work
	own := ab.shortest(positions, func(to int, visit func(from, effect, cost int32)) {
		for _, e := range free {
			visit(int32(to), e, 0)
		}
		for _, r := range arrive[to] {
			visit(r.from, r.effect, r.cost)
		}
	}, func(v int32) bool { return m.Rests(t, v) })
	if slices.Max(own) == 0 {
		return nil
	}
	return own
}

// shortest is the distance from every pair of a position and a state to a
// violation, backwards by Dijkstra's algorithm. arrivals calls its visitor with
// every way to get to a position; rests tells where a task may rest.
func (ab *abstraction) shortest(positions int, arrivals func(to int, visit func(from, effect, cost int32)),
	rests func(int32) bool) []int32 {
	dist := make([]int32, positions*ab.states)
	var queue [3][]int32 // by distance modulo 3: no cost is more than 2
	for i := range dist {
		dist[i] = Far
		if p, q := i/ab.states, i%ab.states; ab.goal(q) || ab.end(q) && rests(int32(p)) {
			dist[i] = 0
			queue[0] = append(queue[0], int32(i))
		}
	}
	for d := int32(0); len(queue[0])+len(queue[1])+len(queue[2]) > 0; d++ {
		for now := d % 3; len(queue[now]) > 0; {
			at := int(queue[now][len(queue[now])-1])
			queue[now] = queue[now][:len(queue[now])-1]
			ab.poll.Look()
			if dist[at] != d {
				continue
			}
			q := at % ab.states
			arrivals(at/ab.states, func(from, effect, cost int32) {
				for _, r := range ab.before[effect][q] {
					if i := int(from)*ab.states + int(r); dist[i] > d+cost {
						dist[i] = d + cost
						queue[(d+cost)%3] = append(queue[(d+cost)%3], int32(i))
					}
				}
			})
		}
	}
	return dist
}

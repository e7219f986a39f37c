package dataflow

import (
	"slices"

	"flavers/bitset"
)

// This file builds Problems of known size.

// event is a letter to be: what it does to which automaton.
type event struct {
	tasks []int // that take part
	moves []Move
}

// product makes the Problem of a full product: one node and one letter per
// event; two events follow each other if they share no task, or if control
// allows it.
func product(monitors []Monitor, events []event, control func(a, b int) bool, first func(e int) bool) *Problem {
	n := len(events)
	p := &Problem{Monitors: monitors, Nodes: n, Start: bitset.New(n), Succ: bitset.NewMatrix(n, n), Final: bitset.New(n)}
	for i, e := range events {
		slices.SortFunc(e.moves, func(a, b Move) int { return int(a.Monitor - b.Monitor) })
		p.Letters = append(p.Letters, Letter{Node: int32(i), Moves: e.moves})
		if first(i) {
			p.Start.Add(i)
		}
		for j, f := range events {
			if !slices.ContainsFunc(e.tasks, func(t int) bool { return slices.Contains(f.tasks, t) }) || control(i, j) {
				p.Succ.Row(i).Add(j)
			}
		}
	}
	return p
}

// step is a move from state a to b, rejected from all other states.
func step(monitor, states, a, b int) Move {
	to := make([]int32, states)
	for s := range to {
		to[s] = -1
	}
	to[a] = int32(b)
	return Move{Monitor: int32(monitor), To: to}
}

func accepting(states int) []bool {
	a := make([]bool, states)
	for i := range a {
		a[i] = true
	}
	return a
}

// dining is n philosophers that each take the left fork, take the right fork,
// put the left back, put the right back, for ever; forks are tasks as well.
// Every task has its automaton: philosopher i is number 2i with 4 states, fork
// i is number 2i+1 with 3 (free, held from the left, held from the right).
// withProperty adds the property that neighbours 0 and 1 do not both eat.
func dining(n int, withProperty bool) *Problem { return diningLocal(n, 0, withProperty) }

// diningLocal is dining with so many steps of thinking, before the first fork
// is taken, and of eating, before the first is put back, that nobody else sees.
func diningLocal(n, local int, withProperty bool) *Problem {
	var monitors []Monitor
	steps := 4 + 2*local // of a philosopher: think, take, take, eat, put, put
	for range n {
		monitors = append(monitors,
			Monitor{Name: "phil", States: steps, Accept: accepting(steps), Trap: -1},
			Monitor{Name: "fork", States: 3, Accept: accepting(3), Trap: -1})
	}
	const eat0, eat1, trap = 1, 2, 3
	if withProperty {
		monitors = append(monitors, Monitor{Name: "exclusion", Property: true, States: 4, Accept: accepting(4), Trap: trap})
	}
	var events []event
	for i := range n {
		for s := range steps {
			e := event{tasks: []int{2 * i}, moves: []Move{step(2*i, steps, s, (s+1)%steps)}}
			if hand := s - local; hand == 0 || hand == 1 || s >= steps-2 { // takes or puts back
				side := hand
				before, after := 0, 1+side
				if s >= steps-2 {
					side = s - (steps - 2)
					before, after = 1+side, 0
				}
				fork := (i + side) % n
				e.tasks = append(e.tasks, 2*fork+1)
				e.moves = append(e.moves, step(2*fork+1, 3, before, after))
			}
			if withProperty && i < 2 && (s == local+1 || s == steps-2) {
				to := []int32{0, eat0, eat1, trap}
				if mine := int32(eat0 + i); s == steps-2 { // stops eating
					to[mine] = 0
				} else {
					to[0], to[3-mine] = mine, trap
				}
				e.moves = append(e.moves, Move{Monitor: int32(2 * n), To: to})
			}
			events = append(events, e)
		}
	}
	// b follows a when for every task they share it is what the task does next:
	// some state of the task is left by a and allows b.
	control := func(a, b int) bool {
		for _, v := range events[a].moves {
			for _, u := range events[b].moves {
				if u.Monitor == v.Monitor && int(u.Monitor) < 2*n && !slices.ContainsFunc(v.To, func(s int32) bool { return s >= 0 && u.To[s] >= 0 }) {
					return false
				}
			}
		}
		return true
	}
	return product(monitors, events, control, func(e int) bool { return e%steps == 0 })
}

// readersWriters is n readers and n writers of one server, with a constraint
// that counts the readers inside, up to n, and refuses writers meanwhile (and
// the reverse), and the property that no writer starts while one is writing.
func readersWriters(n int) *Problem {
	states := n + 2 // 0..n readers, or one writer
	writing := n + 1
	counter := func() []int32 {
		to := make([]int32, states)
		for s := range to {
			to[s] = -1
		}
		return to
	}
	monitors := []Monitor{
		{Name: "server", States: states, Accept: accepting(states), Trap: -1},
		{Name: "exclusion", Property: true, States: 3, Accept: accepting(3), Trap: 2},
	}
	enter, leave := counter(), counter()
	for s := range n {
		enter[s], leave[s+1] = int32(s+1), int32(s)
	}
	begin, end := counter(), counter()
	begin[0], end[writing] = int32(writing), 0
	var events []event
	for i := range 2 * n {
		for side := range 2 {
			var moves []Move
			switch {
			case i < n && side == 0:
				moves = []Move{{0, enter}}
			case i < n:
				moves = []Move{{0, leave}}
			case side == 0:
				moves = []Move{{0, begin}, {1, []int32{1, 2, 2}}}
			default:
				moves = []Move{{0, end}, {1, []int32{0, 0, 2}}}
			}
			events = append(events, event{tasks: []int{i}, moves: moves})
		}
	}
	return product(monitors, events,
		func(a, b int) bool { return a/2 == b/2 && a != b },
		func(e int) bool { return e%2 == 0 })
}

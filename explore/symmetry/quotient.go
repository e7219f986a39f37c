package symmetry

import (
	"fmt"
	"slices"

	"flavers/explore/packed"
	"flavers/explore/search"
)

// This file reduces a graph of states for package search: the search then visits representatives only. Its paths are
// sequences of representatives, from which Path finds a path of the concrete program.

// Quotient is a graph of states with one state, the representative, for each orbit: for all states that differ only in
// which of some interchangeable tasks is where. The moves are those of the representative.
type Quotient[M any] struct {
	search.Graph[M]
	canon *Canonizer
	state []int32 // scratch
}

// NewQuotient returns the quotient of a graph by the classes that Find has found.
func NewQuotient[M any](g search.Graph[M], classes []Class) *Quotient[M] {
	return &Quotient[M]{Graph: g, canon: NewCanonizer(classes), state: make([]int32, len(g.Sizes()))}
}

// Start returns the representative of the graph's start.
func (q *Quotient[M]) Start() []int32 {
	state := q.Graph.Start()
	q.canon.Canonical(state)
	return state
}

// Take changes the key to that of the representative of the state that the move leads to.
func (q *Quotient[M]) Take(to *packed.Key, state []int32, m M) bool {
	if !q.Graph.Take(to, state, m) {
		return false
	}
	to.State(q.state)
	q.canon.Canonical(q.state)
	to.Set(q.state)
	return true
}

// Path follows a path of the graph itself, from its start, through states with the representatives reps. These are
// packed, and are the states after the start of a path of the quotient. It calls step for each move, with the state
// before the move, and returns the last state. There is such a path: a move of a representative is, with other members,
// a move of each state in its orbit.
func (q *Quotient[M]) Path(layout *packed.Layout, reps [][]uint64, step func(state []int32, m M)) []int32 {
	state := q.Graph.Start()
	before, after := make([]uint64, layout.Words), make([]uint64, layout.Words)
	rep := make([]uint64, layout.Words)
	var moves []M
	for n, want := range reps {
		// A move to a state whose representative is the next one.
		layout.Pack(before, state)
		moves, _ = q.Graph.Moves(moves[:0], state)
		i := slices.IndexFunc(moves, func(m M) bool {
			copy(after, before)
			to := layout.On(after, packed.Hash(after))
			if !q.Graph.Take(&to, state, m) {
				return false
			}
			to.State(q.state)
			q.canon.Canonical(q.state)
			layout.Pack(rep, q.state)
			return slices.Equal(rep, want)
		})
		if i < 0 {
			panic(fmt.Sprintf("symmetry: step %d of %d is not possible with other members: the tasks are not interchangeable",
				n+1, len(reps)))
		}
		step(state, moves[i])
		layout.Unpack(state, after)
	}
	return state
}

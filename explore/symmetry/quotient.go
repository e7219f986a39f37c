package symmetry

import (
	"fmt"
	"slices"

	"flavers/explore/packed"
	"flavers/explore/search"
)

// Quotient is a graph of states with one state for each orbit: for all that differ only in which of some
// interchangeable tasks is where. The moves are those of the representative.
type Quotient[M any] struct {
	search.Graph[M]
	canon *Canonizer
	state []int32
}

// NewQuotient is for tasks that Find has found to be interchangeable.
func NewQuotient[M any](g search.Graph[M], classes []Class) *Quotient[M] {
	return &Quotient[M]{Graph: g, canon: NewCanonizer(classes), state: make([]int32, len(g.Sizes()))}
}

// Start is the representative of the graph's start.
func (q *Quotient[M]) Start() []int32 {
	state := q.Graph.Start()
	q.canon.Canonical(state)
	return state
}

// Take changes the key to that of the representative of what the move leads to.
func (q *Quotient[M]) Take(to *packed.Key, state []int32, m M) bool {
	if !q.Graph.Take(to, state, m) {
		return false
	}
	to.State(q.state)
	q.canon.Canonical(q.state)
	to.Set(q.state)
	return true
}

// Path is a path of the graph itself, from its start, through states that have these representatives, which are packed
// and are those of a path of the quotient, after its start. It calls step for each move, with the state before, and
// returns the last state. There is such a path: a move of a representative is, with other members, a move of any state
// in its orbit.
func (q *Quotient[M]) Path(layout *packed.Layout, reps [][]uint64, step func(state []int32, m M)) []int32 {
	state := q.Graph.Start()
	before, after := make([]uint64, layout.Words), make([]uint64, layout.Words)
	rep := make([]uint64, layout.Words)
	var moves []M
	for n, want := range reps {
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

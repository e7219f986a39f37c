package explore

import (
	"flavers/cfg"
	"flavers/sem"
)

// This file says where tasks stand in a state.

// erred is set in the first word of the failed tasks, each of which has 31, if
// one of them has met a run-time error and not just a limit of the model.
const erred = -1 << 31

// failed tells whether a task has met a run-time error.
func (w *world) failed(state []int32, t cfg.TaskID) bool {
	k := &w.stand[t]
	return state[k.dead]&k.bit != 0
}

// fail notes that a task has met an error.
func (w *world) fail(state []int32, t cfg.TaskID, err *sem.Error) {
	k := &w.stand[t]
	state[k.dead] |= k.bit
	if err.Kind != cfg.LimitError {
		state[w.dead] |= erred
	}
}

// point is where a task stands and may act: None if it was not started or has
// met an error.
func (w *world) point(state []int32, t cfg.TaskID) cfg.PointID {
	k := &w.stand[t]
	if at := state[k.pos]; at < k.points && state[k.dead]&k.bit == 0 {
		return k.first + cfg.PointID(at)
	}
	return cfg.None
}

// standing is sem.Machine.Point of one task, and where its bit is, at hand.
type standing struct {
	pos    sem.CompID
	first  cfg.PointID
	points int32
	dead   int32
	bit    int32
}

// passive is the other side of a joint action.
type passive struct {
	task  cfg.TaskID
	point cfg.PointID
}

// partner tells whether the passive side of a joint action stands at its point.
func (w *world) partner(state []int32, k sem.WayID) bool {
	b := &w.other[k]
	return w.point(state, b.task) == b.point
}

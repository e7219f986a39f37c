package model

import (
	"flavers/cfg"
	"flavers/sem"
)

// This file says where tasks stand in a state, and which were stopped by an error. In a
// state, an error is a number: errors of the same place and kind have the same number,
// which is above 0 for a run-time error, and below 0 for a limit of the model.

// location has what Point needs for one task, so that it need not ask the machine.
type location struct {
	pos     sem.CompID  // the component of its position
	first   cfg.PointID // the point that the position 0 stands for
	points  int32       // the number of positions that stand for points; the others: it was not started
	stopped int32       // index in a state of its error
}

// side is a side of a joint action.
type side struct {
	task  cfg.TaskID
	point cfg.PointID
}

// Point returns the point where a task stands, or None if the task was not started or has
// met an error.
func (s *System) Point(state []int32, t cfg.TaskID) cfg.PointID {
	k := &s.location[t]
	if at := state[k.pos]; at < k.points && state[k.stopped] == 0 {
		return k.first + cfg.PointID(at)
	}
	return cfg.None
}

// Meets reports whether the passive side of a joint action stands at its point.
func (s *System) Meets(state []int32, k sem.WayID) bool {
	b := &s.passive[k]
	return s.Point(state, b.task) == b.point
}

// Failed reports whether a task was stopped by an error.
func (s *System) Failed(state []int32, t cfg.TaskID) bool { return state[s.Failures+int(t)] != 0 }

// AnyFailed reports whether some task was stopped by an error.
func (s *System) AnyFailed(state []int32) bool {
	for _, n := range state[s.Failures:] {
		if n != 0 {
			return true
		}
	}
	return false
}

// Fail stores in a state that a task was stopped by an error.
func (s *System) Fail(state []int32, t cfg.TaskID, err *sem.Error) {
	state[s.Failures+int(t)] = s.number(err)
}

// number returns the number of an error.
func (s *System) number(err *sem.Error) int32 {
	n := int32(0)
	for i, e := range s.errs {
		if e.Pos == err.Pos && e.Kind == err.Kind {
			n = int32(i) + 1
		}
	}
	if n == 0 {
		s.errs = append(s.errs, err)
		n = int32(len(s.errs))
	}
	if err.Kind == cfg.LimitError {
		return -n
	}
	return n
}

// Over reports whether all tasks have ended or rest in a state: nothing is left to be
// done, and no message is pending.
func (s *System) Over(state []int32) bool {
	return !s.AnyFailed(state) && s.Machine.Over(state[:len(s.Machine.Comps)])
}

package model

import (
	"flavers/cfg"
	"flavers/sem"
)

// This file says where tasks stand in a state, and which were stopped by an
// error. Errors are told apart by place and kind. An error of the program has a
// number above 0, a limit of the model one below.

// location is sem.Machine.Point of one task, and the place of its error, at hand.
type location struct {
	pos     sem.CompID
	first   cfg.PointID
	points  int32
	stopped int32
}

// side is one of a joint action.
type side struct {
	task  cfg.TaskID
	point cfg.PointID
}

// Point is where a task stands and may act: None if it was not started or has
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

// AnyFailed reports whether some task was.
func (s *System) AnyFailed(state []int32) bool {
	for _, n := range state[s.Failures:] {
		if n != 0 {
			return true
		}
	}
	return false
}

// Fail notes that a task has met an error.
func (s *System) Fail(state []int32, t cfg.TaskID, err *sem.Error) {
	state[s.Failures+int(t)] = s.number(err)
}

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

// Over reports whether in a state all tasks have ended or wait for messages, and
// none is pending.
func (s *System) Over(state []int32) bool {
	return !s.AnyFailed(state) && s.Machine.Over(state[:len(s.Machine.Comps)])
}

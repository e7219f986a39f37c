package engine

import "flavers/cfg"

// This file has the markers of the three instances.

// everyAccess is the marker of engine-ea (EveryAccess in section 4 of the paper).
// It does not learn: every instruction that is not local is a scheduling point.
type everyAccess struct{ w *program }

// Mark is Marker's.
func (k everyAccess) Mark(t Thread) Mark {
	if k.w.instruction(cfg.TaskID(t)).local {
		return No
	}
	return Yes
}

// dataRace is the marker of engine-drb (DataRaceBehavior in section 4 of the
// paper). An access to a location is a scheduling point if two tasks have accessed
// the location anywhere in the search so far; any other is a Maybe. What it has
// learned is not undone when the search goes back.
//
// A location is a resource of package sem: a variable, a lock, an end of a buffer,
// a specification. The position of a task is none, as every step writes it. A Maybe
// may turn out to be a scheduling point because of a position; then the marker
// keeps the point of the program (Learn).
type dataRace struct {
	w      *program
	user   []Thread // by resource: noUser, the only task that accessed it, or shared
	points []bool   // by point of the program: instructions there are scheduling points
}

// Values of dataRace.user that are no threads.
const (
	noUser Thread = -1 - iota // nobody has accessed it
	shared                    // several tasks have
)

func newDataRace(w *program) *dataRace {
	k := &dataRace{w: w, user: make([]Thread, 64*w.Stepper.Words()), points: make([]bool, len(w.Program.Points))}
	for i := range k.user {
		k.user[i] = noUser
	}
	return k
}

// Mark is Marker's.
func (k *dataRace) Mark(t Thread) Mark {
	next := k.w.instruction(cfg.TaskID(t))
	if next.local {
		return No
	}
	mark := Maybe
	if k.points[k.w.point(cfg.TaskID(t))] {
		mark = Yes
	}
	for r := range members(next.Reads) {
		if !k.w.location(r) {
			continue
		}
		switch k.user[r] {
		case noUser:
			k.user[r] = t
		case t:
		default:
			k.user[r] = shared
			mark = Yes
		}
	}
	return mark
}

// Learn is Learner's. If the node accesses a shared location, Mark knows already.
func (k *dataRace) Learn(n *Node) {
	e := n.Info.(*event)
	for r := range members(e.Reads) {
		if k.w.location(r) && k.user[r] == shared {
			return
		}
	}
	k.points[e.point] = true
}

// sections is the marker of engine-drb+sections. It puts a Replay node before the
// first local step after a node, so that less has to be done again.
type sections struct {
	*dataRace
	since bool // there was a node since the last Replay
}

// Mark is Marker's.
func (k *sections) Mark(t Thread) Mark {
	mark := k.dataRace.Mark(t)
	switch {
	case k.w.Ways(t) == 0: // t waits, and the answer is not used
	case mark != No:
		k.since = true
	case mark == No && k.since:
		k.since = false
		return Replay
	}
	return mark
}

// State is Resettable's.
func (k *sections) State() any { return k.since }

// Reset is Resettable's.
func (k *sections) Reset(s any) { k.since = s.(bool) }

var (
	_ Marker     = everyAccess{}
	_ Learner    = (*dataRace)(nil)
	_ Resettable = (*sections)(nil)
)

package engine

import "flavers/cfg"

// everyAccess is the marker that does not learn: whatever another task could
// care about is a scheduling point.
type everyAccess struct{ w *program }

func (k everyAccess) Mark(t Thread) Mark {
	if k.w.instruction(cfg.TaskID(t)).local {
		return No
	}
	return Yes
}

// dataRace marks accesses to what two tasks have accessed anywhere in the
// search so far; others may turn out to be scheduling points. What it has
// learned is not undone when the search goes back.
//
// A location is a resource of package sem: a variable, a lock, an end of a
// buffer, a specification. Where tasks stand is none: every step writes that.
// Of nodes that are scheduling points for this reason, the marker keeps the
// place in the program.
type dataRace struct {
	w      *program
	user   []Thread // by resource: noUser, the only task that accessed it, or shared
	points []bool   // by point: a scheduling point
}

const (
	noUser Thread = -1 - iota
	shared
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

// Learn is Learner's.
func (k *dataRace) Learn(n *Node) {
	e := n.Info.(*event)
	for r := range members(e.Reads) {
		if k.w.location(r) && k.user[r] == shared {
			return
		}
	}
	k.points[e.point] = true
}

// sections puts Replay nodes before local steps where there has been a Maybe
// since the last choice, so that less has to be done again.
type sections struct {
	*dataRace
	since bool // there has been a node since the last Replay
}

// Mark is Marker's.
func (k *sections) Mark(t Thread) Mark {
	mark := k.dataRace.Mark(t)
	switch {
	case k.w.Ways(t) == 0: // it waits
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

package task

import (
	"strconv"

	"flavers/cfg"
)

// This file lowers what is declared fair to fair conditions, which are sets of
// nodes: a set that is possible again and again is executed again and again.
// `fair select { accept a or accept b }` is two conditions, one for the nodes of each
// alternative; `fair entry e` is one for each task that calls e.

// fairCalls are the steps with which a task calls an entry.
type fairCalls struct {
	caller *instance
	steps  []cfg.NodeID
}

// fairSteps declares the steps fair that were added from first on: those at a point, or all if it is None.
func (l *lowerer) fairSteps(name string, at span, first cfg.NodeID, p cfg.PointID) {
	var steps []cfg.NodeID
	for n := first; n < l.b.Count(); n++ {
		if p == cfg.None || l.b.PointOf(n) == p {
			steps = append(steps, n)
		}
	}
	l.b.AddFair(name, l.src.position(at.at), steps)
}

// fairAlternative declares an alternative at a point fair, whose steps were added from first on.
func (l *lowerer) fairAlternative(is bool, what string, number int, p cfg.PointID, first cfg.NodeID, at span) {
	if is {
		l.fairSteps("alternative "+strconv.Itoa(number+1)+" of the "+what+" in "+l.in.name, at, first, p)
	}
}

// recordFairCall records, if an entry is fair, that the node to be added next is a call
// of it by the current task.
func (l *lowerer) recordFairCall(entry cfg.ObjectID) {
	list, is := l.calls[entry]
	if !is {
		return
	}
	if k := len(list); k == 0 || list[k-1].caller != l.in {
		list = append(list, fairCalls{caller: l.in})
	}
	last := &list[len(list)-1]
	last.steps = append(last.steps, l.b.Count())
	l.calls[entry] = list
}

// fairEntries declares the calls of each task fair to each entry that is.
func (l *lowerer) fairEntries() {
	for _, d := range l.tree.tasks {
		for _, e := range d.entries {
			for _, in := range l.families[d].inst {
				set := in.entries[e]
				if !e.fair || set == nil {
					continue
				}
				for k := range max(set.n, 1) {
					name := in.name + "." + e.name
					if set.n >= 0 {
						name += "[" + strconv.Itoa(int(k)) + "]"
					}
					for _, c := range l.calls[set.base+cfg.ObjectID(k)] {
						l.b.AddFair("the calls of "+name+" in "+c.caller.name, l.src.position(e.at), c.steps)
					}
				}
			}
		}
	}
}

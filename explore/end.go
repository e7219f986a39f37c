package explore

import (
	"fmt"
	"strings"

	"flavers/cfg"
	"flavers/sem"
)

// This file judges executions where they end, and keeps what was found.

// ending says how an execution ended.
type ending uint8

const (
	ended    ending = iota // every task has ended or rests
	deadlock               // some task has not, and none can move
	failure                // a run-time error was met
	limited                // a limit of the model was met, and no run-time error
	excluded               // a constraint forbids this end, or to go on
	blocked                // known from another execution
	cut                    // too deep
)

// over tells whether in a state all tasks have ended or wait for messages, and
// none is pending.
func (w *world) over(state []int32) bool {
	return !w.anyFailed(state) && w.m.Over(state[:len(w.m.Comps)])
}

// anyFailed tells whether some task has met an error.
func (w *world) anyFailed(state []int32) bool {
	for _, bits := range state[w.dead:] {
		if bits != 0 {
			return true
		}
	}
	return false
}

// failing is the ending of an execution in which some task has met an error.
func (w *world) failing(state []int32) ending {
	if state[w.dead]&erred != 0 {
		return failure
	}
	return limited
}

// ending of an execution in whose last state no move can be taken; stuck: not
// even one that a constraint forbids.
func (w *world) ending(state []int32, stuck bool) ending {
	switch {
	case w.anyFailed(state):
		return w.failing(state)
	case !stuck:
		return excluded
	}
	for i := range w.specs {
		if k := &w.specs[i]; !k.spec.Property && !k.spec.DFA.Accept[state[k.at]] {
			return excluded
		}
	}
	if !w.over(state) {
		return deadlock
	}
	return ended
}

// stops tells whether an execution that ends so goes no further by itself: then
// specifications are judged as they stand.
func (how ending) stops() bool { return how == ended || how == deadlock }

// trapped tells whether a property is in its error state.
func (w *world) trapped(state []int32) bool {
	for i := range w.specs {
		if k := &w.specs[i]; k.spec.Property && k.trap >= 0 && state[k.at] == k.trap {
			return true
		}
	}
	return false
}

// violations calls f for each property that an execution that ends in a state
// in this way violates. One that a constraint excludes does not count.
func (w *world) violations(state []int32, how ending, f func(k *watcher, atEnd bool)) {
	for i := range w.specs {
		k := &w.specs[i]
		switch {
		case !k.spec.Property, how == excluded:
		case k.trap >= 0 && state[k.at] == k.trap:
			f(k, false)
		case how.stops() && !k.spec.DFA.Accept[state[k.at]]:
			f(k, true)
		}
	}
}

// ended counts an execution and keeps its findings; path gives its schedule up
// to where it is first of interest. false: the exploration has to stop.
func (e *engine) ended(state []int32, how ending, path func(Finding) []sem.Choice) bool {
	e.keepEnd(state, how, path)
	switch how {
	case blocked:
		e.Blocked++
	case cut:
		e.Cut++
		if e.Omit("depth"); e.opt.StopAtCut {
			e.stop("depth")
		}
	case limited:
		e.Beyond++ // meets has said that not all was explored
	case excluded:
		e.Excluded++
	case deadlock:
		e.Executions++
		e.Deadlocks++
		e.keep(Finding{Kind: Deadlock}, path)
	case failure:
		e.Executions++
		e.Errors++
	default:
		e.Executions++
	}
	violated := false
	e.violations(state, how, func(k *watcher, atEnd bool) {
		violated = true
		e.keep(Finding{Kind: Violation, Property: k.spec.Name, AtEnd: atEnd}, path)
	})
	if violated && how != blocked {
		e.Violations++
	}
	return !e.stopped
}

// keep enters a finding, unless it is known.
func (e *engine) keep(f Finding, path func(Finding) []sem.Choice) {
	if !e.opt.Seeks(f) {
		return
	}
	if e.Keep(f, e.opt.Shortest, func() []sem.Choice { return path(f) }) && e.opt.StopAtFirst {
		e.stop("first finding")
	}
}

// meets notes an error; a model limit only makes the exploration incomplete.
func (e *engine) meets(err *sem.Error, path func(Finding) []sem.Choice) {
	if err.Kind == cfg.LimitError {
		e.Omit("model")
		return
	}
	e.keep(Finding{Kind: Error, Err: err}, path)
}

// countError counts a step that meets a run-time error.
func (e *engine) countError(err *sem.Error) {
	if err.Kind != cfg.LimitError {
		e.Errors++
	}
}

// keepEnd enters a final state, if they are wanted.
func (e *engine) keepEnd(state []int32, how ending, path func(Finding) []sem.Choice) {
	if e.Ends == nil || how != ended && how != deadlock {
		return
	}
	key := e.describe(state)
	if how == deadlock {
		key = "deadlock " + key
	}
	if _, known := e.Ends[key]; !known {
		e.Ends[key] = path(Finding{Kind: Deadlock})
	}
}

// describe writes a state so that it is the same for every kind of machine:
// what a buffer holds, not where in it.
func (w *world) describe(state []int32) string {
	var b strings.Builder
	for i := range w.m.Comps {
		switch c := &w.m.Comps[i]; c.Kind {
		case sem.RingSlot, sem.RingTail, sem.RingHead, sem.Channel:
		default:
			fmt.Fprintf(&b, "%s=%d ", c.Name, state[i])
		}
	}
	for i := range w.p.Objects {
		if o := &w.p.Objects[i]; o.Kind == cfg.ChanObject && o.Cap > 0 {
			fmt.Fprintf(&b, "%s=%s ", o.Name, w.m.ChannelString(o.ID, state))
		}
	}
	for i := range w.specs {
		fmt.Fprintf(&b, "%s:%d ", w.specs[i].spec.Name, state[w.specs[i].at])
	}
	return b.String()
}

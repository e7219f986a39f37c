package engine

import (
	"fmt"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/explore"
	"flavers/sem"
)

// outcome is the result in the making: counters, limits and findings.
type outcome struct {
	explore.Result
	opt     explore.Options
	watch   *explore.Watch
	stopped bool
}

func (o *outcome) stop(what string) {
	o.Omit(what)
	o.stopped = true
}

// step counts a step to a depth, before it is taken; false: stop.
func (o *outcome) step(depth int) bool {
	if n := o.opt.MaxExecutions; n > 0 && o.Executions+o.Cut+o.Beyond+o.Excluded >= n {
		o.stop("executions")
		return false
	}
	o.Transitions++
	o.MaxDepth = max(o.MaxDepth, depth)
	if o.Transitions&1023 != 0 {
		return !o.stopped
	}
	limit := o.watch.Look(func() explore.Progress {
		return explore.Progress{Executions: o.Executions, Transitions: o.Transitions, Depth: o.MaxDepth}
	})
	if limit != "" {
		o.stop(limit)
	}
	return !o.stopped
}

// schedule is the execution so far, without the run-time errors on the way, on
// which nothing depends; withLast: with the last step even if it is one.
func schedule(w *model, withLast bool) []sem.Choice {
	var out []sem.Choice
	for i, s := range w.path {
		if !s.failed || withLast && i == len(w.path)-1 {
			out = append(out, s.Choice)
		}
	}
	return out
}

// keep enters a finding, unless it is known.
func (o *outcome) keep(w *model, f explore.Finding) {
	if o.Keep(f, o.opt.Shortest, func() []sem.Choice { return schedule(w, f.Err != nil) }) && o.opt.StopAtFirst {
		o.stop("first finding")
	}
}

// meets notes a run-time error; a limit of the model only makes the search
// incomplete.
func (o *outcome) meets(w *model, err *sem.Error) {
	if err.Kind == cfg.LimitError {
		o.Omit("model")
		return
	}
	o.keep(w, explore.Finding{Kind: explore.Error, Err: err})
}

// trapped notes that a property's automaton has just got to its error state.
func (o *outcome) trapped(w *model, k *watcher) {
	o.keep(w, explore.Finding{Kind: explore.Violation, Property: k.spec.Name})
}

// finish judges an execution where no task can move; false: stop.
func (o *outcome) finish(w *model) bool {
	failed := slices.ContainsFunc(w.state[w.dead:], func(bits int32) bool { return bits != 0 })
	over := !failed && w.m.Over(w.state[:len(w.m.Comps)])
	violated, accepted := false, true
	for i := range w.specs {
		k := &w.specs[i]
		q := w.state[k.at]
		switch {
		case k.spec.Property:
			violated = violated || k.trap >= 0 && q == k.trap
		case !failed && !k.spec.DFA.Accept[q]:
			accepted = false
		}
	}
	switch {
	case failed:
		if !slices.ContainsFunc(w.path, func(s taken) bool { return s.failed && !s.limit }) {
			o.Beyond++ // meets has said that not all was explored
			break
		}
		o.Executions++
		o.Errors++
	case w.excluded(), !accepted:
		o.Excluded++
		violated = false
	default:
		o.Executions++
		if over {
			o.keepEnd(w, "")
		} else {
			o.Deadlocks++
			o.keepEnd(w, "deadlock ")
			o.keep(w, explore.Finding{Kind: explore.Deadlock})
		}
		for i := range w.specs {
			if k := &w.specs[i]; k.spec.Property && w.state[k.at] != k.trap && !k.spec.DFA.Accept[w.state[k.at]] {
				violated = true
				o.keep(w, explore.Finding{Kind: explore.Violation, Property: k.spec.Name, AtEnd: true})
			}
		}
	}
	if violated {
		o.Violations++
	}
	return !o.stopped
}

// excluded tells whether a constraint forbids some task to go on.
func (w *model) excluded() bool {
	for _, t := range w.tasks {
		if q := w.point(t); q != cfg.None && q != w.p.Tasks[t].End && w.instruction(t).cut {
			return true
		}
	}
	return false
}

// cut notes an execution that met the bound on its depth; false: stop.
func (o *outcome) cut(w *model) bool {
	o.Cut++
	o.Omit("depth")
	for i := range w.specs {
		if k := &w.specs[i]; k.spec.Property && k.trap >= 0 && w.state[k.at] == k.trap {
			o.Violations++
			break
		}
	}
	return !o.stopped
}

// keepEnd enters a final state, if they are wanted.
func (o *outcome) keepEnd(w *model, kind string) {
	if o.Ends == nil {
		return
	}
	key := kind + w.describe()
	if _, known := o.Ends[key]; !known {
		o.Ends[key] = schedule(w, false)
	}
}

// describe writes the state in the form of explore.Result.Ends: what a buffer
// holds, not where in it.
func (w *model) describe() string {
	var b strings.Builder
	for i := range w.m.Comps {
		switch c := &w.m.Comps[i]; c.Kind {
		case sem.RingSlot, sem.RingTail, sem.RingHead, sem.Channel:
		default:
			fmt.Fprintf(&b, "%s=%d ", c.Name, w.state[i])
		}
	}
	for i := range w.p.Objects {
		if o := &w.p.Objects[i]; o.Kind == cfg.ChanObject && o.Cap > 0 {
			fmt.Fprintf(&b, "%s=%s ", o.Name, w.m.ChannelString(o.ID, w.state))
		}
	}
	for i := range w.specs {
		fmt.Fprintf(&b, "%s:%d ", w.specs[i].spec.Name, w.state[w.specs[i].at])
	}
	return b.String()
}

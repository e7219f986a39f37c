package check

import (
	"context"
	"maps"
	"slices"
	"strings"

	"flavers/lang/golang"
	"flavers/report"
	"flavers/report/ledger"
)

// This file reads violations of a root's model as facts about the package: on which data they depend, whether callers
// could have avoided them, and whether they depend on loops that the model cuts short. The ledger uses these facts to
// decide between violated and possible.
//
// The model has no data, so at a branch on data it chooses. In an execution this is two steps of the same task:
//
//	choose                 the choice (report.Guess), at the position of the branch
//	is_ready=true          an assignment that stores which way was chosen

// nilWait is the event at which a task of the model waits for something that can never come, such as a receive from a
// nil channel.
const nilWait = "await false"

// callers describes what callers have to do with the violations of a client, that is, of a root that flavers wrote.
//
//   - waits: the tasks of the deadlock may wait for a call that the client does not make.
//   - again: the run-time error comes from a repeated call, which callers may know not to make.
//   - contracts: by property, a rule of use that the callers in the execution break, such as not to use an object while
//     another call ends its use.
func callers(ctx context.Context, c *report.Check, p *golang.Program) (waits, again bool,
	contracts map[string]*ledger.Contract) {
	contracts = map[string]*ledger.Contract{}
	if r := c.Deadlock; r != nil && r.Verdict == report.Violated {
		var blocked []golang.Blocked
		for _, w := range r.Waiting {
			blocked = append(blocked, golang.Blocked{Task: w.Task, At: w.At, For: w.For})
		}
		known, broken, err := p.WaitsForCallers(ctx, blocked, eventsOf(r))
		waits = known || err != nil // if the time ended before this was known, callers may be to blame
		if broken != nil {
			contracts[r.Property] = broken
		}
	}
	if r := c.RuntimeErrors; r != nil && r.Verdict == report.Violated && len(r.Trace) > 0 {
		again = p.CalledAgain(eventsOf(r))
		if broken := p.Contract(eventsOf(r)); broken != nil {
			contracts[r.Property] = broken
		}
	}
	return waits, again, contracts
}

// eventsOf returns the events of the execution of a result, each with its task.
func eventsOf(r *report.Result) []golang.Event {
	var events []golang.Event
	for _, s := range r.Trace {
		events = append(events, golang.Event{Task: s.Task, Event: s.Event})
	}
	return events
}

// taken returns the branches on data that the execution of a result takes, by the index of the step that chooses.
func taken(r *report.Result) map[int]golang.Taken {
	out := map[int]golang.Taken{}
	for i, s := range r.Trace {
		if !s.Silent || s.Event != report.Guess {
			continue
		}
		t := golang.Taken{At: s.Pos}
		if k := chosen(r, i); k >= 0 {
			_, value, _ := strings.Cut(r.Trace[k].Event, "=")
			if t.Yes = value == "true"; !t.Yes && value != "false" {
				t.Which = value
			}
		}
		out[i] = t
	}
	return out
}

// chosen returns the index of the step that stores the choice of step i, as in name=true: the next step of the same
// task, at the same place. It returns -1 if the execution ends before that, or if the choice is not stored, as that
// of one of several functions which are called.
func chosen(r *report.Result, i int) int {
	k := slices.IndexFunc(r.Trace[i+1:], func(n report.Step) bool { return n.Task == r.Trace[i].Task })
	if k < 0 {
		return -1
	}
	now := r.Trace[i+1+k]
	if _, value, stores := strings.Cut(now.Event, "="); !stores || strings.HasPrefix(value, "=") || now.Pos != r.Trace[i].Pos {
		return -1
	}
	return i + 1 + k
}

// conditions returns the conditions on data under which the package has the execution of a result, one for each branch
// that the execution takes. It returns nil if one of them is not known, or if they may exclude one another.
func conditions(r *report.Result, p *golang.Program) []string {
	// A task that waits at nilWait may wait for an item that does not exist. No condition would say whether it
	// does.
	if slices.ContainsFunc(r.Waiting, func(w report.Waiting) bool { return w.At == nilWait }) {
		return nil
	}
	var events, places []string
	for _, s := range r.Trace {
		events, places = append(events, s.Event), append(places, s.Pos)
	}
	branches := taken(r)
	if p.Contradicts(places, branches) {
		return nil
	}
	var asked []golang.Taken
	for _, i := range slices.Sorted(maps.Keys(branches)) {
		if k := chosen(r, i); k >= 0 {
			name, _, _ := strings.Cut(r.Trace[k].Event, "=")
			if p.Untested(name, events[k+1:]) {
				continue // nothing later in the execution tests this choice, so it is no condition
			}
		}
		asked = append(asked, branches[i])
	}
	all, ok := p.Conditions(asked, r.Property == report.RuntimeErrors)
	if !ok {
		return nil
	}
	return all
}

// explain notes at the waiting tasks of a deadlock what they wait for where the model does not say it. apart reports
// whether the deadlock is also one of the package although the model cuts loops short: either its tasks wait at places
// that do not depend on these loops, or the execution runs all of them to their end.
func explain(c *report.Check, p *golang.Program) (apart bool) {
	if c.Deadlock == nil {
		return false
	}
	for i := range c.Deadlock.Waiting {
		w := &c.Deadlock.Waiting[i]
		if w.At == nilWait {
			w.Note = "a nil channel, or a select without cases"
		}
	}
	if p.Apart(c.Deadlock.Places()) {
		return true
	}
	if c.Deadlock.Partial() {
		return false // the tasks that move on may come to a loop that is cut short
	}
	var events []string
	for _, s := range c.Deadlock.Trace {
		events = append(events, s.Event)
	}
	return p.Whole(events)
}

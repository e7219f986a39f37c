package partial

import (
	"context"
	"fmt"
	"slices"

	"flavers/cfg"
	"flavers/internal/english"
	"flavers/report"
	"flavers/report/ledger"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify/follow"
)

// SomeStates is the number of states that Judge visits at most.
const SomeStates = 100_000

// Judge extends r, a result that no execution deadlocks, to partial deadlocks. If there is one, r becomes violated:
// Waiting has the tasks that never move again, and Moving those that go on. If it is not known whether there is one, r
// is restricted to executions that end, because a partial deadlock goes on for ever.
func Judge(ctx context.Context, p *cfg.Program, opt Options, r *report.Result) {
	if opt.Assumes {
		r.About(outcome.Scope{Ends: true})
		r.Reason += "; whether a task is left behind while others go on is not looked for under constraints"
		return
	}
	opt.MaxStates, opt.Last, opt.Outside = SomeStates, ledger.Exit, ledger.Outside
	found, err := Find(ctx, p, opt)
	switch {
	case err != nil:
		r.About(outcome.Scope{Ends: true})
		r.Reason += "; whether a task is left behind while others go on was not found out: " + err.Error()
		return
	case found.Waits == nil && found.Limit == "" && found.Ending:
		r.About(outcome.Scope{Ends: true})
		r.Reason += "; a task is left behind if others go on for ever in loops of which it is not known how long they last"
		return
	case found.Waits == nil && found.Limit == "" && found.Asking:
		r.About(outcome.Scope{Ends: true})
		r.Reason += "; a task waits for others that ask again and again for what nobody does any more"
		return
	case found.Waits == nil && found.Limit == "":
		r.Reason += "; none is left behind while others go on: " + english.Plural(int64(found.States), "state")
		if found.Meant {
			r.Reason += "; what waits for work, or to be stopped, may do so for ever"
		}
		return
	case found.Waits == nil:
		r.About(outcome.Scope{Ends: true})
		if ctx.Err() != nil {
			r.Limit = report.Limit(found.Limit)
		}
		r.Reason += fmt.Sprintf("; whether a task is left behind while others go on was not found out: %s after %s",
			ended[found.Limit], english.Plural(int64(found.States), "state"))
		return
	}

	// Replay the execution, and describe who waits and who moves.
	walk, err := follow.NewWalk(p, nil)
	if err != nil {
		panic(err) // a program whose states were visited can be executed
	}
	r.Schedule = sem.FormatSchedule(p, found.Schedule)
	if err := walk.Follow(r.Schedule); err != nil {
		panic("partial: the schedule does not show it: " + err.Error())
	}
	name := func(t cfg.TaskID) string { return p.Tasks[t].Name }
	for _, t := range found.Moves {
		r.Moving = append(r.Moving, name(t))
	}
	r.Waiting = slices.DeleteFunc(walk.Waiting(), func(w report.Waiting) bool {
		return !slices.ContainsFunc(found.Waits, func(t cfg.TaskID) bool { return name(t) == w.Task })
	})
	if len(r.Waiting) != len(found.Waits) {
		panic("partial: a task that waits is not shown")
	}
	r.Conclude(outcome.Execution{})
	r.Reason, r.Trace = "", walk.Run().TraceOf(r.Property)
}

// ended describes, by Result.Limit, why not all states were visited.
var ended = map[string]string{"states": "the search stopped", "memory": "memory ran out", "time": "time ran out",
	"interrupt": "it was interrupted"}

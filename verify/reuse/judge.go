package reuse

import (
	"context"
	"fmt"

	"flavers/cfg"
	"flavers/report"
	"flavers/report/ledger"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify/follow"
)

// Incomplete is the code of the note in the ledger if not all states could be visited.
const Incomplete = "B13"

// Judge extends c, the check of program p, to wait groups that are used again too early. If c has no run-time error yet
// and there is such an execution, it becomes the run-time error. If a limit ended the search, the ledger of c gets a
// note.
func Judge(ctx context.Context, p *cfg.Program, opt Options, c *report.Check) {
	if r := c.RuntimeErrors; r != nil && r.Verdict != report.Holds {
		return
	}
	opt.Last = ledger.Exit
	found, err := Find(ctx, p, opt)
	switch {
	case err != nil:
		incomplete(c, err.Error())
		return
	case found.Schedule == nil && found.Limit != "":
		incomplete(c, found.Limit)
		if ctx.Err() != nil && c.RuntimeErrors != nil {
			c.RuntimeErrors.Limit = report.Limit(found.Limit)
		}
		return
	case found.Schedule == nil:
		return
	}
	walk, err := follow.NewWalk(p, nil)
	if err != nil {
		panic(err) // a program whose states were visited can be executed
	}
	r := report.Result{Property: report.RuntimeErrors, Constraints: []string{},
		Schedule: sem.FormatSchedule(p, found.Schedule)}.With(outcome.Execution{})
	if err := walk.Follow(r.Schedule); err != nil {
		panic("reuse: the schedule does not show it: " + err.Error())
	}
	r.Trace = walk.Run().TraceOf(r.Property)
	last := &r.Trace[len(r.Trace)-1]
	last.Event = fmt.Sprintf("wait group misuse: %s, before the wait of %s has returned", last.Event, p.Tasks[found.Waits].Name)
	last.Events, last.Silent = nil, false
	if c.RuntimeErrors != nil {
		r.POR = c.RuntimeErrors.POR
	}
	c.RuntimeErrors = &r
}

// incomplete adds a note to the ledger that not all states were visited, and why.
func incomplete(c *report.Check, why string) {
	c.Ledger = append(c.Ledger, ledger.Note{Code: Incomplete, Property: report.RuntimeErrors,
		Text: "whether a wait group is used again before a wait has returned was not found out: " + why})
}

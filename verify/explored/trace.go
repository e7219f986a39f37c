package explored

// This file explores and replays recorded executions of event-driven programs (package em):
// which other orders of the same operations are possible, and which of them deadlock.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/explore"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/families"
	"flavers/report"
)

// Trace explores a recorded trace and adds counters and deadlocks to the report.
func Trace(ctx context.Context, out *report.Explore, t *trace.Trace, opt explore.Options) error {
	r, err := families.Bounded(ctx, func() (*em.TraceResult, error) { return em.RunTrace(ctx, t, opt) },
		func(r *explore.Result) *em.TraceResult { return &em.TraceResult{Result: r} })
	if err != nil {
		return err
	}
	counters(out, r.Result)
	for _, found := range r.Found {
		run, err := em.Replay(t, found.Schedule)
		if err != nil {
			return fmt.Errorf("the schedule of a deadlock cannot be followed: %w", err)
		}
		out.Findings = append(out.Findings, report.ExploreFinding{Kind: string(found.Kind),
			Schedule: em.FormatSchedule(t, found.Schedule), Trace: traceSteps(t, found.Schedule, run.Steps),
			Waiting: waitingIn(t, run.Waiting)})
	}
	if len(out.Findings) > 0 {
		out.Trace, out.Schedule = out.Findings[0].Trace, out.Findings[0].Schedule
	}
	return nil
}

// traceSteps returns the steps of an execution for a report. schedule has the numbers of
// its operations, and steps their texts: the thread, a space, the operation. Each step gets
// the place of its operation in the file of the trace.
func traceSteps(t *trace.Trace, schedule []int, steps []string) []report.Step {
	index := map[int]int{} // by number of an operation: its index in t.Ops
	for i := range t.Ops {
		index[t.Ops[i].Number] = i
	}
	out := make([]report.Step, len(steps))
	for k, text := range steps {
		thread, event, _ := strings.Cut(text, " ")
		out[k] = report.Step{Task: thread, Event: event}
		if i, ok := index[schedule[k]]; ok {
			out[k].Pos = t.Ops[i].Pos.String()
		}
	}
	return out
}

// ReplayTrace executes a schedule of a trace, given as text. If the text is no schedule,
// run is nil and problems has an error. If a step is not possible, run.Stuck says why, and
// run has the steps before it.
func ReplayTrace(t *trace.Trace, text string) (run *report.Run, problems diag.List) {
	schedule, fits, err := em.ParseSchedule(t, text)
	if err != nil {
		problems.Errorf(noPosition, diag.VSchedule, "%v",
			err).WithHint("flavers explore prints schedules of what it finds in a trace")
		return nil, problems
	}
	if !fits {
		problems.Warnf(noPosition, diag.VSchedule, "the schedule was made for another trace")
	}
	r, err := em.Replay(t, schedule)
	run = &report.Run{Version: report.Version, Ended: r.Ended, Final: []report.SpecState{}, Vars: []report.VarValue{}}
	for _, s := range traceSteps(t, schedule, r.Steps) {
		run.Steps = append(run.Steps, report.RunStep{Step: s})
	}
	run.Schedule = em.FormatSchedule(t, schedule[:min(len(schedule), len(r.Steps))])
	if err != nil {
		run.Stuck = "The schedule cannot be followed: " + err.Error() + "."
	}
	run.Deadlock, run.Waiting = r.Stuck != "", waitingIn(t, r.Waiting)
	return run, problems
}

// waitingIn lists the threads that are stuck: what each waits for, and the place of the
// operation in the file of the trace.
func waitingIn(t *trace.Trace, list []em.Blocked) []report.Waiting {
	out := make([]report.Waiting, len(list))
	for k, b := range list {
		out[k] = report.Waiting{Task: b.Thread, At: b.For}
		if i := slices.IndexFunc(t.Ops, func(o trace.Op) bool { return o.Number == b.Operation }); i >= 0 {
			out[k].Pos = t.Ops[i].Pos.String()
		}
	}
	return out
}

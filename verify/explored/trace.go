package explored

// Recorded executions of event-driven programs.

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

// Trace explores a recorded trace, and says what was found.
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

// traceSteps are operations in words, with their places in the file.
func traceSteps(t *trace.Trace, schedule []int, steps []string) []report.Step {
	at := map[int]int{}
	for i := range t.Ops {
		at[t.Ops[i].Number] = i
	}
	out := make([]report.Step, len(steps))
	for k, text := range steps {
		thread, event, _ := strings.Cut(text, " ")
		out[k] = report.Step{Task: thread, Event: event}
		if i, ok := at[schedule[k]]; ok {
			out[k].Pos = t.Ops[i].Pos.String()
		}
	}
	return out
}

// ReplayTrace follows a schedule of a trace; nil after an error in the list.
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

// waitingIn lists the threads that are stuck. Operations have their places.
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

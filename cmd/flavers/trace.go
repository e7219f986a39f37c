package main

// Recorded executions of event-driven programs, as input of explore and replay.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/families"
	"flavers/internal/source"
	"flavers/report"
	"flavers/verify"
)

// traceInput is a trace; nil after an error.
type traceInput struct{ *trace.Trace }

func readTrace(in *inputs, file string, f *checkFlags, dependences string) input {
	return &traceInput{in.trace(file, dependences, f)}
}

func (t *traceInput) program() (*cfg.Program, []*automata.Spec) { return nil, nil }

func (t *traceInput) stops() bool { return false }

func (t *traceInput) text(a *app, out *report.Explore, opt report.TextOptions) error {
	return out.WriteText(a.out, opt)
}

// trace reads a trace with its dependences, from the given file or from the
// one beside it, if there is one. It is nil if there are errors.
func (in *inputs) trace(file, dependences string, f *checkFlags) *trace.Trace {
	in.app.stage = "reading " + file
	in.AllowOutside = f.allowOutside
	text, ok := in.Read(file, noPos, "trace")
	if !ok {
		return nil
	}
	if dependences == "" {
		dependences = trace.Beside(file)
		if _, err := os.Stat(dependences); errors.Is(err, fs.ErrNotExist) {
			dependences = ""
		} else if !in.Trusted(file, dependences, "dependences", noPos, 0) {
			return nil
		}
	}
	var more []byte
	if info, err := os.Stat(dependences); dependences != "" && (err != nil || info.Size() > 0) { // there may be none
		if more, ok = in.Read(dependences, noPos, "dependences"); !ok {
			return nil
		}
	}
	t, problems := source.Within(in.Reader, "trace", file, func() (*trace.Trace, diag.List) { return trace.Parse(file, text, dependences, more) })
	in.list.Append(problems)
	return t
}

func (t *traceInput) explore(ctx context.Context, a *app, _ *inputs, out *report.Explore, f *exploreFlags) error {
	r, err := families.Bounded(ctx, func() (*em.TraceResult, error) { return em.RunTrace(ctx, t.Trace, f.explore) },
		func(r *explore.Result) *em.TraceResult { return &em.TraceResult{Result: r} })
	if err != nil {
		return err
	}
	verify.Explored(out, nil, nil, r.Result)
	for _, found := range r.Found {
		run, err := em.Replay(t.Trace, found.Schedule)
		if err != nil {
			return fmt.Errorf("the schedule of a deadlock cannot be followed: %w", err)
		}
		out.Findings = append(out.Findings, report.ExploreFinding{Kind: string(found.Kind),
			Schedule: em.FormatSchedule(t.Trace, found.Schedule), Trace: traceSteps(t.Trace, found.Schedule, run.Steps), Waiting: waitingIn(t.Trace, run.Waiting)})
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

func (t *traceInput) replay(a *app, in *inputs, text string) *replayed {
	schedule, fits, err := em.ParseSchedule(t.Trace, text)
	if err != nil {
		in.list.Errorf(noPos, diag.VSchedule, "%v", err).WithHint("flavers explore prints schedules of what it finds in a trace")
		return nil
	}
	if !fits {
		in.list.Warnf(noPos, diag.VSchedule, "the schedule was made for another trace")
	}
	r, err := em.Replay(t.Trace, schedule)
	run := &report.Run{Version: report.Version, Ended: r.Ended, Final: []report.SpecState{}, Vars: []report.VarValue{}}
	for _, s := range traceSteps(t.Trace, schedule, r.Steps) {
		run.Steps = append(run.Steps, report.RunStep{Step: s})
	}
	run.Schedule = em.FormatSchedule(t.Trace, schedule[:min(len(schedule), len(r.Steps))])
	if err != nil {
		run.Stuck = "The schedule cannot be followed: " + err.Error() + "."
	}
	run.Deadlock, run.Waiting = r.Stuck != "", waitingIn(t.Trace, r.Waiting)
	return &replayed{run, func(opt report.TextOptions) error { return run.WriteText(a.out, opt) }}
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

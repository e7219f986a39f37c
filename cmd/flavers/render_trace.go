package main

// flavers render --graph trace: one execution as a chart, or as a graph in DOT.

import (
	"bytes"
	"context"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/diag"
	"flavers/internal/codes"
	"flavers/limit"
	"flavers/picture"
	"flavers/report"
	"flavers/sem"
)

// execution makes the bytes of the picture of an execution: that of --schedule, or
// one that violates a property. It is nil after an error in in.list.
func (a *app) execution(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec, f *renderFlags,
	format string) ([]byte, error) {
	var of *report.Result
	var run *report.Run
	if f.execution != "" {
		if run = a.scheduled(in, p, specs, in.Schedule(f.execution)); run == nil {
			return nil, nil
		}
		of = picture.Executed(run, specs)
	} else {
		var ok bool
		if of, ok = a.checkedFor(ctx, in, p, specs, f); !ok {
			return nil, nil
		}
	}
	if of == nil || len(of.Trace) == 0 && len(of.Waiting) == 0 {
		text := "the schedule has no step"
		if f.execution == "" {
			text = why(of)
		}
		in.list.Errorf(noPos, codes.NoTrace, "there is no execution to draw: %s", text).
			WithHint("--graph tfg draws the graph; --only chooses another property")
		return nil, nil
	}
	if len(of.Trace) > picture.MaxSteps && !f.large && format != "dot" {
		in.list.Errorf(noPos, codes.TooLargeToRead, "the execution has %d steps: too many for a picture", len(of.Trace)).
			WithHint("check -v prints them all; --large draws them all the same")
		return nil, nil
	}
	if f.graph == "waits" {
		return a.waits(ctx, in, p.Name+": who waits for whom", picture.Waits(of.Waiting), f, format)
	}
	chart := picture.Chart(p, specs, of)
	if run != nil {
		chart = picture.ChartOfRun(p, specs, run, of)
	}
	if format == "dot" {
		var b bytes.Buffer
		err := chart.WriteDOT(&b)
		return b.Bytes(), err
	}
	if !f.unfolded {
		chart = chart.Folded()
	}
	return a.encode(ctx, in, format, chart.Title, chart.WriteSVG)
}

// executes reports whether an execution is drawn, or its end.
func (f *renderFlags) executes() bool { return f.graph == "trace" || f.graph == "waits" }

// deadlocked reports whether the execution that is drawn is one that ends in a deadlock, of whatever property.
func (f *renderFlags) deadlocked() bool {
	return f.executes() && f.execution == "" && slices.Equal(f.only, []string{report.Deadlock})
}

// deadlock looks for an execution that ends in a deadlock.
func (a *app) deadlock(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec,
	f *renderFlags) (*report.Result, bool) {
	opt := f.opt
	opt.Only, opt.Timeout = f.only, share(ctx)
	a.stage = "looking for a deadlock"
	m, end := a.progress(a.stage)
	c := check.Program(ctx, in.sourceOf(p.File, p, specs), check.Options{Verify: a.watched(opt, m), Analysis: a.engine.check})
	end()
	a.stage = "drawing " + p.File
	in.list.All = append(in.list.All, c.Diagnostics...)
	if c.Deadlock != nil {
		in.undecided(f, c.Deadlock)
	}
	return c.Deadlock, !in.list.HasErrors()
}

// scheduled follows a schedule of a program; nil after an error in in.list.
func (a *app) scheduled(in *inputs, p *cfg.Program, specs []*automata.Spec, schedule string) *report.Run {
	if in.list.HasErrors() {
		return nil
	}
	a.stage = "replaying " + p.File
	type followed struct {
		run      *report.Run
		problems diag.List
	}
	got, ok := limit.Within(a.ctx, func() followed {
		run, problems := a.engine.run(p, specs, schedule)
		return followed{run, problems}
	})
	if a.late = a.late || !ok; !ok {
		got.problems.Errorf(noPos, codes.NoTrace, "the schedule was not followed to its end: %s", limit.Words(a.ctx))
	}
	in.list.Append(got.problems)
	if in.list.HasErrors() {
		return nil
	}
	run := got.run
	if steps, _, err := sem.ParseSchedule(p, schedule); err == nil {
		steps = steps[:min(len(steps), len(run.Steps))]
		run.Schedule = sem.FormatLasso(p, steps[:len(steps)-run.Loop], steps[len(steps)-run.Loop:])
	}
	return run
}

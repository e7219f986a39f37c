package main

// flavers render --graph trace: one execution as a chart, or as a graph in DOT.

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/picture"
	"flavers/report"
	"flavers/sem"
)

// execution makes the bytes of the picture of an execution: that of --schedule, or
// one that violates a property. It is nil after an error in in.list.
func (a *app) execution(ctx context.Context, in *inputs, p *cfg.Program, specs []*automata.Spec, f *renderFlags, format string) ([]byte, error) {
	var of *report.Result
	var notes []string
	title := ""
	if f.execution != "" {
		run := a.scheduled(in, p, specs, in.schedule(f.execution))
		if run == nil {
			return nil, nil
		}
		of = executed(run, specs)
		title, notes = p.Name+": "+outcomeOf(run, of), endOf(run)
	} else {
		var ok bool
		if of, ok = a.checkedFor(ctx, in, p, specs, f); !ok {
			return nil, nil
		}
	}
	if of == nil || len(of.Trace) == 0 {
		text := "the schedule has no step"
		if f.execution == "" {
			text = why(of)
		}
		in.list.Errorf(noPos, codeNoTrace, "there is no execution to draw: %s", text).
			WithHint("--graph tfg draws the graph; --only chooses another property")
		return nil, nil
	}
	if len(of.Trace) > picture.MaxSteps && !f.large && format != "dot" {
		in.list.Errorf(noPos, codeTooLargeToRead, "the execution has %d steps: too many for a picture", len(of.Trace)).
			WithHint("check -v prints them all; --large draws them all the same")
		return nil, nil
	}
	chart := picture.Chart(p, specs, of)
	if title != "" {
		chart.Title = title
	}
	chart.Notes = append(chart.Notes, notes...)
	if n := len(chart.Steps); f.execution != "" && n > 0 {
		chart.Steps[n-1].Bad = of.Verdict == report.Violated
	}
	if format == "dot" {
		var b bytes.Buffer
		err := chart.WriteDOT(&b)
		return b.Bytes(), err
	}
	return a.encode(ctx, in, format, chart.Title, chart.WriteSVG)
}

// scheduled follows a schedule of a program; nil after an error in in.list.
func (a *app) scheduled(in *inputs, p *cfg.Program, specs []*automata.Spec, schedule string) *report.Run {
	if in.list.HasErrors() {
		return nil
	}
	a.stage = "replaying " + p.File
	run, problems := a.engine.run(p, specs, schedule)
	in.list.Append(problems)
	if in.list.HasErrors() {
		return nil
	}
	if steps, _, err := sem.ParseSchedule(p, schedule); err == nil {
		run.Schedule = sem.FormatSchedule(p, steps[:min(len(steps), len(run.Steps))])
	}
	return run
}

// executed is a followed schedule as the result of a property: of a violated one
// if there is one, else of the first. Its state is that of the trace.
func executed(run *report.Run, specs []*automata.Spec) *report.Result {
	r := &report.Result{Verdict: report.Unknown, Schedule: run.Schedule}
	for _, worst := range []bool{true, false} {
		for _, st := range run.Final {
			i := slices.IndexFunc(specs, func(s *automata.Spec) bool { return s.Property && s.Name == st.Spec })
			if r.Property == "" && i >= 0 && (st.Violated || !worst) {
				r.Property, r.Pos = st.Spec, specs[i].Pos.String()
				if st.Violated {
					r.Verdict, r.AtEnd = report.Violated, st.State != "error"
				}
			}
		}
	}
	if run.Error != "" || run.Deadlock {
		r.Verdict = report.Violated
	}
	for _, s := range run.Steps {
		for _, st := range s.States {
			if st.Spec == r.Property {
				s.State = st.State
			}
		}
		r.Trace = append(r.Trace, s.Step)
	}
	return r
}

// outcomeOf says in a few words how an execution ends.
func outcomeOf(run *report.Run, of *report.Result) string {
	switch {
	case run.Error != "":
		return "run-time error"
	case run.Deadlock:
		return "deadlock"
	case of.Verdict == report.Violated:
		return of.Property + " is violated"
	case run.Stuck != "":
		return "a schedule that cannot be followed"
	}
	return "an execution"
}

// endOf are the sentences below the title of a chart.
func endOf(run *report.Run) []string {
	var out []string
	switch {
	case run.Error != "":
		out = append(out, run.Error)
	case run.Stuck != "":
		out = append(out, run.Stuck)
	}
	const most = 8
	for i, w := range run.Waiting {
		if i == most {
			out = append(out, fmt.Sprintf("%d more tasks wait", len(run.Waiting)-most))
			break
		}
		out = append(out, w.Task+" waits at "+w.At)
	}
	return out
}

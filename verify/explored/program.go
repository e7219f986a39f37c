// Package explored says what an explorer found, and what a schedule does, as
// reports: of a program, of a recorded trace, of a Petri net.
//
//	r, err := families.Run(ctx, p, specs, opt)
//	explored.Program(ctx, &out, p, specs, r) // out is a report.Explore
//	err = explored.Net(ctx, &out, net, opt)  // explores, and says what was found
//	run, _, _, problems := explored.ReplayNet(net, out.Schedule)
//
// It explores nothing itself.
package explored

import (
	"context"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/report"
	"flavers/report/made"
	"flavers/sem"
	"flavers/verify/follow"
)

// Program copies what an explorer found in a program into a report, with the steps
// of every finding: when ctx ends, with the first follow.Least steps of each.
func Program(ctx context.Context, out *report.Explore, p *cfg.Program, specs []*automata.Spec, r *explore.Result) {
	counters(out, r)
	if out.Notes = append(out.Notes, made.Notes(p)...); r.Errors > 0 {
		out.Notes = append(out.Notes, made.Ends(p)...)
	}
	chosen := -1
	for _, sp := range specs {
		if sp.Reach && !r.Violates(sp.Name) {
			out.Unreached = append(out.Unreached, sp.Name)
		}
	}
	for i := range r.Findings {
		out.Findings = append(out.Findings, finding(ctx, p, specs, &r.Findings[i]))
		if chosen < 0 || r.Findings[chosen].Kind == explore.Deadlock && r.Findings[i].Kind != explore.Deadlock {
			chosen = i
		}
	}
	note(out)
	if chosen >= 0 {
		out.Trace, out.Schedule = out.Findings[chosen].Trace, out.Findings[chosen].Schedule
	}
}

// most is how many bounds of the model that were met are named.
const most = 3

// counters copies what is counted, whatever was explored.
func counters(out *report.Explore, r *explore.Result) {
	out.Executions, out.Blocked, out.Transitions, out.States = r.Executions, r.Blocked, r.Transitions, r.States
	out.Deadlocks, out.Violations, out.Errors = r.Deadlocks, r.Violations, r.Errors
	out.Complete, out.Limit, out.Seconds = r.Complete, r.Limit, r.Seconds
	out.Cut, out.Excluded, out.MaxDepth, out.Bytes = r.Cut, r.Excluded, r.MaxDepth, r.Bytes
	out.Notes = slices.Clone(r.Notes)
	for i, err := range r.Exceeded {
		if i == most {
			out.Notes = append(out.Notes, fmt.Sprintf("%d more bounds of the model were met", len(r.Exceeded)-most))
			break
		}
		out.Notes = append(out.Notes, report.Exceeds(err.Pos.String(), err.Text))
	}
	for _, c := range r.More {
		out.More = append(out.More, report.Count{Name: c.Name, What: c.What, Value: c.Value})
	}
}

// note says that the steps of some finding are not all listed.
func note(out *report.Explore) {
	for i := range out.Findings {
		if f := &out.Findings[i]; f.Omitted > 0 {
			out.Notes = append(out.Notes, fmt.Sprintf("a limit was hit: of the execution that %s only the first %d of %d steps are listed; "+
				"flavers replay lists them all", shows(f), len(f.Trace), len(f.Trace)+f.Omitted))
		}
	}
}

// shows says in words what an execution shows.
func shows(f *report.ExploreFinding) string {
	switch f.Kind {
	case string(explore.Violation):
		return "violates " + f.Property
	case report.KindReached:
		return "reaches " + f.Property
	case string(explore.Error):
		return "ends in a run-time error"
	}
	return "ends in a deadlock"
}

// finding is a finding with its steps, as follow.RunWithin describes them.
func finding(ctx context.Context, p *cfg.Program, specs []*automata.Spec, f *explore.Finding) report.ExploreFinding {
	g := report.ExploreFinding{Kind: string(f.Kind), Property: f.Property, AtEnd: f.AtEnd,
		Schedule: sem.FormatSchedule(p, f.Schedule)}
	if f.Err != nil {
		g.Text = f.Err.Error()
	}
	if f.Kind == explore.Violation && explore.AsksFor(specs, f.Property) {
		g.Kind = report.KindReached
	}
	run, left, _ := follow.RunWithin(ctx, p, specs, g.Schedule)
	g.Trace, g.Omitted, g.Loop = run.TraceOf(f.Property), left, run.Loop
	g.Passes = made.Passed(p, g.Trace)
	if left > 0 {
		return g
	}
	g.Waiting = run.Waiting
	for _, sp := range specs {
		if f.Kind == explore.Violation && sp.Name == f.Property {
			g.Values = follow.Values(p, sp, g.Trace)
		}
	}
	return g
}

// Check executes every finding once more; the error names one that does not
// show what it is said to show. One that is too long for the time left is not executed.
func Check(ctx context.Context, p *cfg.Program, specs []*automata.Spec, findings []report.ExploreFinding) error {
	for _, g := range findings {
		run, left, problems := follow.RunWithin(ctx, p, specs, g.Schedule)
		if left > 0 {
			continue
		}
		shown := false
		switch explore.Kind(g.Kind) {
		case explore.Deadlock:
			shown = run.Deadlock
		case explore.Error:
			shown = run.Error != "" && !run.Beyond
		case explore.Violation, report.KindReached:
			for _, st := range run.Final {
				shown = shown || st.Spec == g.Property && (st.Violated || st.Reached)
			}
			shown = shown && run.Loop == g.Loop
		}
		if problems.HasErrors() || run.Stuck != "" || !shown {
			return fmt.Errorf("the schedule %s does not show a %s %s: %s", g.Schedule, g.Kind, g.Property, run.Stuck)
		}
	}
	return nil
}

// Package explored turns the results of explorers into reports (report.Explore), in which
// each finding has its steps in words. There are explorers of three kinds of models:
// programs, recorded traces of event-driven programs, and Petri nets.
//
//	r, err := families.Run(ctx, p, specs, opt)                   // explore a program
//	explored.Program(ctx, &out, p, specs, r)                     // and describe the result in out
//	err = explored.Infinite(ctx, &out, p, specs, opt)            // judge its infinite executions, too
//	err = explored.Net(ctx, &out, net, opt)                      // explore a net and describe the result
//	run, _, _, problems := explored.ReplayNet(net, out.Schedule) // execute what was found once more
//
// Files: program.go, trace.go and net.go for the three kinds; infinite.go for infinite
// executions; survey.go and races.go for data races and coverage, which are found by a
// visit of all states (package survey); properties.go for the list of what was asked.
//
// The package has no search of its own: it calls those of other packages.
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

// Program copies what an explorer found in a program into a report, with the steps of
// every finding. If ctx has ended, a finding has its first follow.Least steps only, and a
// note says so.
func Program(ctx context.Context, out *report.Explore, p *cfg.Program, specs []*automata.Spec, r *explore.Result) {
	counters(out, r)
	if out.Notes = append(out.Notes, made.Notes(p)...); r.Errors > 0 {
		out.Notes = append(out.Notes, made.Ends(p)...)
	}
	for _, sp := range specs {
		if sp.Reach && !r.Violates(sp.Name) {
			out.Unreached = append(out.Unreached, sp.Name)
		}
	}
	// The report shows the execution of one finding: the first that is no deadlock, or else the first.
	chosen := -1
	for i := range r.Findings {
		out.Findings = append(out.Findings, finding(ctx, p, specs, &r.Findings[i]))
		if chosen < 0 || r.Findings[chosen].Kind == explore.Deadlock && r.Findings[i].Kind != explore.Deadlock {
			chosen = i
		}
	}
	noteOmitted(out)
	if chosen >= 0 {
		out.Trace, out.Schedule = out.Findings[chosen].Trace, out.Findings[chosen].Schedule
	}
}

// mostBounds is how many of the bounds of the model that were met are named.
const mostBounds = 3

// counters copies the numbers and notes of an exploration, which are the same for all
// kinds of models.
func counters(out *report.Explore, r *explore.Result) {
	out.Executions, out.Blocked, out.Transitions, out.States = r.Executions, r.Blocked, r.Transitions, r.States
	out.Deadlocks, out.Violations, out.Errors = r.Deadlocks, r.Violations, r.Errors
	out.Complete, out.Limit, out.Seconds = r.Complete, r.Limit, r.Seconds
	out.Cut, out.Excluded, out.MaxDepth, out.Bytes = r.Cut, r.Excluded, r.MaxDepth, r.Bytes
	out.Notes = slices.Clone(r.Notes)
	for i, err := range r.Exceeded {
		if i == mostBounds {
			out.Notes = append(out.Notes, fmt.Sprintf("%d more bounds of the model were met", len(r.Exceeded)-mostBounds))
			break
		}
		out.Notes = append(out.Notes, report.Exceeds(err.Pos.String(), err.Text))
	}
	for _, c := range r.More {
		out.More = append(out.More, report.Count{Name: c.Name, What: c.What, Value: c.Value})
	}
}

// noteOmitted adds a note for each finding that has not all its steps in the report.
func noteOmitted(out *report.Explore) {
	for i := range out.Findings {
		if f := &out.Findings[i]; f.Omitted > 0 {
			out.Notes = append(out.Notes, fmt.Sprintf("a limit was hit: of the execution that %s only the first %d of %d steps are listed; "+
				"flavers replay lists them all", effect(f), len(f.Trace), len(f.Trace)+f.Omitted))
		}
	}
}

// effect returns what the execution of a finding does, as a verb phrase.
func effect(f *report.ExploreFinding) string {
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

// finding describes a finding: its schedule, the steps that follow.RunWithin makes of it,
// and, if all steps are there, who waits at its end and which values violate the property.
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

// Check executes the schedule of every finding once more. The error names a finding whose
// execution does not show what the finding says. Executions that are too long for the time
// that ctx leaves are not checked.
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

// Package explored says what an explorer found, and what a schedule does, as
// reports: of a program, of a recorded trace, of a Petri net.
//
//	r, err := families.Run(ctx, p, specs, opt)
//	explored.Program(&out, p, specs, r)      // out is a report.Explore
//	err = explored.Net(ctx, &out, net, opt)  // explores, and says what was found
//	run, _, _, problems := explored.ReplayNet(net, out.Schedule)
//
// It explores nothing itself.
package explored

import (
	"fmt"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/follow"
)

// Program copies what an explorer found in a program into a report, with the steps
// of every finding.
func Program(out *report.Explore, p *cfg.Program, specs []*automata.Spec, r *explore.Result) {
	counters(out, r)
	chosen := -1
	for _, sp := range specs {
		if sp.Reach && !r.Violates(sp.Name) {
			out.Unreached = append(out.Unreached, sp.Name)
		}
	}
	for i := range r.Findings {
		out.Findings = append(out.Findings, finding(p, specs, &r.Findings[i]))
		if chosen < 0 || r.Findings[chosen].Kind == explore.Deadlock && r.Findings[i].Kind != explore.Deadlock {
			chosen = i
		}
	}
	if chosen >= 0 {
		out.Trace, out.Schedule = out.Findings[chosen].Trace, out.Findings[chosen].Schedule
	}
}

// counters copies what is counted, whatever was explored.
func counters(out *report.Explore, r *explore.Result) {
	out.Executions, out.Blocked, out.Transitions, out.States = r.Executions, r.Blocked, r.Transitions, r.States
	out.Deadlocks, out.Violations, out.Errors = r.Deadlocks, r.Violations, r.Errors
	out.Complete, out.Limit, out.Seconds = r.Complete, r.Limit, r.Seconds
	out.Cut, out.Excluded, out.MaxDepth, out.Bytes = r.Cut, r.Excluded, r.MaxDepth, r.Bytes
	out.Notes = r.Notes
	for _, c := range r.More {
		out.More = append(out.More, report.Count{Name: c.Name, What: c.What, Value: c.Value})
	}
}

// finding is a finding with its steps, as follow.Run describes them.
func finding(p *cfg.Program, specs []*automata.Spec, f *explore.Finding) report.ExploreFinding {
	g := report.ExploreFinding{Kind: string(f.Kind), Property: f.Property, AtEnd: f.AtEnd,
		Schedule: sem.FormatSchedule(p, f.Schedule)}
	if f.Err != nil {
		g.Text = f.Err.Error()
	}
	if f.Kind == explore.Violation && explore.AsksFor(specs, f.Property) {
		g.Kind = report.KindReached
	}
	run, _ := follow.Run(p, specs, g.Schedule)
	g.Waiting, g.Trace = run.Waiting, run.TraceOf(f.Property)
	for _, sp := range specs {
		if f.Kind == explore.Violation && sp.Name == f.Property {
			g.Values = follow.Values(p, sp, g.Trace)
		}
	}
	return g
}

// Check executes every finding once more; the error names one that does not
// show what it is said to show.
func Check(p *cfg.Program, specs []*automata.Spec, findings []report.ExploreFinding) error {
	for _, g := range findings {
		run, problems := follow.Run(p, specs, g.Schedule)
		shown := false
		switch explore.Kind(g.Kind) {
		case explore.Deadlock:
			shown = run.Deadlock
		case explore.Error:
			shown = run.Error != ""
		case explore.Violation, report.KindReached:
			for _, st := range run.Final {
				shown = shown || st.Spec == g.Property && (st.Violated || st.Reached)
			}
		}
		if problems.HasErrors() || run.Stuck != "" || !shown {
			return fmt.Errorf("the schedule %s does not show a %s %s: %s", g.Schedule, g.Kind, g.Property, run.Stuck)
		}
	}
	return nil
}

package job

import (
	"context"
	"fmt"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/report"
	"flavers/verify/follow"
)

// This file says which results are kept for the next time, and looks at kept ones before they are used.

// Definite reports whether a check has an answer to every question that is one whenever it is asked:
// holds, or violated, or possible only because of the ledger, and no limit was hit.
func Definite(c *report.Check) bool {
	if c == nil || c.Unbound {
		return false
	}
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Severity == diag.Error {
			return false
		}
	}
	definite := func(v report.Verdict, l report.Limit, doubted bool) bool {
		return (v == report.Holds || v == report.Violated || v == report.Possible && doubted) && l == ""
	}
	for _, r := range c.Ordered() {
		if !definite(r.Verdict, r.Limit, r.Passes != "") || r.Omitted > 0 {
			return false
		}
		for _, i := range r.Instances {
			if !definite(i.Verdict, i.Limit, r.Passes != "") {
				return false
			}
		}
	}
	return true
}

// Replay executes the schedules of a check again. The error names a result that its
// schedule does not show.
func Replay(ctx context.Context, p *cfg.Program, specs []*automata.Spec, c *report.Check) error {
	for _, r := range c.Ordered() {
		doubted := r.Verdict == report.Possible && r.Schedule != "" // an execution of the model
		shown := r.Verdict == report.Violated && !r.Reach || r.Verdict == report.Holds && r.Reach && r.Schedule != "" || doubted
		if !shown {
			continue
		}
		run, left, problems := follow.RunWithin(ctx, p, specs, r.Schedule)
		if r.Schedule == "" || problems.HasErrors() || left > 0 || run.Stuck != "" || !shows(run, r) {
			return fmt.Errorf("the schedule of %s does not show that it is %s", r.Property, r.Verdict)
		}
	}
	return nil
}

// shows reports whether an execution is what a result says.
func shows(run *report.Run, r *report.Result) bool {
	switch r.Property {
	case report.Deadlock:
		return run.Deadlock
	case report.RuntimeErrors:
		return run.Error != "" && !run.Beyond
	}
	for _, st := range run.Final {
		mine := st.Spec == r.Property || len(r.Instances) > 0 && strings.HasPrefix(st.Spec, r.Property+"[")
		if mine && (st.Violated || st.Reached) && run.Loop == r.Loop {
			return true
		}
	}
	return false
}

package picture

import (
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/render/chart"
	"flavers/report"
	"flavers/report/outcome"
)

// This file draws a schedule that was followed.

// ChartOfRun returns the chart of a run, whose result is of (Executed): its title says how
// the run ends.
func ChartOfRun(p *cfg.Program, specs []*automata.Spec, run *report.Run, of *report.Result) *chart.Chart {
	c := Chart(p, specs, of)
	c.Title = p.Name + ": " + outcomeOf(run, of)
	c.Notes = append(c.Notes, endOf(run)...)
	if n := len(of.Trace); n > 0 {
		c.Steps[n-1].Bad = of.Verdict == report.Violated && of.Loop == 0 && !run.Deadlock
	}
	return c
}

// Executed returns a followed schedule as the result of a property: of a violated one
// if there is one, else of the first. Its state is that of the trace.
func Executed(run *report.Run, specs []*automata.Spec) *report.Result {
	r := &report.Result{Schedule: run.Schedule, Loop: run.Loop}
	scope := outcome.Scope{Fair: run.Fairness, Declared: run.Declared}
	wrong := run.Error != "" && !run.Beyond || run.Deadlock
	shown := wrong
	for _, worst := range []bool{true, false} {
		for _, st := range run.Final {
			i := slices.IndexFunc(specs, func(s *automata.Spec) bool { return s.Property && s.Name == st.Spec })
			if r.Property == "" && i >= 0 && (st.Violated || st.Reached || !worst) {
				r.Property, r.Pos, r.Reach = st.Spec, specs[i].Pos.String(), st.Reached
				r.AtEnd = st.Violated && st.State != "error" && run.Loop == 0
				shown = shown || st.Violated || st.Reached
			}
		}
	}
	r.Reach = r.Reach && !wrong // that the run ends so is more than that it has reached something
	if r.Conclude(outcome.None{Scope: scope}); shown {
		r.Conclude(outcome.Lasso{Scope: scope}) // whose loop may be empty
	}
	r.Trace, r.Waiting = run.TraceOf(r.Property), run.Waiting
	return r
}

// outcomeOf says in a few words how an execution ends.
func outcomeOf(run *report.Run, of *report.Result) string {
	switch {
	case run.Beyond:
		return "an execution beyond a bound of the model"
	case run.Error != "":
		return "run-time error"
	case run.Deadlock:
		return "deadlock"
	case of.Reach && of.Verdict == report.Holds:
		return of.Property + " is reached"
	case of.Verdict == report.Violated:
		if run.Loop > 0 {
			return of.Property + " is violated by an execution that goes on for ever"
		}
		return of.Property + " is violated"
	case run.Stuck != "":
		return "a schedule that cannot be followed"
	case run.Loop > 0:
		return "an execution that goes on for ever"
	}
	return "an execution"
}

// endOf returns the sentences below the title of a chart.
func endOf(run *report.Run) []string {
	var out []string
	switch {
	case run.Error != "":
		out = append(out, run.Error)
	case run.Stuck != "":
		out = append(out, run.Stuck)
	}
	return out
}

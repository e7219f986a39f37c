package explored

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/live"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/follow"
	"flavers/verify/infinite"
)

// Infinite judges the infinite executions of a program, if an explorer of states has
// visited all of these, and adds violations to its report. Of the options, the limits and
// the kind of fairness count. Other explorers that are complete either have found that all
// executions end, or leave infinite ones out, which a note says.
func Infinite(ctx context.Context, out *report.Explore, p *cfg.Program, specs []*automata.Spec,
	opt explore.Options) error {
	fair := live.Fairness(cmp.Or(opt.Fairness, string(live.Weak)))
	if fair != live.Weak && fair != live.Strong && fair != live.None && fair != infinite.Off {
		return fmt.Errorf("there is no fairness %q: it is weak, strong, none or off", opt.Fairness)
	}
	var demanding, constraints []*automata.Spec
	for _, sp := range specs {
		switch {
		case !sp.Property:
			constraints = append(constraints, sp)
		case len(sp.Obligations) > 0 && !slices.ContainsFunc(out.Findings, func(f report.ExploreFinding) bool {
			return f.Kind == string(explore.Violation) && f.Property == sp.Name
		}):
			demanding = append(demanding, sp)
		}
	}
	switch {
	case len(demanding) == 0 || out.States == 0 || !out.Complete || opt.Fairness == infinite.Off:
		return nil
	case out.Algorithm != "states":
		out.Notes = append(out.Notes, "infinite executions were not judged: --algorithm states does so")
		return nil
	}
	out.Fairness, out.Declared = string(fair), len(p.Fair) > 0 && fair != live.None
	for _, sp := range demanding {
		r, err := infinite.Of(ctx, p, constraints, sp, infinite.Options{Fairness: fair, MaxStates: opt.MaxStates,
			MaxMemory: opt.MaxMemory, Progress: opt.Progress})
		if err != nil {
			return err
		}
		if !r.Violated && !r.Complete {
			out.Complete, out.Limit, out.Fairness, out.Declared = false, r.Limit, "", false
			out.Notes = append(out.Notes, "infinite executions were not judged: a limit was hit")
			break
		}
		if !r.Violated {
			continue
		}
		g := report.ExploreFinding{Kind: string(explore.Violation), Property: sp.Name,
			Schedule: sem.FormatLasso(p, r.Stem, r.Loop)}
		run, left, _ := follow.RunWithin(ctx, p, specs, g.Schedule)
		g.Trace, g.Omitted, g.Loop = run.TraceOf(sp.Name), left, run.Loop
		out.Findings = append(out.Findings, g)
		if out.Schedule == "" {
			out.Trace, out.Schedule = g.Trace, g.Schedule
		}
	}
	return nil
}

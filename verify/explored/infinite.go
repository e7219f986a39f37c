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
	"flavers/report/made"
	"flavers/sem"
	"flavers/verify/follow"
	"flavers/verify/infinite"
)

// Infinite judges the infinite executions of a program after an exploration, and adds
// violations to the report of the exploration. It does so if some property has obligations
// and the explorer was "states" or "lpor" and hit no limit. After another explorer that
// visits states, a note says that infinite executions were not judged. Explorers of
// executions are complete only if all executions end, so that there is nothing to judge.
// Of the options only the limits, the progress and the kind of fairness are used.
//
// The error says that the name of the fairness is unknown, or that the program is too large.
func Infinite(ctx context.Context, out *report.Explore, p *cfg.Program, specs []*automata.Spec,
	opt explore.Options) error {
	fair := live.Fairness(cmp.Or(opt.Fairness, string(live.Weak)))
	if fair != live.Weak && fair != live.Strong && fair != live.None && fair != infinite.Off {
		return fmt.Errorf("there is no fairness %q: it is weak, strong, none or off", opt.Fairness)
	}
	// A property is judged if it has obligations and no finite execution violates it.
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
	if len(demanding) == 0 || out.States == 0 || !out.Complete || opt.Fairness == infinite.Off {
		return nil
	}
	judge, why := judgeOf(out, p, fair)
	if why != "" {
		out.Notes = append(out.Notes, "infinite executions were not judged: "+why)
		return nil
	}
	out.Fairness, out.Declared = string(fair), len(p.Fair) > 0 && fair != live.None
	if err := noteNoneFair(ctx, out, p, constraints, infinite.Options{Fairness: fair, MaxStates: opt.MaxStates,
		MaxMemory: opt.MaxMemory}); err != nil {
		return err
	}
	for _, sp := range demanding {
		r, err := judge(ctx, p, constraints, sp, infinite.Options{Fairness: fair, MaxStates: opt.MaxStates,
			MaxMemory: opt.MaxMemory, Progress: opt.Progress})
		if err != nil {
			return err
		}
		if !r.Violated && !r.Complete { // then the limit would end the search for the next property, too
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
		g.Passes = made.Passed(p, g.Trace)
		out.Findings = append(out.Findings, g)
		if out.Schedule == "" {
			out.Trace, out.Schedule = g.Trace, g.Schedule
		}
	}
	return nil
}

// noteNoneFair adds a note if the constraints written by hand exclude everything that
// counts: of the executions that obey them none ends, and none that runs for ever is fair.
func noteNoneFair(ctx context.Context, out *report.Explore, p *cfg.Program, constraints []*automata.Spec,
	opt infinite.Options) error {
	if len(constraints) == 0 || opt.Fairness == live.None {
		return nil
	}
	how, err := infinite.Continue(ctx, p, constraints, nil, false, opt)
	if err != nil || how.Found || !how.Complete {
		return err
	}
	var names []string
	for _, sp := range constraints {
		names = append(names, sp.Name)
	}
	out.Notes = append(out.Notes, infinite.NoneCounts(names, opt.Fairness, false))
	return nil
}

// judgeOf returns the search that judges infinite executions after an explorer that
// visits states: all states again, or those that stubborn sets lead to. If there is none
// for this explorer and program, why says so.
func judgeOf(out *report.Explore, p *cfg.Program, fair live.Fairness) (judge infinite.Judging, why string) {
	switch {
	case out.Algorithm == "states":
		return infinite.Of, ""
	case out.Algorithm != "lpor":
		return nil, "--algorithm states does so, and lpor"
	case out.Errors > 0:
		return nil, "stubborn sets keep them only where no execution ends in a run-time error; --algorithm states judges them"
	case len(p.Fair) > 0 && fair != live.None:
		return nil, "stubborn sets do not keep what the program declares fair; --algorithm states judges them"
	}
	return infinite.Reduced, ""
}
